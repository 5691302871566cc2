package pairs

import "math"

// grades computes probabilities of grades: P(k) ∝ exp(x_k η + a_|k|).
type grades struct {
	n     int
	class []int     // of each grade: its distance from the nearer end, which a belongs to
	score []float64 // x_k
	free  int       // parameters a; that of the ends is 0
}

func newGrades(n int) grades {
	g := grades{n: n, class: make([]int, n), score: make([]float64, n), free: (n+1)/2 - 1}
	for k := range n {
		g.class[k] = min(k, n-1-k)
		g.score[k] = float64(k)/float64(n-1) - 0.5
	}
	return g
}

// weights are exp(a) of each class, the ends' first.
func (g grades) weights(dst, a []float64) {
	dst[0] = 1
	for k, x := range a {
		dst[k+1] = math.Exp(x)
	}
}

// at sets p to the probabilities of all grades for η, and returns their mean score.
func (g grades) at(p, weights []float64, eta float64) (mean float64) {
	// The computation starts from the likelier end, so that nothing overflows.
	step := math.Exp(-math.Abs(eta) / float64(g.n-1))
	if g.n == 3 { // as most files have
		tie, far := step*weights[1], step*step
		all := 1 / (1 + tie + far)
		p[1] = tie * all
		if eta > 0 {
			p[0], p[2] = far*all, all
		} else {
			p[0], p[2] = all, far*all
		}
		return (p[2] - p[0]) / 2
	}
	sum, power := 0.0, 1.0
	for i := range g.n {
		k := i
		if eta > 0 {
			k = g.n - 1 - i
		}
		p[k] = power * weights[g.class[k]]
		sum += p[k]
		power *= step
	}
	for k := range p {
		p[k] /= sum
		mean += p[k] * g.score[k]
	}
	return mean
}

// points returns the probability that A wins, plus half the probability of a tie.
func (g grades) points(p, weights []float64, eta float64) float64 {
	g.at(p, weights, eta)
	return pointsOf(p)
}

func pointsOf(p []float64) float64 {
	sum := 0.0
	for k, x := range p {
		switch twice := 2*k - (len(p) - 1); {
		case twice > 0:
			sum += x
		case twice == 0:
			sum += x / 2
		}
	}
	return sum
}
