package xcc

import (
	"math"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
)

// LogPrior returns the logarithm of the prior density of Fisher's z of ρ_ab at each draw, given all other parameters,
// up to a constant: the density of r, the correlation of the linear predictors, times dr/dz. Divided out of the
// posterior, it leaves the likelihood of ρ, with everything else integrated out by its prior. It is NaN if items are in
// clusters: the correlation of their true scores is then no parameter.
func (j Joint) LogPrior(a, b model.StudyPosterior) posterior.Quantity {
	rho, latent, prior := j.rhoOf(a, b), a.ItemCorrelation(b), a.LogCorrelationPrior(b)
	if a.HasClusters() {
		return posterior.Map(j.name("log_prior_rho", a, b), func([]float64) float64 { return math.NaN() }, rho)
	}
	if j.suffix == "" {
		return posterior.Map(j.name("log_prior_rho", a, b), func(x []float64) float64 {
			return x[1] + math.Log1p(-x[0]*x[0])
		}, rho, prior)
	}
	studies := []model.StudyPosterior{a, b}
	var of [2][]posterior.Quantity
	for s, study := range studies {
		of[s] = append([]posterior.Quantity{study.Mean(), study.ItemSD(), study.RestSD(), study.DiscriminationSD()},
			study.Own()...)
	}
	q := posterior.Quantity{Name: j.name("log_prior_rho", a, b), Chains: make([][]float64, len(rho.Chains))}
	response := a.Posterior().Spec().Family.Response()
	for c, chain := range rho.Chains {
		q.Chains[c] = make([]float64, len(chain))
		h, at := newExpansions(response, studies), make([]float64, len(of[0]))
		for i, label := range chain {
			h.At(c, i)
			for s := range studies {
				for n, parameter := range of[s] {
					at[n] = parameter.Chains[c][i]
				}
				h.Set(s, family.SlopedPoint{Point: family.Point{Mean: at[0], SD: at[1], Rest: at[2]}, Slope: at[3]},
					at[4:])
			}
			// The derivative by Fisher's z of r, along which ρ is smooth to the ends.
			const step = 0.01
			z := math.Atanh(latent.Chains[c][i])
			slope := (h.Correlation(0, 1, math.Tanh(z+step)) - h.Correlation(0, 1, math.Tanh(z-step))) / (2 * step)
			r := math.Tanh(z)
			q.Chains[c][i] = prior.Chains[c][i] + math.Log1p(-r*r) + math.Log1p(-label*label) - math.Log(slope)
		}
	}
	return q
}
