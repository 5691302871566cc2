package report

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/nonparam"
	"concord/posterior"
	"concord/study"
)

// certain returns a posterior that has all its mass at a truth, in chains × iterations draws.
func certain(t *testing.T, truth model.Truth, studies []string, chains, iterations int) *model.Posterior {
	t.Helper()
	one := certainty(truth)
	draws := posterior.NewDraws(one.Names(), chains, iterations)
	for v := range one.Names() {
		for c := range chains {
			for i := range draws.Chain(v, c) {
				draws.Chain(v, c)[i] = one.Chain(v, 0)[0]
			}
		}
	}
	fit, err := model.FromDraws(model.Spec{Family: truth.Family, Labelers: truth.Labelers, Residual: model.StudyResidual}, studies, draws)
	require.NoError(t, err)
	return fit
}

func pair(itemSD float64) model.Truth {
	return model.Truth{
		Family: model.Bernoulli, Labelers: model.Nested, ItemCorrelation: model.CommonCorrelation(2, 0.8),
		Studies: []model.StudyTruth{{Mean: 0.3, ItemSD: itemSD, LabelerSD: 0.5}, {Mean: -0.2, ItemSD: itemSD, LabelerSD: 0.3}},
	}
}

func pairTable(t *testing.T, truth model.Truth, seed uint64) *study.Table {
	t.Helper()
	design, err := model.Plan{Items: 40, Labelers: model.Nested, Studies: []model.StudyPlan{
		{Name: "a", Labelers: 8, LabelsPerItem: 4}, {Name: "b", Labelers: 6, LabelsPerItem: 3, Missing: 0.2},
	}}.Generate(3)
	require.NoError(t, err)
	table, err := model.Simulate(truth, design, seed)
	require.NoError(t, err)
	return table
}

// Replications by the quick way are those of a table made anew, coefficient by coefficient.
func TestReplicateAgainstTables(t *testing.T) {
	const many = 12
	truth := pair(1.5)
	table := pairTable(t, truth, 3)
	p, err := replicate(context.Background(), certain(t, truth, table.Studies(), 3, 5), table, many, 9, 3)
	require.NoError(t, err)
	design := model.DesignOf(table)
	for n := range many {
		labels, err := truth.Labels(design, rand.New(rand.NewPCG(9, predictiveStream<<32+uint64(n))))
		require.NoError(t, err)
		again, err := study.NewTable(study.Indexed{
			Studies: design.Studies, Items: design.Items, Labelers: design.Labelers,
			Study: design.Study, Item: design.Item, Labeler: design.Labeler, Value: labels, Kind: study.Binary,
		})
		require.NoError(t, err)
		a, b := again.Study("a"), again.Study("b")
		var want []float64
		for _, f := range []func() (nonparam.Estimate, error){
			func() (nonparam.Estimate, error) { return nonparam.KrippendorffAlpha(a, nonparam.Nominal) },
			func() (nonparam.Estimate, error) { return nonparam.KrippendorffAlpha(b, nonparam.Nominal) },
			func() (nonparam.Estimate, error) { return nonparam.CrossKappa(a, b, nonparam.Nominal) },
			func() (nonparam.Estimate, error) {
				return nonparam.NormalizedCrossKappa(a, b, nonparam.Nominal, nonparam.Normalization{})
			},
		} {
			e, err := f()
			require.NoError(t, err)
			want = append(want, e.Value)
		}
		assert.InDeltaSlice(t, want, p.values[n], 1e-12)
	}
	alone, err := replicate(context.Background(), certain(t, truth, table.Studies(), 3, 5), table, many, 9, 1)
	require.NoError(t, err)
	assert.Equal(t, p.values, alone.values, "the number of workers changes nothing")
}

// Labels made by the model are exchangeable with its replications, so that the tail
// probability is uniform: over many data sets its mean is ½ within 4 standard errors. A model whose items do not differ
// is rejected.
func TestPredictiveCheck(t *testing.T) {
	const sets, many = 150, 99
	truth := pair(2)
	var sum, squares [4]float64
	for seed := range uint64(sets) {
		table := pairTable(t, truth, seed)
		coefficients, err := Coefficients(context.Background(), table, "a", nonparam.Options{})
		require.NoError(t, err)
		fit := certain(t, truth, table.Studies(), 1, 1)
		p, err := replicate(context.Background(), fit, table, many, seed, 0)
		require.NoError(t, err)
		for i, c := range comparisons(fit, coefficients, posterior.Interval{Level: 0.95}, p) {
			tail := float64(c.PPCTail)
			sum[i] += tail
			squares[i] += tail * tail
		}
	}
	for i := range sum {
		mean := sum[i] / sets
		se := math.Sqrt((squares[i]/sets - mean*mean) / (sets - 1))
		require.Positive(t, se)
		assert.InDelta(t, 0.5, mean, 4*se, "coefficient %d", i)
	}

	table := pairTable(t, pair(3), 1)
	coefficients, err := Coefficients(context.Background(), table, "a", nonparam.Options{})
	require.NoError(t, err)
	wrong := certain(t, pair(0.2), table.Studies(), 1, 1)
	p, err := replicate(context.Background(), wrong, table, 200, 1, 0)
	require.NoError(t, err)
	for _, c := range comparisons(wrong, coefficients, posterior.Interval{Level: 0.95}, p)[:3] {
		assert.Zero(t, float64(c.PPCTail), "%s %v", c.Coefficient, c.Studies)
	}
}

func TestTail(t *testing.T) {
	var p predictive
	for i := range 10 {
		p.values = append(p.values, []float64{float64(i), math.NaN()})
	}
	assert.Equal(t, 0.0, p.tail(0, 20))
	assert.Equal(t, 0.2, p.tail(0, 9), "a value as extreme counts")
	assert.Equal(t, 1.0, p.tail(0, 4.5))
	assert.True(t, math.IsNaN(p.tail(1, 0)), "undefined in every replication")
	assert.True(t, math.IsNaN(p.tail(0, math.NaN())))
	assert.True(t, math.IsNaN((*predictive)(nil).tail(0, 1)))
}

func TestReplicateStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	truth := pair(1)
	table := pairTable(t, truth, 3)
	_, err := replicate(ctx, certain(t, truth, table.Studies(), 1, 1), table, 5, 1, 1)
	assert.ErrorIs(t, err, context.Canceled)
}
