package onegrid

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkLogLik(b *testing.B) {
	l, at := study(rand.New(rand.NewPCG(1, 2)), 2)
	lk, grad := NewLikelihood(l, NewGrid(0.35)), l.NewPoint()
	for _, bench := range []struct {
		name string
		grad *Point
	}{{"value", nil}, {"gradient", grad}} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				lk.LogLik(bench.grad, at)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(l.Cell)*lk.n), "ns/label·node")
		})
	}
}
