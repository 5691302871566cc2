package family

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

// oneWay is a few labels of four levels in k studies, some of them in no study at all.
type oneWay struct {
	k      int
	cell   []int // of each label
	y      []float64
	counts []float64
}

func newOneWay(rng *rand.Rand, k int) oneWay {
	const levels = 4
	o := oneWay{k: k, counts: make([]float64, levels*k)}
	for cell := range o.counts {
		for range rng.IntN(4) {
			o.cell, o.y = append(o.cell, cell), append(o.y, 1+rng.NormFloat64())
			o.counts[cell]++
		}
	}
	return o
}

// likelihood returns the likelihood conditioned on the labels.
func (o oneWay) likelihood() *OneWay {
	l := Gaussian{}.OneWay(o.k, o.counts)
	sum, square := make([]float64, len(o.counts)), make([]float64, o.k)
	for i, y := range o.y {
		sum[o.cell[i]] += y
		square[o.cell[i]%o.k] += y * y
	}
	l.Condition(o.counts, o.counts[:o.k]) // what was set before is forgotten
	l.Condition(sum, square)
	return l
}

// point returns parameters: means, C row by row, and residual standard deviations.
func (o oneWay) point(x []float64) *MarginalPoint {
	k := o.k
	p := &MarginalPoint{Studies: k, Mean: x[:k], Own: x[k : 2*k], ItemRoot: make([]float64, k*k),
		MeanBar: make([]float64, k), OwnBar: make([]float64, k), ItemRootBar: make([]float64, k*k)}
	at := 2 * k
	for s := range k {
		for e := range s + 1 {
			p.ItemRoot[s*k+e] = x[at]
			at++
		}
	}
	return p
}

func (o oneWay) random(rng *rand.Rand) []float64 {
	x := make([]float64, 2*o.k+o.k*(o.k+1)/2)
	for i := range x {
		x[i] = rng.NormFloat64()
		if i >= o.k && i < 2*o.k {
			x[i] = 0.3 + rng.Float64()
		}
	}
	return x
}

// covariance of effects, cell × cell.
func (o oneWay) effects(p *MarginalPoint) *mat.SymDense {
	c := mat.NewDense(o.k, o.k, p.ItemRoot)
	var sigma mat.Dense
	sigma.Mul(c, c.T())
	all := mat.NewSymDense(len(o.counts), nil)
	for a := range o.counts {
		for b := a; b < len(o.counts); b++ {
			if a/o.k == b/o.k {
				all.SetSym(a, b, sigma.At(a%o.k, b%o.k))
			}
		}
	}
	return all
}

// dense returns the normal distribution of the labels.
func (o oneWay) dense(t *testing.T, p *MarginalPoint) *distmv.Normal {
	t.Helper()
	effects := o.effects(p)
	v, mean := mat.NewSymDense(len(o.y), nil), make([]float64, len(o.y))
	for a, i := range o.cell {
		mean[a] = p.Mean[i%o.k]
		for b, j := range o.cell[:a+1] {
			v.SetSym(a, b, effects.At(i, j))
		}
		v.SetSym(a, a, v.At(a, a)+p.Own[i%o.k]*p.Own[i%o.k])
	}
	n, ok := distmv.NewNormal(mean, v, nil)
	require.True(t, ok)
	return n
}

// The likelihood is the dense normal density of the labels, but for a constant, and its derivatives are differences.
func TestOneWayIsDenseNormal(t *testing.T) {
	for k := 1; k <= 3; k++ {
		t.Run(fmt.Sprint("K=", k), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), 1))
			for range 5 {
				o := newOneWay(rng, k)
				l := o.likelihood()
				constant := math.Log(2*math.Pi) * float64(len(o.y)) / 2
				for range 4 {
					x := o.random(rng)
					p := o.point(x)
					require.InDelta(t, o.dense(t, p).LogProb(o.y)+constant, l.LogLik(p), 1e-9)
					want := fd.Gradient(nil, func(x []float64) float64 { return l.LogLik(o.point(x)) }, x,
						&fd.Settings{Formula: fd.Central, Step: 1e-6})
					got := append(append([]float64(nil), p.MeanBar...), p.OwnBar...)
					for s := range k {
						got = append(got, p.ItemRootBar[s*k:s*k+s+1]...)
					}
					require.InDeltaSlice(t, want, got, 1e-5*(1+mat.Max(mat.NewVecDense(len(want), want))))
				}
			}
		})
	}
}

// Effects are drawn from their conditional normal distribution, cells without labels too: means and covariances within
// 5 Monte Carlo standard errors.
func TestOneWayDraws(t *testing.T) {
	for k := 1; k <= 3; k++ {
		t.Run(fmt.Sprint("K=", k), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), 2))
			o := newOneWay(rng, k)
			p := o.point(o.random(rng))
			// Of effects and labels together: b | y ~ N(Vy⁻¹(y − μ), V − ...).
			n, cells := len(o.y), len(o.counts)
			effects, labels := o.effects(p), mat.NewSymDense(n, nil)
			cross, rest := mat.NewDense(cells, n, nil), mat.NewVecDense(n, nil)
			for a, i := range o.cell {
				rest.SetVec(a, o.y[a]-p.Mean[i%k])
				for b, j := range o.cell[:a+1] {
					labels.SetSym(a, b, effects.At(i, j))
				}
				labels.SetSym(a, a, labels.At(a, a)+p.Own[i%k]*p.Own[i%k])
				for b := range cells {
					cross.Set(b, a, effects.At(b, i))
				}
			}
			var solved, gain, explained mat.Dense
			var mean mat.VecDense
			require.NoError(t, solved.Solve(labels, cross.T()))
			gain.CloneFrom(solved.T())
			mean.MulVec(&gain, rest)
			explained.Mul(&gain, cross.T())

			l := o.likelihood()
			const draws = 40_000
			effect, sum, product := make([]float64, cells), make([]float64, cells), make([]float64, cells*cells)
			for range draws {
				l.Draw(rng, effect, p)
				for a, x := range effect {
					sum[a] += x / draws
					for b, y := range effect {
						product[a*cells+b] += (x - mean.AtVec(a)) * (y - mean.AtVec(b)) / draws
					}
				}
			}
			v := func(a, b int) float64 { return effects.At(a, b) - explained.At(a, b) }
			for a := range cells {
				require.InDelta(t, mean.AtVec(a), sum[a], 5*math.Sqrt(v(a, a)/draws))
				for b := range cells {
					se := math.Sqrt((v(a, a)*v(b, b) + v(a, b)*v(a, b)) / draws)
					require.InDelta(t, v(a, b), product[a*cells+b], 5*se+1e-12)
				}
			}
		})
	}
}
