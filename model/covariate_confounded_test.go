package model_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// confounded is a design in which a number of each label goes with the true scores of items or the levels of labelers.
type confounded struct {
	name             string
	family           family.Family
	items, labelers  float64 // how far the number goes with them
	beta             float64 // effect of a standard deviation of the number
	itemSD, levelSD  float64
	people, perLabel int // labelers, and labels of an item
}

// confoundedCases are those of docs/lab/validation.md.
func confoundedCases() []confounded {
	of := func(name string, f family.Family, items, labelers, beta float64) confounded {
		return confounded{name: name, family: f, items: items, labelers: labelers, beta: beta, itemSD: 0.75,
			levelSD: 0.5, people: 6, perLabel: 3}
	}
	g, yes := family.Gaussian{}, family.Bernoulli{}
	return []confounded{
		of("independent, 0", g, 0, 0, 0), of("with items, 0", g, 1, 0, 0), of("with items, 0.3", g, 1, 0, 0.3),
		of("with labelers, 0", g, 0, 1, 0), of("with both, 0", g, 1, 1, 0), of("with both, 0.3", g, 1, 1, 0.3),
		of("yes or no, independent, 0", yes, 0, 0, 0), of("yes or no, with items, 0", yes, 1.5, 0, 0),
		of("yes or no, with both, 0.3", yes, 1, 1, 0.3),
	}
}

// table draws 80 items, each labelled by some of the people, and a number x = items·z_j + labelers·z_k + z, where z_j
// and z_k are the standardised true scores and levels.
func (c confounded) table(t *testing.T, seed uint64) *study.Table {
	t.Helper()
	const items = 80
	rng := rand.New(rand.NewPCG(seed, 63))
	d := simulate.Design{Studies: []string{"all"}}
	x := study.Factor{Name: "x"}
	var level []float64
	for k := range c.people {
		d.Labelers, level = append(d.Labelers, fmt.Sprint("p", k)), append(level, rng.NormFloat64())
	}
	var at, theta []float64
	for j := range items {
		d.Items = append(d.Items, fmt.Sprint("i", j))
		score := rng.NormFloat64()
		for _, k := range rng.Perm(c.people)[:c.perLabel] {
			d.Study, d.Item, d.Labeler = append(d.Study, 0), append(d.Item, int32(j)), append(d.Labeler, int32(k))
			at = append(at, c.items*score+c.labelers*level[k]+rng.NormFloat64())
			theta = append(theta, c.itemSD*score+c.levelSD*level[k])
		}
	}
	sd := meanSquareRoot(at)
	for n, number := range at {
		x.Index, x.Levels = append(x.Index, int32(n)), append(x.Levels, fmt.Sprint(number))
		theta[n] += c.beta * number / sd
		if c.family == (family.Bernoulli{}) {
			p := 1 / (1 + math.Exp(-theta[n]))
			theta[n] = 0
			if rng.Float64() < p {
				theta[n] = 1
			}
			continue
		}
		theta[n] += rng.NormFloat64()
	}
	d.Factors = []study.Factor{x}
	table, err := d.Table(c.family.Kind(), nil, theta)
	require.NoError(t, err)
	return table
}

// meanSquareRoot returns the standard deviation of x.
func meanSquareRoot(x []float64) float64 {
	sum, squares, n := 0.0, 0.0, float64(len(x))
	for _, v := range x {
		sum, squares = sum+v, squares+v*v
	}
	return math.Sqrt((squares - sum*sum/n) / (n - 1))
}

// fit returns the fit of a table with the number as covariate.
func (c confounded) fit(t *testing.T, seed uint64) model.StudyPosterior {
	t.Helper()
	fit, err := model.Fit(t.Context(), c.table(t, seed), spec.Spec{Covariates: []spec.Covariate{{Factor: "x"}}},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 500})
	require.NoError(t, err)
	return fit.StudyAt(0)
}

// β is the effect on labels of one item by one labeler, also where the number goes with true scores and levels. In
// three files of each design the mean of (β − truth)/SD is 0 within 4 Monte Carlo standard errors. One coefficient of x
// is 5 posterior standard deviations off where x goes with items.
func TestCovariatesThatGoWithTrueScores(t *testing.T) {
	for _, c := range confoundedCases() {
		if c.items+c.labelers == 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			const files = 3
			sum := 0.0
			for seed := range uint64(files) {
				beta := c.fit(t, seed).Coefficients(0)[0].Summary(0.95)
				sum += (beta.Mean - c.beta) / beta.SD
				assert.Less(t, beta.RHat, 1.02)
			}
			assert.InDelta(t, 0, sum/files, 4/math.Sqrt(files))
		})
	}
}
