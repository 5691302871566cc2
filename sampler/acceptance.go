package sampler

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// acceptanceCurve learns how the acceptance statistic a falls with the step size
// ε and so which step size gives a wanted one. For an integrator of second order
// the energy error is nearly normal with a standard deviation in proportion to
// ε², so that
//
//	E a = 2 Φ(−c ε²)
//
// (Beskos et al. 2013, Optimal tuning of the hybrid Monte Carlo algorithm;
// Betancourt, Byrne and Girolami 2014, arXiv:1411.6669). The constant is learnt
// from all step sizes tried.
type acceptanceCurve struct {
	squares, accepts []float64 // ε² and a
}

func (c *acceptanceCurve) restart() { c.squares, c.accepts = c.squares[:0], c.accepts[:0] }

func (c *acceptanceCurve) learn(eps, accept float64) {
	c.squares, c.accepts = append(c.squares, eps*eps), append(c.accepts, accept)
}

// step returns the step size at which the mean acceptance statistic is target,
// between 0 and 1, and at most limit. The first third of what was learnt is left
// out, because the chain may still have been on its way. It returns false if
// nothing was learnt or if nothing was ever accepted.
func (c *acceptanceCurve) step(target, limit float64) (float64, bool) {
	from := len(c.squares) / 3
	squares, accepts := c.squares[from:], c.accepts[from:]
	sum, low, high := 0.0, math.Inf(1), 0.0
	for i, a := range accepts {
		sum += a
		low, high = min(low, squares[i]), max(high, squares[i])
	}
	if sum == 0 {
		return 0, false
	}
	// Solve Σ a = Σ 2Φ(−c ε²) for log c by bisection; the right side falls with c.
	excess := func(logC float64) float64 {
		k, e := math.Exp(logC), -sum
		for _, s := range squares {
			e += math.Erfc(k * s / math.Sqrt2)
		}
		return e
	}
	lo, hi := -math.Log(high)-30, -math.Log(low)+10
	if excess(lo) <= 0 { // all were accepted
		return limit, true
	}
	for range 60 {
		if mid := (lo + hi) / 2; excess(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	k := -distuv.UnitNormal.Quantile(target/2) / math.Exp(hi)
	return min(math.Sqrt(k), limit), true
}
