package planning

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Scores describes the labels of one study given the item, at some items drawn at random. Several studies have the same
// items in the same order.
type Scores struct {
	// Mean is the mean label of each item, over labelers.
	Mean []float64
	// Variance is the variance of a label given the item, labelers included. It is nil for numbers, whose variance is
	// in Numbers.
	Variance []float64
	// Numbers are the components of variance of numbers. A study knows a labeler's level as precisely as the labeler's
	// other labels show it, as in [Components.ICCSE].
	Numbers Components
	// Labelers are kinds of labelers who differ by more than a level that is added to labels; nil if there are none,
	// and for numbers.
	Labelers []LabelerMoments
}

// Correlation predicts how precisely studies of the same items show ρ, the correlation of the items' true scores. It
// also covers the difference of ρ between two studies that are compared with a third. The true score of an item is its
// mean label over all labelers.
//
// The estimator uses the method of moments,
//
//	ρ_st = C_st/√(V_s V_t),  C_st = Cov(x_s, x_t),  V_s = E U_s − (E x_s)²,
//
// with x_s the mean of the k labels of an item in study s and U_s the mean product of two of them (Hoeffding 1948). The
// delta method gives each item the influence, with d = E(x | item) − E x, δ = x − E(x | item), both in units of √V_s,
// and P the mean product of two different labels' deviations from E(x | item), in units of V_s,
//
//	φ_st = (d_s + δ_s)(d_t + δ_t) − ½ρ_st (d_s² + 2 d_s δ_s + P_s + d_t² + 2 d_t δ_t + P_t),
//
// where Var δ_s = v_s/k, Var P_s = 2 v_s²/(k(k − 1)) and Cov(δ_s, P_s) = 0 for labels with the variance v_s given the
// item. Labelers have an influence too, if their levels are not just added (Hampel 1974).
type Correlation struct {
	value float64
	arms  []arm
	fixed float64 // Var over items of what does not depend on the numbers of labels
	// cross are the parts of two arms, E v_s v_t c², for the product of their δ.
	cross []crossPart
}

// arm is the contribution of one study to the variance of the influence of an item.
type arm struct {
	scores Scores
	single float64 // E c² v: the part of δ, over k
	pairs  float64 // c² E v²: the part of P, over k(k − 1)/2
	habit  float64 // Var over labelers of their influence, over m
}

type crossPart struct {
	s, t int
	part float64
}

// NewCorrelation returns the correlation of the true scores of two studies.
func NewCorrelation(a, b Scores) Correlation {
	return newCorrelation([]Scores{a, b}, []weightedPair{{0, 1, 1}})
}

// NewCorrelationDifference returns ρ(reference, a) − ρ(reference, b).
func NewCorrelationDifference(reference, a, b Scores) Correlation {
	return newCorrelation([]Scores{reference, a, b}, []weightedPair{{0, 1, 1}, {0, 2, -1}})
}

// weightedPair is a correlation with its weight in a sum.
type weightedPair struct {
	s, t   int
	weight float64
}

func newCorrelation(studies []Scores, pairs []weightedPair) Correlation {
	items := len(studies[0].Mean)
	d, unit := make([][]float64, len(studies)), make([]float64, len(studies))
	for s, of := range studies {
		if len(of.Mean) != items || items == 0 {
			panic("planning: all studies need the same items")
		}
		d[s], unit[s] = standardised(of.Mean)
	}
	// Given the item, the influence is bracket + Σ_s slope_s δ_s + Σ_pairs weight δ_s δ_t − Σ_s curve_s P_s.
	bracket, curve := make([]float64, items), make([]float64, len(studies))
	slope := make([][]float64, len(studies))
	for s := range slope {
		slope[s] = make([]float64, items)
	}
	c := Correlation{arms: make([]arm, len(studies))}
	rho := make([]float64, len(pairs))
	for p, pair := range pairs {
		x, y := d[pair.s], d[pair.t]
		for i := range x {
			rho[p] += x[i] * y[i] / float64(items)
		}
		c.value += pair.weight * rho[p]
		for i := range x {
			bracket[i] += pair.weight * (x[i]*y[i] - 0.5*rho[p]*(x[i]*x[i]+y[i]*y[i]))
			slope[pair.s][i] += pair.weight * (y[i] - rho[p]*x[i])
			slope[pair.t][i] += pair.weight * (x[i] - rho[p]*y[i])
		}
		curve[pair.s] += 0.5 * pair.weight * rho[p]
		curve[pair.t] += 0.5 * pair.weight * rho[p]
		part := 0.0
		for i := range x {
			part += studies[pair.s].variance(i) * studies[pair.t].variance(i) / float64(items)
		}
		c.cross = append(c.cross, crossPart{pair.s, pair.t, pair.weight * pair.weight * part /
			(unit[pair.s] * unit[pair.s] * unit[pair.t] * unit[pair.t])})
	}
	for _, b := range bracket {
		c.fixed += b * b / float64(items)
	}
	for s, of := range studies {
		a := &c.arms[s]
		a.scores = of
		v2 := unit[s] * unit[s]
		for i := range items {
			v := of.variance(i) / v2
			a.single += slope[s][i] * slope[s][i] * v / float64(items)
			a.pairs += curve[s] * curve[s] * v * v / float64(items)
		}
		a.habit = habit(of, d, unit, s, pairs, rho)
	}
	return c
}

// standardised returns values with mean 0 and variance 1, and their standard deviation.
func standardised(values []float64) (d []float64, sd float64) {
	n, mean := float64(len(values)), 0.0
	for _, x := range values {
		mean += x / n
	}
	for _, x := range values {
		sd += (x - mean) * (x - mean) / n
	}
	sd = math.Sqrt(sd)
	for _, x := range values {
		d = append(d, (x-mean)/sd)
	}
	return d, sd
}

// variance returns the variance of a label given the item, in units of the result of [Scores.noise].
func (s Scores) variance(item int) float64 {
	if s.Variance == nil {
		return 1
	}
	return s.Variance[item]
}

// noise returns the unit of [Scores.variance] in a study of a design.
func (s Scores) noise(d Design) float64 {
	if s.Variance == nil {
		return s.Numbers.Residual + s.Numbers.unknownHabit(d)
	}
	return 1
}

// habit returns the variance over labelers of study s of their influence
//
//	φ_l = Σ_pairs weight [ Cov(g_l, d_t) − ρ Cov(g_l, d_s) ]
//
// with g_l the mean label that the labeler gives an item, in units of √V_s.
func habit(of Scores, d [][]float64, unit []float64, s int, pairs []weightedPair, rho []float64) float64 {
	var total, sum, squares float64
	items := float64(len(d[s]))
	for _, l := range of.Labelers {
		phi := 0.0
		for p, pair := range pairs {
			other := pair.t
			if pair.t == s {
				other = pair.s
			} else if pair.s != s {
				continue
			}
			for i, g := range l.Mean { // d have the mean 0
				phi += pair.weight * g / unit[s] * (d[other][i] - rho[p]*d[s][i]) / items
			}
		}
		total, sum, squares = total+l.Weight, sum+l.Weight*phi, squares+l.Weight*phi*phi
	}
	if total == 0 {
		return 0
	}
	sum /= total
	return math.Max(0, squares/total-sum*sum)
}

// Value returns ρ or the difference.
func (co Correlation) Value() float64 { return co.value }

// SE returns its standard error in a study of n items that all have labels in each arm, in large samples. The designs
// are in the order of the arms that the correlation was made from, and have the same number of items. It is +Inf if an
// arm has one label per item, which does not separate items from noise. It is NaN with fewer than 2 items, or if items
// do not differ.
func (co Correlation) SE(designs ...Design) float64 {
	if len(designs) != len(co.arms) {
		panic("planning: each study needs a design")
	}
	items := designs[0].Items
	if slices.ContainsFunc(designs, func(d Design) bool { return d.Items != items || d.LabelsPerItem < 1 }) ||
		items < 2 || math.IsNaN(co.value) {
		return math.NaN()
	}
	v, habits := co.fixed, 0.0
	for s, a := range co.arms {
		d := designs[s]
		k, w := float64(d.LabelsPerItem), a.scores.noise(d)
		if k == 1 {
			return math.Inf(1)
		}
		v += a.single*w/k + a.pairs*w*w*2/(k*(k-1))
		if a.habit > 0 && d.Labelers > 0 {
			habits += a.habit / d.Labelers
		}
	}
	for _, x := range co.cross {
		s, t := designs[x.s], designs[x.t]
		v += x.part * co.arms[x.s].scores.noise(s) * co.arms[x.t].scores.noise(t) /
			float64(s.LabelsPerItem*t.LabelsPerItem)
	}
	return math.Sqrt(v/float64(items) + habits)
}

// Power returns the probability that studies of these designs are conclusive about the sign: the posterior probability
// of the true sign is at least conclusive. With z the normal quantile of conclusive, it is Φ(|value|/SE − z).
func (co Correlation) Power(conclusive float64, designs ...Design) float64 {
	z := distuv.UnitNormal.Quantile(conclusive)
	return distuv.UnitNormal.CDF(math.Abs(co.value)/co.SE(designs...) - z)
}
