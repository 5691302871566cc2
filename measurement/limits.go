package measurement

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/nonparam"
)

// LimitsSettings say how limits are computed. The zero value is usable.
type LimitsSettings struct {
	Share float64 // of the differences that lie between the limits; 0 is 0.95
	Level float64 // of confidence; 0 is 0.95
	Log   bool    // differences of logarithms, which are reported as ratios
	// Linked says that reading j of First and reading j of Second were taken together. The true value of an item may
	// then differ between its pairs.
	Linked bool
}

// LimitsOfAgreement are the limits between which the differences of two readings of one item lie, First − Second (Bland
// and Altman 1986 and 1999). With Log, all but SD are ratios, First / Second.
type LimitsOfAgreement struct {
	Settings           LimitsSettings
	Items              int // with readings of both
	LeftOut            int // items without a reading of one of them
	First, Second      int // readings of these items
	Design             Design
	Bias, Lower, Upper Estimate
	SD                 float64 // of the difference of two readings, of logarithms if Log
	Points             []Point
	// Proportional is how differences grow with the mean of an item; nil if all means are equal.
	Proportional *Trend
	// Spread is how the standard deviation of differences grows with the mean of an item; nil as above.
	Spread *Trend
}

// Design says how many readings an item has.
type Design string

// The designs.
const (
	SingleReadings Design = "single"     // one by each
	Replicates     Design = "replicates" // several of the same true value
	LinkedPairs    Design = "linked"     // several pairs, whose true values may differ
)

// Point is a mark of a Bland–Altman plot. It is an item, or one pair of readings if pairs are linked.
type Point struct{ Mean, Difference float64 }

// Limits computes the limits of agreement. An [*UndefinedError] says why there are none.
func Limits(pairs []Pair, s LimitsSettings) (*LimitsOfAgreement, error) {
	if err := s.complete(); err != nil {
		return nil, err
	}
	l := &LimitsOfAgreement{Settings: s, Design: SingleReadings}
	var used []Pair
	for _, p := range pairs {
		if len(p.First) == 0 || len(p.Second) == 0 {
			l.LeftOut++
			continue
		}
		if s.Log {
			var positive bool
			if p, positive = p.log(); !positive {
				return nil, &UndefinedError{limitsName, NotPositive}
			}
		}
		used = append(used, p)
		l.First, l.Second = l.First+len(p.First), l.Second+len(p.Second)
	}
	l.Items = len(used)
	var why Reason
	switch {
	case l.Items < 3:
		why = FewItems
	case l.First == l.Items && l.Second == l.Items:
		why = l.single(used)
	case s.Linked:
		why = l.linked(used)
	default:
		why = l.replicated(used)
	}
	if why == "" {
		why = l.describe(used)
	}
	if why != "" {
		return nil, &UndefinedError{limitsName, why}
	}
	if s.Log {
		l.exponentiate()
	}
	return l, nil
}

// single sets the limits of one reading each: d̄ ± z·s (Bland and Altman 1999, section 2). The interval of a limit is
// exact for normal differences: (d̄ − limit)·√n/s has a noncentral t distribution (Carkeet 2015).
func (l *LimitsOfAgreement) single(pairs []Pair) Reason {
	d := make([]float64, len(pairs))
	for i, p := range pairs {
		d[i] = p.First[0] - p.Second[0]
	}
	mean, variance := stat.MeanVariance(d, nil)
	n, z := float64(len(d)), l.z()
	l.SD = math.Sqrt(variance)
	l.bias(mean, variance/n)
	exact := newNoncentralT(n-1, z*math.Sqrt(n))
	near := exact.quantile((1-l.Settings.Level)/2) / math.Sqrt(n) * l.SD
	far := exact.quantile((1+l.Settings.Level)/2) / math.Sqrt(n) * l.SD
	l.Lower = l.bounded(mean-z*l.SD, mean-far, mean-near, "noncentral-t")
	l.Upper = l.bounded(mean+z*l.SD, mean+near, mean+far, "noncentral-t")
	return ""
}

// bias sets the mean difference with its t interval. The variance is the mean's, from as many numbers as items.
func (l *LimitsOfAgreement) bias(mean, variance float64) {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(l.Items - 1)}.Quantile((1 + l.Settings.Level) / 2)
	half := t * math.Sqrt(variance)
	l.Bias = l.bounded(mean, mean-half, mean+half, "t")
}

// bounded is an estimate with its interval.
func (l *LimitsOfAgreement) bounded(value, lower, upper float64, method string) Estimate {
	return Estimate{value, &nonparam.Limits{Lower: lower, Upper: upper, Level: l.Settings.Level, Method: method}}
}

// z is how many standard deviations a limit lies from the bias.
func (l *LimitsOfAgreement) z() float64 {
	return distuv.UnitNormal.Quantile((1 + l.Settings.Share) / 2)
}

// describe sets points and trends, or says why limits that were computed are none.
func (l *LimitsOfAgreement) describe(pairs []Pair) Reason {
	for _, e := range []Estimate{l.Bias, l.Lower, l.Upper} {
		if !finite(e.Value) || !finite(e.Limits.Lower) || !finite(e.Limits.Upper) {
			return NotFinite
		}
	}
	largest := 0.0
	for _, p := range pairs {
		a, b := stat.Mean(p.First, nil), stat.Mean(p.Second, nil)
		largest = math.Max(largest, math.Max(math.Abs(a), math.Abs(b)))
		if l.Design == LinkedPairs {
			for j, x := range p.First {
				l.Points = append(l.Points, Point{(x + p.Second[j]) / 2, x - p.Second[j]})
			}
		} else {
			l.Points = append(l.Points, Point{(a + b) / 2, a - b})
		}
	}
	if l.SD <= rounding*largest {
		return NoSpread
	}
	l.trends(pairs)
	return ""
}

// rounding is the share of a number below which differences are errors of rounding.
const rounding = 1e-13

// exponentiate turns differences of logarithms into ratios.
func (l *LimitsOfAgreement) exponentiate() {
	l.Bias, l.Lower, l.Upper = l.Bias.Factor(), l.Lower.Factor(), l.Upper.Factor()
	for i, p := range l.Points {
		l.Points[i] = p.unlogged(true)
	}
}

// unlogged is the point of a geometric mean and a ratio, if the point is of logarithms.
func (p Point) unlogged(logs bool) Point {
	if logs {
		return Point{math.Exp(p.Mean), math.Exp(p.Difference)}
	}
	return p
}

func logarithms(values []float64) ([]float64, bool) {
	all := make([]float64, len(values))
	for i, x := range values {
		if !(x > 0) {
			return nil, false
		}
		all[i] = math.Log(x)
	}
	return all, true
}
