// Package vpc partitions the variance of labels (variance partition coefficients). It tells how much is due to the
// items (reliability) and how much to the labelers, and how many labels an item needs.
//
// The coefficients are those of two-way random effects, absolute agreement:
// ICC(2,1) of Shrout and Fleiss (1979), ICC(A,1) of McGraw and Wong (1996), and ICC(A,k).
package vpc

import "concord/model/family"

// Scale says which variance is partitioned. Every family has the label scale, the scale of the labels themselves; a
// family with a link has the latent scale too.
type Scale int

const (
	// Label is the scale of the labels themselves, on which coefficients of agreement live: numbers, the scores of
	// ordered categories, or 0 and 1. For 0 and 1, an item's true score is the chance of a positive label (Goldstein,
	// Browne and Rasbash 2002, there by simulation; here by quadrature).
	Label Scale = iota
	// Latent is the scale of the linear predictor of a family with a link, such as the logits of Bernoulli labels. A
	// label then has the variance of the latent variable (Goldstein, Browne and Rasbash 2002, method D; Nakagawa,
	// Johnson and Schielzeth 2017).
	Latent
)

// String returns "label" or "latent".
func (s Scale) String() string {
	if s == Latent {
		return "latent"
	}
	return "label"
}

// Words returns the name of the scale for readers: "latent scale" or "label scale".
func (s Scale) Words() string { return s.String() + " scale" }

// ParameterScale returns the scale of the model's standard deviations: Label for Gaussian labels, Latent for Bernoulli.
func ParameterScale(f family.Family) Scale { return Scales(f)[0] }

// Scales returns the scales that a family of labels has: first the scale of the model's standard deviations, and last
// the scale of the labels. Gaussian labels have Label alone, because the two are the same; Bernoulli labels have Latent
// and Label.
func Scales(f family.Family) []Scale {
	if f.Response() == nil {
		return []Scale{Label}
	}
	return []Scale{Latent, Label}
}
