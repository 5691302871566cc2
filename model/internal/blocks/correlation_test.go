package blocks

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

func TestCorrelationFactorHasUnitRowsAndInverts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for k := 1; k <= 5; k++ {
		c := correlation{k: k, shape: 1}
		y, back := make([]float64, c.Size()), make([]float64, c.Size())
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		l := make([]float64, k*k)
		c.Factor(l, y)
		for i := range k {
			norm := 0.0
			for j := range k {
				norm += l[i*k+j] * l[i*k+j]
			}
			require.InDelta(t, 1, norm, 1e-14)
		}
		c.unconstrained(back, l, 20)
		require.InDeltaSlice(t, append([]float64{}, y...), append([]float64{}, back...), 1e-10)
	}
}

// For two studies ρ = tanh y, and 1−ρ² keeps its relative precision next to ±1.
func TestCorrelationNearOne(t *testing.T) {
	c := correlation{k: 2, shape: 1}
	l := make([]float64, 4)
	for _, y := range []float64{-19, -3, 0, 3, 19, 300} {
		c.Factor(l, []float64{y})
		require.InDelta(t, math.Tanh(y), l[2], 1e-15)
		require.InEpsilon(t, 1/math.Cosh(y), l[3], 1e-13)
	}
}

func TestPairIndexCountsRowByRow(t *testing.T) {
	n := 0
	for i := range 5 {
		for j := range i {
			require.Equal(t, n, spec.PairIndex(i, j))
			require.Equal(t, n, spec.PairIndex(j, i))
			n++
		}
	}
}

// The density of Barnard, McCulloch and Meng is written again with principal minors, |R|^(½K(K−1)−1) Π
// |R_(−i)|^(−½(K+1)), and the derivative compared with central differences, up to correlations next to ±1.
func TestMarginallyUniformDensity(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, k := range []int{3, 4, 7} {
		c := newCorrelation(k, spec.MarginallyUniform{})
		plain := newCorrelation(k, spec.LKJ{Shape: 1})
		constant := math.NaN()
		for range 20 {
			y := make([]float64, c.Size())
			for i := range y {
				y[i] = 1.5 * rng.NormFloat64()
			}
			value := func(y []float64) float64 {
				l, lbar, grad := make([]float64, k*k), make([]float64, k*k), make([]float64, c.Size())
				c.Factor(l, y)
				return c.backward(grad, lbar, l, y)
			}
			l, lbar, grad := make([]float64, k*k), make([]float64, k*k), make([]float64, c.Size())
			c.Factor(l, y)
			logp := c.backward(grad, lbar, l, y)
			lkj := plain.backward(make([]float64, c.Size()), make([]float64, k*k), l, y)
			r := mat.NewSymDense(k, nil)
			for i := range k {
				for j := range i + 1 {
					x := 0.0
					for m := range k {
						x += l[i*k+m] * l[j*k+m]
					}
					r.SetSym(i, j, x)
				}
			}
			minors := (0.5*float64(k*(k-1)) - 1) * logDet(r)
			for i := range k {
				without := mat.NewSymDense(k-1, nil)
				for a := range k - 1 {
					for b := range a + 1 {
						up := func(x int) int {
							if x >= i {
								return x + 1
							}
							return x
						}
						without.SetSym(a, b, r.At(up(a), up(b)))
					}
				}
				minors -= 0.5 * float64(k+1) * logDet(without)
			}
			if math.IsNaN(constant) {
				constant = logp - lkj - minors
			}
			require.InDelta(t, constant, logp-lkj-minors, 1e-6)
			for i := range y {
				const h = 1e-4
				at := append([]float64(nil), y...)
				f := func(d float64) float64 { at[i] = y[i] + d; return value(at) }
				numeric := (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
				require.InDelta(t, numeric, grad[i], 1e-6*(1+math.Abs(numeric)))
			}
		}
		for _, extreme := range []float64{-15, 15} {
			y, grad := make([]float64, c.Size()), make([]float64, c.Size())
			for i := range y {
				y[i] = extreme
			}
			l, lbar := make([]float64, k*k), make([]float64, k*k)
			c.Factor(l, y)
			logp := c.backward(grad, lbar, l, y)
			require.False(t, math.IsNaN(logp) || math.IsInf(logp, 0))
			for _, g := range grad {
				require.Less(t, math.Abs(g), float64(10*k*k))
			}
		}
	}
}

func logDet(r *mat.SymDense) float64 {
	var chol mat.Cholesky
	chol.Factorize(r)
	return chol.LogDet()
}

// With only the prior, a correlation is uniform on (−1, 1) whatever the number of studies: the density
// itself is sampled.
func TestMarginallyUniformCorrelationsAreUniform(t *testing.T) {
	const k = 5
	run, err := sampler.Sample(t.Context(), func(int) (sampler.Target, error) {
		return &priorTarget{c: newCorrelation(k, spec.MarginallyUniform{}), l: make([]float64, k*k),
			lbar: make([]float64, k*k), rho: make([]float64, k*(k-1)/2)}, nil
	}, sampler.Settings{Chains: 4, Draws: 4000, Seed: 2})
	require.NoError(t, err)
	for v, name := range run.Draws.Names() {
		q := run.Draws.Quantity(v)
		s := q.Summary(0.95)
		require.InDelta(t, 0, s.Mean, 4*s.MCSEMean, name)
		square := posterior.Map("", func(x []float64) float64 { return x[0] * x[0] }, q).Summary(0.95)
		require.InDelta(t, 1./3, square.Mean, 4*square.MCSEMean, name)
		require.Greater(t, s.ESSBulk, 400.)
	}
}

// priorTarget is the prior of a correlation matrix alone; it reports the correlations.
type priorTarget struct {
	c            correlation
	l, lbar, rho []float64
}

func (p *priorTarget) Dim() int { return p.c.Size() }

func (p *priorTarget) LogProbGrad(grad, x []float64) float64 {
	p.c.Factor(p.l, x)
	clear(p.lbar)
	clear(grad)
	return p.c.backward(grad, p.lbar, p.l, x)
}

func (p *priorTarget) Names() []string {
	var names []string
	for i := range p.rho {
		names = append(names, fmt.Sprint("rho", i))
	}
	return names
}

func (p *priorTarget) Report(dst, x []float64) {
	k := p.c.k
	p.c.Factor(p.l, x)
	for i := range k {
		for j := range i {
			dst[spec.PairIndex(i, j)] = 0
			for m := range j + 1 {
				dst[spec.PairIndex(i, j)] += p.l[i*k+m] * p.l[j*k+m]
			}
		}
	}
}

// byPartialCorrelations is [correlation.backward] of an LKJ prior written with hyperbolic functions of each y.
func byPartialCorrelations(cor correlation, grad, lbar, l, y []float64) (logp float64) {
	n := 0
	for i := range cor.k {
		row, bar := l[i*cor.k:(i+1)*cor.k], lbar[i*cor.k:(i+1)*cor.k]
		r := 1.0
		for j := range i {
			alpha := cor.shape + float64(cor.k-2-j)/2
			t, s, e2 := hyperbolic(y[n])
			logp -= 2 * alpha * (math.Abs(y[n]) + math.Log1p(e2) - math.Ln2) // log cosh
			g := -2*alpha*t + bar[j]*s*s*r
			for m := j + 1; m <= i; m++ {
				g -= bar[m] * t * row[m]
			}
			grad[n] += g
			r *= s
			n++
		}
	}
	return logp
}

// Derivatives taken row by row from L alone are those of the formula.
func TestCorrelationBackward(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, k := range []int{2, 3, 9, 20} {
		testCorrelationBackward(t, rng, k)
	}
}

func testCorrelationBackward(t *testing.T, rng *rand.Rand, k int) {
	c := correlation{k: k, shape: 1.5}
	for _, scale := range []float64{0.3, 2, 12} {
		y := make([]float64, c.Size())
		lbar, again := make([]float64, k*k), make([]float64, k*k)
		for i := range y {
			y[i] = scale * rng.NormFloat64()
		}
		for i := range lbar {
			lbar[i] = rng.NormFloat64()
			again[i] = lbar[i]
		}
		l, want, got := make([]float64, k*k), make([]float64, c.Size()), make([]float64, c.Size())
		c.Factor(l, y)
		logp := byPartialCorrelations(c, want, lbar, l, y)
		require.InEpsilon(t, logp, c.backward(got, again, l, y), 1e-12)
		require.InDeltaSlice(t, want, got, 1e-9*scale)
	}
}
