package result

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/quantity"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Labels in another unit have the same estimates: those with the unit of the labels are times as large, the others,
// R̂ and effective sizes are what they were. A unit that is a power of two rounds nothing, so that they are the same
// to the bit. Labels beyond 1e±50 are refused by the study.
func TestUnitsOfLabels(t *testing.T) {
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested, Studies: []simulate.StudyTruth{
		{ItemSD: 1, LabelerSD: 0.5, ResidualSD: 1}, {ItemSD: 1, LabelerSD: 0.25, ResidualSD: 1}},
		ItemCorrelation: simulate.CommonCorrelation(2, 0.5)}
	design := simulate.Design{Studies: []string{"s", "t"}, Labelers: []string{"a", "b", "c", "d"}}
	for i := range 80 {
		if i < 10 {
			design.Items = append(design.Items, fmt.Sprint("item ", i))
		}
		design.Study, design.Item = append(design.Study, int32(i/40)), append(design.Item, int32(i%10))
		design.Labeler = append(design.Labeler, int32(i/10%4))
	}
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	of := func(unit float64) ([]catalogue.Instance, []posterior.Summary) {
		indexed := study.Indexed{Studies: table.Studies(), Items: table.Items(), Labelers: table.Labelers(),
			Kind: study.Numeric}
		for s := range table.Studies() {
			v := table.StudyAt(s)
			for k, y := range v.Value() {
				indexed.Study, indexed.Item = append(indexed.Study, int32(s)), append(indexed.Item, v.Item()[k])
				indexed.Labeler, indexed.Value = append(indexed.Labeler, v.Labeler()[k]), append(indexed.Value, y*unit)
			}
		}
		scaled, err := study.NewTable(indexed)
		require.NoError(t, err)
		fit, err := model.Fit(context.Background(), scaled, spec.Spec{},
			sampler.Settings{Seed: 1, Chains: 2, Draws: 50, Warmup: 100})
		require.NoError(t, err)
		all := catalogue.NewEvaluator(fit)
		reported, _ := all.Instances(fit.StudyAt(0))
		return reported, Summarize(all, reported, posterior.Interval{Level: 0.9}, nil)
	}
	_, want := of(1)
	for _, unit := range []float64{0x1p-150, 0x1p-53, 0x1p-27, 0x1p40, 0x1p150} { // 7e-46 to 1e45
		reported, got := of(unit)
		require.Len(t, got, len(want))
		for i, s := range got {
			w, times := want[i], 1.0
			if reported[i].Unit == quantity.Label {
				times = unit
			}
			require.Equal(t, []float64{w.Mean * times, w.SD * times, w.Lower * times, w.Upper * times, w.RHat,
				w.ESSBulk, w.ESSTail}, []float64{s.Mean, s.SD, s.Lower, s.Upper, s.RHat, s.ESSBulk, s.ESSTail}, s.Name)
			require.False(t, math.IsNaN(s.ESSTail), s.Name)
		}
	}
}
