package population

import (
	"math"

	"concord/posterior"
)

// Unreached returns how many tasks have draws that hardly reach the values of θ given all tasks, so that their
// likelihood there is extrapolated. The weights that turn the draws into draws of θ given all tasks then have a Pareto
// k̂ that is too large ([posterior.Reweighted.Reliable]).
func (p *Posterior) Unreached(of []Estimate) (count int) {
	mu, tau := p.middle()
	for _, e := range of {
		var ratios []float64
		for _, x := range e.quantiles() {
			if k, in := e.cell(x); in {
				u := (x - mu) / tau
				ratios = append(ratios, -u*u/2-e.Prior[k])
			}
		}
		if !posterior.Reweight([][]float64{ratios}, 1).Reliable() {
			count++
		}
	}
	return count
}

// quantiles are as many of the posterior of the task's own fit as there are independent draws.
func (e Estimate) quantiles() []float64 {
	density, sum := make([]float64, len(e.Prior)), 0.0
	for k := range density {
		sum += math.Exp(e.Likelihood[k] + e.Prior[k])
		density[k] = sum
	}
	n := max(1, int(e.Draws))
	all, k := make([]float64, n), 0
	for i := range all {
		at := (float64(i) + 0.5) / float64(n) * sum
		for k < len(density)-1 && density[k] < at {
			k++
		}
		before := 0.0
		if k > 0 {
			before = density[k-1]
		}
		all[i] = (float64(e.First+k) - 0.5 + (at-before)/(density[k]-before)) * e.Step
	}
	return all
}
