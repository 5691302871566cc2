package planning

import (
	"math"

	"concord/internal/effect"
)

// curve is chances of a positive label at nodes, with their mean and variance over items.
type curve struct {
	chance         []float64
	mean, variance float64
}

func newCurve(nodes, weights []float64, mean, slope float64) curve {
	var c curve
	for i, z := range nodes {
		h := 1 / (1 + math.Exp(-mean-slope*z))
		c.chance = append(c.chance, h)
		c.mean += weights[i] * h
		c.variance += weights[i] * h * h
	}
	c.variance -= c.mean * c.mean
	return c
}

// curveOf returns the curve with a slope whose mean is a share.
func curveOf(nodes, weights []float64, share, slope float64) curve {
	low, high := -60.0, 60.0
	for range 60 {
		if middle := (low + high) / 2; newCurve(nodes, weights, middle, slope).mean < share {
			low = middle
		} else {
			high = middle
		}
	}
	return newCurve(nodes, weights, (low+high)/2, slope)
}

// itemSpread is the standard deviation of logits between items up to which the nodes are enough.
const itemSpread = 5

// steepest is a slope of logits at which chances are as good as 0 or 1.
const steepest = 60

// BinaryJudged returns yes-or-no labels by people and by a judge, with the given share of yes. People's labels have the
// ICC on the label scale, without levels of labelers. The judge's labels have the correlation r with people's true
// score. ok is false if this is impossible: yes and no can follow true scores in between only so well.
func BinaryJudged(share, icc, r float64) (j Judged, ok bool) {
	if !(share > 0 && share < 1 && icc > 0 && icc < 1 && r > 0 && r < 1) {
		return Judged{}, false
	}
	var items effect.Rule
	at := effect.Argument{Slope: itemSpread}
	items.Set(0, at, at)
	nodes, weights := items.At, items.Weight
	people, ok := steepen(func(slope float64) (curve, float64) {
		c := curveOf(nodes, weights, share, slope)
		return c, c.variance / (c.mean * (1 - c.mean))
	}, icc)
	if !ok {
		return Judged{}, false
	}
	judge, ok := steepen(func(slope float64) (curve, float64) {
		c := curveOf(nodes, weights, share, slope)
		product := 0.0
		for i, w := range weights {
			product += w * c.chance[i] * people.chance[i]
		}
		return c, (product - c.mean*people.mean) / math.Sqrt(people.variance*c.mean*(1-c.mean))
	}, r)
	if !ok {
		return Judged{}, false
	}
	j.Weight = weights
	for i := range nodes {
		p, q := people.chance[i], judge.chance[i]
		j.Person, j.Judge = append(j.Person, Moments{p, p, p, p}), append(j.Judge, Moments{q, q, q, q})
	}
	return j, true
}

// steepen returns the curve whose value, which rises with the slope, is the target.
func steepen(of func(slope float64) (curve, float64), target float64) (curve, bool) {
	low, high := 0.0, float64(steepest)
	if _, most := of(high); most < target {
		return curve{}, false
	}
	for range 50 {
		if middle := (low + high) / 2; second(of(middle)) < target {
			low = middle
		} else {
			high = middle
		}
	}
	c, _ := of((low + high) / 2)
	return c, true
}

func second(_ curve, x float64) float64 { return x }
