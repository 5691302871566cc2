// Package vpc partitions the variance of labels (variance partition coefficients):
// how much of it is due to the items, which is reliability, how much to the labelers,
// and how many labels an item needs.
//
// The coefficients are those of two-way random effects, absolute agreement:
// ICC(2,1) of Shrout and Fleiss (1979), ICC(A,1) of McGraw and Wong (1996), and ICC(A,k).
package vpc

import "concord/model/family"

// Scale says of what the variance is partitioned. There are two in words, the label scale, that of the labels
// themselves (Label or Probability, by their family), and the latent scale.
type Scale int

const (
	// Label is the scale of labels that are numbers.
	Label Scale = iota
	// Latent is the scale of the linear predictor of a family with a link, such as the logits of Bernoulli labels,
	// where a label's own variance is that of the latent variable (Goldstein, Browne and Rasbash 2002, method D;
	// Nakagawa, Johnson and Schielzeth 2017).
	Latent
	// Probability is the scale of Bernoulli labels themselves, 0 and 1, on which
	// kappa-like coefficients live (Goldstein, Browne and Rasbash 2002, there by simulation; here
	// by quadrature).
	Probability
)

// String returns "label", "latent" or "probability".
func (s Scale) String() string {
	switch s {
	case Latent:
		return "latent"
	case Probability:
		return "probability"
	}
	return "label"
}

// Words returns how the scale is called where people read: "latent scale" or "label scale".
func (s Scale) Words() string {
	if s == Latent {
		return "latent scale"
	}
	return "label scale"
}

// LabelScale returns the scale of the labels themselves, on which coefficients of agreement live: Label for Gaussian
// labels, Probability for Bernoulli.
func LabelScale(f family.Family) Scale {
	scales := Scales(f)
	return scales[len(scales)-1]
}

// ParameterScale returns the scale of the model's standard deviations: Label for Gaussian labels, Latent for Bernoulli.
func ParameterScale(f family.Family) Scale { return Scales(f)[0] }

// Scales returns the scales that a family of labels has, that of the model's standard deviations first and that of the
// labels themselves last: Label for Gaussian labels, where the two are one, Latent and Probability for Bernoulli.
func Scales(f family.Family) []Scale {
	response := f.Response()
	switch {
	case response == nil:
		return []Scale{Label}
	case response.Scale() == Probability.String():
		return []Scale{Latent, Probability}
	}
	return []Scale{Latent, Label}
}
