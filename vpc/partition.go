package vpc

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/study"
)

// Partition is the posterior of the variance of one study's labels and of the parts
// of it due to each term, such as items and labelers, on one scale, draw by draw.
//
// The variance is the variance of a single label, with the levels of all terms drawn anew. The part due to no term is
// the residual. On the label scale of a family with a link, the residual includes interactions of terms.
type Partition struct {
	of          model.StudyPosterior
	study       string
	scale       Scale
	suffix      string // of names
	terms       []model.Term
	mean, total posterior.Quantity
	parts       []posterior.Quantity // of each term
}

// NewPartition returns the variance partition of a study on the scale asked for. It returns an error if the fit's
// family of labels does not have that scale; [LabelPartition] and [ParameterPartition] are on scales that every
// family has.
//
// On the label scale of a family with a link, h(u) = E m(μ + u + rest) is the mean label of an item with effect u over
// everything else that varies; m is the inverse of the link. The items' part is Var h, and the parts of other terms are
// defined in the same way. For Bernoulli labels h is the chance of a positive label, and with its mean p the total is
// p(1 − p).
func NewPartition(of model.StudyPosterior, scale Scale) (Partition, error) {
	f := of.Posterior().Spec().Family
	if !slices.Contains(Scales(f), scale) {
		return Partition{}, fmt.Errorf("labels of the %v family have no %v scale", f, scale)
	}
	return newPartition(of, scale), nil
}

// LabelPartition returns the variance partition of a study on the scale of the labels themselves.
func LabelPartition(of model.StudyPosterior) Partition {
	return newPartition(of, Label)
}

// ParameterPartition returns the variance partition of a study on the scale of the model's standard deviations,
// [ParameterScale].
func ParameterPartition(of model.StudyPosterior) Partition {
	return newPartition(of, ParameterScale(of.Posterior().Spec().Family))
}

func newPartition(of model.StudyPosterior, scale Scale) Partition {
	spec := of.Posterior().Spec()
	p := Partition{of: of, study: of.Name(), scale: scale, terms: of.Terms()}
	p.terms = slices.DeleteFunc(p.terms, func(t model.Term) bool { return t.Scales }) // part of the residual
	if scale != ParameterScale(spec.Family) {
		p.suffix = "_" + scale.String()
	}
	var sd []posterior.Quantity
	mu, omega := of.Mean(), of.DiscriminationSD()
	p.mean, p.total = like(mu, p.name("mean")), like(mu, p.name("total_variance"))
	for _, t := range p.terms {
		if t.Multiplies == "" {
			sd = append(sd, of.EffectSD(t))
		}
		p.parts = append(p.parts, like(mu, p.name(t.Name+"_variance")))
	}
	residual, own := of.ResidualSD(), of.Own()
	latent := scale == ParameterScale(spec.Family)
	perChain(len(mu.Chains), func(c int) {
		sds, parts, at := make([]float64, len(sd)), make([]float64, len(p.terms)), make([]float64, len(own))
		var mixture family.Mixture
		for i, mu := range mu.Chains[c] {
			for t, q := range sd {
				sds[t] = q.Chains[c][i]
			}
			for n, q := range own {
				at[n] = q.Chains[c][i]
			}
			mean, total := mu, 0.0
			if latent {
				total = onPredictor(parts, sds, omega.Chains[c][i], residual.Chains[c][i])
			} else if w := omega.Chains[c][i]; w > 0 {
				mean, total = onSlopedLabels(parts, sds, mu, w, spec.Family.Response(), at)
			} else if m := of.Posterior().ItemMixture(&mixture, c, i); m != nil {
				mean, total = onMixedLabels(parts, sds, mu, m, spec.Family.Response(), at)
			} else {
				mean, total = onLabels(parts, sds, mu, spec.Family.Response(), at)
			}
			p.mean.Chains[c][i], p.total.Chains[c][i] = mean, total
			for t, part := range parts {
				p.parts[t].Chains[c][i] = part
			}
		}
	})
	return p
}

// onPredictor sets parts to the variances of the terms and returns the variance of a label about the linear
// predictor's mean. Discriminations with the standard deviation omega add σ_i²ω², which two labelers do not share.
func onPredictor(parts, sds []float64, omega, residualSD float64) (total float64) {
	for t, sd := range sds {
		parts[t] = sd * sd
		total += sd * sd
	}
	if n := len(sds); n < len(parts) {
		parts[n] = parts[0] * omega * omega
		total += parts[n]
	}
	return total + residualSD*residualSD
}

// onLabels sets parts to the variances of the mean label given each term alone, and returns mean and variance of a
// label.
func onLabels(parts, sds []float64, mu float64, response family.Response, own []float64) (mean, total float64) {
	for t, sd := range sds {
		parts[t] = 0
		if t > 0 && sd == 0 {
			continue
		}
		m, between, all := response.Moments(family.Point{Mean: mu, SD: sd, Rest: besides(sds, t)}, own)
		parts[t] = between
		if t == 0 {
			mean, total = m, all
		}
	}
	return mean, total
}

// besides is the standard deviation of all terms but one together.
func besides(sds []float64, one int) float64 {
	rest := 0.0
	for t, sd := range sds {
		if t != one {
			rest = math.Hypot(rest, sd)
		}
	}
	return rest
}

// onMixedLabels is onLabels for items' effects that are normal given a factor.
func onMixedLabels(
	parts, sds []float64, mu float64, factors *family.Mixture, response family.Response, own []float64,
) (mean, total float64) {
	clear(parts)
	at := family.MixedPoint{Point: family.Point{Mean: mu, SD: sds[0]}, Factors: factors}
	for t, sd := range sds[1:] {
		if sd != 0 {
			at.Rest = besides(sds[1:], t)
			parts[1+t] = family.MixedPart(response, at, sd, own)
		}
	}
	at.Rest = floats.Norm(sds[1:], 2)
	mean, parts[0], total = family.MixedMoments(response, at, own)
	return mean, total
}

// onSlopedLabels is onLabels for labelers with discriminations. Discriminations have no part, because alone they do not
// change the mean label.
func onSlopedLabels(
	parts, sds []float64, mu, omega float64, response family.Response, own []float64,
) (mean, total float64) {
	clear(parts)
	at := family.SlopedPoint{Point: family.Point{Mean: mu, SD: sds[0]}, Slope: omega}
	for t, sd := range sds[1:] {
		if sd != 0 {
			at.Rest = besides(sds[1:], t)
			parts[1+t] = family.SlopedPart(response, at, sd, own)
		}
	}
	at.Rest = floats.Norm(sds[1:], 2)
	mean, parts[0], total = family.SlopedMoments(response, at, own)
	return mean, total
}

// name names a quantity of the study. The name has the scale if it is not the scale of the parameters.
func (p Partition) name(quantity string) string {
	return quantity + p.suffix + "[" + p.study + "]"
}

// Scale returns the scale on which the variance is partitioned.
func (p Partition) Scale() Scale { return p.scale }

// Mean returns the mean of a label. On the scale of the parameters it is μ, in labels or logits. On the label scale of
// a family with a link it is the mean label; for Bernoulli labels, the chance of a positive one.
func (p Partition) Mean() posterior.Quantity { return p.mean }

// TotalVariance returns the variance of a label: in squared labels, in squared logits or, for Bernoulli labels on the
// label scale, p(1 − p). On the latent scale of a family without a latent variable ([family.Family.ResidualSD]), such
// as counts, it and every share of it are NaN.
func (p Partition) TotalVariance() posterior.Quantity { return p.total }

// Terms returns the terms that the variance is divided between.
func (p Partition) Terms() []model.Term { return p.terms }

// Variance returns the part of the variance that is due to a term. ok is false, and the part 0 in every draw, if the
// model has no term of that name. The same holds for discriminations on the label scale of a family with a link,
// because alone they do not change the mean label.
func (p Partition) Variance(term string) (q posterior.Quantity, ok bool) {
	t := slices.IndexFunc(p.terms, func(t model.Term) bool { return t.Name == term })
	if t < 0 || p.terms[t].Multiplies != "" && p.suffix != "" {
		return like(p.mean, p.name(term+"_variance")), false
	}
	return p.parts[t], true
}

// ItemVariance returns the part of the variance that is due to the items: in a model with clusters of items, to the
// items apart from their clusters.
func (p Partition) ItemVariance() posterior.Quantity { return p.parts[0] }

// LabelerVariance returns the part of the variance that is due to the labelers.
// ok is false, and the part 0, if the model has no labeler effects.
func (p Partition) LabelerVariance() (q posterior.Quantity, ok bool) {
	return p.Variance(study.LabelerFactor)
}

// like returns a quantity of zeros in the shape of q.
func like(q posterior.Quantity, name string) posterior.Quantity {
	out := posterior.Quantity{Name: name, Chains: make([][]float64, len(q.Chains))}
	for c, x := range q.Chains {
		out.Chains[c] = make([]float64, len(x))
	}
	return out
}

// perChain calls f for each chain, on as many cores as there are.
func perChain(chains int, f func(c int)) {
	var wg sync.WaitGroup
	for c := range chains {
		wg.Go(func() { f(c) })
	}
	wg.Wait()
}
