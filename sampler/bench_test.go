package sampler

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"concord/posterior"
)

// constant is a target that costs nothing, so that what is measured is the
// sampler.
type constant int

func (c constant) Dim() int                            { return int(c) }
func (constant) LogProbGrad(grad, x []float64) float64 { return 0 }

// benchMetric has rank directions that are unit vectors of period rank, which are
// orthonormal after scaling.
func benchMetric(d, rank int) *Metric {
	m := identityMetric(d)
	for k := range rank {
		v := make([]float64, d)
		for i := k; i < d; i += rank {
			v[i] = 1
		}
		floats.Scale(1/floats.Norm(v, 2), v)
		m.Vectors, m.Values = append(m.Vectors, v), append(m.Values, 2)
	}
	return m
}

// BenchmarkStep measures a step beyond its gradient: a metric of rank 8, the
// integrator, and for NUTS the sums and checks of the tree.
func BenchmarkStep(b *testing.B) {
	for _, d := range []int{10, 785, 60_000} {
		for integrator, in := range map[string]func() *stepper{
			"leapfrog": func() *stepper { return testSpace(constant(d), benchMetric(d, 8), leapfrog{}) },
			"split":    func() *stepper { return testSpace(constant(d), benchMetric(d, 8), split{}) },
		} {
			b.Run(fmt.Sprintf("%s/d=%d", integrator, d), func(b *testing.B) {
				m := in()
				z := randomPoint(m, 1)
				next := m.pool.point(1)
				for b.Loop() {
					m.integrator.step(m.space, next, z, evenStage(0.01))
				}
			})
		}
		b.Run(fmt.Sprintf("tree/d=%d", d), func(b *testing.B) {
			m := testSpace(constant(d), benchMetric(d, 8), split{})
			n := newTestNUTS(m, 5)
			z := randomPoint(m, 1)
			steps := 0
			for b.Loop() {
				var s Stat
				z, s = n.transition(z, 1e-3)
				steps += s.Leapfrogs
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
	}
}

// BenchmarkESS reports, for each known posterior, the smaller of bulk and tail
// effective sample sizes, the worst over the coordinates with known moments, for
// each 1,000 gradients of sampling.
func BenchmarkESS(b *testing.B) {
	for _, k := range knownPosteriors() {
		for algorithm, a := range algorithms {
			for integrator, in := range integrators {
				for adaptation, ad := range adaptations {
					b.Run(fmt.Sprintf("%s/%s/%s/%s", k.name, algorithm, integrator, adaptation), func(b *testing.B) {
						s := Settings{Seed: 1, Algorithm: a, Integrator: in, Adapt: ad}
						if ad == StepSizeOnly {
							m, err := CurvatureMetric(k.target, k.center, k.scale, 80)
							if err != nil {
								b.Fatal(err)
							}
							s.Metric = m
						}
						for b.Loop() {
							r, err := Sample(context.Background(), each(k.target), s)
							if err != nil {
								b.Fatal(err)
							}
							gradients := 0
							for _, c := range r.Chains {
								gradients += c.SamplingGradients
							}
							worst := math.Inf(1)
							for _, m := range k.moments {
								q := r.Draws.Quantity(m.coordinate).Chains
								worst = min(worst, posterior.ESSBulk(q), posterior.ESSTail(q))
							}
							b.ReportMetric(1000*worst/float64(gradients), "ESS/1000gradients")
							b.ReportMetric(float64(gradients)/float64(r.Draws.Chains()*r.Draws.Iterations()),
								"gradients/draw")
						}
					})
				}
			}
		}
	}
}
