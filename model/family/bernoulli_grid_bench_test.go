package family

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Two labels of an item in each of k studies, whose items are spread so widely.
func BenchmarkBernoulliGrid(b *testing.B) {
	for k := 1; k <= 3; k++ {
		for _, sd := range []float64{0.7, 2, 5} {
			rng := rand.New(rand.NewPCG(1, 2))
			shapes := &patterns{k: k}
			for range 1000 {
				shapes.items = append(shapes.items, 1)
				for range k {
					shapes.counts = append(shapes.counts, 2)
					shapes.sums = append(shapes.sums, float64(rng.IntN(3)))
				}
			}
			p := randomMarginalPoint(rng, k)
			for s := range k {
				clear(p.ItemRoot[s*k:][:k])
				p.ItemRoot[s*k] = sd
				if s > 0 {
					p.ItemRoot[s*k], p.ItemRoot[s*k+s] = 0.9*sd, 0.44*sd
				}
			}
			m := newBernoulliGrid(shapes, 1)
			m.LogLik(p)
			b.Run(fmt.Sprintf("K=%d/SD=%v", k, sd), func(b *testing.B) {
				for range b.N {
					m.LogLik(p)
				}
				_, all := m.nodes()
				b.ReportMetric(float64(all), "nodes")
				b.ReportMetric(m.cost(scaled(p, 0.5)), "ns-expected")
			})
		}
	}
}
