package planning

import (
	"math"

	"concord/internal/bisect"
	"concord/internal/effect"
)

// nodes returns nodes and weights for the mean over a normal variable of chances with an argument of that slope.
func nodes(of effect.Argument) (at, weight []float64) {
	var r effect.Rule
	r.Set(0, of, of)
	return r.At, r.Weight
}

// GaussianJudged returns labels that are numbers: people's with these components of variance, and a judge's with
// correlation r with people's true score. The variance of the judge's labels does not matter; it is set to the variance
// of people's labels.
func GaussianJudged(c Components, r float64) Items {
	at, weight := nodes(effect.Argument{Slope: 1})
	judge := Components{Item: c.Total() * r * r, Residual: c.Total() * (1 - r*r)}
	it := Items{Weight: weight, Groups: []Labels{{Numbers: &c}, {Numbers: &judge}}}
	for s, sd := range []float64{math.Sqrt(c.Item), math.Sqrt(c.Total()) * r} {
		for _, z := range at {
			it.Groups[s].At = append(it.Groups[s].At, Moments{sd * z})
		}
	}
	return it
}

// Binary returns labels of people that are yes or no: items have logits N(mean, itemSD²), to which labelers add
// N(0, labelerSD²). They are NaN if an SD is negative or an argument not finite.
func Binary(mean, itemSD, labelerSD float64) Items {
	at, weight := nodes(effect.Argument{Low: mean, High: mean, Slope: itemSD, Noise: labelerSD})
	logits, chance := make([]float64, len(at)), make([]float64, len(at))
	for i, z := range at {
		logits[i] = mean + itemSD*z
	}
	if !(itemSD >= 0) {
		logits[0] = math.NaN()
	}
	effect.Means(chance, logits, labelerSD)
	of := Labels{At: yes(chance)}
	if labelerSD > 0 {
		levels, weight := nodes(effect.Argument{Slope: labelerSD})
		for k, z := range levels {
			l := LabelerMoments{Weight: weight[k]}
			for _, x := range logits {
				l.Mean = append(l.Mean, 1/(1+math.Exp(-x-labelerSD*z)))
			}
			l.Square = l.Mean
			of.Labelers = append(of.Labelers, l)
		}
	}
	return Items{weight, []Labels{of}}
}

// yes returns moments of labels that are 1 with some chance, or else 0.
func yes(chance []float64) []Moments {
	all := make([]Moments, len(chance))
	for i, p := range chance {
		all[i] = Moments{p, p, p, p}
	}
	return all
}

// itemSpread is the standard deviation of logits between items up to which the nodes are enough.
const itemSpread = 5

// steepest is a slope of logits at which chances are as good as 0 or 1.
const steepest = 60

// BinaryJudged returns yes-or-no labels by people and by a judge, with the given share of yes. People's labels have the
// ICC on the label scale, without levels of labelers. The judge's labels have the correlation r with people's true
// score. ok is false if this is impossible: yes and no can follow true scores in between only so well.
func BinaryJudged(share, icc, r float64) (it Items, ok bool) {
	if !(share > 0 && share < 1 && icc > 0 && icc < 1 && r > 0 && r < 1) {
		return Items{}, false
	}
	at, weight := nodes(effect.Argument{Slope: itemSpread})
	it.Weight = weight
	for s, target := range []float64{icc, r} {
		it.Groups = append(it.Groups, Labels{})
		reached := func(slope float64) float64 {
			chance := make([]float64, len(at))
			set := func(mean float64) {
				for i, z := range at {
					chance[i] = 1 / (1 + math.Exp(-mean-slope*z))
				}
				it.Groups[s].At = yes(chance)
			}
			set(bisect.Root(-60, 60, func(mean float64) bool {
				set(mean)
				return it.mean(s) < share
			}))
			if s == 0 {
				return it.ICC(0).Value
			}
			return it.covariance(0, 1) / math.Sqrt(it.covariance(0, 0)*it.variance(1))
		}
		if reached(steepest) < target {
			return Items{}, false
		}
		reached(bisect.Root(0, steepest, func(slope float64) bool { return reached(slope) < target }))
	}
	return it, true
}
