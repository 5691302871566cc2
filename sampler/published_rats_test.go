package sampler

import "math"

// Rats (Gelfand, Hills, Racine-Poon and Smith 1990; BUGS Examples, volume 1): weights
// of 30 rats at the ages of 8, 15, 22, 29 and 36 days.
var rats = [30][5]float64{
	{151, 199, 246, 283, 320}, {145, 199, 249, 293, 354}, {147, 214, 263, 312, 328},
	{155, 200, 237, 272, 297}, {135, 188, 230, 280, 323}, {159, 210, 252, 298, 331},
	{141, 189, 231, 275, 305}, {159, 201, 248, 297, 338}, {177, 236, 285, 350, 376},
	{134, 182, 220, 260, 296}, {160, 208, 261, 313, 352}, {143, 188, 220, 273, 314},
	{154, 200, 244, 289, 325}, {171, 221, 270, 326, 358}, {163, 216, 242, 281, 312},
	{160, 207, 248, 288, 324}, {142, 187, 234, 280, 316}, {156, 203, 243, 283, 317},
	{157, 212, 259, 307, 336}, {152, 203, 246, 286, 321}, {154, 205, 253, 298, 334},
	{139, 190, 225, 267, 302}, {146, 191, 229, 272, 302}, {157, 211, 250, 285, 323},
	{132, 185, 237, 286, 331}, {160, 207, 257, 303, 345}, {169, 216, 261, 295, 333},
	{157, 205, 248, 289, 316}, {137, 180, 219, 258, 291}, {153, 200, 244, 286, 324},
}

// ratsAges are ages in days less their mean, and ratsSpread their sum of squares.
var ratsAges = [5]float64{-14, -7, 0, 7, 14}

const ratsSpread = 490

// ratsPrecision returns the log density of log σ, up to a constant, and its
// derivative where 1/σ² ~ Gamma(0.001, 0.001).
func ratsPrecision(logSigma float64) (logp, derivative float64) {
	tau := math.Exp(-2 * logSigma)
	return 0.001 * (-2*logSigma - tau), 0.002 * (tau - 1)
}

// ratsMeanVariance is the variance of the normal priors of the mean intercept and
// the mean slope.
const ratsMeanVariance = 1e6

// ratsTarget is the random effects growth curve of the BUGS Examples:
// weight = α + β·(age − 22) + σ_c·ε with α ~ N(α_c, σ_a²) and β ~ N(β_c, σ_b²),
// independent. Coordinates are α_c, β_c, log σ_c, log σ_a, log σ_b, α₁ … α₃₀,
// β₁ … β₃₀; it tells of the first five, of α₁ and of β₁.
func ratsTarget() reporter {
	target := density{65, func(grad, x []float64) float64 {
		sum := 0.0
		for k := range 5 {
			if k < 2 {
				sum -= x[k] * x[k] / (2 * ratsMeanVariance)
				grad[k] = -x[k] / ratsMeanVariance
				continue
			}
			logp, g := ratsPrecision(x[k])
			sum += logp
			grad[k] = g
		}
		precision := math.Exp(-2 * x[2])
		sum -= 150 * x[2]
		grad[2] -= 150
		for k := range 2 { // intercepts and slopes
			tau, effects := math.Exp(-2*x[3+k]), x[5+30*k:][:30]
			sum -= 30 * x[3+k]
			grad[3+k] -= 30
			for i, a := range effects {
				d := a - x[k]
				sum -= tau * d * d / 2
				grad[k] += tau * d
				grad[3+k] += tau * d * d
				grad[5+30*k+i] = -tau * d
			}
		}
		for i, weights := range rats {
			for j, age := range ratsAges {
				r := weights[j] - x[5+i] - x[35+i]*age
				sum -= precision * r * r / 2
				grad[2] += precision * r * r
				grad[5+i] += precision * r
				grad[35+i] += precision * r * age
			}
		}
		return sum
	}}
	names := []string{"alpha_c", "beta_c", "log sigma_c", "log sigma_a", "log sigma_b", "alpha.1", "beta.1"}
	return reporter{target, names, func(dst, x []float64) {
		copy(dst, x[:5])
		dst[5], dst[6] = x[5], x[35]
	}}
}

// ratsTruth has the moments of what ratsTarget tells. As ages are balanced, the least
// squares intercepts and slopes are independent given the standard deviations, which
// are on lattices; all else is normal given them.
func ratsTruth(over lattice) []moment {
	var estimates [2][]float64 // intercepts, slopes
	squares := 0.0
	for _, weights := range rats {
		intercept, slope := 0.0, 0.0
		for j, age := range ratsAges {
			intercept += weights[j] / 5
			slope += weights[j] * age / ratsSpread
		}
		for j, age := range ratsAges {
			r := weights[j] - intercept - slope*age
			squares += r * r
		}
		estimates[0], estimates[1] = append(estimates[0], intercept), append(estimates[1], slope)
	}
	var components []component
	for _, logSigma := range over(1.2, 2.6, 40) {
		logWeight, _ := ratsPrecision(logSigma)
		v := math.Exp(2 * logSigma)
		a := ratsEffects(over(1, 5, 80), estimates[0], v/5)
		b := ratsEffects(over(-6, 2, 160), estimates[1], v/ratsSpread)
		components = append(components, component{
			logWeight - 90*logSigma - squares/(2*v) + a.logWeight + b.logWeight,
			[]float64{a.mean[0], b.mean[0], logSigma, a.mean[1], b.mean[1], a.mean[2], b.mean[2]},
			[]float64{a.variance[0], b.variance[0], 0, a.variance[1], b.variance[1], a.variance[2], b.variance[2]},
		})
	}
	return mixture(components).moments()
}

// ratsEffects has the moments of the mean, of the log of the standard deviation
// (on the lattice) and of the first of effects that are estimated with so large an
// error variance.
func ratsEffects(logSigmas, estimates []float64, variance float64) component {
	deviations := centre(estimates)
	n, mean, squares := float64(len(estimates)), estimates[0]-deviations[0], 0.0
	for _, d := range deviations {
		squares += d * d
	}
	var components []component
	for _, logSigma := range logSigmas {
		sigma2 := math.Exp(2 * logSigma)
		v := sigma2 + variance
		logWeight, _ := ratsPrecision(logSigma)
		precision := n/v + 1/float64(ratsMeanVariance)
		logWeight -= (n*math.Log(v) + squares/v + math.Log(precision) + mean*mean/(v/n+ratsMeanVariance)) / 2
		mu, pull := n*mean/v/precision, variance/v
		components = append(components, component{
			logWeight,
			[]float64{mu, logSigma, pull*mu + (1-pull)*estimates[0]},
			[]float64{1 / precision, 0, pull*sigma2 + pull*pull/precision},
		})
	}
	return mixture(components)
}
