package planning

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Moments are E x, E x², E x³ and E x⁴ of a label x.
type Moments [4]float64

// Items are all items, represented by nodes as in an integral, with the labels of some groups.
type Items struct {
	Weight []float64 // of each node; they add up to 1
	Groups []Labels
}

// Labels are the labels of a group, given the item.
type Labels struct {
	// At has the moments, at each node, of a label by somebody drawn at random. Numbers use only the first.
	At []Moments
	// Numbers are the components of variance of numbers, whose labels of an item are normal; nil for others. A study
	// knows a labeler's level as precisely as the labeler's other labels show it, as in [Components.ICCSE].
	Numbers *Components
	// Labelers are kinds of labelers who differ by more than a level that is added to labels; nil if there are none,
	// and for numbers.
	Labelers []LabelerMoments
}

// LabelerMoments has the mean label and the mean square at each node, for one kind of labeler with a weight among all
// labelers. Correlations need no squares.
type LabelerMoments struct {
	Weight       float64
	Mean, Square []float64
}

// spread returns the variance of a label y at a node, its covariance with y² and the variance of y². For
// numbers the unit is that of [arm.noise], except in [arm.double].
func (l *Labels) spread(node int) (y, both, square float64) {
	m := l.At[node]
	if l.Numbers != nil {
		return 1, 2 * m[0], 4 * m[0] * m[0]
	}
	return m[1] - m[0]*m[0], m[2] - m[0]*m[1], m[3] - m[1]*m[1]
}

// Statistic predicts how precisely a study shows a number that is a function of moments of labels: E y of each of some
// groups, the means of products of two labels of an item, E yy′ of a group and E y_s y_t of two, and E y². Its estimate
// has the same function of the means over the labels of the study.
//
// The delta method gives each item the influence
//
//	φ = Σ (∂ statistic/∂ moment) · (the item's mean of it).
//
// Given the item, means of single labels and of pairs are U-statistics, whose variances follow from the projection on
// one label and from what it leaves of two (Hoeffding 1948). Labelers have an influence too, if their levels are not
// just added (Hampel 1974).
type Statistic struct {
	Value float64
	arms  []arm
	fixed float64 // Var over items of what does not depend on the numbers of labels
	cross []crossPart
	less  float64 // items that the estimate of a mean takes
}

// gradient are the derivatives of a statistic by E yy′ and E y² of each group, and by E y_s y_t. Those by E y follow,
// because no statistic changes if all labels of a group become greater by the same number.
type gradient struct {
	mean, pair, square [3]float64
	cross              [3][3]float64
}

// arm is the contribution of one group to the variance of the influence of an item.
type arm struct {
	Labels
	pair, square float64 // derivatives
	single       float64 // of single labels, over k
	double       float64 // the same, of numbers, in squares of the noise
	pairs        float64 // of pairs, over k(k − 1)/2
	habit        float64 // Var over labelers of their influence, over m
}

// crossPart is the part of two groups, for the product of the deviations of their means.
type crossPart struct {
	s, t int
	part float64
}

func (it Items) statistic(groups []int, value float64, g gradient) Statistic {
	st := Statistic{Value: value, arms: make([]arm, len(groups))}
	habits := make([][]float64, len(groups))
	for s, n := range groups {
		a := arm{Labels: it.Groups[n], pair: g.pair[s], square: g.square[s]}
		g.mean[s] = -2 * it.mean(n) * (a.pair + a.square)
		for t, other := range groups {
			g.mean[s] -= g.cross[s][t] * it.mean(other)
			if t < s {
				st.cross = append(st.cross, crossPart{s, t, 0})
			}
		}
		if a.Numbers != nil {
			a.double = 2 * a.square * a.square
		}
		st.arms[s], habits[s] = a, make([]float64, len(a.Labelers))
	}
	sum, squares := 0.0, 0.0
	for i, p := range it.Weight {
		of := 0.0
		for s := range st.arms {
			a := &st.arms[s]
			y, slope := a.At[i][0], g.mean[s]
			for t := range st.arms {
				slope += g.cross[s][t] * st.arms[t].At[i][0]
			}
			v, both, square := a.spread(i)
			of += y*(g.mean[s]+slope)/2 + a.pair*y*y + a.square*(y*y+v)
			slope += 2 * a.pair * y
			a.single += p * (slope*slope*v + 2*slope*a.square*both + a.square*a.square*square)
			a.pairs += p * a.pair * a.pair * v * v
			for l, person := range a.Labelers {
				habits[s][l] += p * slope * person.Mean[i]
				if a.square != 0 {
					habits[s][l] += p * a.square * person.Square[i]
				}
			}
		}
		for c := range st.cross {
			x := &st.cross[c]
			v, _, _ := st.arms[x.s].spread(i)
			w, _, _ := st.arms[x.t].spread(i)
			x.part += p * g.cross[x.s][x.t] * g.cross[x.s][x.t] * v * w
		}
		sum, squares = sum+p*of, squares+p*of*of
	}
	st.fixed = math.Max(0, squares-sum*sum)
	for s := range st.arms {
		st.arms[s].habit = variance(st.arms[s].Labelers, habits[s])
	}
	return st
}

// variance returns that of values of labelers.
func variance(of []LabelerMoments, values []float64) float64 {
	var total, sum, squares float64
	for l, x := range values {
		w := of[l].Weight
		total, sum, squares = total+w, sum+w*x, squares+w*x*x
	}
	if total == 0 {
		return 0
	}
	sum /= total
	return math.Max(0, squares/total-sum*sum)
}

// noise returns the unit of [Labels.spread] in a study of a design.
func (a arm) noise(d Design) float64 {
	if a.Numbers == nil {
		return 1
	}
	return a.Numbers.Residual + a.Numbers.unknownHabit(d)
}

// SE returns the standard error in a study of n items that all have labels in each group, in large samples. The designs
// are in the order of the groups that the statistic is of, and have the same number of items. It is +Inf with one label
// per item, if that does not separate items from noise, or one labeler. It is NaN with fewer than 2 items, or if items
// do not differ.
func (st Statistic) SE(designs ...Design) float64 {
	if len(designs) != len(st.arms) {
		panic("planning: each group needs a design")
	}
	items := designs[0].Items
	if slices.ContainsFunc(designs, func(d Design) bool { return d.Items != items || d.LabelsPerItem < 1 }) ||
		items < 2 || math.IsNaN(st.Value) {
		return math.NaN()
	}
	v, habits := st.fixed, 0.0
	for s, a := range st.arms {
		d := designs[s]
		k, w := float64(d.LabelsPerItem), a.noise(d)
		levels := a.Numbers != nil && a.Numbers.Labeler > 0
		few := d.Labelers > 0 && (levels || a.Labelers != nil)
		if a.pair != 0 && k == 1 || few && d.Labelers <= 1 {
			return math.Inf(1)
		}
		if v += (a.single + a.double*w) * w / k; a.pair != 0 {
			v += a.pairs * w * w * 2 / (k * (k - 1))
		}
		if few {
			habits += a.habit / d.Labelers
		}
		if few && levels {
			habits += a.double * fewLabelers(a.Numbers.Labeler, d.Labelers)
		}
	}
	for _, x := range st.cross {
		s, t := designs[x.s], designs[x.t]
		v += x.part * st.arms[x.s].noise(s) * st.arms[x.t].noise(t) / float64(s.LabelsPerItem*t.LabelsPerItem)
	}
	return math.Sqrt(v/(float64(items)-st.less) + habits)
}

// Power returns the probability that such a study settles whether the statistic is above or below 0: one side then has
// a posterior probability of at least settled. It is Φ(|value|/SE − z), with z the quantile of settled. At the value 0
// a study is conclusive only by chance.
func (st Statistic) Power(settled float64, designs ...Design) float64 {
	z := distuv.UnitNormal.Quantile(settled)
	return distuv.UnitNormal.CDF(math.Abs(st.Value)/st.SE(designs...) - z)
}
