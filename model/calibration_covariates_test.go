package model_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// drawCoefficients draws coefficients of the covariates of [withCovariates] from their prior: three normal numbers of
// variance 3/2, less their mean, are standard normal.
func drawCoefficients(rng *rand.Rand, k int) []simulate.CovariateTruth {
	all := []simulate.CovariateTruth{{Covariate: spec.Covariate{Factor: "length"}},
		{Covariate: spec.Covariate{Factor: "country"}}, {Covariate: spec.Covariate{Factor: "position"}}}
	for range k {
		var e [3]float64
		mean := 0.0
		for i := range e {
			e[i] = math.Sqrt(1.5) * rng.NormFloat64()
			mean += e[i] / 3
		}
		for i, beta := range [][]float64{{rng.NormFloat64()}, {e[0] - mean, e[1] - mean, e[2] - mean},
			{rng.NormFloat64()}} {
			all[i].Coefficients = append(all[i].Coefficients, beta)
		}
		position := &all[2] // whose parts of items and labelers have their own coefficients
		position.Items = append(position.Items, []float64{rng.NormFloat64()})
		position.Labelers = append(position.Labelers, []float64{rng.NormFloat64()})
	}
	return all
}

// withCovariates returns a design with a number of each item, a category of each labeler, and a number of each label.
func withCovariates(d simulate.Design, seed uint64) (simulate.Design, error) {
	length := study.Factor{Name: "length", Index: d.Item}
	for j := range d.Items {
		length.Levels = append(length.Levels, strconv.Itoa(20+j*j%97))
	}
	country := study.Factor{Name: "country", Levels: []string{"BR", "IN", "US"}}
	for _, l := range d.Labeler {
		country.Index = append(country.Index, l%3)
	}
	d.Factors = append(d.Factors, distinctLevels(length), country)
	return d.WithFactor("position", 9, seed)
}

// covariateCases have labels without a unit. The prior of the coefficients of numbers is in standard deviations of the
// labels, which depend on the coefficients, so that no truth can be drawn from it. Those are compared with Stan.
func covariateCases() []calibrationCase {
	tight := spec.Priors{Mean: spec.Normal{Scale: 1}, SD: spec.Normal{Scale: 1}, Correlation: spec.LKJ{Shape: 2}}
	return []calibrationCase{
		{name: "yes or no", distribution: family.Bernoulli{}, plan: designed(20, 2, 9, 4, spec.Nested), priors: tight,
			covariates: true},
		{name: "ordered", distribution: family.Ordinal{}, plan: designed(20, 1, 9, 4, spec.Nested), priors: tight,
			covariates: true},
	}
}

// meanSquare returns the mean square of the i-th covariate of a fit, a number, over the labels of a study: less their
// mean, in standard deviations.
func meanSquare(fit *model.Posterior, i, s int) float64 {
	c := fit.Spec().Covariates[i]
	levels, _ := fit.Table().Levels(c.Factor)
	index, _ := fit.Table().StudyAt(s).Factor(c.Factor)
	sum, squares, n := 0.0, 0.0, float64(len(index))
	for _, l := range index {
		x, err := strconv.ParseFloat(levels[l], 64)
		if err != nil {
			panic(err)
		}
		sum, squares = sum+x/c.SD, squares+x/c.SD*x/c.SD
	}
	return squares/n - sum/n*sum/n
}

// gainedSD returns the standard deviation of what the covariates of a truth add to items or labelers of a study.
func gainedSD(truth simulate.Truth, fit *model.Posterior, s int, factor string) float64 {
	if len(truth.Covariates) == 0 {
		return 0
	}
	return stat.StdDev(gainsOf(truth, fit, s, factor), nil)
}

// gainsOf returns what the covariates of a truth add to the items or labelers of a study that have labels there.
func gainsOf(truth simulate.Truth, fit *model.Posterior, s int, factor string) []float64 {
	of := fit.Covariates()
	rows, _ := of.Parts(fit.StudyAt(s), factor)
	var coefficients []float64
	for i, c := range truth.Covariates {
		switch {
		case of.CovariateOf(i) == factor:
			coefficients = append(coefficients, c.Coefficients[s]...)
		case of.CovariateOf(i) != "label":
		case factor == study.ItemFactor:
			coefficients = append(coefficients, c.Items[s]...)
		default:
			coefficients = append(coefficients, c.Labelers[s]...)
		}
	}
	index, _ := fit.Table().StudyAt(s).Factor(factor)
	var gains []float64
	for l, row := range rows {
		if slices.Contains(index, int32(l)) {
			gains = append(gains, floats.Dot(row, coefficients))
		}
	}
	return gains
}

// Ranks of the truth are uniform in models with covariates. The long run has 200 sets.
func TestRanksOfCovariatesAreUniform(t *testing.T) {
	slowtest.Only(t)
	const n = 40
	e := newECDFTest(n, rankValues, 20_000, 5)
	for _, c := range covariateCases() {
		t.Run(c.name, func(t *testing.T) {
			names, ranks := c.ranks(t, n, 2, sampler.Settings{Chains: 2, Draws: 198})
			for v, r := range ranks {
				assert.Greater(t, e.p(r), 1e-3, "ranks of %s: %v", names[v], r)
			}
		})
	}
}
