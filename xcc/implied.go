package xcc

import (
	"math"

	"concord/model"
	"concord/posterior"
	"concord/vpc"
	"concord/vpc/logitnormal"
)

// Implied is what a fit implies for kappa-like coefficients: the values that an
// infinite study would show if the model were right, on the coefficients' own scale, to be put beside the
// coefficients computed from the labels. Labels that are compared come from different
// people, also across studies with shared labelers; distance is 0 or 1 for Bernoulli labels, the
// squared difference for Gaussian ones.
type Implied struct {
	fit        *model.Posterior
	partitions map[string]vpc.Partition // by study, on the scale of the labels
}

// ImpliedBy returns what the fit implies. For Bernoulli labels it integrates over
// items and labelers for every draw and study.
func ImpliedBy(fit *model.Posterior) Implied {
	scales := vpc.Scales(fit.Spec().Family)
	im := Implied{fit, make(map[string]vpc.Partition)}
	for _, s := range fit.Studies() {
		im.partitions[s] = vpc.On(fit, s, scales[len(scales)-1])
	}
	return im
}

// Kappa returns the kappa of exchangeable labelers (Fleiss's kappa, Krippendorff's alpha)
// that the fit implies for a study: the ICC on the scale of the labels. It panics if the fit
// has no study of that name.
func (im Implied) Kappa(study string) posterior.Quantity {
	q := im.partition(study).ICC()
	q.Name = "implied_kappa[" + study + "]"
	return q
}

// CrossKappa returns the cross-kappa κ_x = 1 − d_o/d_e (Wong, Paritosh and Aroyo 2021,
// equation 6) that the fit implies for labels of studies a and b, and normalized cross-kappa,
// κ_x/√(κ_a κ_b). With T the total variance and Cov the covariance of labels of one item from the
// two studies,
//
//	κ_x = 2 Cov / [T_a + T_b + (μ_a − μ_b)²],
//
// where Cov = ρ σ_a σ_b for Gaussian labels, and Cov(h_a, h_b), h the item's chance of a
// positive label, for Bernoulli; then the denominator is p_a(1 − p_b) + p_b(1 − p_a). Unlike xCC, κ_x is lowered by a
// shift between the studies' means. In draws without item variance the normalized value is NaN.
// It panics if the fit has no study of one of the names.
func (im Implied) CrossKappa(a, b string) (cross, normalized posterior.Quantity) {
	pa, pb := im.partition(a), im.partition(b)
	covariance := im.covariance(a, b)
	cross = posterior.Map(pairName("implied_cross_kappa", a, b), func(x []float64) float64 {
		shift := x[1] - x[2]
		return 2 * x[0] / (x[3] + x[4] + shift*shift)
	}, covariance, pa.Mean(), pb.Mean(), pa.TotalVariance(), pb.TotalVariance())
	normalized = posterior.Map(pairName("implied_normalized_cross_kappa", a, b), func(x []float64) float64 {
		return x[0] / math.Sqrt(x[1]) / math.Sqrt(x[2])
	}, cross, pa.ICC(), pb.ICC())
	return cross, normalized
}

// covariance is that of two labels of one item, one from each study.
func (im Implied) covariance(a, b string) posterior.Quantity {
	fit := im.fit
	rho, sa, sb := fit.ItemCorrelation(a, b), fit.ItemSD(a), fit.ItemSD(b)
	if fit.Spec().Family != model.Bernoulli {
		return posterior.Map("", func(x []float64) float64 { return x[0] * x[1] * x[2] }, rho, sa, sb)
	}
	return posterior.Map("", func(x []float64) float64 {
		return logitnormal.Covariance(
			logitnormal.Probability{Mean: x[1], SD: x[2], Noise: x[3]},
			logitnormal.Probability{Mean: x[4], SD: x[5], Noise: x[6]}, x[0])
	}, rho, fit.Mean(a), sa, fit.LabelerSD(a), fit.Mean(b), sb, fit.LabelerSD(b))
}

func (im Implied) partition(study string) vpc.Partition {
	p, ok := im.partitions[study]
	if !ok {
		panic("xcc: the fit has no study named " + study)
	}
	return p
}
