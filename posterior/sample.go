package posterior

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// sample is the draws of one scalar made ready for summaries: pooled and sorted.
type sample struct {
	*arena
	chains [][]float64
	pooled []float64 // chain after chain
	order  []int32   // of pooled, ascending; nil if a draw is NaN
}

// newSample panics if the chains differ in length.
func newSample(chains [][]float64, memory *arena) *sample {
	s := &sample{arena: memory, chains: chains, pooled: pool(chains, memory)}
	if !slices.ContainsFunc(s.pooled, math.IsNaN) {
		s.order = argsort(s.pooled, memory)
	}
	return s
}

// pool returns all draws, chain after chain.
func pool(chains [][]float64, memory *arena) []float64 {
	n := iterations(chains)
	all := memory.floats.take(n * len(chains))
	for i, c := range chains {
		copy(all[i*n:], c)
	}
	return all
}

// iterations returns the common length of the chains. It panics if their lengths differ.
func iterations(chains [][]float64) int {
	if len(chains) == 0 {
		return 0
	}
	n := len(chains[0])
	for _, c := range chains {
		if len(c) != n {
			panic("posterior: chains of different lengths")
		}
	}
	return n
}

// at returns the k-th smallest draw, from 0.
func (s *sample) at(k int) float64 { return s.pooled[s.order[k]] }

// undefined reports that there is no draw, or one that is NaN.
func (s *sample) undefined() bool { return len(s.pooled) == 0 || s.order == nil }

// split returns the two halves of every chain, without the middle draw of a chain
// of odd length, all first halves before all second halves. A single iteration
// stays as it is.
func split(chains [][]float64) [][]float64 {
	n := iterations(chains)
	if n <= 1 {
		return chains
	}
	half := n / 2
	halves := make([][]float64, 0, 2*len(chains))
	for _, c := range chains {
		halves = append(halves, c[:half])
	}
	for _, c := range chains {
		halves = append(halves, c[n-half:])
	}
	return halves
}

// mapChains returns f of every draw in the shape of the chains.
func mapChains(chains [][]float64, memory *arena, f func(x float64) float64) [][]float64 {
	flat := memory.floats.take(len(chains) * iterations(chains))
	out := make([][]float64, len(chains))
	for c, chain := range chains {
		out[c], flat = flat[:len(chain):len(chain)], flat[len(chain):]
		for i, x := range chain {
			out[c][i] = f(x)
		}
	}
	return out
}

// meanOf returns the mean of x, with a second pass that removes the rounding of
// the first; NaN if x is empty.
func meanOf(x []float64) float64 {
	n := float64(len(x))
	m := floats.Sum(x) / n
	if math.IsInf(m, 0) {
		return m
	}
	r := 0.0
	for _, v := range x {
		r += v - m
	}
	return m + r/n
}

// varianceOf returns the variance of x about its mean with divisor n−1; NaN if x
// has fewer than 2 elements.
func varianceOf(x []float64, mean float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	s := 0.0
	for _, v := range x {
		s += (v - mean) * (v - mean)
	}
	return s / float64(len(x)-1)
}

// constantOrNotFinite reports whether no diagnostic is defined: a draw is NaN or infinite, or all draws are equal
// within the machine epsilon 2⁻⁵² of the largest. The R package posterior has the same rule with an absolute tolerance,
// so that draws in a unit of 1e−16 are equal there.
func constantOrNotFinite(chains [][]float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range chains {
		for _, x := range c {
			if x != x {
				return true
			}
			if x < low {
				low = x
			}
			if x > high {
				high = x
			}
		}
	}
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return true
	}
	return !(high > low) || high-low < 0x1p-52*math.Max(math.Abs(low), math.Abs(high))
}
