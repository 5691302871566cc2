package prior_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/checks/prior"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// The posterior of a coefficient of numeric labels is about normal. With the variance v and the mean m under N(0, 1),
// it has the precision 1/v − 3/4 and the mean m/(1 − 3v/4) under N(0, 4), in standard deviations of the labels. The
// effects of two categories are β and −β. The covariate has one coefficient; others would have other priors, too.
func TestDoubleCoefficientsOfOneCovariate(t *testing.T) {
	for name, c := range map[string]struct {
		levels       []string
		coefficients []float64
	}{
		"number":     {nil, []float64{12}},
		"categories": {[]string{"a", "b"}, []float64{-9, 9}},
	} {
		t.Run(name, func(t *testing.T) {
			truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested,
				Studies: []simulate.StudyTruth{{Mean: 50, ItemSD: 4, LabelerSD: 2, ResidualSD: 10}},
				Covariates: []simulate.CovariateTruth{{Covariate: spec.Covariate{Factor: "x"},
					Coefficients: [][]float64{c.coefficients}}}}
			design, err := simulate.Plan{Items: 20, Labelers: spec.Nested,
				Studies: []simulate.StudyPlan{{Name: "all", Labelers: 6, LabelsPerItem: 3}}}.Generate(2)
			require.NoError(t, err)
			design, err = design.WithCovariate("x", simulate.LabelUnit, c.levels, 2)
			require.NoError(t, err)
			table, err := simulate.Simulate(truth, design, 3)
			require.NoError(t, err)
			was := fit(t, table, spec.Spec{Covariates: []spec.Covariate{{Factor: "x", Undivided: true}}}, 1)
			twice, ok := prior.DoubleCoefficients(was, was.StudyAt(0))
			require.True(t, ok)
			beta := was.StudyAt(0).Coefficients(0)[0]
			own := beta.Summary(0.95)
			shift := twice.Of(beta, own)
			require.Equal(t, prior.DoubledCoefficient, shift.Alternative)
			require.True(t, shift.Reliable)

			unit := standardDeviation(table.StudyAt(0))
			more := 1 / (1 - 0.75*own.SD/unit*own.SD/unit)
			require.Greater(t, (more-1)*math.Abs(own.Mean), 0.04*own.SD)
			require.InDelta(t, own.Mean*more, shift.Under.Mean, 0.01*own.SD)
		})
	}
}

// A fit without covariates has no such alternative.
func TestDoubleCoefficientsOfNone(t *testing.T) {
	was := fit(t, simulated(t, 20, 4, 1, 3), spec.Spec{}, 1)
	_, ok := prior.DoubleCoefficients(was, was.StudyAt(0))
	require.False(t, ok)
}

func standardDeviation(v study.View) float64 {
	mean, squares, n := 0.0, 0.0, float64(v.Len())
	for _, y := range v.Value() {
		mean += y / n
	}
	for _, y := range v.Value() {
		squares += (y - mean) * (y - mean)
	}
	return math.Sqrt(squares / (n - 1))
}
