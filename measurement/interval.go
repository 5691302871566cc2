package measurement

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/nonparam"
)

// Estimate is a number with its limits; nil if there are none.
type Estimate struct {
	Value  float64
	Limits *nonparam.Limits
}

// mapped returns the estimate of an increasing function of the number.
func (e Estimate) mapped(f func(float64) float64) Estimate {
	m := Estimate{Value: f(e.Value)}
	if e.Limits != nil {
		limits := *e.Limits
		limits.Lower, limits.Upper = f(limits.Lower), f(limits.Upper)
		m.Limits = &limits
	}
	return m
}

// part is a mean square with its coefficient in a sum.
type part struct {
	by float64
	of MeanSquare
}

// sum is a sum of independent mean squares.
type sum []part

func (s sum) value() float64 {
	v := 0.0
	for _, p := range s {
		v += p.by * p.of.Value
	}
	return v
}

// df returns the degrees of freedom of a sum by Satterthwaite (1946).
func (s sum) df() float64 {
	below := 0.0
	for _, p := range s {
		if p.of.DF > 0 {
			below += square(p.by*p.of.Value) / p.of.DF
		}
	}
	return square(s.value()) / below
}

// estimate returns the sum with limits: exact limits by the chi-square distribution for one mean square, and the
// modified large sample limits of Graybill and Wang (1980) for several. Parts with a negative coefficient follow Ting,
// Burdick, Graybill, Jeyaratnam and Lu (1990), without the cross terms. The sum and its lower limit are at least 0.
func (s sum) estimate(level float64) Estimate {
	v := s.value()
	below, above, parts := 0.0, 0.0, 0
	for _, p := range s {
		if p.by == 0 {
			continue
		}
		parts++
		lower, upper := p.of.limits(level)
		lower, upper = p.by*(p.of.Value-lower), p.by*(upper-p.of.Value)
		if p.by < 0 {
			lower, upper = upper, lower
		}
		below += square(lower)
		above += square(upper)
	}
	method := "mls"
	if parts == 1 {
		method = "chi-square"
	}
	e := Estimate{Value: max(0, v)}
	if lower, upper := v-math.Sqrt(below), v+math.Sqrt(above); finite(lower) && finite(upper) {
		e.Limits = &nonparam.Limits{Lower: max(0, lower), Upper: max(0, upper), Level: level, Method: method}
	}
	return e
}

// limits returns exact limits of the expectation of a mean square of normal labels.
func (m MeanSquare) limits(level float64) (lower, upper float64) {
	chi := distuv.ChiSquared{K: m.DF}
	return m.Value * m.DF / chi.Quantile((1+level)/2), m.Value * m.DF / chi.Quantile((1-level)/2)
}
