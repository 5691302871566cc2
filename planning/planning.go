// Package planning predicts the precision of a study before its labels are collected: the standard errors of its mean
// and its reliability, given the numbers of items and of labels per item.
//
// In a study n items have k labels each, by m labelers, perhaps some of them with many more labels than others.
// A label varies by its item, its labeler and a rest, as in the
// fitted model; see [Components].
package planning

import "math"

// Components are the parts of the variance of a label, in squared labels (for binary
// labels 0 and 1, squared probabilities; on the logit scale, squared logits).
type Components struct {
	Item     float64 // between items
	Labeler  float64 // between labelers
	Residual float64 // neither
}

// Total returns the variance of a label.
func (c Components) Total() float64 { return c.Item + c.Labeler + c.Residual }

// ICC returns the reliability of one label, Item/Total; NaN if Total is 0.
func (c Components) ICC() float64 { return c.Item / c.Total() }

// Design is a study.
type Design struct {
	Items         int // n
	LabelsPerItem int // k
	// Labelers is m. It need not be whole, because it is often an extrapolation. It is not used where
	// Components.Labeler is 0.
	Labelers float64
	// EffectiveLabelers is (Σ labels)²/Σ labels² over the labelers, which is less than m if loads are uneven; 0: each
	// gives the same number of labels, and it is m.
	EffectiveLabelers float64
}

// effective returns the number of labelers that counts for the mean.
func (d Design) effective() float64 {
	if d.EffectiveLabelers > 0 {
		return d.EffectiveLabelers
	}
	return d.Labelers
}

// MeanSE returns the standard error of the mean label of a study of new items and new
// labelers, in labels,
//
//	√(Item/n + Labeler/m_eff + Residual/(nk)),  m_eff = (Σ labels)²/Σ labels²
//
// (the variance of the grand mean of a two-way random-effects layout: Brennan 2001, Generalizability Theory, where each
// labeler gives the same number of labels; in general each labeler's effect has the weight of the labeler's labels). It
// is NaN unless n and k are positive, and m too if there are labeler effects.
func (c Components) MeanSE(d Design) float64 {
	if d.Items < 1 || d.LabelsPerItem < 1 || (c.Labeler > 0 && !(d.effective() > 0)) {
		return math.NaN()
	}
	n, k := float64(d.Items), float64(d.LabelsPerItem)
	v := c.Item/n + c.Residual/(n*k)
	if c.Labeler > 0 {
		v += c.Labeler / d.effective()
	}
	return math.Sqrt(v)
}

// ICCSE returns the standard error of the estimated ICC of normal labels, ρ = Item/Total, by the delta method,
//
//	Var = 2/Total² · { [(1−ρ)/k]² (w + k·Item)²/(n−1) + [(1+(k−1)ρ)/k]² w²/((n−1)(k−1)) + ρ² Labeler²/(m−1) }.
//
// The first two terms are from the mean squares between and within items, where w is the variance within an item if the
// levels of labelers are known as precisely as the study shows them,
//
//	w = Residual + 1/(1/Labeler + (r−1)E/Residual),  r = nk/m,  E = m(k−1)/(k(m−1)),
//
// r the labels of a labeler and E the efficiency of the design for differences between labelers (1 where every labeler
// labels every item; Yates 1936). The third is from the variance of m labelers about the variance of all labelers,
// which falls with m however many items there are. In the limit of labelers who give one label each it is Fisher's
// (1925; Donner and Eliasziw 1987, Statistics in Medicine 6),
//
//	√( 2 (1−ρ)² (1+(k−1)ρ)² / (k (k−1) (n−1)) ),
//
// and if every labeler labels every item, it follows from the mean squares of the two-way layout, except for terms of
// order 1/n. In these designs, and between them if loads are even, it is within 7% of the standard error by REML. If a
// few labelers give most labels, it is up to a seventh too small. With 3 to 5 labelers of large effects, the delta
// method itself is 10 to 20% too large. With Labelers 0 it is Fisher's. It is +Inf with one label per item, which does
// not separate items from noise, or one labeler, and NaN with fewer than 2 items.
func (c Components) ICCSE(d Design) float64 { return GaussianJudged(c, 0).ICC(0).SE(d) }

// unknownHabit returns the variance of a labeler's effect given the labeler's other labels.
func (c Components) unknownHabit(d Design) float64 {
	m, k := d.Labelers, float64(d.LabelsPerItem)
	others := float64(d.Items)*k/m - 1
	if !(m > 1) || !(others > 0) || c.Labeler == 0 {
		return c.Labeler
	}
	efficiency := math.Min(1, m*(k-1)/(k*(m-1)))
	return 1 / (1/c.Labeler + others*efficiency/c.Residual)
}

// fewLabelers returns half the variance of a variance estimated from the effects of m labelers.
func fewLabelers(variance, m float64) float64 { return variance * variance / (m - 1) }
