package posterior

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// normalScores turns ranks among n draws into normal scores,
// z = Φ⁻¹((r − 3/8) / (n + 1/4)) (Vehtari et al. 2021, equation 14).
type normalScores struct{ whole []float64 } // score of rank r at r−1

func newNormalScores(n int) normalScores {
	s := normalScores{make([]float64, n)}
	for i := range (n + 1) / 2 {
		z := s.score(float64(i + 1))
		s.whole[i], s.whole[n-1-i] = z, -z
	}
	return s
}

func (ns normalScores) score(rank float64) float64 {
	return mathext.NormalQuantile((rank - 0.375) / (float64(len(ns.whole)) + 0.25))
}

// between returns the score of the mean of the ranks from low to high.
func (ns normalScores) between(low, high int) float64 {
	if (low+high)%2 == 0 {
		return ns.whole[(low+high)/2-1]
	}
	return ns.score(float64(low+high) / 2)
}

// rankNormalize returns the split chains of normal scores of x, which holds
// chains of n iterations one after the other and whose ascending order is given.
// Draws that splitting leaves out have no rank; ties share the mean of their ranks.
func rankNormalize(x []float64, order []int32, n int, scores normalScores, memory *arena) [][]float64 {
	if n > 1 && n%2 == 1 {
		kept := memory.orders.take(len(order))[:0]
		for _, i := range order {
			if int(i)%n != n/2 {
				kept = append(kept, i)
			}
		}
		order = kept
	}
	z := memory.floats.take(len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		score := scores.between(from+1, to)
		for _, i := range order[from:to] {
			z[i] = score
		}
		from = to
	}
	chains := make([][]float64, len(x)/n)
	for c := range chains {
		chains[c] = z[c*n : (c+1)*n]
	}
	return split(chains)
}

// scores returns the normal scores for the draws that splitting keeps.
func (s *sample) scores() normalScores {
	n := len(s.chains[0])
	kept := len(s.pooled)
	if n > 1 && n%2 == 1 {
		kept -= len(s.chains)
	}
	return s.scoresOf(kept)
}

// bulk returns the rank-normalised split chains.
func (s *sample) bulk(scores normalScores) [][]float64 {
	return rankNormalize(s.pooled, s.order, len(s.chains[0]), scores, s.arena)
}

// folded returns the rank-normalised split chains of |x − median|, or nil if that is undefined because the median is
// infinite. Their order follows from the order of x by merging outwards from the median.
func (s *sample) folded(scores normalScores) [][]float64 {
	median := s.quantile(0.5)
	if math.IsInf(median, 0) {
		return nil
	}
	f := s.floats.take(len(s.pooled))
	for i, x := range s.pooled {
		f[i] = math.Abs(x - median)
	}
	high := 0
	for high < len(s.order) && s.at(high) < median {
		high++
	}
	low := high - 1
	order := s.orders.take(len(s.order))[:0]
	for low >= 0 || high < len(s.order) {
		if high == len(s.order) || low >= 0 && f[s.order[low]] < f[s.order[high]] {
			order = append(order, s.order[low])
			low--
		} else {
			order = append(order, s.order[high])
			high++
		}
	}
	return rankNormalize(f, order, len(s.chains[0]), scores, s.arena)
}
