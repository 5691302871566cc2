package sampler_test

import (
	"context"
	"fmt"
	"math"

	"concord/sampler"
)

// rate is the posterior of x = log λ given counts of a Poisson variable, with a
// normal prior of standard deviation 2 on x. It reports λ itself.
type rate struct{ counts []float64 }

func (r rate) Dim() int { return 1 }

func (r rate) LogProbGrad(grad, x []float64) float64 {
	lambda := math.Exp(x[0])
	logp := -x[0] * x[0] / 8
	grad[0] = -x[0] / 4
	for _, n := range r.counts {
		logp += n*x[0] - lambda
		grad[0] += n - lambda
	}
	return logp
}

func (rate) Names() []string         { return []string{"lambda"} }
func (rate) Report(dst, x []float64) { dst[0] = math.Exp(x[0]) }

func ExampleSample() {
	newTarget := func(int) (sampler.Target, error) { return rate{counts: []float64{3, 1, 4, 1, 5}}, nil }
	result, err := sampler.Sample(context.Background(), newTarget, sampler.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	lambda := result.Draws.Quantity(0)
	fmt.Printf("%s: %.1f, %d divergences\n", lambda.Name, lambda.Mean(), result.DivergenceCount())
	// Output: lambda: 2.8, 0 divergences
}
