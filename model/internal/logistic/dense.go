package logistic

// SoftplusSigmoid stores σ(θ) = 1/(1+exp(−θ)) for every θ of theta in p, which
// may be theta itself but must not overlap it otherwise, and returns
// Σ log(1+exp θ). Errors are those of [Design.Sums]; σ keeps its relative
// precision as long as it is a normal number. Lengths must be equal, else it
// panics.
func SoftplusSigmoid(p, theta []float64) float64 {
	if len(p) != len(theta) {
		panic("logistic: p and theta differ in length")
	}
	return best().dense(p, theta)
}

// WeightedSoftplusSigmoid is SoftplusSigmoid of cells that count m trials each:
// it stores m·σ(θ) in mp and returns Σ m·log(1+exp θ). mp may be m or theta
// itself. Here each term of the sum has a small relative error. Lengths must be
// equal, else it panics.
func WeightedSoftplusSigmoid(mp, m, theta []float64) float64 {
	if len(mp) != len(theta) || len(m) != len(theta) {
		panic("logistic: mp, m and theta differ in length")
	}
	return best().weighted(mp, m, theta)
}
