package locate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/effects"
	"concord/model/internal/tuning"
	"concord/model/spec"
)

// setInformation takes the constants from the state of the EM.
func (su *Setup) setInformation() {
	e := su.em
	e.refresh()
	total := e.meanInformation()
	su.setNests()
	for t, f := range su.Factors {
		g := su.Data.Terms[t]
		tau := func(cell int) float64 { return su.tau(g.Study(cell)) }
		if g.Scales {
			tau = func(int) float64 { return 1 }
		}
		c := e.sampled(t)
		if t == 0 && su.Full.Loadings != nil {
			c.effect, c.grad, c.info = su.inUnits(c.effect, c.grad, c.info)
		}
		if t == su.Data.SlopeTerm() {
			for s := range f.Center {
				f.Center[s] = math.Sqrt(e.terms[0].TotalVariance(s))
			}
		}
		su.widenTargets(t, c.grad)
		f.SetInformation(c.effect, c.grad, c.info, tau)
		if t == 0 && su.Full.ItemDF >= 0 && !su.Spec.Family.LocationScale() {
			f.SetBends(priorShares(c.info, c.sd, f.K))
		}
		share, prior := make([]float64, e.K), make([]float64, e.K)
		for cell, i := range e.cells(e.info, t) {
			study := g.Study(cell)
			share[study] += i / total[study]
			if !g.Added() {
				share[study] = 1 // of the information on σ and σ_k
			}
		}
		for study := range prior {
			prior[study] = 1 / (c.sd[study] * c.sd[study])
			if !g.Scales {
				prior[study] /= e.tau(study)
			}
		}
		if g.Covariance == spec.Common {
			clear(share) // their mean moves several studies' means, and is no part of the coordinate of one
		}
		f.SetMeans(share, prior)
	}
	if center := su.Factors[0].Center; center != nil {
		if su.Data.Slopes {
			scale := make([]float64, len(center))
			for s := range scale {
				scale[s] = 1 / math.Sqrt(e.terms[0].TotalVariance(s))
			}
			su.Factors[0].OffsetScale = scale
		}
		copy(center, e.mu)
		mean := make([]float64, len(center))
		for t, f := range su.Factors[1:] {
			if su.Data.Terms[t+1].Added() {
				f.MemberMean(mean, e.terms[t+1].Effect)
				floats.Add(center, mean)
			}
		}
		floats.Div(center, su.Full.Unit)
	}
}

// tau returns the unit of the information on the effects of a study.
func (su *Setup) tau(s int) float64 {
	if lo := su.Full.Loadings; lo != nil && s >= lo.Pools {
		return su.Full.Tau[s]
	}
	return su.em.tau(s)
}

// inUnits returns items' effects in the units of their studies, with derivatives and information.
func (su *Setup) inUnits(effect, grad, info []float64) (e, g, i []float64) {
	e, g, i = slices.Clone(effect), slices.Clone(grad), slices.Clone(info)
	for at := range e {
		unit := su.Full.Unit[at%su.Full.K]
		e[at] /= unit
		g[at] *= unit
		i[at] *= unit * unit
	}
	return e, g, i
}

// setUnits sets the unit of each scale to a few times the least σ that the labels distinguish from 0. For σ → 0 the
// information on σ² is ½ Σ I² over the levels, so that σ is known to (2/ΣI²)^¼. Below the unit a scale is linear and
// may pass 0, above it logarithmic.
func setUnits(unit []float64, f *effects.Factor, info []float64) {
	sum := make([]float64, len(unit))
	if f.Starts != nil {
		for s := range unit {
			for _, i := range info[f.Starts[s]:f.Starts[s+1]] {
				sum[s] += i * i
			}
		}
	} else {
		for j, i := range info {
			sum[j%f.K] += i * i
		}
	}
	for s := range unit {
		unit[s] = math.Min(tuning.WidestUnit, tuning.ScaleUnit*math.Pow(2/sum[s], 0.25))
	}
}

// priorShares returns the share of the prior in the precision of each level's effects, the mean over k studies.
func priorShares(info, sd []float64, k int) []float64 {
	shares := make([]float64, len(info)/k)
	for i, d := range info {
		shares[i/k] += 1 / (1 + sd[i%k]*sd[i%k]*d) / float64(k)
	}
	return shares
}
