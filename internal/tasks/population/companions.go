package population

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/posterior"
)

// Companions are two further quantities of a task that its labels do not separate from θ, such as the ICCs of two
// studies if θ is their ρ. The less the items of a study vary, the larger is the correlation for a given covariance.
// Given θ, a correlation on Fisher's scale, their likelihood is assumed normal, with the means Intercept + Slope tanh
// θ.
type Companions struct {
	Intercept, Slope [2]float64
	Covariance       [3]float64 // of the first, of both, of the second
	// Tilt is the slope, by tanh θ, of the part that their priors have in the log-likelihood of θ.
	Tilt float64
}

// NewCompanions computes the companions from draws of them and of θ, and from the logarithms of their prior densities.
// These are approximated by straight lines about the draws and divided out.
func NewCompanions(theta posterior.Quantity, of, logPriors [2]posterior.Quantity) (c Companions, ok bool) {
	var rho []float64
	for _, chain := range theta.Chains {
		for _, x := range chain {
			rho = append(rho, math.Tanh(x))
		}
	}
	var left [2][]float64
	var bend [2]float64
	for s, q := range of {
		var x, prior []float64
		for k, chain := range q.Chains {
			x, prior = append(x, chain...), append(prior, logPriors[s].Chains[k]...)
		}
		c.Intercept[s], c.Slope[s] = stat.LinearRegression(rho, x, nil, false)
		_, bend[s] = stat.LinearRegression(x, prior, nil, false)
		left[s] = make([]float64, len(x))
		for i := range x {
			left[s][i] = x[i] - c.Intercept[s] - c.Slope[s]*rho[i]
		}
	}
	c.Covariance = [3]float64{stat.Variance(left[0], nil), stat.Covariance(left[0], left[1], nil),
		stat.Variance(left[1], nil)}
	// A normal density over the exponential of a line is normal again, about another mean.
	c.Intercept[0] -= c.Covariance[0]*bend[0] + c.Covariance[1]*bend[1]
	c.Intercept[1] -= c.Covariance[1]*bend[0] + c.Covariance[2]*bend[1]
	c.Tilt = -bend[0]*c.Slope[0] - bend[1]*c.Slope[1]
	for _, x := range append(append(c.Intercept[:], c.Slope[:]...), append(c.Covariance[:], c.Tilt)...) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return c, false
		}
	}
	return c, true
}

// Given returns the estimate if the prior of the companions is their distribution over all tasks, in place of the prior
// of the task's fit.
func (e Estimate) Given(c Companions, populations [2]*Posterior) Estimate {
	var middle, variance [2]float64
	for s, p := range populations {
		middle[s] = p.Mean.Mean()
		var v float64
		draws := 0
		for k, chain := range p.Mean.Chains {
			for i, mu := range chain {
				tau := p.Spread.Chains[k][i]
				v += (mu-middle[s])*(mu-middle[s]) + tau*tau
				draws++
			}
		}
		variance[s] = v / float64(draws)
	}
	total := mat.NewSymDense(2, []float64{c.Covariance[0] + variance[0], c.Covariance[1], c.Covariance[1],
		c.Covariance[2] + variance[1]})
	var chol mat.Cholesky
	if !chol.Factorize(total) {
		return e
	}
	given, distance, solved := make([]float64, len(e.Likelihood)), mat.NewVecDense(2, nil), mat.NewVecDense(2, nil)
	for k, l := range e.Likelihood {
		rho := math.Tanh(float64(e.First+k) * e.Step)
		for s := range middle {
			distance.SetVec(s, middle[s]-c.Intercept[s]-c.Slope[s]*rho)
		}
		if chol.SolveVecTo(solved, distance) != nil {
			return e
		}
		given[k] = l + c.Tilt*rho - mat.Dot(distance, solved)/2
	}
	e.Likelihood = given
	return e
}
