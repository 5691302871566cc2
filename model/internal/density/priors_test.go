package density

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/spec"
)

// Priors on the label's own scale are the priors of standardised labels carried over: with t and
// half-t densities these are t and half-t again.
func TestPriorsOnTheOwnScale(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for _, labelers := range []spec.LabelerEffects{spec.Nested, spec.NoLabelers} {
			rng := rand.New(rand.NewPCG(5, 6))
			sp := spec.Spec{Family: distribution, Labelers: labelers, Residual: spec.CommonResidual}
			sp.Priors = spec.Priors{Mean: spec.StudentT{DF: 4, Location: 1, Scale: 2}, SD: spec.StudentT{DF: 5,
				Scale: 3},
				LabelerSD: spec.Normal{Location: 0.3, Scale: 2}}.WithDefaults(distribution)
			d := modeltest.Toy(rng, 2, sp)
			const center, scale = 3.5, 0.4
			d.Center, d.Scale = []float64{center, center}, []float64{scale, scale}
			own, carried := sp, sp
			own.Priors.OwnScale = true
			carried.Priors.Mean = spec.StudentT{DF: 4, Location: (1 - center) / scale, Scale: 2 / scale}
			carried.Priors.SD = spec.StudentT{DF: 5, Location: 0, Scale: 3 / scale}
			carried.Priors.LabelerSD = spec.Normal{Location: 0.3 / scale, Scale: 2 / scale}
			a, b := NewProblem(d, own).Density(), NewProblem(d, carried).Density()
			ga, gb, x := make([]float64, a.Dim()), make([]float64, a.Dim()), make([]float64, a.Dim())
			constant := math.NaN()
			for range 5 {
				for i := range x {
					x[i] = rng.NormFloat64()
				}
				la, lb := a.LogProbGrad(ga, x), b.LogProbGrad(gb, x)
				if math.IsNaN(constant) {
					constant = la - lb
				}
				require.InDelta(t, constant, la-lb, 1e-9)
				require.InDeltaSlice(t, ga, gb, 1e-9)
			}
		}
	}
}
