package consensus

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// regressed is a simulated study of two groups, with what is true of its items and labelers. Long items have higher
// labels, labelers of country 1 give higher ones, and position 1 adds to a label. Position is not balanced: every
// other item is mostly shown in position 1. Group b labels no item whose number 5 divides.
type regressed struct {
	table *study.Table
	score [][]float64 // by group and item, of labels
	level []float64   // of labelers, on the scale of the linear predictor
}

const (
	regressedItems  = 120
	regressedPeople = 16 // in each group
)

func newRegressed(t *testing.T, f family.Family, seed uint64) regressed {
	t.Helper()
	const length, country, position, labelerSD = 1.2, 0.8, 1.5, 0.4
	rng := rand.New(rand.NewPCG(seed, 8))
	d := simulate.Design{Studies: []string{"a", "b"}}
	factors := []study.Factor{{Name: "length"}, {Name: "country", Levels: []string{"BR", "US"}},
		{Name: "position", Levels: []string{"first", "second"}}}
	for x := range 50 {
		factors[0].Levels = append(factors[0].Levels, fmt.Sprint(x))
	}
	out := regressed{score: make([][]float64, 2)}
	var x []int
	var b []float64
	for j := range regressedItems {
		d.Items = append(d.Items, fmt.Sprint("i", j))
		x, b = append(x, rng.IntN(50)), append(b, 0.7*rng.NormFloat64())
	}
	for k := range 2 * regressedPeople {
		d.Labelers = append(d.Labelers, fmt.Sprint("p", k))
		out.level = append(out.level, labelerSD*rng.NormFloat64()+country*(float64(k%2)-0.5))
	}
	var theta []float64
	for s := range 2 {
		shown, from := 0.0, len(theta)
		ofItem := func(j int) float64 { return length*float64(x[j]-25)/14 + b[j] }
		for j := range regressedItems {
			for n := range 4 {
				if s == 1 && j%5 == 0 {
					continue
				}
				k, place := s*regressedPeople+(5*j+n)%regressedPeople, 0
				if (rng.IntN(10) < 8) == (j%2 == 0) {
					place = 1
				}
				d.Study, d.Item = append(d.Study, int32(s)), append(d.Item, int32(j))
				d.Labeler = append(d.Labeler, int32(k))
				for i, l := range []int{x[j], k % 2, place} {
					factors[i].Index = append(factors[i].Index, int32(l))
				}
				shown += float64(place)
				theta = append(theta, ofItem(j)+out.level[k]+position*float64(place))
			}
		}
		shown /= float64(len(theta) - from)
		for j := range regressedItems {
			at := ofItem(j) + position*shown
			if f.Kind() == study.Binary { // over labelers
				const nodes = 400
				mean := 0.0
				for i := range nodes {
					z := distuv.UnitNormal.Quantile((float64(i) + 0.5) / nodes)
					mean += 1 / (1 + math.Exp(-at-labelerSD*z)) / nodes
				}
				at = mean
			}
			out.score[s] = append(out.score[s], at)
		}
	}
	for n, at := range theta {
		switch {
		case f.Kind() != study.Binary:
			theta[n] += rng.NormFloat64()
		case rng.Float64() < 1/(1+math.Exp(-at)):
			theta[n] = 1
		default:
			theta[n] = 0
		}
	}
	d.Factors = factors
	var err error
	out.table, err = d.Table(f.Kind(), nil, theta)
	require.NoError(t, err)
	return out
}

// A true score is the item's effect with the part of the item's own covariates, at the means of the others, also where
// a group has no label of the item. Intervals hold it as often as they say. Without covariates it is further away,
// because position moves labels of some items up.
func TestTrueScoresGivenCovariates(t *testing.T) {
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		t.Run(f.String(), func(t *testing.T) {
			held, unlabelled, levels := 0, 0, 0
			square := map[bool]float64{}
			const seeds = 2
			for seed := range uint64(seeds) {
				of := newRegressed(t, f, seed)
				for _, with := range []bool{true, false} {
					sp := spec.Spec{Effects: true}
					for _, name := range []string{"length", "country", "position"} {
						if with {
							sp.Covariates = append(sp.Covariates, spec.Covariate{Factor: name})
						}
					}
					fit, err := model.Fit(t.Context(), of.table, sp, sampler.Settings{Seed: 1, Draws: 500, Chains: 2})
					require.NoError(t, err)
					c, err := Of(t.Context(), fit, 0.95)
					require.NoError(t, err)
					require.Len(t, c.Items, 2*regressedItems)
					for i, item := range c.Items {
						truth := of.score[i/regressedItems][i%regressedItems]
						square[with] += (item.Mean - truth) * (item.Mean - truth)
						if with && item.Lower <= truth && truth <= item.Upper {
							held++
							if item.Labels == 0 {
								unlabelled++
							}
						}
					}
					for k, l := range c.Labelers {
						if with && l.Level.Lower <= of.level[k] && of.level[k] <= l.Level.Upper {
							levels++
						}
					}
				}
			}
			const all = 2 * regressedItems * seeds
			t.Log(held, all, unlabelled, levels, square)
			assert.InDelta(t, 0.95, float64(held)/all, 4*math.Sqrt(0.05*0.95/all))
			assert.InDelta(t, 0.95, float64(unlabelled)/(regressedItems/5*seeds), 4*0.0315)
			assert.InDelta(t, 0.95, float64(levels)/(2*regressedPeople*seeds), 4*0.0272)
			assert.Less(t, square[true], 0.8*square[false])
		})
	}
}
