package posterior_test

import (
	"fmt"
	"math/rand/v2"

	"concord/posterior"
)

// Two chains of an autoregression of mean 3 and standard deviation 1, whose draws depend on those
// before, and a third that stays elsewhere.
func chains() (mixed, stuck posterior.Quantity) {
	rng := rand.New(rand.NewPCG(1, 1))
	draw := func(mean float64) []float64 {
		chain := make([]float64, 1000)
		x := rng.NormFloat64()
		for i := range chain {
			x = 0.6*x + 0.8*rng.NormFloat64()
			chain[i] = mean + x
		}
		return chain
	}
	mixed = posterior.Quantity{Name: "x", Chains: [][]float64{draw(3), draw(3)}}
	stuck = posterior.Quantity{Name: "x", Chains: [][]float64{mixed.Chains[0], draw(6)}}
	return mixed, stuck
}

func ExampleQuantity_Summary() {
	mixed, stuck := chains()
	s := mixed.Summary(0.95)
	fmt.Printf("mean %.1f, SD %.1f, R̂ %.2f, %d draws are worth about %d\n",
		s.Mean, s.SD, s.RHat, 2000, 100*int(s.ESSBulk/100))
	fmt.Printf("a chain that stays elsewhere: R̂ %.1f\n", stuck.Summary(0.95).RHat)
	// Output:
	// mean 3.0, SD 1.0, R̂ 1.00, 2000 draws are worth about 500
	// a chain that stays elsewhere: R̂ 1.7
}

func ExampleMap() {
	mixed, _ := chains()
	above := posterior.Map("x − 1", func(x []float64) float64 { return x[0] - 1 }, mixed).Positive()
	fmt.Printf("P(x > 1) = %.2f ± %.2f\n", above.Value, above.MCSE)
	// Output:
	// P(x > 1) = 0.98 ± 0.00
}
