package predictive

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// unequal is a design in which the first few labelers label all items, the others fewer at random.
func unequal(items, many, all, each int) simulate.Design {
	rng := rand.New(rand.NewPCG(4, 4))
	d := simulate.Design{Studies: []string{"pool"}, Items: numbered("i", items), Labelers: numbered("l", many)}
	for l := range many {
		chosen := rng.Perm(items)
		if l >= all {
			chosen = chosen[:each]
		}
		for _, j := range chosen {
			d.Study, d.Item, d.Labeler = append(d.Study, 0), append(d.Item, int32(j)), append(d.Labeler, int32(l))
		}
	}
	return d
}

// discriminating is a truth of labelers of whom some follow the items more than others.
func discriminating(f family.Family) simulate.Truth {
	one := simulate.StudyTruth{Mean: -0.3, ItemSD: 3, LabelerSD: 0.5, DiscriminationSD: 0.3}
	switch f.(type) {
	case family.Gaussian:
		one.ResidualSD = 1.5
	case family.Ordinal:
		one.Mean, one.Thresholds = 0, []float64{-2, 0, 2}
	}
	return simulate.Truth{Family: f, Studies: []simulate.StudyTruth{one}}
}

// Where those who label most toss a coin, a model with discriminations says so, names them, and has no doubts without
// them; where they are like others, it says nothing of the kind.
func TestThoseWhoLabelMostAreSeen(t *testing.T) {
	const all = 4
	d := unequal(150, 44, all, 30)
	sp := spec.Spec{Discrimination: true}
	for _, coins := range []bool{false, true} {
		change := func(rng *rand.Rand, _, labeler int32, y float64) float64 {
			if coins && labeler < all {
				return float64(rng.IntN(2))
			}
			return y
		}
		table := changed(t, discriminating(family.Bernoulli{}), d, 1, change)
		fit, err := model.Fit(context.Background(), table, sp, sampler.Settings{Seed: 1, Draws: 300, Chains: 2})
		require.NoError(t, err)
		c := checked(t, fit, Options{Seed: 1, Replicates: 399})
		if !coins {
			require.Empty(t, c.Doubts)
			require.Empty(t, c.Outliers)
			continue
		}
		require.NotEmpty(t, c.Doubts)
		trend := c.Doubts[0]
		assert.Equal(t, []string{SlopeTrend}, trend.Statistics)
		assert.Contains(t, trend.Consequence, "are worse")
		var names []string
		for _, l := range c.Outliers {
			names = append(names, l.Name)
			assert.Contains(t, trend.Look, l.Name)
		}
		assert.Subset(t, names, d.Labelers[:all])
		assert.LessOrEqual(t, len(names), all+2)
		assert.Empty(t, c.Uneven, "which the discriminations are")

		var file bytes.Buffer
		require.NoError(t, study.Write(&file, table))
		without, err := read.Read(t.Context(), &file, "f.csv", read.Options{Exclude: names})
		require.NoError(t, err)
		fit, err = model.Fit(context.Background(), without, sp, sampler.Settings{Seed: 1, Draws: 300, Chains: 2})
		require.NoError(t, err)
		require.Empty(t, checked(t, fit, Options{Seed: 1, Replicates: 399}).Doubts)
	}
}

// Labels of the model raise a doubt as seldom as those of others.
func TestTrendRaisesNoFalseAlarms(t *testing.T) {
	const many = 300
	for _, f := range family.All() {
		source := known(t, discriminating(f), unequal(60, 20, 3, 15), 1)
		source.spec.Discrimination = true
		design, err := newDesign(t.Context(), source)
		require.NoError(t, err)
		trend := slices.IndexFunc(design.statistics, func(s statistic) bool { return s.name == SlopeTrend })
		require.GreaterOrEqual(t, trend, 0, f)
		var pool replicates
		require.NoError(t, pool.extend(t.Context(), source, design, 1, many, 2))
		any, own := 0, 0
		for n, observed := range pool.rows {
			others := slices.Concat(pool.rows[:n], pool.rows[n+1:])
			judged := design.judge(observed, design.adjusted(observed, others))
			doubtful := func(j judgement) bool { return j.familywise <= Threshold }
			if slices.ContainsFunc(judged, doubtful) {
				any++
			}
			if doubtful(judged[trend]) {
				own++
			}
		}
		assert.LessOrEqual(t, any, 18, "%v: of %d; more have a probability of 0.0003", f, many)
		assert.LessOrEqual(t, own, 8, "%v", f)
	}
}

// Labelers who all label as much, or a model without discriminations, have no such statistic.
func TestTrendNeedsUnequalWork(t *testing.T) {
	for _, c := range []struct {
		all, each      int
		discrimination bool
		applies        bool
	}{{3, 15, true, true}, {3, 60, true, false}, {3, 15, false, false}} {
		source := known(t, discriminating(family.Gaussian{}), unequal(60, 20, c.all, c.each), 1)
		source.spec.Discrimination = c.discrimination
		design, err := newDesign(t.Context(), source)
		require.NoError(t, err)
		got := slices.ContainsFunc(design.statistics, func(s statistic) bool { return s.name == SlopeTrend })
		assert.Equal(t, c.applies, got)
	}
}
