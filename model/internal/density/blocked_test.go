package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/sampler"
)

// blockedSpecs are specs of models whose effects can be drawn in blocks.
func blockedSpecs() []spec.Spec {
	common := spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested, Residual: spec.CommonResidual}
	own := common
	own.Residual = spec.StudyResidual
	return []spec.Spec{common, own}
}

// eachBlocked calls f with a small blocked problem, at some point of its own.
func eachBlocked(t *testing.T, f func(t *testing.T, in *GivenEffects, d *labels.Compiled, rng *rand.Rand)) {
	for k := 1; k <= 3; k++ {
		for _, sp := range blockedSpecs() {
			t.Run(fmt.Sprintf("K=%d, σ %v", k, sp.Residual), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(k), 4))
				sp.Priors = spec.Priors{}.WithDefaults(sp.Family)
				d := modeltest.Toy(rng, k, sp)
				p := NewProblem(d, sp)
				p.Blocked = NewBlocked(p)
				require.NotNil(t, p.Blocked)
				p.Blocked.Effects = make([]float64, d.Levels)
				for u := range p.Blocked.Effects {
					p.Blocked.Effects[u] = rng.NormFloat64()
				}
				for term, count := range p.Blocked.Count {
					p.Blocked.Weight[term] = slices.Clone(count)
				}
				hyper := blocks.NewCoordinates(p.Frame).Hyper
				plain := &sampler.Metric{Center: make([]float64, hyper), Scale: slices.Repeat([]float64{1}, hyper)}
				at := Location{make([]float64, hyper), plain}
				p.Blocked.Location = [2]Location{at, at}
				f(t, p.NewGivenEffects(), d, rng)
			})
		}
	}
}

// The gradient in both blocks is that of differences.
func TestBlockedGradient(t *testing.T) {
	eachBlocked(t, func(t *testing.T, in *GivenEffects, _ *labels.Compiled, rng *rand.Rand) {
		u, grad := make([]float64, in.Dim()), make([]float64, in.Dim())
		for range 2 * in.Blocks() {
			for i := range u {
				u[i] = rng.NormFloat64()
			}
			want := fd.Gradient(nil, func(u []float64) float64 {
				return in.LogProbGrad(make([]float64, in.Dim()), u)
			}, u, &fd.Settings{Formula: fd.Central, Step: 1e-5})
			in.LogProbGrad(grad, u)
			for i := range grad {
				require.InDelta(t, want[i], grad[i], 1e-5*(1+math.Abs(want[i])))
			}
			in.Alternate(rng, u)
		}
	})
}

// What the density has besides the dense normal densities of the labels given one term's effects, and of these, is the
// prior of the parameters with the Jacobian: the same in both blocks.
func TestBlockedDensityIsTheDensityOfLabelsAndGivenEffects(t *testing.T) {
	eachBlocked(t, func(t *testing.T, in *GivenEffects, d *labels.Compiled, rng *rand.Rand) {
		u, grad := make([]float64, in.Dim()), make([]float64, in.Dim())
		x := make([][]float64, 3)
		for i := range x {
			x[i] = make([]float64, in.Dim())
			for j := range x[i] {
				x[i][j] = in.Centers[j] + 0.5*rng.NormFloat64()
			}
		}
		var rest [2][3]float64
		for block := range rest {
			for i := range x {
				copy(u, x[i])
				for j := range u {
					u[j] -= in.Centers[j]
				}
				in.shared.Location[in.Given].Metric.Inverse(u, u)
				rest[block][i] = in.LogProbGrad(grad, u) - plainGivenEffects(t, in, d)
			}
			in.Alternate(rng, u)
		}
		for i := range x {
			require.InDelta(t, rest[0][i]-rest[0][0], rest[1][i]-rest[1][0], 1e-7)
		}
		require.Greater(t, math.Abs(rest[0][1]-rest[0][0]), 1e-3)
	})
}

// plainGivenEffects is log p(labels, effects given | parameters) by dense normal distributions.
func plainGivenEffects(t *testing.T, in *GivenEffects, d *labels.Compiled) float64 {
	t.Helper()
	k := in.K
	normal := func(mean []float64, v *mat.SymDense, x []float64) float64 {
		n, ok := distmv.NewNormal(mean, v, nil)
		require.True(t, ok)
		return n.LogProb(x)
	}
	c := mat.NewDense(k, k, in.Scales[0].C)
	var sigma mat.Dense
	sigma.Mul(c, c.T())
	n := len(d.Value)
	mean, v := make([]float64, n), mat.NewSymDense(n, nil)
	row := make([]int, n)
	for u := range d.Study {
		for i := d.Start[u]; i < d.Start[u+1]; i++ {
			row[i] = u
		}
	}
	logp := 0.0
	for a := range n {
		s, item := int(d.Study[row[a]]), int(d.Item[a])
		mean[a] = in.Mu[s]
		v.SetSym(a, a, in.Own[s]*in.Own[s])
		if in.Given == 0 {
			mean[a] += in.Effect[0][item]
		} else {
			mean[a] += in.Effect[1][row[a]]
		}
		for b := range a + 1 {
			switch {
			case in.Given == 0 && row[a] == row[b]:
				v.SetSym(a, b, v.At(a, b)+in.Scales[1].Variance(s))
			case in.Given == 1 && item/k == int(d.Item[b])/k:
				v.SetSym(a, b, v.At(a, b)+sigma.At(item%k, int(d.Item[b])%k))
			}
		}
	}
	logp += normal(mean, v, d.Value)
	if in.Given == 1 {
		for u, e := range in.Effect[1] {
			sd := math.Abs(in.Scales[1].SD[d.Terms[1].Study(u)])
			logp -= math.Log(sd) + 0.5*(e*e/(sd*sd)+math.Log(2*math.Pi))
		}
		return logp
	}
	covariance := mat.NewSymDense(k, nil)
	for a := range k {
		for b := range a + 1 {
			covariance.SetSym(a, b, sigma.At(a, b))
		}
	}
	for item := range d.Items {
		logp += normal(make([]float64, k), covariance, in.Effect[0][item*k:(item+1)*k])
	}
	return logp
}

// Neither the density nor going on to the next block allocates.
func TestBlockedDensityDoesNotAllocate(t *testing.T) {
	eachBlocked(t, func(t *testing.T, in *GivenEffects, _ *labels.Compiled, rng *rand.Rand) {
		u, grad := make([]float64, in.Dim()), make([]float64, in.Dim())
		require.Zero(t, testing.AllocsPerRun(10, func() {
			in.LogProbGrad(grad, u)
			in.Alternate(rng, u)
		}))
	})
}
