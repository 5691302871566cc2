package population

import (
	"math"

	"concord/internal/bisect"
)

// Mixture is a mixture of normal distributions. Weights need not add up to 1.
type Mixture struct {
	weight []float64
	of     []Site
	total  float64
}

func (m *Mixture) add(weight float64, of Site) {
	if weight > 0 {
		m.weight, m.of, m.total = append(m.weight, weight), append(m.of, of), m.total+weight
	}
}

// Above returns the probability of values above x.
func (m *Mixture) Above(x float64) float64 {
	p := 0.0
	for i, of := range m.of {
		p += m.weight[i] * math.Erfc((x-of.Mean)/of.SD/math.Sqrt2) / 2
	}
	return p / m.total
}

// Quantile returns the value below which there is the probability p, which is above 0 and below 1.
func (m *Mixture) Quantile(p float64) float64 {
	const far = 10 // ten standard deviations are beyond any p
	low, high := math.Inf(1), math.Inf(-1)
	for _, of := range m.of {
		low, high = math.Min(low, of.Mean-far*of.SD), math.Max(high, of.Mean+far*of.SD)
	}
	return bisect.Root(low, high, func(x float64) bool { return m.Above(x) > 1-p })
}
