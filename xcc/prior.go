package xcc

import (
	"math"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
)

// LogPrior returns the logarithm of the prior density of Fisher's z of ρ_ab at each draw, given all other parameters,
// up to a constant. The density is that of r, the correlation of the linear predictors, times dr/dz. Divided out of the
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
	q := rho.Like(j.name("log_prior_rho", a, b))
	a.Posterior().Each([]model.StudyPosterior{a, b}, 1, func(c int) func(int, []model.Draw) {
		h := family.NewCurves(a.Posterior().Spec().Family.Response(), 2)
		return func(i int, d []model.Draw) {
			for s := range d {
				h.Set(s, d[s].Items(), d[s].Own)
			}
			// The derivative by Fisher's z of r, along which ρ is smooth to the ends.
			const step = 0.01
			z, label := math.Atanh(latent.Chains[c][i]), rho.Chains[c][i]
			slope := (h.Correlation(0, 1, math.Tanh(z+step)) - h.Correlation(0, 1, math.Tanh(z-step))) / (2 * step)
			r := math.Tanh(z)
			q.Chains[c][i] = prior.Chains[c][i] + math.Log1p(-r*r) + math.Log1p(-label*label) - math.Log(slope)
		}
	})
	return q
}
