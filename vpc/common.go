package vpc

import (
	"math"
	"slices"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// Common returns the covariance of two labels that share the levels of some terms and of no others: the variance of the
// mean label given the effects of these terms. On the scale of the effects it is the sum of their variances. On the
// label scale of a family with a link it is more, because it includes their interactions (a closed Sobol' index: Sobol'
// 1993). There it is NaN where labelers have discriminations.
func (p Partition) Common(shared func(spec.Term) bool) posterior.Quantity {
	at := make([]bool, len(p.terms))
	for t, term := range p.terms {
		at[t] = shared(term)
	}
	return p.common(at)
}

// common is [Partition.Common] of the terms at some places.
func (p Partition) common(shared []bool) posterior.Quantity {
	out := p.mean.Like(p.name("common_variance"))
	sp := p.of.Posterior().Spec()
	if p.scale == ParameterScale(sp.Family) {
		for t, part := range p.parts {
			if shared[t] {
				addWeighted(out, part, 1)
			}
		}
		return out
	}
	if sp.Discrimination { // what discriminations have in common there is not worked out
		for _, x := range out.Chains {
			for i := range x {
				x[i] = math.NaN()
			}
		}
		return out
	}
	response := sp.Family.Response()
	return p.of.Map(out.Name, func(_, _ int, d *model.Draw) float64 {
		at, items := family.Point{Mean: d.Mean, DF: d.ItemDF}, p.added(nil, d)
		shared2 := 0.0
		for t, sd := range items[1:] {
			if shared[1+t] {
				shared2 += sd * sd
			} else {
				at.Rest = math.Hypot(at.Rest, sd)
			}
		}
		at.SD = items[0]
		if !shared[0] {
			return family.Part(response, at, math.Sqrt(shared2), d.Own)
		}
		at.Shared = shared2
		_, between, _ := family.Moments(response, at, d.Own)
		return between
	})
}

// Share returns the share of the variance of a label that is due to a term. ok is false if the model has no term of
// that name.
func (p Partition) Share(term string) (q posterior.Quantity, ok bool) {
	part, ok := p.Variance(term)
	return posterior.Map(p.name("share_of_"+term), share, part, p.total), ok
}

// IntraLabelerICC returns the correlation of two labels of one item by the same labeler, the intra-labeler reliability
// (σ_i² + σ_l² + σ_il²)/T: all terms by item, by labeler, or by both. If the model has no term by both, labels of an
// item by one labeler share no further effect, and ok is false.
func (p Partition) IntraLabelerICC() (q posterior.Quantity, ok bool) {
	both := func(t spec.Term) bool { return spec.ItemByLabeler().SameBy(spec.Facet{By: t.By}) }
	if !slices.ContainsFunc(p.terms, both) {
		return posterior.Quantity{}, false
	}
	return posterior.Map(p.name("intra_labeler_icc"), share, p.Common(byItemAndLabeler), p.total), true
}

// byItemAndLabeler reports whether a term is by nothing but item, its cluster, and labeler.
func byItemAndLabeler(t spec.Term) bool {
	return t.Cluster || !slices.ContainsFunc(factorsOf(t), func(f string) bool {
		return f != study.ItemFactor && f != study.LabelerFactor
	})
}

// factorsOf returns the factors whose levels two labels must share to share effects of a term. For labelers'
// discriminations, these include the items.
func factorsOf(t spec.Term) []string {
	switch {
	case t.Slopes != "": // of two labels, the values of the covariate are at random
		return append(slices.Clone(t.By), t.Slopes)
	case t.Multiplies == "":
		return t.By
	}
	return append(slices.Clone(t.By), t.Multiplies)
}
