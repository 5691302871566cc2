package score

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Target says which mean is meant.
type Target int

const (
	// These is the mean of these N items. Items that people labelled are known up to the noise of their labels.
	// So the error has a finite population correction, and no part for the draw of the N items.
	These Target = iota
	// Beyond is the mean of all items, with these N as a sample, as in PPI++.
	Beyond
)

// Options say which mean [Mean] and [Difference] estimate. The zero value is the usual question.
type Options struct {
	Target Target
	// Lambda is the share of the judge's labels, people's units per unit of the judge; nil: tuned, 0: people alone.
	Lambda *float64
	// Exact says that an item's mean of people's labels is its true score. Else the spread of its labels is noise: more
	// people would have given another mean.
	Exact bool
	Level float64 // of intervals; 0: 0.95
	// Bounds are the least and the greatest label, such as 0 and 1 for yes and no. Limits of a mean are then Wilson's,
	// which stay within and are not 0 apart if all human labels are equal. The variance has one item's worth of the
	// variance without a judge, who may agree with people on all of a few items. Limits of a difference follow from the
	// limits of the means. nil: symmetric limits, which are too narrow for shares near 0 or 1.
	Bounds *[2]float64
}

func (o Options) level() float64 {
	if o.Level == 0 {
		return 0.95
	}
	return o.Level
}

// Estimate is a mean or a difference, in the unit of the labels.
type Estimate struct {
	Value        float64
	SE           float64 // standard error
	PeopleSE     float64 // part of SE that is due to levels of people, √(SE² − PeopleSE²) the rest
	DF           float64 // degrees of freedom of SE
	Lower, Upper float64 // limits by Student's t, or Wilson's with its quantile
}

func (e Estimate) interval(level float64) Estimate {
	h := e.SE * distuv.StudentsT{Sigma: 1, Nu: max(1, e.DF)}.Quantile((1+level)/2)
	e.Lower, e.Upper = e.Value-h, e.Value+h
	return e
}

// Result is the answer of [Mean].
type Result struct {
	Estimate
	Items    int // that the judge labelled, N
	Labelled int // that people labelled too, n
	Lambda   float64
	Alone    Estimate // by people's labels alone
}

// Mean estimates the mean of people's scores over the items of a system.
//
// With one stratum and equal weights it is PPI++ with the share λ tuned on labelled items,
//
//	mean(people) + λ (mean of judge over all N − mean of judge over the n),  λ = Cov(people, judge) / Var(judge),
//
// which is PPI++ as published with λ (1 − n/N), and the linear regression estimator of surveys (Cochran 1977, Sampling
// Techniques, chapter 7). The share may lie outside 0 to 1, because a judge may have another scale than people. Weights
// make it the generalized regression estimator (Särndal, Swensson and Wretman 1992, chapter 6). Strata make it the
// combined estimator: one share, and means by stratum that count as the stratum's items.
//
// The variance is the sum over clusters of squared influences. The influence of an item is its weight in the estimate
// times its residual, over the root of one minus its leverage (HC2; MacKinnon and White 1985). The sum is divided by
// its expectation under equal variances, and the degrees of freedom follow from the same model (Bell and McCaffrey
// 2002; Imbens and Kolesár 2016, Review of Economics and Statistics 98): n − 2 for items drawn at random, about the
// number of clusters less one for clusters. This allows for the tuning of λ on the same items.
//
// For [These], the square of an item drawn with probability π counts 1 − ρπ times. Here ρ is the share of the residual
// variance that is not noise of people's labels; Spread shows it. Without it ρ is 0, and the error is too large rather
// than too small. For [Beyond], an item's influence has (fitted value − mean)/N added.
//
// If Votes name the people, the error has a part for people's levels: the variance of levels times the sum of squared
// weights of people in the estimate. With few people it does not fall with more items. The level of one person cannot
// be estimated, nor can levels if each person labelled one item that no other labelled. The error is then the one for
// these people.
//
// The error is a fault of y, as [System.Validate] finds it.
func Mean(y *System, o Options) (Result, error) {
	if err := y.Validate(); err != nil {
		return Result{}, err
	}
	best, alone := fit(y, o, true), fit(y, o, false)
	r := Result{Items: best.items, Labelled: best.labelled, Lambda: best.lambda}
	second := alone.parts(o)
	first := best.bounded(o, second)
	r.Estimate, r.Alone = first.estimate(o.level()), second.estimate(o.level())
	if o.Bounds != nil {
		r.Estimate = r.Estimate.wilson(*o.Bounds, alone.size(), best.same, o.level())
		r.Alone = r.Alone.wilson(*o.Bounds, alone.size(), alone.same, o.level())
	}
	return r, nil
}

// parts are an estimate with its variance, over items and by levels of people.
type parts struct {
	value          float64
	items, itemsDF float64
	people         float64
	raw, levelDF   float64 // people, before the noise of labels is subtracted, and its degrees of freedom
}

// parts returns the value with its error for the target.
func (f *fitted) parts(o Options) parts {
	p := parts{value: f.value, itemsDF: f.df, levelDF: 1}
	switch o.Target {
	case Beyond:
		for _, u := range f.units {
			p.items += (u.rectifier + u.fitted) * (u.rectifier + u.fitted)
		}
		p.itemsDF = f.beyondDF()
	default:
		for _, u := range f.units {
			p.items += u.rectifier * u.rectifier * (1 - f.signal*u.drawn)
		}
	}
	if f.levels != nil && f.levels.known {
		p.people, p.raw, p.levelDF = f.levels.added(), f.levels.raw*f.levels.excess(), f.levels.df
	}
	return p
}

// bounded returns the parts with one item's worth of the variance without a judge, alone, if labels are bounded.
// Otherwise a judge who agrees with people on all of a few items would count as one who always agrees.
func (f *fitted) bounded(o Options, alone parts) parts {
	p := f.parts(o)
	if o.Bounds != nil && alone.items > p.items {
		n := float64(f.labelled)
		p.items = (n*p.items + alone.items) / (n + 1)
	}
	return p
}

// estimate returns the estimate with its interval. Degrees of freedom are Satterthwaite's (1946), of the two mean
// squares that are added. People's part counts whole, even if noise leaves nothing of it.
func (p parts) estimate(level float64) Estimate {
	v := p.items + p.people
	e := Estimate{Value: p.value, SE: math.Sqrt(v), PeopleSE: math.Sqrt(p.people), DF: p.itemsDF}
	if v > 0 && p.raw > 0 {
		e.DF = v * v / (p.items*p.items/p.itemsDF + p.raw*p.raw/p.levelDF)
	}
	return e.interval(level)
}

// rectifier returns the variance without corrections for the target.
func (f *fitted) rectifier() float64 {
	var v float64
	for _, u := range f.units {
		v += u.rectifier * u.rectifier
	}
	return v
}

// beyondDF returns degrees of freedom if the N items are a sample too (Satterthwaite 1946).
func (f *fitted) beyondDF() float64 {
	a, b := f.rectifier(), 0.0
	for _, u := range f.units {
		b += u.fitted * u.fitted
	}
	if b == 0 || len(f.units) < 2 {
		return f.df
	}
	return (a + b) * (a + b) / (a*a/f.df + b*b/float64(len(f.units)-1))
}
