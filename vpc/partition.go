package vpc

import (
	"fmt"
	"slices"
	"sync"

	"concord/internal/logitnormal"
	"concord/model"
	"concord/posterior"
)

// Partition is the posterior of the variance of one study's labels and of the parts
// of it due to items and to labelers, on one scale, draw by draw.
//
// The variance is that of a single label by a labeler and of an item both drawn anew.
// What is due neither to item nor to labeler is the residual; on the probability scale it
// includes what only item and labeler together tell.
type Partition struct {
	study       string
	scale       Scale
	hasLabelers bool

	mean, total, item, labeler posterior.Quantity
}

// NewPartition returns the variance partition of a study on the scale asked for. It returns an error if the fit's
// family of labels does not have that scale; [LabelPartition] and [ParameterPartition] are on scales that every
// family has.
//
// On the probability scale, h(u) = E_a logit⁻¹(μ + u + a) is the chance that item u has a positive label, p its mean,
// and
//
//	total = p(1 − p), item = Var h(u), labeler = Var_a E_u logit⁻¹(μ + u + a).
func NewPartition(of model.StudyPosterior, scale Scale) (Partition, error) {
	family := of.Posterior().Spec().Family
	if !slices.Contains(Scales(family), scale) {
		return Partition{}, fmt.Errorf("labels of the %v family have no %v scale", family, scale)
	}
	return newPartition(of, scale), nil
}

// LabelPartition returns the variance partition of a study on the scale of the labels themselves, [LabelScale].
func LabelPartition(of model.StudyPosterior) Partition {
	return newPartition(of, LabelScale(of.Posterior().Spec().Family))
}

// ParameterPartition returns the variance partition of a study on the scale of the model's standard deviations,
// [ParameterScale].
func ParameterPartition(of model.StudyPosterior) Partition {
	return newPartition(of, ParameterScale(of.Posterior().Spec().Family))
}

func newPartition(of model.StudyPosterior, scale Scale) Partition {
	p := Partition{study: of.Name(), scale: scale, hasLabelers: of.Posterior().HasLabelers()}
	mean, item, labeler := of.Mean(), of.ItemSD(), of.LabelerSD()
	p.mean, p.total = like(mean, p.name("mean")), like(mean, p.name("total_variance"))
	p.item, p.labeler = like(mean, p.name("item_variance")), like(mean, p.name("labeler_variance"))
	residual := of.ResidualSD()
	perChain(len(mean.Chains), func(c int) {
		for i, mu := range mean.Chains[c] {
			si, sl := item.Chains[c][i], labeler.Chains[c][i]
			v := latent(mu, si, sl, residual.Chains[c][i])
			if scale == Probability {
				v = onProbabilities(mu, si, sl)
			}
			p.mean.Chains[c][i], p.total.Chains[c][i] = v.mean, v.total
			p.item.Chains[c][i], p.labeler.Chains[c][i] = v.item, v.labeler
		}
	})
	return p
}

// variances are a partition in one draw.
type variances struct{ mean, total, item, labeler float64 }

func latent(mu, itemSD, labelerSD, residualSD float64) variances {
	i, l := itemSD*itemSD, labelerSD*labelerSD
	return variances{mean: mu, total: i + l + residualSD*residualSD, item: i, labeler: l}
}

func onProbabilities(mu, itemSD, labelerSD float64) variances {
	p, item := logitnormal.Probability{Mean: mu, SD: itemSD, Noise: labelerSD}.Variance()
	labeler := 0.0
	if labelerSD > 0 {
		_, labeler = logitnormal.Probability{Mean: mu, SD: labelerSD, Noise: itemSD}.Variance()
	}
	return variances{mean: p, total: p * (1 - p), item: item, labeler: labeler}
}

// name names a quantity of the study, on the probability scale as such.
func (p Partition) name(quantity string) string {
	if p.scale == Probability {
		quantity += "_probability"
	}
	return quantity + "[" + p.study + "]"
}

// Scale returns the scale on which the variance is partitioned.
func (p Partition) Scale() Scale { return p.scale }

// Mean returns the mean of a label: μ, in labels or logits, or on the probability scale the
// chance of a positive label.
func (p Partition) Mean() posterior.Quantity { return p.mean }

// TotalVariance returns the variance of a label, in squared labels, squared logits
// or, on the probability scale, p(1 − p).
func (p Partition) TotalVariance() posterior.Quantity { return p.total }

// ItemVariance returns the part of the variance that is due to the items.
func (p Partition) ItemVariance() posterior.Quantity { return p.item }

// LabelerVariance returns the part of the variance that is due to the labelers.
// ok is false if the model has no labeler effects.
func (p Partition) LabelerVariance() (q posterior.Quantity, ok bool) {
	return p.labeler, p.hasLabelers
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
