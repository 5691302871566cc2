package family

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// orderedLabels are random labels 1 … categories of a few items by three people in each of k studies.
func orderedLabels(rng *rand.Rand, k, categories int) *Labels {
	l := &Labels{Studies: k, Items: 6, Count: make([]float64, k), Start: []int{0}, Rows: NestedRows, Levels: 3 * k}
	for u := range 3 * k {
		s := u / 3
		l.Study = append(l.Study, int32(s))
		for j := range l.Items {
			for range rng.IntN(3) {
				l.Item, l.Value = append(l.Item, int32(j*k+s)), append(l.Value, float64(1+rng.IntN(categories)))
				l.Count[s]++
			}
		}
		l.Start = append(l.Start, len(l.Item))
	}
	return l
}

// plainOrdinal is the log-likelihood as it is defined, label by label.
func plainOrdinal(l *Labels, at *Predictor, categories int) float64 {
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	sum, own := 0.0, categories-2
	for u, s := range l.Study {
		below := func(c int, theta float64) float64 { // P(y ≤ c)
			switch c {
			case 0:
				return 0
			case categories:
				return 1
			}
			t := 0.0
			for _, d := range at.Own[int(s)*own : int(s)*own+c-1] {
				t += d
			}
			return logistic(t - theta)
		}
		for n := l.Start[u]; n < l.Start[u+1]; n++ {
			theta, y := at.Row[u]+at.Item[l.Item[n]], int(l.Value[n])
			sum += math.Log(below(y, theta) - below(y-1, theta))
		}
	}
	return sum
}

func randomOrdinalPredictor(rng *rand.Rand, l *Labels, categories int) *Predictor {
	at := l.NewPredictor(categories - 2)
	for _, x := range [][]float64{at.Row, at.Item} {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
	}
	for i := range at.Own {
		at.Own[i] = 0.2 + rng.ExpFloat64()
	}
	return at
}

// Oracle: the definition, and its central differences; Working says the same, and minus the second differences.
func TestOrdinalLabelsAreTheDefinition(t *testing.T) {
	for k := 1; k <= 3; k++ {
		for _, categories := range []int{3, 4, 7} {
			t.Run(fmt.Sprintf("%d groups, %d categories", k, categories), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(31, uint64(10*k+categories)))
				l := orderedLabels(rng, k, categories)
				at := randomOrdinalPredictor(rng, l, categories)
				o := newOrdinalLabels(l, categories, make([]int, k))
				own := categories - 2
				grad, again, info := l.NewPredictor(own), l.NewPredictor(own), l.NewPredictor(own)
				require.InDelta(t, plainOrdinal(l, at, categories), o.LogLik(grad, at), 1e-10)
				require.InDelta(t, plainOrdinal(l, at, categories), o.Working(again, info, at), 1e-10)
				const h = 1e-4
				check := func(x, first, second, curvature []float64, of func(*Predictor) []float64) {
					for i := range x {
						v := x[i]
						value := func(by float64) (float64, float64) {
							x[i] = v + by
							defer func() { x[i] = v }()
							g := l.NewPredictor(categories - 2)
							o.LogLik(g, at)
							return plainOrdinal(l, at, categories), of(g)[i]
						}
						up, gUp := value(h)
						down, gDown := value(-h)
						require.InDelta(t, (up-down)/(2*h), first[i], 1e-6*(1+math.Abs(first[i])))
						require.InDelta(t, first[i], second[i], 1e-10)
						if curvature != nil {
							require.InDelta(t, -(gUp-gDown)/(2*h), curvature[i], 1e-6)
						}
					}
				}
				check(at.Row, grad.Row, again.Row, info.Row, func(g *Predictor) []float64 { return g.Row })
				check(at.Item, grad.Item, again.Item, info.Item, func(g *Predictor) []float64 { return g.Item })
				check(at.Own, grad.Own, again.Own, nil, func(g *Predictor) []float64 { return g.Own })
				require.Zero(t, testing.AllocsPerRun(5, func() { o.LogLik(grad, at) }))
			})
		}
	}
}

// In the tails, and with thresholds almost on one another, differences of logistic functions would cancel.
func TestOrdinalLabelsDoNotCancel(t *testing.T) {
	l := &Labels{
		Studies: 1, Items: 1, Study: []int32{0}, Levels: 1, Rows: NestedRows, Start: []int{0, 1},
		Item: []int32{0}, Value: []float64{2}, Count: []float64{1},
	}
	o := newOrdinalLabels(l, 3, []int{0})
	at, grad := l.NewPredictor(1), l.NewPredictor(1)
	for _, theta := range []float64{-800, -40, 0, 40, 800} {
		for _, d := range []float64{1e-12, 1e-3, 50} {
			at.Row[0], at.Own[0] = theta, d
			// log σ(d − θ)σ(θ) (1 − e^{−d}), by the sides on which each is small.
			softplus := func(x float64) float64 { return math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
			want := -softplus(theta-d) - softplus(-theta) + math.Log(-math.Expm1(-d))
			require.InDelta(t, want, o.LogLik(grad, at), 1e-12*(1+math.Abs(want)))
			require.False(t, math.IsNaN(grad.Row[0]+grad.Own[0]+grad.Item[0]))
		}
	}
}

// BenchmarkOrdinalLabels times a gradient beside that of binary labels of the same designs, in turn.
func BenchmarkOrdinalLabels(b *testing.B) {
	for _, size := range []struct{ labelers, each, categories int }{
		{200, 250, 5}, {200, 250, 11}, {2000, 24, 5}, {296, 389, 5},
	} {
		rng := rand.New(rand.NewPCG(1, 1))
		l := &Labels{Studies: 1, Items: 1000, Count: []float64{0}, Start: []int{0}, Rows: NestedRows,
			Levels: size.labelers}
		binary := *l
		for range l.Levels {
			l.Study = append(l.Study, 0)
			for _, j := range rng.Perm(l.Items)[:size.each] {
				l.Item, l.Value = append(l.Item, int32(j)), append(l.Value, float64(1+rng.IntN(size.categories)))
				binary.Value = append(binary.Value, float64(rng.IntN(2)))
			}
			l.Start = append(l.Start, len(l.Item))
		}
		binary.Study, binary.Start, binary.Item = l.Study, l.Start, l.Item
		at, grad := l.NewPredictor(size.categories-2), l.NewPredictor(size.categories-2)
		for _, x := range [][]float64{at.Row, at.Item} {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
		}
		for i := range at.Own {
			at.Own[i] = 1
		}
		own, plain := newOrdinalLabels(l, size.categories, []int{0}), newBernoulliLabels(&binary)
		b.Run(fmt.Sprintf("%d×%d,%d", size.labelers, size.each, size.categories), func(b *testing.B) {
			// The least of each, because other work on the machine only adds to a time.
			least := func(best time.Duration, f Likelihood) time.Duration {
				began := time.Now()
				f.LogLik(grad, at)
				return min(best, time.Since(began))
			}
			ordinal, bernoulli := time.Hour, time.Hour
			for b.Loop() {
				ordinal, bernoulli = least(ordinal, own), least(bernoulli, plain)
			}
			n := float64(len(l.Item))
			b.ReportMetric(float64(ordinal.Nanoseconds())/n, "ns/label")
			b.ReportMetric(float64(bernoulli.Nanoseconds())/n, "ns/binary")
			b.ReportMetric(float64(ordinal)/float64(bernoulli), "ratio")
		})
	}
}
