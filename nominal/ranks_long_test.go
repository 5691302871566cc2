//go:build long

package nominal

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model"
	"concord/model/simulate"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Ranks of 200 truths from the prior are uniform among the draws of fits to labels drawn with them (Talts et al. 2018).
// They are ranks of all parameters, and of the rate and ICC of each category. The reference is the category 0. A set is
// drawn anew, truth and all, if another category is the most frequent. That depends on the labels alone, so that it
// changes no posterior.
func TestRanksOfTwoHundredSets(t *testing.T) {
	const sets, bins, draws = 200, 10, 99
	priors := model.Priors{Mean: model.Normal{Scale: 0.7}, SD: model.Exponential{Rate: 1},
		Correlation: model.MarginallyUniform{}}
	plan := simulate.Plan{Items: 50, Labelers: model.Nested,
		Studies: []simulate.StudyPlan{{Name: "s", Labelers: 8, LabelsPerItem: 4}}}
	sc := scale{categories: []string{"a", "b", "c"}, value: []int{0, 1, 2}, others: []int{1, 2}}
	counts := map[string][]float64{}
	rng := rand.New(rand.NewPCG(1, 49))
	for set := 0; set < sets; {
		design, err := plan.Generate(uint64(set))
		require.NoError(t, err)
		empty, err := design.Table(study.Nominal, sc.categories, make([]float64, len(design.Study)))
		require.NoError(t, err)
		truth := map[string]float64{}
		mean := []float64{0.7 * rng.NormFloat64(), 0.7 * rng.NormFloat64()}
		truth["mu[1]"], truth["mu[2]"] = mean[0], mean[1]
		root := func(term string) *mat.Dense {
			// An inverse Wishart matrix with three degrees of freedom, by its inverse, times the square of a size.
			var precision mat.SymDense
			precision.SymOuterK(1, mat.NewDense(2, 3, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(),
				rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}))
			x, y := math.Sqrt(precision.At(1, 1)), math.Sqrt(precision.At(0, 0))
			r := -precision.At(0, 1) / (x * y)
			tau := rng.ExpFloat64()
			a, b := tau*x*math.Sqrt(2/(x*x+y*y)), tau*y*math.Sqrt(2/(x*x+y*y))
			truth["sd_"+term+"[1]"], truth["sd_"+term+"[2]"], truth["cor_"+term+"[1,2]"] = a, b, r
			return mat.NewDense(2, 2, []float64{a, 0, b * r, b * math.Sqrt(1-r*r)})
		}
		items, labelers := root("item"), root("labeler")
		values := sc.drawn(empty, mean, items, labelers, rng)[0]
		table, err := design.Table(study.Nominal, sc.categories, values)
		require.NoError(t, err)
		if of := scaleOf(table); of.reference != 0 || len(of.others) != 2 {
			continue
		}
		p, err := Fit(t.Context(), table, Spec{Priors: priors}, sampler.Settings{Seed: uint64(set), Workers: 1})
		if err != nil {
			continue // one category alone
		}
		set++
		rank := func(q posterior.Quantity, truth float64) {
			below, n := 0, 0
			for _, chain := range q.Chains {
				step := len(chain) * len(q.Chains) / draws
				for i := step / 2; i < len(chain); i += step {
					n++
					if chain[i] < truth {
						below++
					}
				}
			}
			if counts[q.Name] == nil {
				counts[q.Name] = make([]float64, bins)
			}
			counts[q.Name][min(bins-1, below*bins/(n+1))]++
		}
		for v, name := range p.fit.Draws().Names() {
			rank(p.fit.Draws().Quantity(v), truth[name])
		}
		of := newPopulation(1, p.scale, parameters{
			mean:     []posterior.Quantity{constant(mean[0]), constant(mean[1])},
			items:    covarianceOf(truth, "item"),
			labelers: covarianceOf(truth, "labeler"),
		}, newGrid(1, 2))
		d := p.Describe()
		for c := range 3 {
			a := averagesOf(of, c)
			rank(d.Studies[0].Rate(c), a.rate)
			rank(d.Studies[0].ICC(c), a.item/binary(a.rate))
		}
	}
	limit := distuv.ChiSquared{K: bins - 1}.Quantile(1 - 0.001)
	for name, n := range counts {
		square := 0.0
		for _, x := range n {
			square += (x - sets/bins) * (x - sets/bins) / (sets / bins)
		}
		t.Logf("%s: %v, χ² %.1f", name, n, square)
		assert.Less(t, square, limit, name)
	}
}

func covarianceOf(truth map[string]float64, term string) covariance {
	return covariance{
		sd:  []posterior.Quantity{constant(truth["sd_"+term+"[1]"]), constant(truth["sd_"+term+"[2]"])},
		cor: [][]posterior.Quantity{nil, {constant(truth["cor_"+term+"[1,2]"])}},
	}
}
