package planning

import "math"

// mean returns E y of a group.
func (it Items) mean(s int) float64 {
	sum := 0.0
	for i, p := range it.Weight {
		sum += p * it.Groups[s].At[i][0]
	}
	return sum
}

// covariance returns that of true scores of two groups. The true score of an item is its mean label over all labelers.
func (it Items) covariance(s, t int) float64 {
	x, y, sum := it.mean(s), it.mean(t), 0.0
	for i, p := range it.Weight {
		sum += p * (it.Groups[s].At[i][0] - x) * (it.Groups[t].At[i][0] - y)
	}
	return sum
}

// variance returns the variance of one label in a group.
func (it Items) variance(s int) float64 {
	of := it.Groups[s]
	v := it.covariance(s, s)
	if of.Numbers != nil {
		return v + of.Numbers.Labeler + of.Numbers.Residual
	}
	for i, p := range it.Weight {
		y, _, _ := of.spread(i)
		v += p * y
	}
	return v
}

// ICC returns the reliability of one label of a group, B/S, with B = E yy′ − (E y)² the variance of true scores and S =
// E y² − (E y)² that of labels.
func (it Items) ICC(group int) Statistic {
	b, s := it.covariance(group, group), it.variance(group)
	st := it.statistic([]int{group}, b/s, gradient{pair: [3]float64{1 / s}, square: [3]float64{-b / (s * s)}})
	if it.Groups[group].Numbers != nil {
		st.less = 1 // mean squares between items have n − 1 degrees of freedom
	}
	return st
}

// Correlation returns the correlation ρ of the true scores of two groups, C/√(B_a B_b). C is the covariance of the
// groups' mean labels of an item.
func (it Items) Correlation(a, b int) Statistic { return it.correlations([]int{a, b}, 1) }

// CorrelationDifference returns ρ(reference, a) − ρ(reference, b).
func (it Items) CorrelationDifference(reference, a, b int) Statistic {
	return it.correlations([]int{reference, a, b}, 1, -1)
}

// correlations returns the sum of the correlations of the first group with the others, times factors.
func (it Items) correlations(groups []int, by ...float64) Statistic {
	var g gradient
	value, first := 0.0, it.covariance(groups[0], groups[0])
	for n, by := range by {
		t := n + 1
		other := it.covariance(groups[t], groups[t])
		unit := math.Sqrt(first * other)
		rho := it.covariance(groups[0], groups[t]) / unit
		value += by * rho
		g.cross[0][t], g.cross[t][0] = by/unit, by/unit
		g.pair[0] -= by * rho / (2 * first)
		g.pair[t] -= by * rho / (2 * other)
	}
	return it.statistic(groups, value, g)
}

// Lead returns how far one label by a judge is ahead of people's mean of k labels, which need not be whole,
//
//	artanh r − artanh √ICC(k),  r = C/√(T B),  ICC(k) = k ICC/(1 + (k − 1) ICC),
//
// with T the variance of the judge's labels. It is 0 if the judge's label is worth k labels. Its estimate, on Fisher's
// (1921) scale of correlations, is nearly normal.
func (it Items) Lead(people, judge int, k float64) Statistic {
	b, s, c, t := it.covariance(people, people), it.variance(people), it.covariance(people, judge), it.variance(judge)
	r, icc := c/math.Sqrt(t*b), b/s
	of := k * icc / (1 + (k-1)*icc)
	root := math.Sqrt(of)
	byR, byICC := 1/(1-r*r), k/math.Pow(1+(k-1)*icc, 2)/(2*root*(1-of))
	cross := byR / math.Sqrt(t*b)
	return it.statistic([]int{people, judge}, math.Atanh(r)-math.Atanh(root), gradient{
		pair:   [3]float64{-byR*r/(2*b) - byICC/s},
		square: [3]float64{byICC * icc / s, -byR * r / (2 * t)},
		cross:  [3][3]float64{{0, cross}, {cross}},
	})
}

// Worth returns r²(1 − ICC)/(ICC(1 − r²)): how many human labels have a mean that follows people's true scores as well
// as one label by the judge. It is 0 if the judge's label does not follow them.
func (it Items) Worth(people, judge int) float64 {
	b := it.covariance(people, people)
	r, icc := it.covariance(people, judge)/math.Sqrt(it.variance(judge)*b), b/it.variance(people)
	if r <= 0 {
		return 0
	}
	return r * r * (1 - icc) / (icc * (1 - r*r))
}
