package locate

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/simulate"
	"concord/model/spec"
)

// As [TestEMFindsTheTruth]: thresholds, one by one, and standard deviations.
func TestEMFindsOrdinalTruth(t *testing.T) {
	const items, labelers, each, rho = 400, 40, 24, 0.7
	for _, kind := range []spec.LabelerEffects{spec.Nested, spec.Shared, spec.NoLabelers} {
		t.Run(kind.String(), func(t *testing.T) {
			truth := simulate.Truth{
				Family: family.Ordinal{}, Labelers: kind, ItemCorrelation: simulate.CommonCorrelation(2, rho),
				Studies: []simulate.StudyTruth{
					{ItemSD: 1.3, LabelerSD: 0.8, Thresholds: []float64{-2.5, -0.6, -0.3, 1.8}},
					{ItemSD: 1, LabelerSD: 0.5, Thresholds: []float64{0.5, 1, 1.5, 2}},
				},
			}
			plan := simulate.Plan{Items: items, Labelers: kind}
			for s, name := range []string{"a", "b"} {
				if kind == spec.NoLabelers {
					truth.Studies[s].LabelerSD = 0
				}
				plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: labelers,
					LabelsPerItem: each})
			}
			table := modeltest.Simulated(t, truth, plan, 1)
			sp, err := labels.Resolve(table, spec.Spec{Labelers: kind})
			require.NoError(t, err)
			p := density.NewProblem(labels.Compile(table, sp), sp)
			set, err := newSetup(context.Background(), p)
			require.NoError(t, err)
			e := set.em
			for s, want := range truth.Studies {
				kappa := make([]float64, 4)
				e.thresholds.Thresholds(kappa, s, e.mu[s], e.OfStudy(e.at.Own, s))
				se := math.Sqrt(want.ItemSD*want.ItemSD/items + want.LabelerSD*want.LabelerSD/labelers)
				assert.InDeltaSlice(t, want.Thresholds, kappa, 4*se)
				assert.InDelta(t, want.ItemSD, rowNorm(e.terms[0].Root, s, 2), 4*want.ItemSD/math.Sqrt(2*items), "σ_i")
				if kind != spec.NoLabelers {
					got := rowNorm(e.terms[1].Root, s, 2)
					assert.InDelta(t, want.LabelerSD, got, 4*want.LabelerSD/math.Sqrt(2*labelers), "σ_l")
				}
			}
			c := e.terms[0].Root
			assert.InDelta(t, rho, c[0]*c[2]/(rowNorm(c, 0, 2)*rowNorm(c, 1, 2)), 4*(1-rho*rho)/math.Sqrt(items), "ρ")
		})
	}
}

// Common thresholds: the distances that labels of both studies tell, and the means.
func TestEMFindsCommonThresholds(t *testing.T) {
	truth := simulate.Truth{
		Family: family.Ordinal{}, Labelers: spec.Nested, ItemCorrelation: simulate.CommonCorrelation(2, 0.7),
		Studies: []simulate.StudyTruth{
			{ItemSD: 1.3, LabelerSD: 0.6, Thresholds: []float64{-2.5, -0.6, -0.3, 1.8}},
			{ItemSD: 1, LabelerSD: 0.5, Thresholds: []float64{-1, 0.9, 1.2, 3.3}},
		},
	}
	plan := simulate.Plan{Items: 400, Labelers: spec.Nested}
	for _, name := range []string{"a", "b"} {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 40, LabelsPerItem: 12})
	}
	table := modeltest.Simulated(t, truth, plan, 1)
	sp, err := labels.Resolve(table, spec.Spec{Thresholds: spec.CommonThresholds})
	require.NoError(t, err)
	set, err := newSetup(context.Background(), density.NewProblem(labels.Compile(table, sp), sp))
	require.NoError(t, err)
	e := set.em
	kappa := [2][]float64{make([]float64, 4), make([]float64, 4)}
	for s, want := range truth.Studies {
		e.thresholds.Thresholds(kappa[s], s, e.mu[s], e.OfStudy(e.at.Own, s))
		assert.InDeltaSlice(t, want.Thresholds, kappa[s], 4*math.Sqrt(1.3*1.3/400+0.6*0.6/40))
		assert.InDelta(t, want.ItemSD, rowNorm(e.terms[0].Root, s, 2), 4*want.ItemSD/math.Sqrt(800), "σ_i")
	}
	for c := range 3 {
		assert.InDelta(t, kappa[0][c+1]-kappa[0][c], kappa[1][c+1]-kappa[1][c], 1e-12)
	}
}
