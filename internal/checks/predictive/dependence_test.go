package predictive

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/collecttest"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// collected is simulated studies, the labels of each of which a rule collected.
func collected(t testing.TB, items int, seed uint64, rules ...collecttest.Rule) (simulate.Truth, *study.Table) {
	t.Helper()
	truth := simulate.Truth{Family: family.Bernoulli{}, ItemCorrelation: simulate.CommonCorrelation(len(rules), 0.8)}
	plan := simulate.Plan{Items: items}
	for s := range rules {
		truth.Studies = append(truth.Studies, simulate.StudyTruth{Mean: -0.5, ItemSD: 1.5, LabelerSD: 0.7})
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: string(rune('a' + s)), Labelers: 30,
			LabelsPerItem: 9})
	}
	d, err := plan.Generate(seed)
	require.NoError(t, err)
	all, err := simulate.Simulate(truth, d, seed)
	require.NoError(t, err)
	kept := study.Indexed{Items: all.Items(), Labelers: all.Labelers(), Studies: all.Studies(), Kind: study.Binary}
	for s, rule := range rules {
		v := all.StudyAt(s)
		order := rand.New(rand.NewPCG(seed, 5)).Perm(v.Len())
		var item []int32
		var label []float64
		for _, n := range order {
			item, label = append(item, v.Item()[n]), append(label, v.Value()[n])
		}
		for _, at := range rule.Collect(item, label, collecttest.Binary()) {
			kept.Item, kept.Value = append(kept.Item, item[at]), append(kept.Value, label[at])
			kept.Labeler, kept.Study = append(kept.Labeler, v.Labeler()[order[at]]), append(kept.Study, int32(s))
		}
	}
	table, err := study.NewTable(kept)
	require.NoError(t, err)
	return truth, table
}

// replicated is a source of studies with the numbers of labels of a table.
func replicated(truth simulate.Truth, table *study.Table) source {
	own := simulate.DesignOf(table)
	return source{
		spec: spec.Spec{Family: truth.Family, Residual: spec.CommonResidual}, whole: table, table: table,
		draws: 1,
		drawer: func() draws {
			return func(_ int, rng *rand.Rand) [][]float64 {
				values, err := truth.Labels(own, rng)
				if err != nil {
					panic(err)
				}
				var by [][]float64
				for s := range table.Studies() {
					n := table.StudyAt(s).Len()
					by, values = append(by, values[:n]), values[n:]
				}
				return by
			}
		},
	}
}

// Of labels whose number depends on what they say, replicated studies with as many raise false doubts. Nothing is in
// doubt, and each statistic says why.
func TestLabelsThatDecideTheirNumberRaiseNoDoubt(t *testing.T) {
	for _, rule := range collecttest.Rules() {
		for seed := range uint64(3) {
			truth, table := collected(t, 300, seed+1, rule)
			c, err := run(context.Background(), replicated(truth, table), Options{Seed: seed, Replicates: 99,
				Workers: 2, Level: 0.95})
			require.NoError(t, err)
			assert.Empty(t, c.Doubts, rule.Name)
			assert.Equal(t, []string{"a"}, c.Dependent)
			for _, d := range slices.Concat(c.Coefficients, c.Discrepancies) {
				assert.Equal(t, NotJudged, d.Undefined)
				assert.False(t, math.IsNaN(d.Observed), d.Statistic)
				assert.True(t, math.IsNaN(d.Tail) && math.IsNaN(d.Familywise), d.Statistic)
			}
		}
	}
}

// Another study of the same fit is judged as ever, and is not compared with this one.
func TestOtherStudiesAreJudged(t *testing.T) {
	truth, table := collected(t, 300, 1, collecttest.Rules()[0], collecttest.Always(3))
	c, err := run(context.Background(), replicated(truth, table), Options{Seed: 1, Replicates: 99, Workers: 2,
		Level: 0.95})
	require.NoError(t, err)
	assert.Equal(t, []string{"a"}, c.Dependent)
	assert.Empty(t, c.Doubts)
	assert.Empty(t, c.Shifts)
	for _, d := range slices.Concat(c.Coefficients, c.Discrepancies) {
		if slices.Contains(d.Studies, "a") {
			assert.Equal(t, NotJudged, d.Undefined, d.Statistic)
		} else {
			assert.Empty(t, d.Undefined, d.Statistic)
			assert.False(t, math.IsNaN(d.Familywise), d.Statistic)
		}
	}
}
