package locate

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/spec"
	"concord/model/internal/tuning"
	"concord/study"
)

// Where an item has two labels and items differ widely, most of an item's labels agree, and the effect of such an item
// is known to about σ. With constants that follow σ, coordinates of items at their conditional modes, and their
// curvature there, change less with σ than with constants that stand still.
func TestConstantsFollowTheSpread(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	for _, k := range []int{1, 2} {
		var b study.Builder
		b.Kind = study.Binary
		for i := range 150 {
			z := rng.NormFloat64()
			for s := range k {
				theta := 4 * (0.8*z + 0.6*rng.NormFloat64())
				for range 2 {
					y := 0.0
					if rng.Float64() < 1/(1+math.Exp(-theta)) {
						y = 1
					}
					b.Add(string(rune('a'+i/26))+string(rune('a'+i%26)), "", string(rune('a'+s)), y)
				}
			}
		}
		table, err := b.Table()
		require.NoError(t, err)
		sp, err := labels.Resolve(table, spec.Spec{Family: family.Bernoulli{}, Effects: true})
		require.NoError(t, err)
		s, err := newSetup(context.Background(), density.NewProblem(labels.Compile(table, sp), sp))
		require.NoError(t, err)
		still := func() float64 {
			s.setInformation()
			s.Factors[0].SetInformation(s.em.terms[0].Effect, s.em.grad.Item, s.em.info.Item,
				func(int) float64 { return 1 })
			return strain(s, k)
		}()
		s.setInformation()
		following := strain(s, k)
		t.Logf("%d studies: %.3f, standing still %.3f", k, following, still)
		require.Less(t, following, 0.7*still)
	}
}

// strain returns how far curvatures of items' coordinates, at z = 0, move on the logarithmic scale from a σ that is
// less than where the setup is to one that is more: the root of the mean square.
func strain(s *Setup, k int) float64 {
	d := s.Density()
	at := d.Terms[0]
	curvature := func(times float64) []float64 {
		x := append([]float64(nil), s.Start...)
		for i := range k {
			x[at.SD+i] = math.Asinh(times * math.Sinh(x[at.SD+i]))
		}
		up, down, out := make([]float64, d.Count), make([]float64, d.Count), make([]float64, at.Effects)
		const h = 1e-3
		for i := range out {
			x[at.Z+i] = h
			d.LogProbGrad(up, x)
			x[at.Z+i] = -h
			d.LogProbGrad(down, x)
			x[at.Z+i] = 0
			out[i] = math.Log(math.Max(1e-3, (down[at.Z+i]-up[at.Z+i])/(2*h)))
		}
		return out
	}
	low, high := curvature(1/tuning.ResponseStep), curvature(tuning.ResponseStep)
	sum := 0.0
	for i, l := range low {
		sum += (high[i] - l) * (high[i] - l)
	}
	return math.Sqrt(sum / float64(len(low)))
}
