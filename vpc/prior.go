package vpc

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
)

// LogPrior returns the logarithm of the prior density of logit ICC at each draw, up to a constant, given the other
// quantities that the labels determine about the study. Divided out of the posterior, it leaves the likelihood of the
// ICC with everything else integrated out. Such a likelihood is nearly the likelihood of the ICC alone if the other
// coordinates are orthogonal to the ICC (Severini 2007, "Integrated likelihood functions for non-Bayesian inference",
// Biometrika 94). They are:
//
//   - for labels of location and scale the variance of a label, and the ratios of the other terms' standard deviations
//     to the residual's, which keep the priors of these standard deviations;
//   - for families with a link the thresholds, or μ, divided by the standard deviation of the linear predictor with its
//     latent residual, on which the shares of the categories depend, and the standard deviations of the other terms.
//
// Parameters that studies share, a residual or thresholds, are held fixed. There are three cases without a result, and
// ok is false: the fit does not know the units of its priors (see [model.Posterior.PriorSDs]), items are in clusters,
// or labelers are [spec.Returning].
func (p Partition) LogPrior() (q posterior.Quantity, ok bool) {
	fit := p.of.Posterior()
	sds, ok := fit.PriorSDs(p.of)
	sp := fit.Spec()
	if _, clustered := p.cluster(); !ok || clustered || sp.Labelers == spec.Returning {
		return q, false
	}
	var at func(c, i int, d *model.Draw) float64
	if sp.Family.LocationScale() {
		at = p.scaleLogPrior(sds, len(fit.Studies()) == 1 || sp.Residual != spec.CommonResidual)
	} else {
		at = p.linkLogPrior(sds[0], len(fit.Studies()) == 1 || sp.Thresholds != spec.CommonThresholds)
	}
	return p.of.Map(p.name("log_prior_icc"), at), true
}

// logScaleDensity is the logarithm of the prior density of the logarithm of a standard deviation.
func logScaleDensity(of model.PriorSD, sd float64) float64 {
	logp, _ := of.Prior.LogDensity(sd / of.Unit)
	return logp + math.Log(sd)
}

// scaleLogPrior is LogPrior for labels of location and scale. With the ratios, log σ_i and log σ are logit ICC and the
// logarithm of the variance, whose Jacobian determinant is twice the slope of logit ICC by log σ_i. A residual that
// studies have in common is held.
func (p Partition) scaleLogPrior(sds []model.PriorSD, apart bool) func(c, i int, d *model.Draw) float64 {
	item, residual := sds[0], sds[len(sds)-1]
	var others []model.PriorSD // that are added
	for t, term := range p.terms[1:] {
		if term.Multiplies == "" {
			others = append(others, sds[1+t])
		}
	}
	level, draws := 0.0, 0
	for _, chain := range residual.Draws.Chains {
		for _, sd := range chain {
			level += math.Log(sd)
			draws++
		}
	}
	level = math.Exp(level / float64(draws)) // the residual in which priors of ratios are told
	return func(c, i int, d *model.Draw) float64 {
		v := logScaleDensity(item, item.Draws.Chains[c][i]) - math.Log(p.slope(c, i, d.DiscriminationSD))
		if !apart {
			return v
		}
		sd := residual.Draws.Chains[c][i]
		v += logScaleDensity(residual, sd)
		for _, other := range others {
			x := other.Draws.Chains[c][i]
			v += logScaleDensity(other, x) - logScaleDensity(other, x/sd*level)
		}
		return v
	}
}

// slope is the derivative of logit ICC with respect to log σ_i with everything else held, on the scale of the
// parameters: the ICC is σ_i² / (V + σ_i²(1 + ω²)).
func (p Partition) slope(c, i int, omega float64) float64 {
	item, rest := p.parts[0].Chains[c][i], p.total.Chains[c][i]-p.parts[0].Chains[c][i]
	return 2 * (1 - omega*omega*item/rest)
}

// linkLogPrior is LogPrior for a family with a link. It replaces m thresholds, or μ, and log σ_i by the thresholds
// divided by √T and logit ICC, where T is the variance of the linear predictor. The Jacobian determinant is T^(−m/2)
// times the slope of logit ICC by log σ_i with the divided thresholds held. Thresholds that studies share are held
// fixed.
func (p Partition) linkLogPrior(item model.PriorSD, apart bool) func(c, i int, d *model.Draw) float64 {
	sp := p.of.Posterior().Spec()
	locations := p.of.Thresholds()
	if locations == nil {
		locations = []posterior.Quantity{p.of.Mean()}
	}
	return func(c, i int, d *model.Draw) float64 {
		sd, w, r, e := d.ItemSD, d.DiscriminationSD, d.RestSD, d.ResidualSD
		total := func(sd float64) float64 { return sd*sd*(1+w*w) + r*r + e*e }
		v := logScaleDensity(item, item.Draws.Chains[c][i]) // with Student's t, the scale has the prior, and ν is held
		if apart {
			for _, q := range locations {
				logp, _ := sp.Priors.Mean.LogDensity(q.Chains[c][i])
				v += logp
			}
			v += float64(len(locations)) / 2 * math.Log(total(sd))
		}
		if p.suffix == "" {
			return v - math.Log(2*(1-w*w*sd*sd/(total(sd)-sd*sd)))
		}
		logit := func(sd, by float64) float64 {
			at, own := d.Items(), slices.Clone(d.Own)
			floats.Scale(by, own)
			at.Mean, at.SD = by*at.Mean, sd
			_, between, all := family.Moments(sp.Family.Response(), at, own)
			return math.Log(between / (all - between))
		}
		const h = 0.01
		up, down := 1.0, 1.0
		if apart {
			up = math.Sqrt(total(sd*math.Exp(h)) / total(sd))
			down = math.Sqrt(total(sd*math.Exp(-h)) / total(sd))
		}
		return v - math.Log((logit(sd*math.Exp(h), up)-logit(sd*math.Exp(-h), down))/(2*h))
	}
}
