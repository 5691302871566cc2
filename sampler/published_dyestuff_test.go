package sampler

import "math"

// Dyestuff (Davies 1967; Box and Tiao 1973, section 5.1.2; BUGS Examples, volume 1):
// yields of five samples of each of six batches.
var dyestuff = [6][5]float64{
	{1545, 1440, 1440, 1520, 1580},
	{1540, 1555, 1490, 1560, 1495},
	{1595, 1550, 1605, 1510, 1560},
	{1445, 1440, 1595, 1465, 1545},
	{1595, 1630, 1515, 1635, 1625},
	{1520, 1455, 1450, 1480, 1445},
}

// dyestuffTarget is the random effects model y = μ + σ_b·z + σ_w·ε under the prior
// of Box and Tiao, p(μ, σ_w², σ_b²) ∝ 1/(σ_w²(σ_w² + 5σ_b²)). Coordinates are μ,
// log σ_w, log σ_b, z₁ … z₆; it tells of the first three and of the mean of batch 1.
func dyestuffTarget() reporter {
	target := density{9, func(grad, x []float64) float64 {
		clear(grad)
		mu, between := x[0], math.Exp(x[2])
		within2 := math.Exp(2 * x[1])
		total2 := within2 + 5*between*between
		// The Jacobian to logarithms takes 1/σ_w² away and gives σ_b².
		sum := 2*x[2] - math.Log(total2) - 30*x[1]
		grad[1] = -30 - 2*within2/total2
		grad[2] = 2 - 10*between*between/total2
		for j, batch := range dyestuff {
			z := x[3+j]
			sum -= z * z / 2
			grad[3+j] = -z
			for _, y := range batch {
				r := y - mu - between*z
				sum -= r * r / (2 * within2)
				g := r / within2
				grad[0] += g
				grad[1] += r * g
				grad[2] += g * between * z
				grad[3+j] += g * between
			}
		}
		return sum
	}}
	return reporter{target, []string{"mu", "log sigma_w", "log sigma_b", "batch.1"}, func(dst, x []float64) {
		copy(dst, x[:3])
		dst[3] = x[0] + math.Exp(x[2])*x[3]
	}}
}

// dyestuffTruth has the moments of μ, log σ_w, log σ_b and the mean of batch 1: both
// standard deviations on a lattice, the rest normal given them. Of μ only the mean is
// to be checked: it has no sixth moment, and the standard error of its standard
// deviation is estimated from the eighth.
func dyestuffTruth(over lattice) []moment {
	var means []float64
	squares := 0.0 // within
	for _, batch := range dyestuff {
		deviations := centre(batch[:])
		for _, r := range deviations {
			squares += r * r
		}
		means = append(means, batch[0]-deviations[0])
	}
	deviations := centre(means)
	mean, between := means[0]-deviations[0], 0.0
	for _, r := range deviations {
		between += r * r
	}
	var components []component
	for _, logWithin := range over(2, 7, 80) {
		for _, logBetween := range over(-10, 12, 250) {
			within2, between2 := math.Exp(2*logWithin), math.Exp(2*logBetween)
			v := between2 + within2/5 // of a batch's mean about μ
			logWeight := -24*logWithin - squares/(2*within2) - (5*math.Log(v)+between/v)/2 + 2*logBetween - math.Log(v)
			pull := within2 / 5 / v // of a batch's mean towards μ
			components = append(components, component{
				logWeight,
				[]float64{mean, logWithin, logBetween, pull*mean + (1-pull)*means[0]},
				[]float64{v / 6, 0, 0, pull*between2 + pull*pull*v/6},
			})
		}
	}
	moments := mixture(components).moments()
	moments[0].sd = 0
	return moments
}
