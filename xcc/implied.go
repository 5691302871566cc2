package xcc

import (
	"math"

	"concord/model"
	"concord/posterior"
	"concord/vpc"
)

// Implied has the kappa-like coefficients that a fit implies: the values that an infinite study would have if the model
// were right. They are on the label scale, to compare with the coefficients computed from the labels. Labels that are
// compared come from different people, also across studies with shared labelers; distance is 0 or 1 for Bernoulli
// labels, the squared difference for Gaussian ones.
type Implied struct{ on Joint }

// Implied returns the coefficients that the fit implies, from the quantities that j already has. ok is false on the
// latent scale, which has no coefficients.
func (j Joint) Implied() (im Implied, ok bool) {
	if j.scale == vpc.Latent {
		return Implied{}, false
	}
	return Implied{j}, true
}

// Kappa returns the kappa of exchangeable labelers (Fleiss's kappa, Krippendorff's alpha)
// that the fit implies for a study: the ICC on the scale of the labels.
func (im Implied) Kappa(study model.StudyPosterior) posterior.Quantity {
	q := im.on.Partition(study).ICC()
	q.Name = nameOf("implied_kappa", study)
	return q
}

// CrossKappa returns two coefficients that the fit implies for labels of studies a and b: cross-kappa, κ_x = 1 −
// d_o/d_e (Wong, Paritosh and Aroyo 2021, equation 6), and normalized cross-kappa, κ_x/√(κ_a κ_b). With T the total
// variance and Cov the covariance of labels of one item from the two studies,
//
//	κ_x = 2 Cov / [T_a + T_b + (μ_a − μ_b)²],
//
// where Cov = ρ σ_a σ_b for Gaussian labels, and Cov(h_a, h_b), h the item's chance of a positive label, for Bernoulli;
// then the denominator is p_a(1 − p_b) + p_b(1 − p_a). It is xCC times 2√(T_a T_b) over that denominator, and so at
// most xCC: unlike xCC, κ_x is lowered by a shift between the studies' means. In draws without item variance the
// normalized value is NaN.
func (im Implied) CrossKappa(a, b model.StudyPosterior) (cross, normalized posterior.Quantity) {
	pa, pb := im.on.Partition(a), im.on.Partition(b)
	cross = posterior.Map(nameOf("implied_cross_kappa", a, b), func(x []float64) float64 {
		shift := x[1] - x[2]
		return 2 * x[0] * math.Sqrt(x[5]) * math.Sqrt(x[6]) / (x[3] + x[4] + shift*shift)
	}, im.on.rhoOf(a, b), pa.Mean(), pb.Mean(), pa.TotalVariance(), pb.TotalVariance(),
		pa.TrueVariance(), pb.TrueVariance())
	return cross, normalizedKappa(a, b, cross, pa.ICC(), pb.ICC())
}

// normalizedKappa is κ_x/√(κ_a κ_b), draw by draw.
func normalizedKappa(a, b model.StudyPosterior, of ...posterior.Quantity) posterior.Quantity {
	return posterior.Map(nameOf("implied_normalized_cross_kappa", a, b), func(x []float64) float64 {
		return x[0] / math.Sqrt(x[1]) / math.Sqrt(x[2])
	}, of...)
}
