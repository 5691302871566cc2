package posterior

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// MCSEMean returns the Monte Carlo standard error of the mean of all draws, in
// the draws' unit: SD/√[ESSMean]. It is NaN where that is.
func MCSEMean(chains [][]float64) float64 {
	memory := new(arena)
	return mcseMean(chains, pool(chains, memory), memory)
}

// mcseMean is MCSEMean of draws that have been pooled.
func mcseMean(chains [][]float64, all []float64, memory *arena) float64 {
	return math.Sqrt(varianceOf(all, meanOf(all)) / ess(split(chains), memory))
}

// MCSESD returns the Monte Carlo standard error of the standard deviation of all draws, in the draws' unit. It uses the
// delta method, with the fourth moment and the effective sample size of (draw − mean)² (Kenney and Keeping 1951, page
// 141; as in the R package posterior). It is NaN where that effective sample size is.
func MCSESD(chains [][]float64) float64 {
	memory := new(arena)
	return mcseSD(chains, pool(chains, memory), memory)
}

// mcseSD is MCSESD of draws that have been pooled.
func mcseSD(chains [][]float64, all []float64, memory *arena) float64 {
	mean := meanOf(all)
	m2, m4 := 0.0, 0.0
	for _, x := range all {
		d := (x - mean) * (x - mean)
		m2 += d
		m4 += d * d
	}
	m2 /= float64(len(all))
	m4 /= float64(len(all))
	squares := mapChains(chains, memory, func(x float64) float64 { return (x - mean) * (x - mean) })
	size := ess(split(squares), memory)
	return math.Sqrt((m4 - m2*m2) / size / m2 / 4)
}

// MCSEQuantile returns the Monte Carlo standard error of the p-quantile of all draws, in the draws' unit. It is half
// the width of the interval between the order statistics at the 16 % and 84 % points of the quantile's Beta
// distribution (Vehtari et al. 2021, section 4.4). It is NaN where [ESSQuantile] is. It panics unless 0 ≤ p ≤ 1.
func MCSEQuantile(chains [][]float64, p float64) float64 {
	return newSample(chains, new(arena)).mcseQuantile(p)
}

func (s *sample) mcseQuantile(p float64) float64 {
	size := s.essQuantile(p)
	if math.IsNaN(size) {
		return size
	}
	const below, above = 0.1586553, 0.8413447 // Φ(∓1), with the digits that R's posterior has
	n := len(s.pooled)
	a, b := size*p+1, size*(1-p)+1
	low := math.Floor(mathext.InvRegIncBeta(a, b, below) * float64(n))
	high := math.Ceil(mathext.InvRegIncBeta(a, b, above) * float64(n))
	return (s.at(min(int(high), n)-1) - s.at(max(int(low), 1)-1)) / 2
}
