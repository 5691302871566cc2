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

// emEstimate is where the EM ends, on the label's own scale.
type emEstimate struct {
	mean, itemSD, labelerSD, residualSD []float64
	rho                                 float64 // between the first two studies
}

// estimateByEM runs the set-up of a fit on labels simulated from truth.
func estimateByEM(t *testing.T, truth simulate.Truth, plan simulate.Plan) emEstimate {
	t.Helper()
	table := modeltest.Simulated(t, truth, plan, 1)
	sp, err := labels.Resolve(table, spec.Spec{Labelers: plan.Labelers})
	require.NoError(t, err)
	p := density.NewProblem(labels.Compile(table, sp), sp)
	s, err := newSetup(context.Background(), p)
	require.NoError(t, err)
	k, d, e := len(truth.Studies), p.Data, s.em
	var out emEstimate
	for i := range k {
		out.mean = append(out.mean, d.Center[i]+d.Scale[i]*e.mu[i])
		out.itemSD = append(out.itemSD, d.Scale[i]*rowNorm(e.terms[0].Root, i, k))
		out.residualSD = append(out.residualSD, d.Scale[i]*residual(e, i))
		if plan.Labelers != spec.NoLabelers {
			out.labelerSD = append(out.labelerSD, d.Scale[i]*rowNorm(e.terms[1].Root, i, k))
		}
	}
	if k > 1 {
		c := e.terms[0].Root
		out.rho = c[0] * c[k] / (rowNorm(c, 0, k) * rowNorm(c, 1, k))
	}
	return out
}

// residual is the residual standard deviation of a study, 1 where there is none.
func residual(e *em, study int) float64 {
	if e.OwnCount == 0 {
		return 1
	}
	return e.at.Own[study]
}

// rowNorm is the standard deviation of study i from the Cholesky factor c, K×K: the norm of its row.
func rowNorm(c []float64, i, k int) float64 {
	sum := 0.0
	for _, x := range c[i*k : i*k+i+1] {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// Where the labels say much, the start of a fit is within 4 standard errors of the truth. The standard errors are
// those of a study whose effects are known: σ/√(2n) of a standard deviation, (1 − ρ²)/√n of a correlation, √(σ_i²/J +
// σ_l²/L) of a mean: less than those of the labels.
func TestEMFindsTheTruth(t *testing.T) {
	const items, labelers, each = 400, 40, 24
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for _, kind := range []spec.LabelerEffects{spec.Nested, spec.Shared, spec.NoLabelers} {
			t.Run(distribution.String()+"/"+kind.String(), func(t *testing.T) {
				const rho = 0.7
				truth := simulate.Truth{
					Family: distribution, Labelers: kind, ItemCorrelation: simulate.CommonCorrelation(2, rho),
					Studies: []simulate.StudyTruth{{Mean: 0.6, ItemSD: 1.3, LabelerSD: 0.8, ResidualSD: 1.1},
						{Mean: -0.5, ItemSD: 1, LabelerSD: 0.5, ResidualSD: 1.1}},
				}
				for s := range truth.Studies {
					if kind == spec.NoLabelers {
						truth.Studies[s].LabelerSD = 0
					}
					if distribution == (family.Bernoulli{}) {
						truth.Studies[s].ResidualSD = 0
					}
				}
				plan := simulate.Plan{Items: items, Labelers: kind}
				for _, name := range []string{"a", "b"} {
					plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: labelers,
						LabelsPerItem: each})
				}
				got := estimateByEM(t, truth, plan)
				for s, p := range truth.Studies {
					assert.InDelta(t, p.Mean, got.mean[s],
						4*math.Sqrt(p.ItemSD*p.ItemSD/items+p.LabelerSD*p.LabelerSD/labelers), "mean")
					assert.InDelta(t, p.ItemSD, got.itemSD[s], 4*p.ItemSD/math.Sqrt(2*items), "σ_i")
					if kind != spec.NoLabelers {
						assert.InDelta(t, p.LabelerSD, got.labelerSD[s], 4*p.LabelerSD/math.Sqrt(2*labelers), "σ_l")
					}
					if distribution == (family.Gaussian{}) {
						assert.InDelta(t, p.ResidualSD, got.residualSD[s], 4*p.ResidualSD/math.Sqrt(2*2*items*each),
							"σ")
					}
				}
				assert.InDelta(t, rho, got.rho, 4*(1-rho*rho)/math.Sqrt(items), "ρ")
			})
		}
	}
}

// Where the mode of parameters and effects together is at σ_l = 0 or ρ = 1, the EM ends inside: near it and finite.
func TestEMStaysInsideAtTheEdge(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		study := simulate.StudyTruth{Mean: 0.5, ItemSD: 1.5, ResidualSD: 1}
		if distribution == (family.Bernoulli{}) {
			study.ResidualSD = 0
		}
		truth := simulate.Truth{Family: distribution, Studies: []simulate.StudyTruth{study, study},
			ItemCorrelation: simulate.CommonCorrelation(2, 1)}
		plan := simulate.Plan{Items: 150, Labelers: spec.Nested, Studies: []simulate.StudyPlan{{Name: "a",
			Labelers: 40, LabelsPerItem: 6},
			{Name: "b", Labelers: 40, LabelsPerItem: 6}}}
		got := estimateByEM(t, truth, plan)
		for s := range truth.Studies {
			assert.Greater(t, got.labelerSD[s], 0.0)
			assert.Less(t, got.labelerSD[s], 0.35, "σ_l: 0")
		}
		assert.Greater(t, got.rho, 0.9)
		assert.Less(t, got.rho, 1.0)
	}
}
