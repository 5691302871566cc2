package family

import (
	"math/rand/v2"

	"concord/model/internal/matrix"
)

// Conjugate is a family whose labels are normal around their linear predictors. So the effects of one factor are normal
// given all others, and can be integrated out and drawn.
type Conjugate interface {
	// OneWay returns the likelihood of labels of some studies, each at a level of one factor, given the number of
	// labels in each cell, level·studies + study.
	OneWay(studies int, counts []float64) *OneWay
}

// OneWay implements [Conjugate].
func (Gaussian) OneWay(studies int, counts []float64) *OneWay {
	o := &OneWay{counts: counts, mean: make([]float64, len(counts))}
	m := &gaussianMarginal{patterns: groupedBy(studies, counts, counts, false), count: make([]float64, studies),
		within: make([]float64, studies)}
	m.sum, m.square = make([]float64, m.size()*studies), make([]float64, m.size()*studies*studies)
	for cell, n := range counts {
		m.count[cell%studies] += n
	}
	o.marginal = m.Fork().(*gaussianMarginal)
	o.root = make([]float64, m.size()*studies*studies)
	return o
}

// OneWay is the likelihood of normal labels that belong to levels of one factor, given all other effects. The effects
// of the factor are normal with covariance CCᵀ in the studies (ItemRoot of the point). They are integrated out; OneWay
// also has their distribution given the labels. It is not shared between goroutines.
type OneWay struct {
	marginal *gaussianMarginal
	counts   []float64 // of each cell
	mean     []float64 // of the labels of each cell, less all other effects
	root     []float64 // pattern × K × K: Cholesky factor of the precision of the standardised effects
}

// Fork returns a likelihood of the same levels for another goroutine, to be conditioned before it is used.
func (ow *OneWay) Fork() *OneWay {
	c := *ow
	m := ow.marginal.Fork().(*gaussianMarginal)
	m.within = make([]float64, len(m.within))
	m.sum, m.square = make([]float64, len(m.sum)), make([]float64, len(m.square))
	c.marginal, c.mean, c.root = m, make([]float64, len(ow.mean)), make([]float64, len(ow.root))
	return &c
}

// Patterns returns for how many levels the likelihood is computed. Levels with equal numbers of labels count as one.
func (ow *OneWay) Patterns() int { return ow.marginal.size() }

// Condition sets the sums of the labels less all other effects: their sum in each cell, and the sum of their squares in
// each study.
func (ow *OneWay) Condition(sum, square []float64) {
	m := ow.marginal
	copy(m.within, square)
	for cell, n := range ow.counts {
		ow.mean[cell] = 0
		if n > 0 {
			ow.mean[cell] = sum[cell] / n
			m.within[cell%m.k] -= sum[cell] * ow.mean[cell]
		}
	}
	clear(m.sum)
	clear(m.square)
	m.add(ow.mean)
}

// LogLik returns log p(labels | parameters) with the factor's effects integrated out, up to a constant, and adds its
// derivatives to the derivatives of the point.
func (ow *OneWay) LogLik(at *MarginalPoint) float64 { return ow.marginal.LogLik(at) }

// Draw draws the effects of all cells given labels and parameters. With z standard normal, θ = Cz, M = I + CᵀDC, its
// Cholesky factor L, and r the mean of a level's labels less the means of the studies, z | labels ~ N(M⁻¹CᵀDr, M⁻¹).
func (ow *OneWay) Draw(rng *rand.Rand, effect []float64, at *MarginalPoint) {
	m, c := ow.marginal, at.ItemRoot
	k := m.k
	for s, sigma := range at.Own {
		m.tau[s] = 1 / (sigma * sigma)
	}
	for p := range m.items {
		m.precision(m.counts[p*k:(p+1)*k], c)
		copy(ow.root[p*k*k:(p+1)*k*k], m.l)
	}
	z := m.x
	for level, p := range m.of {
		l, n, r := ow.root[int(p)*k*k:int(p+1)*k*k], ow.counts[level*k:(level+1)*k], ow.mean[level*k:(level+1)*k]
		for a := range k {
			z[a] = 0
			for s := a; s < k; s++ {
				z[a] += c[s*k+a] * n[s] * m.tau[s] * (r[s] - at.Mean[s])
			}
		}
		// L⁻ᵀ(L⁻¹v + ε) has mean M⁻¹v and covariance M⁻¹.
		matrix.SolveLower(l, z, k)
		for a := range z {
			z[a] += rng.NormFloat64()
		}
		matrix.SolveLowerT(l, z, k)
		for s := range k {
			x := 0.0
			for a := range s + 1 {
				x += c[s*k+a] * z[a]
			}
			effect[level*k+s] = x
		}
	}
}
