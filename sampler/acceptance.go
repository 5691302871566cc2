package sampler

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// acceptanceCurve learns how the acceptance statistic a falls as the step size ε grows, and so finds the step size for
// a wanted statistic. For an integrator of second order the energy error is nearly normal with a standard deviation
// proportional to ε², so that
//
//	E a = 2 Φ(−c ε²)
//
// (Beskos et al. 2013, Optimal tuning of the hybrid Monte Carlo algorithm;
// Betancourt, Byrne and Girolami 2014, arXiv:1411.6669). The constant is learnt
// from all step sizes tried.
type acceptanceCurve struct {
	squares, accepts []float64 // ε² and a
}

func (curve *acceptanceCurve) restart() {
	curve.squares, curve.accepts = curve.squares[:0], curve.accepts[:0]
}

func (curve *acceptanceCurve) learn(eps, accept float64) {
	curve.squares, curve.accepts = append(curve.squares, eps*eps), append(curve.accepts, accept)
}

// step returns the step size at which the mean acceptance statistic is target, between 0 and 1, and at most limit. It
// leaves out the first third of the data, because the chain may not have found the bulk of the posterior yet. It
// returns false if there are no data or if nothing was ever accepted.
func (curve *acceptanceCurve) step(target, limit float64) (float64, bool) {
	from := len(curve.squares) / 3
	squares, accepts := curve.squares[from:], curve.accepts[from:]
	sum, low, high := 0.0, math.Inf(1), 0.0
	for i, a := range accepts {
		sum += a
		low, high = min(low, squares[i]), max(high, squares[i])
	}
	if sum == 0 {
		return 0, false
	}
	// Solve Σ a = Σ 2Φ(−c ε²) for log c; the right side falls with c.
	excess := func(logC float64) float64 {
		k, e := math.Exp(logC), -sum
		for _, s := range squares {
			e += math.Erfc(k * s / math.Sqrt2)
		}
		return e
	}
	lo, hi := -math.Log(high)-30, -math.Log(low)+10
	atLo, atHi := excess(lo), excess(hi)
	if atLo <= 0 { // all were accepted
		return limit, true
	}
	at := root(excess, lo, hi, atLo, atHi)
	k := -distuv.UnitNormal.Quantile(target/2) / math.Exp(at)
	return min(math.Sqrt(k), limit), true
}

// root returns the zero of a falling function f between lo and hi, at which it is above and below 0. It bisects down to
// a few units, and then uses secants. If an end stays twice, its value is halved (the Illinois method; Dowell and
// Jarratt 1971).
func root(f func(float64) float64, lo, hi, atLo, atHi float64) float64 {
	const near, enough, width = 4, 1e-11, 1e-12
	moved := 0
	for range 200 {
		at := (lo + hi) / 2
		if hi-lo < near {
			at = hi - atHi*(hi-lo)/(atHi-atLo)
		}
		v := f(at)
		switch {
		case math.Abs(v) < enough || hi-lo < width:
			return at
		case v > 0:
			lo, atLo = at, v
			if moved > 0 {
				atHi /= 2
			}
			moved = 1
		default:
			hi, atHi = at, v
			if moved < 0 {
				atLo /= 2
			}
			moved = -1
		}
	}
	return (lo + hi) / 2
}
