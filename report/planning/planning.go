// Package planning tells how precise a study will be before its labels are collected: the
// standard errors of its mean and of its reliability, for a number of items and of labels per item.
//
// A study is balanced: n items have k labels each, by m labelers who give the same number of
// labels. A label varies by its item, its labeler and a rest, as in the
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

// Design is a balanced study.
type Design struct {
	Items         int // n
	LabelsPerItem int // k
	// Labelers is m, of whom each gives n·k/m labels; it need not be whole, because it is
	// often an extrapolation. It is not used where Components.Labeler is 0.
	Labelers float64
}

// MeanSE returns the standard error of the mean label of a study of new items and new
// labelers, in labels,
//
//	√(Item/n + Labeler/m + Residual/(nk))
//
// (the variance of the grand mean of a two-way random-effects layout: Brennan 2001,
// Generalizability Theory, with each labeler giving the same number of labels).
// It is NaN unless n, k and, where there are labeler effects, m are positive.
func (c Components) MeanSE(d Design) float64 {
	if d.Items < 1 || d.LabelsPerItem < 1 || (c.Labeler > 0 && !(d.Labelers > 0)) {
		return math.NaN()
	}
	n, k := float64(d.Items), float64(d.LabelsPerItem)
	v := c.Item/n + c.Residual/(n*k)
	if c.Labeler > 0 {
		v += c.Labeler / d.Labelers
	}
	return math.Sqrt(v)
}

// ICCSE returns the large-sample standard error of the estimated ICC of normal labels,
//
//	√( 2 (1−ρ)² (1+(k−1)ρ)² / (k (k−1) (n−1)) ),  ρ = ICC
//
// (Fisher 1925; Donner and Eliasziw 1987, Statistics in Medicine 6), for
// labels of an item by labelers of whom none is met often: a few labelers who give
// many labels each add to it. It is +Inf with one label per item, which cannot tell items from
// noise, and NaN with fewer than 2 items.
func (c Components) ICCSE(d Design) float64 {
	if d.Items < 2 || d.LabelsPerItem < 1 {
		return math.NaN()
	}
	if d.LabelsPerItem == 1 {
		return math.Inf(1)
	}
	n, k, rho := float64(d.Items), float64(d.LabelsPerItem), c.ICC()
	return math.Sqrt2 * (1 - rho) * (1 + (k-1)*rho) / math.Sqrt(k*(k-1)*(n-1))
}
