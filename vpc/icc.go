package vpc

import (
	"math"
	"strconv"

	"concord/posterior"
)

// ICC returns the share of the variance of a single label that is due to the item: σ_i² / (σ_i² + σ_l² + σ²), ICC(2,1)
// = ICC(A,1). It is the correlation of two labels of one item by different labelers. On the label scale of Bernoulli
// labels it is Var h(u) / [p(1 − p)], which kappa estimates for exchangeable labelers. In a model with clusters of
// items σ_i² is the variance of the items' true scores, σ_c² + σ_i²: the pooled ICC.
func (p Partition) ICC() posterior.Quantity {
	return posterior.Map(p.name("icc"), share, p.TrueVariance(), p.total)
}

// LabelerICC returns the share of the variance of a single label that is due to the labeler, σ_l² / (σ_i² + σ_l² + σ²):
// the correlation of two labels of different items by one labeler. If the model has no labeler effects, the share is
// undefined and ok is false.
func (p Partition) LabelerICC() (q posterior.Quantity, ok bool) {
	labeler, ok := p.LabelerVariance()
	if !ok {
		return posterior.Quantity{}, false
	}
	return posterior.Map(p.name("labeler_icc"), share, labeler, p.total), true
}

// LabelerExceedsICC returns the posterior probability that labeler ICC > ICC: that a label depends more on the labeler
// than on the item. If the model has no labeler effects, ok is false.
func (p Partition) LabelerExceedsICC() (probability posterior.Probability, ok bool) {
	labeler, ok := p.LabelerVariance()
	if !ok {
		return posterior.Probability{}, false
	}
	excess := posterior.Difference("", labeler, p.TrueVariance())
	return excess.Positive(), true
}

// ICCk returns the reliability of the mean of k labels by different labelers,
// ICC(A,k) = k·ICC / (1 + (k − 1)·ICC) (Spearman 1910; Brown 1910).
// It panics if k is not positive.
func (p Partition) ICCk(k int) posterior.Quantity {
	if k < 1 {
		panic("vpc: the number of labels must be positive")
	}
	return posterior.Map(p.name("icc_"+strconv.Itoa(k)), func(v []float64) float64 {
		return spearmanBrown(share(v), float64(k))
	}, p.TrueVariance(), p.total)
}

// LabelsFor returns the smallest number of labels, by different labelers, whose mean has
// at least the target reliability. It is +Inf in draws whose ICC is 0, which no number
// of labels mends, so that its quantiles mean more than its mean.
// It panics unless 0 < target < 1.
func (p Partition) LabelsFor(target float64) posterior.Quantity { return p.LabelsWith(p.ICC(), target) }

// LabelsWith is [Partition.LabelsFor] of another reliability of a single label, such as [Partition.ConsistencyICC].
func (p Partition) LabelsWith(icc posterior.Quantity, target float64) posterior.Quantity {
	if !(target > 0 && target < 1) {
		panic("vpc: the target reliability must be between 0 and 1")
	}
	name := "labels_for_" + strconv.FormatFloat(target, 'g', -1, 64)
	return posterior.Map(p.name(name), func(v []float64) float64 { return labelsFor(v[0], target) }, icc)
}

// share returns v[0]/v[1].
func share(v []float64) float64 { return v[0] / v[1] }

func spearmanBrown(icc, k float64) float64 { return k * icc / (1 + (k-1)*icc) }

// labelsFor solves k·ICC/(1 + (k−1)·ICC) = target for k and rounds up.
func labelsFor(icc, target float64) float64 {
	if math.IsNaN(icc) {
		return icc
	}
	k := math.Max(1, math.Ceil(target*(1-icc)/(icc*(1-target))))
	// A target that is reached exactly must not cost a label by rounding.
	if k > 1 && spearmanBrown(icc, k-1) >= target*(1-1e-12) {
		k--
	}
	return k
}
