package blocks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/spec"
)

// With the items' effects of two pools and the labels of a judge, R = LLᵀ, L the Cholesky factor that has the
// judge's y as its last row, is the correlation matrix of the pools' true scores and of the judge's label: its effects
// and the residual make up a label of variance T².
func TestLoadingsAreARowOfTheCorrelations(t *testing.T) {
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		rng := rand.New(rand.NewPCG(2, 1))
		sp := spec.Spec{Family: f, Labelers: spec.NoLabelers, Residual: spec.StudyResidual,
			Studies: []spec.StudyModel{{}, {}, {OneLabel: true}}}
		sp.Priors = spec.Priors{}.WithDefaults(f)
		p := NewPoint(NewFrame(modeltest.Toy(rng, 3, sp), sp))
		chain := List{OwnParameters{Point: &p}, p.AllScales()}
		for range 20 {
			x := make([]float64, p.Hyper)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			chain.Forward(&p, x)
			whole := newCorrelation(3, spec.MarginallyUniform{})
			l := make([]float64, 9)
			whole.Factor(l, append([]float64{x[p.Terms[0].Cor]}, x[p.FirstLoading:p.FirstLoading+2]...))
			c, sigma := p.Scales[0].C, math.Pi/math.Sqrt(3)
			c[6], c[7] = c[6]*p.Unit[2], c[7]*p.Unit[2]
			if p.Precisions {
				sigma = p.Own[2]
				require.InEpsilon(t, math.Exp(x[p.OwnAt(2, 0)]), p.Loadings.total[0], 1e-12)
			}
			total := math.Sqrt(c[6]*c[6] + c[7]*c[7] + sigma*sigma)
			require.InEpsilon(t, p.Loadings.total[0], total, 1e-12)
			require.Zero(t, c[8])
			for h := range 2 {
				sd := math.Copysign(math.Sqrt(p.Scales[0].Variance(h)), p.Scales[0].SD[h])
				want := 0.0
				for m := range 3 {
					want += l[3*h+m] * l[6+m]
				}
				require.InDelta(t, want, (c[6]*c[3*h]+c[7]*c[3*h+1])/(total*sd), 1e-12)
			}
		}
	}
}

// Given the pools' correlations, the density of a judge's row is the same whatever they are: its integral, by the
// trapezoidal rule, does not depend on them. So the row has the prior that one matrix of all three gives it.
func TestPriorOfLoadingsGivenThePools(t *testing.T) {
	for _, prior := range []spec.CorrelationPrior{spec.MarginallyUniform{}, spec.LKJ{Shape: 2}} {
		lo := &Loadings{Pools: 2, Judges: 1, Factors: 2, with: newCorrelation(3, prior),
			without: newCorrelation(2, marginalOf(prior))}
		n := lo.with.Size()
		lo.y, lo.l, lo.b = make([]float64, n), make([]float64, 9), make([]float64, 9)
		integral := func(pools float64) float64 {
			const h, most = 0.1, 12.0
			sum, grad := 0.0, make([]float64, n)
			for a := -most; a <= most; a += h {
				for b := -most; b <= most; b += h {
					lo.y[0], lo.y[1], lo.y[2] = pools, a, b
					sum += math.Exp(lo.prior(lo.with, grad) - lo.prior(lo.without, grad))
				}
			}
			return sum * h * h
		}
		want := integral(0)
		for _, pools := range []float64{-0.4, 0.9, 1.6} {
			require.InEpsilon(t, want, integral(pools), 2e-3, "%v %v", prior, pools)
		}
	}
}
