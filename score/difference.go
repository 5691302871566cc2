package score

import "cmp"

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
func Difference(a, b *System, o Options) (Estimate, error) {
	if err := cmp.Or(a.Validate(), b.Validate()); err != nil {
		return Estimate{}, err
	}
	first, second := fit(a, o, false).parts(o), fit(b, o, false).parts(o)
	bestA, bestB := fit(a, o, true), fit(b, o, true)
	return gap(bestA, bestB, bestA.bounded(o, first), bestB.bounded(o, second), o), nil
}

func gap(a, b *fitted, first, second parts, o Options) Estimate {
	var products float64
	shared, both := 0, 0 // units of both systems, and the ones with people's labels for both
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
	e := d.estimate(o.level())
	if o.Bounds != nil {
		x, y := first.limits(a, d, first.people+second.people, o), second.limits(b, d, first.people+second.people, o)
		r := 0.0
		if x.SE > 0 && y.SE > 0 {
			r = (x.SE*x.SE + y.SE*y.SE - e.SE*e.SE) / (2 * x.SE * y.SE)
		}
		e.Lower, e.Upper = apart(x, y, r)
	}
	return e
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
