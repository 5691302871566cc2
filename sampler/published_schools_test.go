package sampler

import "math"

// Eight schools (Rubin 1981; Gelman et al., Bayesian Data Analysis, 3rd edition,
// section 5.5): effects of coaching and their standard errors.
var (
	schoolsY = [8]float64{28, 8, -3, 7, -1, 1, 18, 12}
	schoolsS = [8]float64{15, 10, 16, 11, 9, 11, 10, 18}
)

// Priors as in posteriordb: μ ~ N(0, 5²), τ ~ Cauchy⁺(0, 5).
const schoolsMu, schoolsTau = 5, 5

// schools is the posterior of (μ, log τ, effects): θ itself where centred, else
// (θ − μ)/τ.
func schools(centred bool) density {
	return density{10, func(grad, x []float64) float64 {
		mu, tau := x[0], math.Exp(x[1])
		c := tau * tau / (schoolsTau * schoolsTau)
		sum := -mu*mu/(2*schoolsMu*schoolsMu) - math.Log1p(c) + x[1]
		grad[0], grad[1] = -mu/(schoolsMu*schoolsMu), 1-2*c/(1+c)
		for j, a := range x[2:] {
			theta := mu + tau*a
			if centred {
				theta = a
			}
			r := (schoolsY[j] - theta) / schoolsS[j]
			sum -= r * r / 2
			g := r / schoolsS[j] // with respect to θ
			if centred {
				z := (theta - mu) / tau
				sum -= z*z/2 + x[1]
				grad[0] += z / tau
				grad[1] += z*z - 1
				grad[j+2] = g - z/tau
			} else {
				sum -= a * a / 2
				grad[0] += g
				grad[1] += g * tau * a
				grad[j+2] = g*tau - a
			}
		}
		return sum
	}}
}

// schoolsReport is schools telling of μ, log τ, τ and θ₁.
func schoolsReport(centred bool) reporter {
	return reporter{schools(centred), []string{"mu", "log tau", "tau", "theta.1"}, func(dst, x []float64) {
		dst[0], dst[1], dst[2], dst[3] = x[0], x[1], math.Exp(x[1]), x[2]
		if !centred {
			dst[3] = x[0] + dst[2]*x[2]
		}
	}}
}

// schoolsTruth has the moments of μ, log τ, τ and θ₁: given τ everything else is
// normal and is integrated out in closed form (Bayesian Data Analysis, section 5.4).
func schoolsTruth(over lattice) []moment {
	var components []component
	for _, logTau := range over(-20, 8, 300) {
		tau2 := math.Exp(2 * logTau)
		precision, weighted := 1/float64(schoolsMu*schoolsMu), 0.0
		logWeight := logTau - math.Log1p(tau2/(schoolsTau*schoolsTau))
		for j, y := range schoolsY {
			v := schoolsS[j]*schoolsS[j] + tau2
			precision += 1 / v
			weighted += y / v
			logWeight -= (math.Log(v) + y*y/v) / 2
		}
		logWeight += (weighted*weighted/precision - math.Log(precision)) / 2
		mu, v := weighted/precision, 1/precision
		pull := schoolsS[0] * schoolsS[0] / (schoolsS[0]*schoolsS[0] + tau2) // of θ₁ towards μ
		components = append(components, component{
			logWeight,
			[]float64{mu, logTau, math.Sqrt(tau2), pull*mu + (1-pull)*schoolsY[0]},
			[]float64{v, 0, 0, pull*tau2 + pull*pull*v},
		})
	}
	return mixture(components).moments()
}
