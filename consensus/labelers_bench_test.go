package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
)

// BenchmarkLabelers is compared with a fit of the same labels: it is to cost a twentieth of it or less.
func BenchmarkLabelers(b *testing.B) {
	ordinal, err := family.NewOrdinal([]string{"a", "b", "c", "d", "e"}, nil)
	require.NoError(b, err)
	for _, size := range []struct {
		name            string
		items, labelers int
	}{{"small", 150, 12}, {"middling", 1500, 100}} {
		for _, f := range []family.Family{family.Bernoulli{}, ordinal, family.Gaussian{}} {
			truth := simulate.Truth{Family: f, Studies: []simulate.StudyTruth{{ItemSD: 1.5, LabelerSD: 0.6}}}
			if f.LocationScale() {
				truth.Studies[0].ResidualSD = 1
			}
			if _, ok := f.(family.Thresholded); ok {
				truth.Studies[0].Thresholds = []float64{-2, -0.7, 0.7, 2}
			}
			design, err := simulate.Plan{Items: size.items,
				Studies: []simulate.StudyPlan{{Name: "a", Labelers: size.labelers, LabelsPerItem: 5}}}.Generate(1)
			require.NoError(b, err)
			table, err := simulate.Simulate(truth, design, 1)
			require.NoError(b, err)
			fit, err := model.Fit(b.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 100})
			require.NoError(b, err)
			b.Run(size.name+"/"+f.String()+"/labelers", func(b *testing.B) {
				for b.Loop() {
					_, err := LabelersOf(b.Context(), fit, 0.95)
					require.NoError(b, err)
				}
			})
			b.Run(size.name+"/"+f.String()+"/fit", func(b *testing.B) {
				for b.Loop() {
					_, err := model.Fit(b.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1})
					require.NoError(b, err)
				}
			})
		}
	}
}
