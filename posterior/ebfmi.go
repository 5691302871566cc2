package posterior

import "math"

// EBFMI returns for each chain the estimated Bayesian fraction of missing
// information of its energies, Σ (E_n − E_{n−1})² / Σ (E_n − Ē)²
// (Betancourt 2016, "Diagnosing suboptimal cotangent disintegrations in Hamiltonian
// Monte Carlo", equation 12). Below 0.3 new momenta change the energy too little from draw to draw. energy
// holds a slice for each chain. It is NaN for a constant chain and for one of fewer than 2 draws.
func EBFMI(energy [][]float64) []float64 {
	out := make([]float64, len(energy))
	for c, e := range energy {
		if len(e) < 2 || isConstant(e) {
			out[c] = math.NaN()
			continue
		}
		mean := meanOf(e)
		moved, spread := 0.0, (e[0]-mean)*(e[0]-mean)
		for n := 1; n < len(e); n++ {
			moved += (e[n] - e[n-1]) * (e[n] - e[n-1])
			spread += (e[n] - mean) * (e[n] - mean)
		}
		out[c] = moved / spread
	}
	return out
}
