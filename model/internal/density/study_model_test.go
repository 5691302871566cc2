package density

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/spec"
)

// Labels do not depend on the effects of labelers, or on their scale, in a study that has none: each coordinate of them
// is standard normal, and apart from all others.
func TestAbsentEffects(t *testing.T) {
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}, ordinal(5)} {
		sp := spec.Spec{Family: f, Labelers: spec.Nested, Residual: spec.StudyResidual,
			Studies: []spec.StudyModel{{}, {OneLabeler: true}, {}}}
		rng := rand.New(rand.NewPCG(3, 1))
		p, _ := toyDensity(rng, 3, sp)
		x, grad := make([]float64, p.Dim()), make([]float64, p.Dim())
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		before := p.LogProbGrad(grad, x)
		at, starts := p.Terms[1], p.Effects.Factors[1].Starts
		free := []int{at.SD + 1}
		for cell := starts[1]; cell < starts[2]; cell++ {
			free = append(free, at.Z+cell)
			require.Zero(t, p.Effects.States[1].Effect[cell])
		}
		want := before
		for _, i := range free {
			require.InDelta(t, -x[i], grad[i], 1e-12)
			moved := x[i] + rng.NormFloat64()
			want -= 0.5 * (moved*moved - x[i]*x[i])
			x[i] = moved
		}
		require.InDelta(t, want, p.LogProbGrad(grad, x), 1e-9)
	}
}
