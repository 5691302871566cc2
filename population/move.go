package population

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Move says whether tasks in an order, such as weeks, moved from one level to another between two of them.
type Move struct {
	// Probability is that of one move, where a move and none are as likely beforehand.
	Probability float64
	// At are the probabilities that the first task after the move is each one but the first, given that there is one;
	// beforehand all are as likely.
	At []float64
}

// Standard deviations of normal priors of [Moved].
const (
	levelSD = 2.5 // of the level before the move
	jumpSD  = 1   // of the difference
)

// Moved compares estimates about one level with estimates that are about another from some task on:
//
//	y_t ~ N(μ + δ [t ≥ k], s_t² + τ²),  μ ~ N(0, 2.5²),  δ ~ N(0, 1),  τ ~ [PriorSpread],
//
// with μ and δ integrated out in closed form and τ by quadrature. There must be two estimates at least.
func Moved(of []Estimate) Move {
	logs := make([]float64, len(of)) // of the evidence; of no move at 0
	for k := range logs {
		logs[k] = evidence(of, k)
	}
	all := floats.LogSumExp(logs[1:])
	m := Move{At: make([]float64, len(of)-1)}
	for k := range m.At {
		m.At[k] = math.Exp(logs[1+k] - all)
	}
	m.Probability = 1 / (1 + math.Exp(logs[0]-all+math.Log(float64(len(m.At)))))
	return m
}

// evidence returns the logarithm of the density of all estimates where the level moves at task k, or not if k is 0.
func evidence(of []Estimate, k int) float64 {
	// The trapezoidal rule over log τ, from where a spread is nothing to where it is everything.
	const from, to, nodes = -7.0, 4.0, 111
	logs := make([]float64, nodes)
	for n := range logs {
		u := from + (to-from)*float64(n)/(nodes-1)
		tau := math.Exp(u)
		prior, _ := PriorSpread.LogDensity(tau)
		logs[n] = prior + u + given(of, k, tau)
	}
	return floats.LogSumExp(logs) + math.Log((to-from)/(nodes-1))
}

// given is the logarithm of the density given τ: that of N(0, V + A P Aᵀ), by the matrix determinant and inversion
// lemmas, with A the columns 1 and [t ≥ k] and P their prior variances.
func given(of []Estimate, k int, tau float64) float64 {
	var s00, s01, s11, b0, b1, logp float64
	for t, e := range of {
		v := e.SD*e.SD + tau*tau
		logp -= (math.Log(2*math.Pi*v) + e.Mean*e.Mean/v) / 2
		s00, b0 = s00+1/v, b0+e.Mean/v
		if k > 0 && t >= k {
			s01, s11, b1 = s01+1/v, s11+1/v, b1+e.Mean/v
		}
	}
	s00, s11 = s00+1/(levelSD*levelSD), s11+1/(jumpSD*jumpSD)
	determinant := s00*s11 - s01*s01
	logp += (s11*b0*b0 - 2*s01*b0*b1 + s00*b1*b1) / (2 * determinant)
	return logp - math.Log(determinant)/2 - math.Log(levelSD) - math.Log(jumpSD)
}
