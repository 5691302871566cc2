package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model/family"
	"concord/model/internal/locate"
	"concord/model/internal/modeltest"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// alikeStudies simulates k studies of the same kind with binary labels, four of each item, whose items' scores have
// this correlation. Each study is without a share of the items.
func alikeStudies(t *testing.T, k, items int, missing, correlation float64) *study.Table {
	return modeltest.Alike(t, family.Bernoulli{}, k, items, missing, correlation)
}

// The posterior is the same in either coordinates, whichever items a study leaves out.
func TestBartlettPosteriorIsThatOfPartialCorrelations(t *testing.T) {
	table := alikeStudies(t, 10, 80, 0.2, 0.4)
	var fits [2]*Posterior
	for i := range fits {
		ft, err := newFitting(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 5},
			locate.Approach{Bartlett: i == 1})
		require.NoError(t, err)
		require.Equal(t, i == 1, ft.ready.Basis != nil)
		fits[i], err = ft.sample(t.Context(), 1)
		require.NoError(t, err)
	}
	for v, name := range fits[0].layout.Names {
		square := func(q posterior.Quantity) posterior.Quantity {
			return posterior.Map(name, func(x []float64) float64 { return x[0] * x[0] }, q)
		}
		for _, of := range []func(posterior.Quantity) posterior.Quantity{
			func(q posterior.Quantity) posterior.Quantity { return q }, square,
		} {
			a, b := of(fits[0].draws.Quantity(v)).Summary(0.95), of(fits[1].draws.Quantity(v)).Summary(0.95)
			require.InDelta(t, a.Mean, b.Mean, 5*math.Hypot(a.MCSEMean, b.MCSEMean), name)
		}
	}
}

// Studies that nearly agree, or of whom few items with few labels are known, take these coordinates by themselves, and
// one attempt; others keep theirs.
func TestNearlySingularCorrelationsTakeBartlettCoordinates(t *testing.T) {
	slowtest.Only(t)
	for _, c := range []struct {
		family               family.Family
		items                int
		missing, correlation float64
		bartlett, once       bool // once: it is fitted, and one attempt does
	}{
		{family.Bernoulli{}, 20, 0, 0.95, true, true},
		{family.Bernoulli{}, 80, 0, 0.4, false, false},
		{family.Gaussian{}, 40, 0, 0.95, true, true},
		{family.Gaussian{}, 8, 0.5, 0.99, true, false},
		{family.Gaussian{}, 60, 0, 0.5, false, false},
	} {
		table := modeltest.Alike(t, c.family, 12, c.items, c.missing, c.correlation)
		var ft *fitting
		votes, against := 0, 0 // pilot runs of few draws are not always sure: of three, two decide
		for seed := uint64(5); votes < 2 && against < 2; seed++ {
			var err error
			ft, err = newFitting(t.Context(), table, spec.Spec{Family: c.family}, sampler.Settings{Seed: seed},
				locate.Approach{})
			require.NoError(t, err)
			if ft.ready.Basis != nil {
				votes++
			} else {
				against++
			}
		}
		require.Equal(t, c.bartlett, votes == 2, "%d against %d", votes, against)
		if c.once {
			fit, err := ft.sample(t.Context(), tuning.MostAttempts)
			require.NoError(t, err)
			require.Equal(t, 1, fit.Attempts())
		}
	}
}
