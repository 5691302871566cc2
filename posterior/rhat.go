package posterior

import "math"

// RHat returns the potential scale reduction factor of chains of one scalar, of equal length. It is the larger of the
// rank-normalised split R̂ of the draws and of |draw − median| (Vehtari, Gelman, Simpson, Carpenter and Bürkner 2021,
// section 4, equations 1 to 4 and 14). It is 1 for chains that agree, above 1.01 for chains that should not be trusted.
//
// It is NaN if a draw is NaN, or if all draws or all folded draws are equal (the latter for binary draws half of which
// are 1). It is also NaN for fewer than 4 iterations, because their halves have no variance (given 2 or 3, the R
// package posterior compares the wrong draws). It is +Inf for chains stuck at different values. It panics if the chains
// differ in length, as do the other diagnostics.
func RHat(chains [][]float64) float64 { return newSample(chains, new(arena)).rhat() }

func (s *sample) rhat() float64 {
	if s.undefined() {
		return math.NaN()
	}
	scores := s.scores()
	return math.Max(rhat(s.bulk(scores)), rhat(s.folded(scores)))
}

// rhat is R̂ of unchanged chains, equations 1 to 4.
func rhat(chains [][]float64) float64 {
	n := iterations(chains)
	if n < 2 || constantOrNotFinite(chains) {
		return math.NaN()
	}
	means := make([]float64, len(chains))
	within := 0.0
	for c, x := range chains {
		if isConstant(x) {
			means[c] = x[0]
			continue
		}
		means[c] = meanOf(x)
		within += varianceOf(x, means[c]) / float64(len(chains))
	}
	between := float64(n) * varianceOf(means, meanOf(means))
	return math.Sqrt((between/within + float64(n) - 1) / float64(n))
}

// isConstant reports whether all of x are the same number.
func isConstant(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}
