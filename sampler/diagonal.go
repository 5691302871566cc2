package sampler

import "math"

// moments are running means and sums of squared deviations of draws and their gradients, coordinate by coordinate
// (Welford 1962). As a learner, it gives the diagonal metric of nutpie (Seyboldt et al., "Preconditioning Hamiltonian
// Monte Carlo by minimizing Fisher divergence", 2025): M⁻¹ᵢ = √(Var xᵢ / Var gᵢ), exact after two draws where
// coordinates are independent normals.
type moments struct {
	n            float64
	meanX, meanG []float64
	sumX2, sumG2 []float64
}

func newMoments(dim int) *moments {
	return &moments{
		meanX: make([]float64, dim), meanG: make([]float64, dim),
		sumX2: make([]float64, dim), sumG2: make([]float64, dim),
	}
}

func (v *moments) observe(q, gq []float64) {
	v.n++
	for i := range q {
		d := q[i] - v.meanX[i]
		v.meanX[i] += d / v.n
		v.sumX2[i] += d * (q[i] - v.meanX[i])
		d = gq[i] - v.meanG[i]
		v.meanG[i] += d / v.n
		v.sumG2[i] += d * (gq[i] - v.meanG[i])
	}
}

// leastObservations is the least number of draws that a metric is learnt from.
const leastObservations = 5

func (v *moments) metric(old *Metric) (*Metric, bool) {
	if v.n < leastObservations {
		return nil, false
	}
	learnt := &Metric{Center: v.meanX, Scale: make([]float64, len(v.meanX))}
	for i := range learnt.Scale {
		learnt.Scale[i] = fisherScale(v.sumX2[i], v.sumG2[i], old.Scale[i])
	}
	if !allFinite(learnt.Center) {
		return nil, false
	}
	*v = *newMoments(len(v.meanX))
	return learnt, true
}

// fisherScale returns (Var x / Var g)^¼ from two variances with the same divisor. It returns old if they have no
// information: a chain that did not move, or a flat coordinate.
func fisherScale(varX, varG, old float64) float64 {
	s := math.Sqrt(math.Sqrt(varX / varG))
	if !(s > 1e-100 && s < 1e100) {
		return old
	}
	return s
}
