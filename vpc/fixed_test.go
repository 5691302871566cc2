package vpc_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// Of four labelers who label all 300 items the ICC for agreement of these labelers is that of two-way analysis of
// variance with fixed labelers, ICC(A,1) of McGraw and Wong (1996), table 4, case 3A: MS_R, MS_C and MS_E of items,
// labelers and the rest are computed here from the labels by their definitions.
func TestFixedICCIsThatOfAnalysisOfVariance(t *testing.T) {
	const items, labelers = 300, 4
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested,
		Studies: []simulate.StudyTruth{{ItemSD: 1, LabelerSD: 0.8, ResidualSD: 0.7}}}
	d := simulate.Design{Studies: []string{"all"}, Labelers: []string{"a", "b", "c", "d"}}
	for j := range items {
		d.Items = append(d.Items, fmt.Sprint(j))
		for l := range labelers {
			d.Study, d.Item, d.Labeler = append(d.Study, 0), append(d.Item, int32(j)), append(d.Labeler, int32(l))
		}
	}
	table, err := simulate.Simulate(truth, d, 7)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{FixedLabelers: true, Effects: true,
		EffectsOf: []string{study.LabelerFactor}}, sampler.Settings{Seed: 1, Chains: 2, Draws: 1000})
	require.NoError(t, err)
	p := vpc.LabelPartition(fit.StudyAt(0))
	got, err := p.FixedICC()
	require.NoError(t, err)
	rows, columns, rest := meanSquares(table.StudyAt(0), items, labelers)
	want := (rows - rest) / (rows + (labelers-1)*rest + float64(labelers)/items*(columns-rest))
	assert.InDelta(t, want, got.Mean(), got.SD()/3)
	assert.Less(t, got.SD(), p.ICC().SD()/2, "other labelers are of no interest")
	ofMean, err := p.FixedICCk(labelers)
	require.NoError(t, err)
	wantMean := (rows - rest) / (rows + (columns-rest)/items)
	assert.InDelta(t, wantMean, ofMean.Mean(), ofMean.SD()/3)
	assert.InDelta(t, (rows-rest)/(rows+(labelers-1)*rest), p.ConsistencyICC().Mean(), p.ConsistencyICC().SD()/3)

	fit, err = model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Chains: 1, Draws: 100})
	require.NoError(t, err)
	_, err = vpc.LabelPartition(fit.StudyAt(0)).FixedICC()
	assert.ErrorIs(t, err, model.ErrNoEffects)
}

// meanSquares are MS_R, MS_C and MS_E of a complete table.
func meanSquares(v study.View, items, labelers int) (rows, columns, rest float64) {
	byItem, byLabeler, mean := make([]float64, items), make([]float64, labelers), 0.0
	for n, y := range v.Value() {
		byItem[v.Item()[n]] += y / float64(labelers)
		byLabeler[v.Labeler()[n]] += y / float64(items)
		mean += y / float64(items*labelers)
	}
	for _, m := range byItem {
		rows += float64(labelers) * (m - mean) * (m - mean) / float64(items-1)
	}
	for _, m := range byLabeler {
		columns += float64(items) * (m - mean) * (m - mean) / float64(labelers-1)
	}
	for n, y := range v.Value() {
		e := y - byItem[v.Item()[n]] - byLabeler[v.Labeler()[n]] + mean
		rest += e * e / float64((items-1)*(labelers-1))
	}
	return rows, columns, rest
}
