package family

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// binaryLabels are random labels of a few items in k studies, some of which some items are not in.
func binaryLabels(rng *rand.Rand, k int) *Labels {
	l := &Labels{Studies: k, Items: 7, Count: make([]float64, k), Start: []int{0}}
	for s := range k {
		l.Study = append(l.Study, int32(s))
		for j := range l.Items {
			for range rng.IntN(4) {
				l.Item = append(l.Item, int32(j*k+s))
				l.Value = append(l.Value, float64(rng.IntN(2)))
				l.Count[s]++
			}
		}
		l.Start = append(l.Start, len(l.Item))
	}
	return l
}

// randomMarginalPoint has random means and a random lower triangular matrix.
func randomMarginalPoint(rng *rand.Rand, k int) *MarginalPoint {
	p := &MarginalPoint{
		Studies: k, Mean: make([]float64, k), MeanBar: make([]float64, k),
		ItemRoot: make([]float64, k*k), ItemRootBar: make([]float64, k*k),
	}
	for s := range k {
		p.Mean[s] = 0.7 * rng.NormFloat64()
		for e := range s + 1 {
			p.ItemRoot[s*k+e] = rng.NormFloat64()
		}
	}
	return p
}

const fineGridStep = 0.5

// The integrals of binary labels are those of a fine trapezoidal rule over each item's own integrand, whose error
// falls exponentially on the whole line.
func TestBernoulliGridIsTheTrapezoidalIntegral(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	for k := 1; k <= 3; k++ {
		l := binaryLabels(rng, k)
		p := randomMarginalPoint(rng, k)
		want := 0.0
		for item := range l.Items {
			h, limit := 0.1, 9.0
			if k == 3 {
				h, limit = 0.25, 8
			}
			sum := 0.0
			eta := make([]float64, k)
			var walk func(a int)
			walk = func(a int) {
				if a == k {
					f := 0.0
					for _, e := range eta {
						f -= 0.5 * e * e
					}
					for i, cell := range l.Item {
						if int(cell)/k == item {
							s := int(cell) % k
							theta := p.Mean[s]
							for e := range s + 1 {
								theta += p.ItemRoot[s*k+e] * eta[e]
							}
							f += l.Value[i]*theta - math.Log1p(math.Exp(theta))
						}
					}
					sum += math.Exp(f) * math.Pow(h/math.Sqrt(2*math.Pi), float64(k))
					return
				}
				for i := -math.Round(limit / h); i <= limit/h; i++ {
					eta[a] = i * h
					walk(a + 1)
				}
			}
			walk(0)
			want += math.Log(sum)
		}
		require.InDelta(t, want, newBernoulliGrid(newPatterns(l, true), fineGridStep).LogLik(p), 3e-5)
		require.InDelta(t, want, newBernoulliGrid(newPatterns(l, true), 1).LogLik(p), 1e-3)
	}
}

// The gradient is that of the value, by central differences of fourth order.
func TestBernoulliGridGradient(t *testing.T) {
	for k := 1; k <= 3; k++ {
		checkMarginalGradient(t, k)
	}
}

func checkMarginalGradient(t *testing.T, k int) {
	rng := rand.New(rand.NewPCG(18, uint64(k)))
	l := binaryLabels(rng, k)
	grid := newBernoulliGrid(newPatterns(l, true), 1)
	for _, scale := range []float64{0.1, 1, 3} {
		p := randomMarginalPoint(rng, k)
		for i := range p.ItemRoot {
			p.ItemRoot[i] *= scale
		}
		grid.LogLik(p)
		value := func() float64 {
			grid.take(p)
			return grid.evaluate(p)
		}
		mean, root := append([]float64(nil), p.MeanBar...), append([]float64(nil), p.ItemRootBar...)
		check := func(x *float64, got float64) {
			at := *x
			f := func(h float64) float64 {
				*x = at + h
				defer func() { *x = at }()
				return value()
			}
			const h = 1e-3
			require.InDelta(t, (8*(f(h)-f(-h))-(f(2*h)-f(-2*h)))/(12*h), got, 1e-7)
		}
		for s := range k {
			check(&p.Mean[s], mean[s])
			for e := range s + 1 {
				check(&p.ItemRoot[s*k+e], root[s*k+e])
			}
		}
	}
}

// A gradient on the grid needs no memory of its own, and its value does not depend on the goroutine.
func TestBernoulliGridAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 3))
	for k := 1; k <= 3; k++ {
		m := newBernoulliGrid(newPatterns(binaryLabels(rng, k), true), 1)
		p := randomMarginalPoint(rng, k)
		want := m.LogLik(p)
		require.Equal(t, want, m.Fork().LogLik(p))
		require.Zero(t, testing.AllocsPerRun(10, func() { m.LogLik(p) }))
	}
}

// Where items differ beyond measure, most have labels that agree, and the grid is as coarse as it may be: its error
// stays small beside what one item tells.
func TestBernoulliGridOfWideEffects(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 3))
	l := binaryLabels(rng, 1)
	p := randomMarginalPoint(rng, 1)
	for _, sd := range []float64{5, 10, 20, 50} {
		p.ItemRoot[0] = sd
		want := 0.0
		shapes := newPatterns(l, true)
		for i, items := range shapes.items {
			const h = 1e-3
			sum := 0.0
			for z := -9.0; z < 9; z += h {
				theta := p.Mean[0] + sd*z
				sum += h * math.Exp(-z*z/2+shapes.sums[i]*theta-shapes.counts[i]*softplus(theta))
			}
			want += items * math.Log(sum/math.Sqrt(2*math.Pi))
		}
		got := newBernoulliGrid(newPatterns(l, true), 1).LogLik(p)
		require.False(t, math.IsNaN(got))
		require.InDelta(t, want, got, 0.1, sd)
	}
}

// One item with very many labels is no reason to keep as many powers of probabilities for each node.
func TestManyLabelsOfAnItemAreNotOnTheGrid(t *testing.T) {
	l := binaryLabels(rand.New(rand.NewPCG(21, 3)), 1)
	for n := range 100_000 {
		l.Item, l.Value = append(l.Item, 0), append(l.Value, float64(n%2))
	}
	l.Count[0] += 100_000
	l.Start[1] = len(l.Item)
	require.Nil(t, newBernoulliGrid(newPatterns(l, true), 1))
	p := randomMarginalPoint(rand.New(rand.NewPCG(22, 3)), 1)
	require.Nil(t, accurateGrid(newPatterns(l, true), p, math.Inf(1)))
}
