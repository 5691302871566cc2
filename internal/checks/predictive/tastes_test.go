package predictive

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// arms are numbers of items that the same four of ten labelers label in two studies, with tastes of some SD.
func arms(t *testing.T, taste float64, seed uint64) *study.Table {
	rng := rand.New(rand.NewPCG(seed, 17))
	var b study.Builder
	level := make([]float64, 10)
	for k := range level {
		level[k] = 0.5 * rng.NormFloat64()
	}
	for i := range 120 {
		u, v := rng.NormFloat64(), rng.NormFloat64()
		score := []float64{u, 0.6*u + 0.8*v}
		for _, k := range rng.Perm(10)[:4] {
			own := taste * rng.NormFloat64()
			for s, name := range []string{"x", "y"} {
				b.Add(fmt.Sprintf("i%03d", i), fmt.Sprint("p", k), name, score[s]+level[k]+own+rng.NormFloat64())
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// TestTastesAreDoubted holds that tastes which a labeler has in both studies are doubted where the model has none, and
// taken up by the one that the doubt names.
func TestTastesAreDoubted(t *testing.T) {
	slowtest.Only(t)
	doubted := func(table *study.Table, sp spec.Spec) (Discrepancy, []Doubt) {
		fit, err := model.Fit(t.Context(), table, sp, sampler.Settings{Seed: 1, Draws: 200, Chains: 2})
		require.NoError(t, err)
		check, err := Run(t.Context(), fit, Options{Seed: 1, Replicates: 199})
		require.NoError(t, err)
		r, ok := check.of(OwnCorrelation, "x")
		require.True(t, ok)
		assert.Equal(t, []string{"x", "y"}, r.Studies)
		var of []Doubt
		for _, d := range check.Doubts {
			if d.Statistics[0] == OwnCorrelation {
				of = append(of, d)
			}
		}
		return r, of
	}
	with := arms(t, 0.7, 1)
	r, doubts := doubted(with, spec.Spec{})
	require.Len(t, doubts, 1)
	// Of rests less the items' means, tastes of variance 0.49 and noise of variance 1: about 0.49/1.49.
	assert.InDelta(t, 0.49/1.49, r.Observed, 4*0.045)
	assert.Contains(t, doubts[0].Look, "labeler effects shared, facet item:labeler, facet effects common")
	r, doubts = doubted(with, spec.Spec{Labelers: spec.Shared,
		Facets: []spec.Facet{{By: spec.ItemByLabeler().By, Covariance: spec.Common}}})
	assert.Empty(t, doubts)
	assert.InDelta(t, r.Observed, r.Mean, 0.1)
	_, doubts = doubted(arms(t, 0, 2), spec.Spec{})
	assert.Empty(t, doubts)
}

// TestOwnCorrelationHasNoLevels holds that levels of items and labelers, however far apart, leave nothing, so that the
// rests of two studies of the same levels have the correlation that noise has.
func TestOwnCorrelationHasNoLevels(t *testing.T) {
	table := arms(t, 0, 3)
	d, err := newDesign(t.Context(), source{whole: table, table: table})
	require.NoError(t, err)
	of := [2]*sums{d.studies[0].newSums(), d.studies[1].newSums()}
	rng := rand.New(rand.NewPCG(4, 5))
	noise := [2][]float64{}
	level := map[int32]float64{}
	for s := range of {
		v := table.StudyAt(s)
		labels := make([]float64, v.Len())
		for n := range labels {
			noise[s] = append(noise[s], rng.NormFloat64())
			l := v.Labeler()[n]
			if _, known := level[l]; !known {
				level[l] = 30 * rng.NormFloat64()
			}
			labels[n] = noise[s][n] + level[l] + float64(v.Item()[n]%7)
		}
		of[s].add(labels)
	}
	far := d.both[0][1].ownCorrelation(of[0], of[1])
	for s := range of {
		of[s].add(noise[s])
	}
	assert.InDelta(t, d.both[0][1].ownCorrelation(of[0], of[1]), far, 0.02)
}
