package planning

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Moments are E x, E x², E x³ and E x⁴ of a label x.
type Moments [4]float64

// Judged describes how human labels and a judge's labels depend on the items. In such studies each item has one label
// by the judge and k labels by people. Items are at nodes with weights, as in an integral.
type Judged struct {
	Weight []float64 // of each node; they add up to 1
	// Person and Judge are moments, at each node, of a label by a person drawn at random and of one by the judge.
	Person, Judge []Moments
	// Labeler is the variance of labelers' levels if these are the same for all items, as in Person, and rest the other
	// variance of a label. A fit then knows the level of a labeler as precisely as the labeler's other labels show it.
	Labeler, Residual float64
	// Labelers are labelers who differ by more than a level that is added to labels; nil: there are none, or Labeler
	// describes them.
	Labelers []LabelerMoments
}

// LabelerMoments has the mean label and the mean square at each node, for one kind of labeler with a weight among all
// labelers.
type LabelerMoments struct {
	Weight       float64
	Mean, Square []float64
}

// GaussianJudged returns labels that are numbers: people's with these components of variance, and a judge's with
// correlation r with people's true score. The variance of the judge's labels does not matter; it is set to the variance
// of people's labels.
func GaussianJudged(c Components, r float64) Judged {
	j := Judged{Labeler: c.Labeler, Residual: c.Residual}
	nodes, weights := standardNormal()
	total := c.Total()
	for i, z := range nodes {
		j.Weight = append(j.Weight, weights[i])
		j.Person = append(j.Person, normalMoments(math.Sqrt(c.Item)*z, c.Labeler+c.Residual))
		j.Judge = append(j.Judge, normalMoments(math.Sqrt(total)*r*z, total*(1-r*r)))
	}
	return j
}

// standardNormal returns nodes and weights for the mean over a standard normal variable. This is the Gauss–Hermite rule
// with 9 nodes, exact for polynomials up to degree 17 (Abramowitz and Stegun 1964, table 25.10).
func standardNormal() (nodes, weights []float64) {
	half := []float64{0, 0.723551018752838, 1.468553289216668, 2.266580584531843, 3.190993201781528}
	of := []float64{7.202352156060e-1, 4.326515590026e-1, 8.847452739438e-2, 4.943624275537e-3, 3.960697726326e-5}
	for i := range half {
		for _, sign := range []float64{-1, 1} {
			if i == 0 && sign < 0 {
				continue
			}
			nodes = append(nodes, sign*math.Sqrt2*half[i])
			weights = append(weights, of[i]/math.Sqrt(math.Pi))
		}
	}
	return nodes, weights
}

// normalMoments returns the moments of a normal variable.
func normalMoments(mean, variance float64) Moments {
	m2 := mean * mean
	return Moments{mean, m2 + variance, mean * (m2 + 3*variance), m2*m2 + 6*m2*variance + 3*variance*variance}
}

// lead is how far the judge is ahead of people's mean of k labels, with its derivatives by moments,
//
//	artanh r − artanh √ICC(k),  r = C/√(T B),  ICC(k) = k ICC/(1 + (k − 1) ICC),  ICC = B/S,
//
// with B = E yy′ − (E y)² the variance of people's true scores, S = E y² − (E y)² and T = E w² − (E w)² the variances
// of labels and C = E wy − E w E y. It is 0 if the judge's label is worth k labels. Its estimate, on Fisher's (1921)
// scale of correlations, is nearly normal.
type lead struct {
	value float64
	// Derivatives by E y, E yy′, E y², E wy, E w and E w².
	y, yy, square, wy, w, w2 float64
	rest                     float64 // by a part of S that is known otherwise
}

// means are E y, E w, and B, S, C and T of [lead].
type means struct{ y, w, b, s, c, t float64 }

func (jd Judged) means() means {
	var y, yy, square, wy, w, w2 float64
	for i, p := range jd.Weight {
		of, by := jd.Person[i], jd.Judge[i]
		y += p * of[0]
		yy += p * of[0] * of[0]
		square += p * of[1]
		w += p * by[0]
		wy += p * of[0] * by[0]
		w2 += p * by[1]
	}
	return means{y: y, w: w, b: yy - y*y, s: square - y*y, c: wy - w*y, t: w2 - w*w}
}

// lead returns how far the judge is ahead of the mean of k labels.
func (jd Judged) lead(k float64) lead {
	m := jd.means()
	b, s, c, t := m.b, m.s, m.c, m.t
	r, icc := c/math.Sqrt(t*b), b/s
	of := k * icc / (1 + (k-1)*icc)
	root := math.Sqrt(of)
	dr, dicc := 1/(1-r*r), k/math.Pow(1+(k-1)*icc, 2)/(2*root*(1-of))
	dB, dS, dC, dT := -dr*r/(2*b)-dicc/s, dicc*icc/s, dr/math.Sqrt(t*b), -dr*r/(2*t)
	return lead{
		value: math.Atanh(r) - math.Atanh(root),
		y:     -2*m.y*(dB+dS) - m.w*dC, yy: dB, square: dS, wy: dC, w: -m.y*dC - 2*m.w*dT, w2: dT, rest: dS,
	}
}

// Lead returns how far one label by the judge is ahead of the mean of k human labels: artanh r − artanh √ICC(k), on the
// scale of the labels. k need not be whole. It is 0 if the judge's label is worth k of people's.
func (jd Judged) Lead(k float64) float64 { return jd.lead(k).value }

// Worth returns r²(1 − ICC)/(ICC(1 − r²)): how many human labels have a mean that follows people's true scores as well
// as one label by the judge. It is 0 if the judge's label does not follow them.
func (jd Judged) Worth() float64 {
	m := jd.means()
	r, icc := m.c/math.Sqrt(m.t*m.b), m.b/m.s
	if r <= 0 {
		return 0
	}
	return r * r * (1 - icc) / (icc * (1 - r*r))
}

// LeadSE returns the large-sample standard error of the lead over k labels that a study of the given design estimates,
// by the delta method: √(Var φ/n + Var φ_a/m), with
//
//	φ = Σ (∂ lead/∂ moment) · (the item's mean of it)
//
// over the moments of [Judged.Lead], whose means over the labels of an item have the variances of U-statistics
// (Hoeffding 1948), and with φ_a the influence of one labeler on all (Hampel 1974), as in [Probabilities.ICCSE]. Levels
// that are added (Labeler) count with the part that a fit does not know, as in [Components.ICCSE]. It is +Inf with one
// label per item or one labeler, and NaN with fewer than 2 items or without a lead.
func (jd Judged) LeadSE(d Design, k float64) float64 {
	if d.Items < 2 || d.LabelsPerItem < 1 || math.IsNaN(jd.Lead(k)) {
		return math.NaN()
	}
	labelers := d.Labelers > 0 && (jd.Labeler > 0 || jd.Labelers != nil)
	if d.LabelsPerItem == 1 || labelers && d.Labelers <= 1 {
		return math.Inf(1)
	}
	c := Components{Labeler: jd.Labeler, Residual: jd.Residual}
	known := 0.0
	if labelers && jd.Labeler > 0 {
		known = jd.Labeler - c.unknownHabit(d)
	}
	f := jd.lead(k)
	variance := jd.itemVariance(f, float64(d.LabelsPerItem), known) / float64(d.Items)
	if labelers && jd.Labeler > 0 {
		variance += 2 * f.rest * f.rest * fewLabelers(jd.Labeler, d.Labelers)
	}
	if labelers && jd.Labelers != nil {
		variance += jd.labelerVariance(f) / d.Labelers
	}
	return math.Sqrt(variance)
}

// itemVariance returns Var φ: over items of its mean, and within items.
func (jd Judged) itemVariance(f lead, k, known float64) float64 {
	mean, square, within := 0.0, 0.0, 0.0
	for i, p := range jd.Weight {
		m, w := less(jd.Person[i], known), jd.Judge[i]
		at := f.y*m[0] + f.yy*m[0]*m[0] + f.square*m[1] + f.wy*m[0]*w[0] + f.w*w[0] + f.w2*w[1]
		mean += p * at
		square += p * at * at
		within += p * f.within(m, w, k)
	}
	return square - mean*mean + within
}

// less returns the moments of a normal part less: of x where x + e has moments m, e normal with that variance.
func less(m Moments, variance float64) Moments {
	return Moments{m[0], m[1] - variance, m[2] - 3*m[0]*variance, m[3] - 6*m[1]*variance + 3*variance*variance}
}

// within returns the variance of an item's φ about its mean: k labels with moments m, and the judge's with moments w,
// given the item are independent.
func (f lead) within(m, w Moments, k float64) float64 {
	v, c3 := m[1]-m[0]*m[0], m[2]-m[0]*m[1] // variance, and covariance of y and y²
	// Variances of the means of y, of yy′ and of y² over the labels of the item.
	varY, varYY, varS := v/k, (4*(k-2)*m[0]*m[0]*v+2*(m[1]*m[1]-math.Pow(m[0], 4)))/(k*(k-1)), (m[3]-m[1]*m[1])/k
	covYYY, covYS, covYYS := 2*m[0]*v/k, c3/k, 2*m[0]*c3/k
	// Given the judge's label w the slope of the mean of y is f.y + w f.wy.
	slope, slope2 := f.y+f.wy*w[0], f.y*f.y+2*f.y*f.wy*w[0]+f.wy*f.wy*w[1]
	people := slope2*varY + f.yy*f.yy*varYY + f.square*f.square*varS +
		2*slope*(f.yy*covYYY+f.square*covYS) + 2*f.yy*f.square*covYYS
	// The mean over people's labels varies with w by (f.w + f.wy E y) w + f.w2 w².
	linear := f.w + f.wy*m[0]
	judge := linear*linear*(w[1]-w[0]*w[0]) + f.w2*f.w2*(w[3]-w[1]*w[1]) + 2*linear*f.w2*(w[2]-w[0]*w[1])
	return people + judge
}

// labelerVariance returns Var φ_a.
func (jd Judged) labelerVariance(f lead) float64 {
	total, sum, squares := 0.0, 0.0, 0.0
	for _, l := range jd.Labelers {
		at := 0.0
		for i, p := range jd.Weight {
			g := l.Mean[i]
			at += p * (f.y*g + 2*f.yy*g*jd.Person[i][0] + f.square*l.Square[i] + f.wy*g*jd.Judge[i][0])
		}
		total, sum, squares = total+l.Weight, sum+l.Weight*at, squares+l.Weight*at*at
	}
	sum /= total
	return squares/total - sum*sum
}

// Power returns the probability that a study of this design shows whether the judge's label is worth more or less than
// bound labels, with a posterior probability of at least settled. It is Φ(|lead|/SE − z), with z the quantile of
// settled. If the worth equals the bound, a study is conclusive only by chance.
func (jd Judged) Power(d Design, bound, settled float64) float64 {
	z := distuv.UnitNormal.Quantile(settled)
	return distuv.UnitNormal.CDF(math.Abs(jd.Lead(bound))/jd.LeadSE(d, bound) - z)
}

// ItemsFor returns the smallest number of items with which a study has the power; ok is false where [MostItems] are not
// enough. Design returns the study with a number of items. Its standard error must not rise with the number.
func (jd Judged) ItemsFor(power, bound, settled float64, design func(items int) Design) (items int, ok bool) {
	return FewestItems(func(n int) bool { return jd.Power(design(n), bound, settled) >= power })
}
