package probability

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// AUC is the area under the ROC curve. One person says yes to an item, and one says no to another item. AUC is the
// chance that the judge gives the first item the higher probability. Equal probabilities count half.
//
// If each item has one label, the standard error is DeLong's (DeLong, DeLong and Clarke-Pearson 1988, Biometrics 44).
// If items have several labels, it is Obuchowski's for labels in clusters (1997, Biometrics 53, equation 2). Shares of
// yes are the weights. Pairs of labels of one item are left out, because they say nothing about the order of
// probabilities.
type AUC struct {
	Estimate
	Items int

	above, below []float64 // what each item adds as one with yes and as one with no, by its place
	yes, no      int       // items with some yes, and with some no
}

// AUC returns the area under the curve. ok is false unless there are labels of both kinds, of different items.
func (s *Scored) AUC() (auc AUC, ok bool) {
	n := len(s.items)
	yes, no := 0.0, 0.0 // weights of all
	auc = AUC{Items: n, above: make([]float64, n), below: make([]float64, n)}
	for _, it := range s.items {
		yes, no = yes+it.Share(), no+1-it.Share()
		if it.Yes > 0 {
			auc.yes++
		}
		if it.Yes < it.Labels {
			auc.no++
		}
	}
	// above is, for items with yes, the weight of other items' no with a lower probability; below is the weight of
	// other items' yes with a higher one.
	lowerNo, lowerYes := 0.0, 0.0
	for from := 0; from < n; {
		to, tiedNo, tiedYes := from, 0.0, 0.0
		for ; to < n && s.items[to].Probability == s.items[from].Probability; to++ {
			tiedYes, tiedNo = tiedYes+s.items[to].Share(), tiedNo+1-s.items[to].Share()
		}
		for i := from; i < to; i++ {
			w := s.items[i].Share()
			auc.above[i] = lowerNo + (tiedNo-(1-w))/2
			auc.below[i] = yes - lowerYes - tiedYes + (tiedYes-w)/2
		}
		lowerNo, lowerYes, from = lowerNo+tiedNo, lowerYes+tiedYes, to
	}
	pairs := 0.0
	for i, it := range s.items {
		w := it.Share()
		pairs += w * (no - (1 - w))
		auc.Value += w * auc.above[i]
	}
	if !(pairs > 0) {
		return auc, false
	}
	auc.Value /= pairs
	for i, it := range s.items {
		w := it.Share()
		auc.above[i] = w * (auc.above[i] - auc.Value*(no-(1-w))) / pairs
		auc.below[i] = (1 - w) * (auc.below[i] - auc.Value*(yes-w)) / pairs
	}
	auc.SE = math.Sqrt(covariance(auc, auc))
	return auc, true
}

// covariance is the covariance of two areas of the same items in the same order; NaN if there are too few items of a
// kind.
func covariance(a, b AUC) float64 {
	of := func(x, y []float64, n int) float64 {
		sum := 0.0
		for i := range x {
			sum += x[i] * y[i]
		}
		return sum * float64(n) / float64(n-1)
	}
	if a.yes < 2 || a.no < 2 {
		return math.NaN()
	}
	return of(a.above, b.above, a.yes) + of(a.below, b.below, a.no) +
		of(a.above, b.below, a.Items) + of(a.below, b.above, a.Items)
}

// Interval returns the interval of the logit of the area, transformed back, which stays between 0 and 1. ok is false if
// the standard error is 0 or unknown. (Pepe 2003, The Statistical Evaluation of Medical Tests, section 5.2.4.)
func (a AUC) Interval(level float64) (lower, upper float64, ok bool) {
	if !(a.SE > 0) || !(a.Value > 0 && a.Value < 1) {
		return math.NaN(), math.NaN(), false
	}
	z := distuv.UnitNormal.Quantile(0.5 + level/2)
	logit, se := math.Log(a.Value/(1-a.Value)), a.SE/(a.Value*(1-a.Value))
	back := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	return back(logit - z*se), back(logit + z*se), true
}

// Difference is the difference of the areas of two judges on the same items.
type Difference struct {
	Estimate
	Items int
	P     float64 // two-sided, of no difference; NaN if the standard error is 0
}

// Compare returns the area of a minus the area of b, on the items that both have (DeLong and others 1988). ok is false
// as in [Scored.AUC].
func Compare(a, b *Scored) (d Difference, ok bool) {
	other := make(map[string]float64, len(b.items))
	for _, it := range b.items {
		other[it.Name] = it.Probability
	}
	var first, second []Item
	for _, it := range a.items {
		if p, both := other[it.Name]; both {
			first = append(first, it)
			it.Probability = p
			second = append(second, it)
		}
	}
	x, okX := Of(first).AUC()
	sorted := Of(second)
	y, okY := sorted.AUC()
	if !okX || !okY {
		return d, false
	}
	place := make(map[string]int, len(first))
	for i, it := range sorted.items {
		place[it.Name] = i
	}
	inOrder := y // of the items of x
	inOrder.above, inOrder.below = make([]float64, len(first)), make([]float64, len(first))
	for i, it := range Of(first).items {
		inOrder.above[i], inOrder.below[i] = y.above[place[it.Name]], y.below[place[it.Name]]
	}
	d.Items, d.Value = len(first), x.Value-y.Value
	d.SE = math.Sqrt(math.Max(0, x.SE*x.SE+y.SE*y.SE-2*covariance(x, inOrder)))
	d.P = math.NaN()
	if d.SE > 0 {
		d.P = 2 * distuv.UnitNormal.Survival(math.Abs(d.Value)/d.SE)
	}
	return d, true
}
