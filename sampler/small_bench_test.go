package sampler

import (
	"fmt"
	"testing"
)

// BenchmarkSmallStep measures a step beyond its gradient in the dimension of a task of a batch, by the rank of its
// metric.
func BenchmarkSmallStep(b *testing.B) {
	for _, rank := range []int{0, 2, 5, 10} {
		b.Run(fmt.Sprintf("d=210/rank=%d", rank), func(b *testing.B) {
			m := testSpace(constant(210), benchMetric(210, rank), split{})
			z := randomPoint(m, 1)
			next := m.pool.point(1)
			for b.Loop() {
				m.integrator.step(m.space, next, z, evenStage(0.01))
			}
		})
	}
}
