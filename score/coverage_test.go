package score

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/slowtest"
)

// simulated is a kind of simulated study of two systems that answer the same prompts.
type simulated struct {
	family     string // binary, five (1 to 5) or numbers
	judge      string // good, biased (lenient, on a scale of its own, and more to the second system) or useless
	stratified bool   // people's items are drawn in two strata by the judge's label
	pool       int    // labels of each item by people, all by other people
	labelled   int    // items that people label, of each system; the same prompts
	items      int
	center     float64 // of the items' latent scores
}

// label draws a person's or a judge's label at a latent score, with noise of that standard deviation.
func (c simulated) label(rng *rand.Rand, score, noise float64) float64 {
	return c.cut(score + noise*rng.NormFloat64())
}

func (c simulated) cut(latent float64) float64 {
	switch c.family {
	case "binary":
		if latent > 0 {
			return 1
		}
		return 0
	case "five":
		return max(1, min(5, math.Floor(3.5+1.2*latent)))
	}
	return 50 + 10*latent
}

// expected returns the mean of people's labels at a latent score, with unit noise.
func (c simulated) expected(score float64) float64 {
	switch c.family {
	case "binary":
		return distuv.UnitNormal.CDF(score)
	case "five":
		e := 1.0
		for k := 2.0; k <= 5; k++ {
			e += distuv.UnitNormal.CDF(score - (k-3.5)/1.2)
		}
		return e
	}
	return 50 + 10*score
}

// draw returns two systems and the true means.
func (c simulated) draw(rng *rand.Rand) (systems [2]*System, truth [2]float64) {
	systems = [2]*System{{Name: "a"}, {Name: "b"}}
	var scores [2][]float64
	for range c.items {
		prompt := c.center + 0.8*rng.NormFloat64()
		for s, y := range systems {
			score := prompt + 0.6*rng.NormFloat64() + 0.3*float64(1-s)
			truth[s] += c.expected(score) / float64(c.items)
			judge := 0.0
			switch c.judge {
			case "good":
				judge = c.label(rng, score, 0.5)
			case "biased":
				judge = 2 * c.label(rng, score+0.5+0.4*float64(s), 0.7)
			case "useless":
				judge = c.label(rng, 0, 1.2)
			}
			y.Judge = append(y.Judge, judge)
			scores[s] = append(scores[s], score)
			y.People, y.Spread = append(y.People, 0), append(y.Spread, 0)
			y.Labels = append(y.Labels, 0)
			y.Items = append(y.Items, fmt.Sprint(len(y.Items)))
		}
	}
	for s, y := range systems {
		if !c.stratified && s == 1 {
			copy(y.Labels, systems[0].Labels)
			continue
		}
		c.ask(rng, y)
	}
	for s, y := range systems {
		for i, m := range y.Labels {
			labels := make([]float64, m)
			for k := range labels {
				labels[k] = c.label(rng, scores[s][i], 1)
			}
			if m > 0 {
				y.People[i], y.Spread[i] = stat.MeanVariance(labels, nil)
			}
		}
	}
	return systems, truth
}

// ask draws the items that people label: at random, or as many of the judge's lowest fifth as of the rest.
func (c simulated) ask(rng *rand.Rand, y *System) {
	order := rng.Perm(c.items)
	if !c.stratified {
		for _, i := range order[:c.labelled] {
			y.Labels[i] = c.pool
		}
		return
	}
	// The judge's lowest fifth of items has as many labels as the rest.
	places := rng.Perm(c.items)
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(y.Judge[a], y.Judge[b]) })
	y.Strata = make([]int, c.items)
	for _, i := range places[c.items/5:] {
		y.Strata[i] = 1
	}
	left := [2]int{c.labelled / 2, c.labelled - c.labelled/2}
	for _, i := range order {
		if h := y.Strata[i]; left[h] > 0 {
			left[h]--
			y.Labels[i] = c.pool
		}
	}
}

// covered are shares of intervals of 95 % with the truth, over simulated studies.
type covered struct {
	mean, alone, difference float64
	width                   float64 // of the mean's interval over the interval of people alone
}

func (c simulated) coverage(studies int, seed uint64, o Options) covered {
	var all covered
	rng := rand.New(rand.NewPCG(seed, 1))
	one := 1 / float64(studies)
	within := func(e Estimate, truth float64) float64 {
		if e.Lower <= truth && truth <= e.Upper {
			return one
		}
		return 0
	}
	for range studies {
		y, truth := c.draw(rng)
		m, err := Mean(y[0], o)
		if err != nil {
			panic(err)
		}
		d, err := Difference(y[0], y[1], o)
		if err != nil {
			panic(err)
		}
		all.mean += within(m.Estimate, truth[0])
		all.alone += within(m.Alone, truth[0])
		all.difference += within(d, truth[0]-truth[1])
		if m.SE > 0 {
			all.width += one * (m.Upper - m.Lower) / (m.Alone.Upper - m.Alone.Lower)
		}
	}
	return all
}

// families and judges tell simulated studies apart.
var (
	families = []string{"binary", "five", "numbers"}
	judges   = []string{"good", "biased", "useless"}
)

// Intervals of 95 % have the true mean in about 95 % of studies, and a judge that knows nothing costs next to nothing.
// The table in docs/lab/validation.md has all kinds of study (TestCoverageTable).
func TestCoverage(t *testing.T) {
	slowtest.Only(t)
	const studies = 200
	for f, family := range families {
		for _, judge := range judges {
			c := simulated{family, judge, f == 1, []int{1, 2, 5}[f], 50, 400, 0.2}
			got := c.coverage(studies, uint64(f), Options{})
			// Four Monte Carlo standard errors below 95 %, which are 1.5 % each.
			for what, share := range map[string]float64{
				"mean": got.mean, "people alone": got.alone, "difference": got.difference,
			} {
				assert.Greater(t, share, 0.95-4*0.0154, "%s: %+v", what, c)
			}
			if judge == "useless" {
				assert.Less(t, got.width, 1.04, "%+v", c)
			} else {
				assert.Less(t, got.width, 0.97, "%+v", c)
			}
		}
	}
}
