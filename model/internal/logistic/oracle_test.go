package logistic

import (
	"math"
	"math/big"
)

// precision of the oracle, in bits.
const precision = 300

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigExp returns exp(x) from Taylor's series at x/2^shift, squared shift times.
func bigExp(x *big.Float) *big.Float {
	const shift = 16
	r := new(big.Float).SetMantExp(x, -shift)
	sum, term := bigFloat(1), bigFloat(1)
	for n := 1; n < 60; n++ {
		term.Mul(term, r).Quo(term, bigFloat(float64(n)))
		sum.Add(sum, term)
	}
	for range shift {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigSigmoid returns 1/(1+exp(−θ)), rounded once.
func bigSigmoid(theta float64) float64 {
	e := bigExp(bigFloat(-theta))
	p, _ := e.Quo(bigFloat(1), e.Add(e, bigFloat(1))).Float64()
	return p
}

// bigSoftplus returns log(1+exp θ), rounded once, by Halley's iteration for
// exp(y) = v: y ← y + 2(v − exp y)/(v + exp y). Far below 0 it is exp θ, to a
// relative error of exp(θ)/2.
func bigSoftplus(theta float64) float64 {
	if theta < -100 {
		s, _ := bigExp(bigFloat(theta)).Float64()
		return s
	}
	v := bigExp(bigFloat(theta))
	v.Add(v, bigFloat(1))
	y := bigFloat(max(theta, 0) + math.Log1p(math.Exp(-math.Abs(theta))))
	for range 4 {
		e := bigExp(y)
		num, den := new(big.Float).Sub(v, e), new(big.Float).Add(v, e)
		num.Quo(num, den)
		y.Add(y, num.Add(num, num))
	}
	s, _ := y.Float64()
	return s
}

// ulps returns how many units in the last place of want lie between got and
// want; below the normal numbers the unit is the smallest subnormal number.
func ulps(got, want float64) float64 {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return 0
	}
	return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
}
