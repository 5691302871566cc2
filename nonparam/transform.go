package nonparam

import "math"

// shape says how the standard error of a coefficient varies with its value. So limits are right even if it is large at
// one end of an interval and small at the other.
type shape int

const (
	unbounded  shape = iota // the same anywhere: differences
	agreement               // (v−L)(1−v) with the least value L: Fisher's (1921) z, which keeps limits between
	proportion              // v(1−v): the logit, which keeps them between 0 and 1
	quotients               // as of a correlation whose means are known up to noise
)

// shapeOf returns the shape of a coefficient, or of a difference between two of its values.
func shapeOf(c Coefficient, difference bool) shape {
	switch {
	case difference:
		return unbounded
	case c == PercentAgreementName || c == SpecificAgreementName || c == KendallWName:
		return proportion
	case c == NormalizedCrossKappaName || c == DisattenuatedName:
		return quotients
	}
	return agreement
}

// limits returns value ∓ t·SE on the scale on which the standard error is constant. For a value outside that scale, it
// returns them on the scale of the value. Least is the least value of an agreement: −1, or −1/(k−1) for ICC(1) of k
// ratings, whose z is Fisher's (1921) for k. No agreement has a limit above 1.
func (sh shape) limits(value, se, t, least float64) (lower, upper float64) {
	h := t * se
	switch {
	case sh == agreement && value > least && value < 1:
		half := (1 - least) / 2
		v := (value - least - half) / half // within ±1
		z, h := math.Atanh(v), h/(half*(1-v*v))
		return least + half*(1+math.Tanh(z-h)), least + half*(1+math.Tanh(z+h))
	case sh == agreement:
		return min(1, value-h), min(1, value+h)
	case sh == proportion && value > 0 && value < 1:
		z, h := math.Log(value/(1-value)), h/(value*(1-value))
		return logistic(z - h), logistic(z + h)
	case sh == quotients:
		return followed(value, -h), followed(value, h)
	}
	return value - h, value + h
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// followed moves a value by h times its standard error, which changes on the way as √((1−v²)² + 0.2²), and beyond ±1
// not at all. The first term is as for a correlation; the second is the part from the noise of the reliabilities, which
// is left at 1. The 0.2 is calibrated by simulation (docs/lab/agreement.md). If the standard error is constant, this is
// value + h. If it falls to 0 at 1, this is Fisher's z.
func followed(value, h float64) float64 {
	const steps = 256
	error2 := func(v float64) float64 {
		v = max(-1, min(1, v))
		return math.Hypot(1-v*v, 0.2)
	}
	step := h / error2(value) / steps
	for range steps { // midpoint rule
		half := value + step/2*error2(value)
		value += step * error2(half)
	}
	return value
}
