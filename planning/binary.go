package planning

import (
	"math"

	"concord/internal/effect"
)

// Probabilities is how the chance h of a positive label varies over items: E hʳ for r = 1, 2, 3, 4.
type Probabilities struct {
	moment [5]float64
	// habit is the variance over labelers of the influence of one on the ICC of all (Hampel 1974).
	habit float64
}

// NewProbabilities returns the distribution of h(u) = E_a logit⁻¹(mean + u + a) over items
// u ~ N(0, itemSD²), with labelers a ~ N(0, labelerSD²); all in logits.
// They are NaN if an SD is negative or an argument not finite.
func NewProbabilities(mean, itemSD, labelerSD float64) Probabilities {
	var p Probabilities
	var items effect.Rule
	at := effect.Argument{Low: mean, High: mean, Slope: itemSD, Noise: labelerSD}
	items.Set(0, at, at)
	logits, chance := make([]float64, len(items.At)), make([]float64, len(items.At))
	for i, z := range items.At {
		logits[i] = mean + itemSD*z
	}
	effect.Means(chance, logits, labelerSD)
	for i, weight := range items.Weight {
		for r := range p.moment {
			p.moment[r] += weight
			weight *= chance[i]
		}
	}
	if !(itemSD >= 0) {
		p.moment[1] = math.NaN()
	}
	if labelerSD > 0 {
		p.habit = p.influence(logits, chance, items.Weight, labelerSD)
	}
	return p
}

// influence returns the variance over labelers of their influence on the ICC, with the items at the given logits, their
// chances and their weights.
func (b Probabilities) influence(at, chance, mass []float64, labelerSD float64) float64 {
	p, icc := b.moment[1], b.ICC()
	var labelers effect.Rule
	of := effect.Argument{Slope: labelerSD}
	labelers.Set(0, of, of)
	var sum, squares float64
	for k, z := range labelers.At {
		var mean, product float64
		for i, u := range at {
			g := mass[i] / (1 + math.Exp(-u-labelerSD*z))
			mean += g
			product += g * chance[i]
		}
		variance := b.moment[2] - p*p
		phi := (2*(product-p*mean-variance) - icc*(1-2*p)*(mean-p)) / (p * (1 - p))
		w := labelers.Weight[k]
		sum, squares = sum+w*phi, squares+w*phi*phi
	}
	return squares - sum*sum
}

// ICC returns the reliability of one binary label on the scale of the labels,
// Var h/[p(1 − p)], p = E h.
func (b Probabilities) ICC() float64 {
	p := b.moment[1]
	return (b.moment[2] - p*p) / (p * (1 - p))
}

// ICCSE returns the large-sample standard error of the estimated ICC of binary labels (Fleiss's
// kappa, the estimator κ = 1 − D/[p(1 − p)] with D the mean over items of X(k − X)/[k(k − 1)], X the number of positive
// labels of the item): by the delta method, √(Var φ/n),
//
//	φ = −d/(pq) + D(1 − 2p)/(pq)²·x,  d = X(k − X)/[k(k − 1)],  x = X/k,  q = 1 − p,
//
// with the moments of X from E[X(X−1)…(X−r+1)] = k(k−1)…(k−r+1)·E hʳ. (Zou and Donner 2004, Biometrics 60, give it for
// other distributions of h.) That holds if no labeler labels many items. If m labelers are given, the variance of the
// ICC between samples of m labelers is added: Var φ_a/m over labelers a, with the influence of one labeler on the ICC
// of all (Hampel 1974),
//
//	φ_a = { 2 Cov_u(h, g_a) − 2 Var h − ICC·(1 − 2p)(E g_a − p) } / [p(1 − p)],  g_a(u) = logit⁻¹(mean + u + a).
//
// It is +Inf with one label per item or one labeler, and NaN with fewer than 2 items.
func (b Probabilities) ICCSE(d Design) float64 {
	if d.Items < 2 || d.LabelsPerItem < 1 {
		return math.NaN()
	}
	if d.LabelsPerItem == 1 || (b.habit > 0 && d.Labelers > 0 && d.Labelers <= 1) {
		return math.Inf(1)
	}
	k := float64(d.LabelsPerItem)
	// Factorial moments f, then raw moments m of X by Stirling numbers of the second kind.
	var f [5]float64
	falling := 1.0
	for r := range f {
		f[r] = falling * b.moment[r]
		falling *= k - float64(r)
	}
	m := [5]float64{1, f[1], f[1] + f[2], f[1] + 3*f[2] + f[3], f[1] + 7*f[2] + 6*f[3] + f[4]}
	scale := 1 / (k * (k - 1))
	ed, ex := scale*(k*m[1]-m[2]), m[1]/k
	varD := scale*scale*(k*k*m[2]-2*k*m[3]+m[4]) - ed*ed
	varX := m[2]/(k*k) - ex*ex
	covDX := scale/k*(k*m[2]-m[3]) - ed*ex
	pq := ex * (1 - ex)
	slopeD, slopeX := -1/pq, ed*(1-2*ex)/(pq*pq)
	v := slopeD*slopeD*varD + 2*slopeD*slopeX*covDX + slopeX*slopeX*varX
	v = math.Max(0, v) / float64(d.Items)
	if b.habit > 0 && d.Labelers > 0 {
		v += b.habit / d.Labelers
	}
	return math.Sqrt(v)
}
