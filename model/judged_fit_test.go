package model_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// peopleAndJudges are labels of items by 8 people, three each, and by judges whose labels follow the items like those
// loadings say, in so many categories; each judge leaves out one item in ten.
func peopleAndJudges(t *testing.T, seed uint64, items, categories int, loadings ...float64) *study.Table {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var b study.Builder
	label := func(theta float64) float64 {
		u := rng.Float64()
		latent := theta + math.Log(u/(1-u))
		if categories == 2 {
			if latent > 0 {
				return 1
			}
			return 0
		}
		return 1 + math.Max(0, math.Min(float64(categories-1), math.Floor(latent+float64(categories)/2)))
	}
	if categories > 2 {
		b.Kind = study.Ordinal
		for c := range categories {
			b.Categories = append(b.Categories, fmt.Sprint(c+1))
		}
	}
	levels := make([]float64, 8)
	for p := range levels {
		levels[p] = 0.6 * rng.NormFloat64()
	}
	for i := range items {
		z := rng.NormFloat64()
		for _, p := range rng.Perm(len(levels))[:3] {
			b.Add(fmt.Sprint(i), fmt.Sprint("p", p), "people", label(1.4*z+levels[p]))
		}
		for j, loading := range loadings {
			if rng.IntN(10) > 0 {
				b.Add(fmt.Sprint(i), fmt.Sprint("j", j), fmt.Sprint("judge", j), label(0.3+loading*z))
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// Reweighted draws of the people stand for the posterior of people and judge: means and standard deviations of all
// parameters agree with those of a fit that samples the items' effects, within 4.5 Monte Carlo standard errors. Those
// of the judge are taken in units of its T, with r for its loading: their own tails are so long that no run tells their
// standard deviations.
func TestJudgesAgreeWithTheirOwnFits(t *testing.T) {
	slowtest.Only(t)
	for _, categories := range []int{2, 4} {
		table := peopleAndJudges(t, 3, 120, categories, 3)
		sp := spec.Spec{Effects: true, EffectsOf: []string{study.LabelerFactor}}
		_, judges, err := model.FitJudges(context.Background(), table, "people", sp, sampler.Settings{Seed: 1})
		require.NoError(t, err)
		got := judges[0]
		require.NotNil(t, got.Reweighting())
		require.Less(t, got.Reweighting().K, 0.7)
		require.Greater(t, got.Reweighting().ESS, 250.0)
		want, err := model.Fit(context.Background(), table, spec.Spec{Effects: true},
			sampler.Settings{Seed: 2, Draws: 500})
		require.NoError(t, err)
		for _, name := range got.Draws().Names() {
			a, b := inUnits(got, name).Summary(0.9), inUnits(want, name).Summary(0.9)
			if b.SD == 0 {
				require.Equal(t, b.Mean, a.Mean, name)
				continue
			}
			mcse := a.SD / math.Sqrt(got.Reweighting().ESS)
			require.InDelta(t, b.Mean, a.Mean, 4.5*math.Hypot(mcse, b.MCSEMean), name)
			require.InDelta(t, 1, a.SD/b.SD, 4.5*math.Hypot(1/math.Sqrt(got.Reweighting().ESS),
				1/math.Sqrt(b.ESSTail)), name)
		}
	}
}

// inUnits returns the draws of a parameter, of the second study in units of the standard deviation of its labels.
func inUnits(p *model.Posterior, name string) posterior.Quantity {
	draws := p.Draws()
	q := draws.Quantity(draws.Index(name))
	if name != "sd_item[2]" && name != "mu[2]" && !strings.HasPrefix(name, "threshold[2") {
		return q
	}
	return posterior.Map(name, func(x []float64) float64 {
		return x[0] / math.Sqrt(x[1]*x[1]+math.Pi*math.Pi/3)
	}, q, draws.Quantity(draws.Index("sd_item[2]")))
}

// Judges' draws are the same for any number of cores.
func TestJudgesDoNotDependOnCores(t *testing.T) {
	table := peopleAndJudges(t, 5, 40, 2, 1, -2)
	var first []*model.Posterior
	for _, cores := range []int{1, 3} {
		_, judges, err := model.FitJudges(context.Background(), table, "people", spec.Spec{},
			sampler.Settings{Seed: 1, Workers: cores, Draws: 200, Warmup: 60})
		require.NoError(t, err)
		if first == nil {
			first = judges
			continue
		}
		for j, p := range judges {
			require.Equal(t, first[j].Draws(), p.Draws())
			require.Equal(t, first[j].Reweighting(), p.Reweighting())
		}
	}
}

// Judges with several labels of an item, or of people in families without categories, are fitted as tables of two
// studies are.
func TestOtherJudgesAreSampled(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	var b study.Builder
	for i := range 30 {
		z := rng.NormFloat64()
		for p := range 4 {
			b.Add(fmt.Sprint(i), fmt.Sprint("p", p), "people", z+rng.NormFloat64())
		}
		b.Add(fmt.Sprint(i), "j", "judge", z+rng.NormFloat64())
	}
	table, err := b.Table()
	require.NoError(t, err)
	settings := sampler.Settings{Seed: 1, Draws: 100, Warmup: 50}
	_, judges, err := model.FitJudges(context.Background(), table, "people", spec.Spec{}, settings)
	require.NoError(t, err)
	require.Nil(t, judges[0].Reweighting())
	want, err := model.Fit(context.Background(), table, spec.Spec{}, settings)
	require.NoError(t, err)
	require.Equal(t, want.Draws(), judges[0].Draws())
	_, _, err = model.FitJudges(context.Background(), table, "nobody", spec.Spec{}, settings)
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
}
