package vpc

import (
	"fmt"
	"slices"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// Partition is the posterior of the variance of one study's labels, draw by draw and on one scale. It also has the part
// due to each term, such as items and labelers.
//
// The variance is the variance of a single label, with the levels of all terms drawn anew. The part due to no term is
// the residual. On the label scale of a family with a link, the residual includes interactions of terms.
type Partition struct {
	of          model.StudyPosterior
	study       string
	scale       Scale
	suffix      string // of names
	terms       []spec.Term
	effects     []int // of all terms of the study, those that are added to the predictor, the items' first
	mean, total posterior.Quantity
	parts       []posterior.Quantity // of each term
}

// NewPartition returns the variance partition of a study on the scale asked for. It returns an error if the fit's
// family of labels does not have that scale; [LabelPartition] and [ParameterPartition] are on scales that every
// family has.
//
// On the label scale of a family with a link, h(u) = E m(μ + u + rest) is the mean label of an item with effect u over
// everything else that varies. Here m is the inverse of the link. The items' part is Var h, and the parts of other
// terms are defined in the same way. For Bernoulli labels h is the chance of a positive label, and with its mean p the
// total is p(1 − p).
func NewPartition(of model.StudyPosterior, scale Scale) (Partition, error) {
	all, err := NewPartitions([]model.StudyPosterior{of}, scale, nil)
	if err != nil {
		return Partition{}, err
	}
	return all[0], nil
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

// NewPartitions is [NewPartition] of several studies of a fit. On the label scale of a family with a link, the function
// also gets the mean labels of each draw, unless it is nil.
func NewPartitions(
	studies []model.StudyPosterior, scale Scale, also func(chain int, h *family.Curves) func(draw int),
) ([]Partition, error) {
	if len(studies) == 0 {
		return nil, nil
	}
	if f := studies[0].Posterior().Spec().Family; !slices.Contains(Scales(f), scale) {
		return nil, fmt.Errorf("labels of the %v family have no %v scale", f, scale)
	}
	return newPartitions(studies, scale, also), nil
}

func newPartition(of model.StudyPosterior, scale Scale) Partition {
	return newPartitions([]model.StudyPosterior{of}, scale, nil)[0]
}

func newPartitions(
	studies []model.StudyPosterior, scale Scale, also func(chain int, h *family.Curves) func(draw int),
) (all []Partition) {
	fit := studies[0].Posterior()
	latent := scale == ParameterScale(fit.Spec().Family)
	for _, of := range studies {
		all = append(all, emptyPartition(of, scale, latent))
	}
	fit.Each(studies, 1, func(c int) func(int, []model.Draw) {
		var sds, parts []float64
		then, h := func(int) {}, (*family.Curves)(nil)
		if !latent {
			h = family.NewCurves(fit.Spec().Family.Response(), len(all))
			if also != nil {
				then = also(c, h)
			}
		}
		return func(i int, draws []model.Draw) {
			for s, p := range all {
				d := &draws[s]
				sds = p.added(sds[:0], d)
				parts = append(parts[:0], make([]float64, len(p.terms))...)
				var mean, total float64
				if latent {
					mean, total = d.Mean, onPredictor(parts, sds, d.DiscriminationSD, d.ResidualSD)
				} else { // discriminations have no part, because alone they do not change the mean label
					mean, _, total = h.SetParts(s, d.TrueScores(), parts[:len(sds)], sds, d.Own)
				}
				p.mean.Chains[c][i], p.total.Chains[c][i] = mean, total
				for t, part := range parts {
					p.parts[t].Chains[c][i] = part
				}
			}
			then(i)
		}
	})
	return all
}

// emptyPartition has zeros in each draw.
func emptyPartition(of model.StudyPosterior, scale Scale, latent bool) Partition {
	p := Partition{of: of, study: of.Name(), scale: scale, terms: of.Terms()}
	for t, term := range p.terms {
		if term.Multiplies == "" && !term.Scales {
			p.effects = append(p.effects, t)
		}
	}
	p.terms = slices.DeleteFunc(p.terms, func(t spec.Term) bool { return t.Scales }) // part of the residual
	if !latent {
		p.suffix = "_" + scale.String()
	}
	p.mean, p.total = of.Mean().Like(p.name("mean")), of.Mean().Like(p.name("total_variance"))
	for _, t := range p.terms {
		p.parts = append(p.parts, p.mean.Like(p.name(t.Name+"_variance")))
	}
	return p
}

// added appends the standard deviations of the terms but discriminations, the items' first.
func (p Partition) added(to []float64, d *model.Draw) []float64 {
	for _, t := range p.effects {
		to = append(to, d.SD[t])
	}
	return to
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
func (p Partition) Terms() []spec.Term { return p.terms }

// Variance returns the part of the variance that is due to a term. If the model has no term of that name, ok is false
// and the part is 0 in every draw. The same holds for discriminations on the label scale of a family with a link,
// because alone they do not change the mean label.
func (p Partition) Variance(term string) (q posterior.Quantity, ok bool) {
	t := slices.IndexFunc(p.terms, func(t spec.Term) bool { return t.Name == term })
	if t < 0 || p.terms[t].Multiplies != "" && p.suffix != "" {
		return p.mean.Like(p.name(term + "_variance")), false
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
