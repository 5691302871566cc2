package score

import (
	"gonum.org/v1/gonum/stat/distuv"
)

// Gap is the answer of [Difference].
type Gap struct {
	Estimate
	Shared  int      // clusters or items that both systems have
	Both    int      // the ones with people's labels for both
	Alone   Estimate // by people's labels alone
	Greater float64  // probability that the first is greater: Student's t about Value, with a flat prior
}

// Difference estimates how much greater the mean of the first system is, Mean(a) − Mean(b).
//
// Items of the same name, or clusters of the same number, are paired: the variance has the squares of their influences'
// differences, so anything common to both systems cancels. For [These], the product of influences of two systems counts
// 1 − π_a π_b/π_ab times, and 0 at least. Here π is the share of items with people's labels, in a, in b and in both.
// This is 0 if the two draws were independent, and 1 − n/N if the same items were drawn. Degrees of freedom are Welch's
// without items in common, and otherwise the smaller number.
//
// A person who labelled items of both systems has the same level in both, so that levels of the same people cancel.
//
// The error is a fault of a or b, as [System.Validate] finds it.
func Difference(a, b *System, o Options) (Gap, error) {
	if err := (Sample{a, b}).Validate(); err != nil {
		return Gap{}, err
	}
	var g Gap
	aloneA, aloneB := fit(a, o, false), fit(b, o, false)
	first, second := aloneA.parts(o), aloneB.parts(o)
	g.Alone, g.Shared, g.Both = gap(aloneA, aloneB, first, second, o)
	bestA, bestB := fit(a, o, true), fit(b, o, true)
	g.Estimate, _, _ = gap(bestA, bestB, bestA.bounded(o, first), bestB.bounded(o, second), o)
	g.Greater = g.greater()
	return g, nil
}

func gap(a, b *fitted, first, second parts, o Options) (e Estimate, shared, both int) {
	var products float64
	for _, u := range a.units {
		at, ok := b.index[u.key]
		if !ok || !u.named {
			continue
		}
		v := b.units[at]
		shared++
		if u.labelled > 0 && v.labelled > 0 {
			both++
		}
		if o.Target == Beyond {
			products += (u.rectifier + u.fitted) * (v.rectifier + v.fitted)
		} else {
			products += u.rectifier * v.rectifier
		}
	}
	if o.Target != Beyond && both > 0 {
		products *= max(0, 1-a.share()*b.share()*float64(shared)/float64(both))
	}
	d := parts{value: first.value - second.value, items: max(0, first.items+second.items-2*products)}
	d.people, d.raw = first.people+second.people, first.raw+second.raw
	if people, raw, ok := a.levels.differing(b.levels); ok {
		d.people, d.raw = people, raw
	}
	if d.itemsDF = min(first.itemsDF, second.itemsDF); both == 0 {
		d.itemsDF = welch(first.items, first.itemsDF, second.items, second.itemsDF)
	}
	d.levelDF = min(first.levelDF, second.levelDF)
	e = d.estimate(o.level())
	if o.Bounds != nil {
		x, y := first.limits(a, d, first.people+second.people, o), second.limits(b, d, first.people+second.people, o)
		r := 0.0
		if x.SE > 0 && y.SE > 0 {
			r = (x.SE*x.SE + y.SE*y.SE - e.SE*e.SE) / (2 * x.SE * y.SE)
		}
		e.Lower, e.Upper = apart(x, y, r)
	}
	return e, shared, both
}

// limits returns an estimate with its limits within bounds, as a part of the difference d. People's levels count in
// proportion to the share of them that is left in the difference.
func (p parts) limits(f *fitted, d parts, whole float64, o Options) Estimate {
	left := 0.0
	if whole > 0 {
		left = d.people / whole
	}
	p.people, p.raw = left*p.people, left*p.raw
	return p.estimate(o.level()).wilson(*o.Bounds, f.size(), f.same, o.level())
}

// share returns the share of units with people's labels.
func (f *fitted) share() float64 {
	n := 0
	for _, u := range f.units {
		if u.labelled > 0 {
			n++
		}
	}
	return float64(n) / float64(len(f.units))
}

// welch returns the degrees of freedom of a difference of independent estimates with variances v and w (Welch 1947,
// Biometrika 34).
func welch(v, ofV, w, ofW float64) float64 {
	if v+w == 0 {
		return min(ofV, ofW)
	}
	return (v + w) * (v + w) / (v*v/ofV + w*w/ofW)
}

// greater returns the probability that the true value is greater than 0.
func (e Estimate) greater() float64 {
	switch {
	case e.SE > 0:
		return distuv.StudentsT{Sigma: 1, Nu: max(1, e.DF)}.CDF(e.Value / e.SE)
	case e.Value > 0:
		return 1
	case e.Value < 0:
		return 0
	}
	return 0.5
}
