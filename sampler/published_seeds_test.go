package sampler

import "math"

// Seeds (Crowder 1978, table 3; BUGS Examples, volume 1): germinated of so many on
// 21 plates, by type of seed and root extract.
var (
	seedsGerminated = [21]float64{10, 23, 23, 26, 17, 5, 53, 55, 32, 46, 10, 8, 10, 8, 23, 0, 3, 22, 15, 32, 3}
	seedsSown       = [21]float64{39, 62, 81, 51, 39, 6, 74, 72, 51, 79, 13, 16, 30, 28, 45, 4, 12, 41, 30, 51, 7}
)

// seedsType and seedsExtract are the covariates of a plate, 0 or 1.
func seedsType(plate int) float64 {
	if plate >= 11 {
		return 1
	}
	return 0
}

func seedsExtract(plate int) float64 {
	if plate >= 5 && plate < 11 || plate >= 16 {
		return 1
	}
	return 0
}

// The standard deviation of plates is uniform on (0, seedsWidest).
const seedsWidest = 10

// seeds is a logistic regression with random effects:
// logit p = α₀ + α₁·type + α₂·extract + α₁₂·type·extract + σz with z ~ N(0, 1).
// The prior of α is flat (BUGS has standard deviations of 1000) and that of σ
// uniform on (0, 10). Coordinates are α₀, α₁, α₂, α₁₂, logit(σ/10), z₁ … z₂₁.
func seeds() reporter {
	target := density{26, func(grad, x []float64) float64 {
		s := expit(x[4])
		sigma := seedsWidest * s
		clear(grad)
		sum := -softplus(x[4]) - softplus(-x[4]) // Jacobian: s(1 − s)
		grad[4] = 1 - 2*s
		for i, z := range x[5:] {
			t, e := seedsType(i), seedsExtract(i)
			logp, g := logBinomial(seedsGerminated[i], seedsSown[i], x[0]+x[1]*t+x[2]*e+x[3]*t*e+sigma*z)
			sum += logp - z*z/2
			grad[0] += g
			grad[1] += g * t
			grad[2] += g * e
			grad[3] += g * t * e
			grad[4] += g * z * sigma * (1 - s)
			grad[5+i] = g*sigma - z
		}
		return sum
	}}
	return reporter{target, []string{"alpha.0", "alpha.1", "alpha.2", "alpha.12", "sigma"}, func(dst, x []float64) {
		copy(dst, x[:4])
		dst[4] = seedsWidest * expit(x[4])
	}}
}

// seedsTruth has the moments of α and σ. Under a flat prior of α the log odds of the
// four groups are independent given σ. On lattices are σ, the log odds of each
// group, and the effect of each plate.
func seedsTruth(over lattice) []moment {
	var components []component
	for _, u := range over(-22, 1, 75) {
		s := expit(u)
		outer := component{logWeight: math.Log(s * (1 - s))}
		var group [2][2]component // by type and extract
		for t := range group {
			for e := range group[t] {
				group[t][e] = seedsGroup(over, t, e, seedsWidest*s)
				outer.logWeight += group[t][e].logWeight
			}
		}
		m := func(t, e int) float64 { return group[t][e].mean[0] }
		v := func(t, e int) float64 { return group[t][e].variance[0] }
		outer.mean = []float64{
			m(0, 0), m(1, 0) - m(0, 0), m(0, 1) - m(0, 0), m(1, 1) - m(1, 0) - m(0, 1) + m(0, 0), seedsWidest * s,
		}
		outer.variance = []float64{
			v(0, 0), v(1, 0) + v(0, 0), v(0, 1) + v(0, 0), v(1, 1) + v(1, 0) + v(0, 1) + v(0, 0), 0,
		}
		components = append(components, outer)
	}
	return mixture(components).moments()
}

// seedsGroup has the moments of the log odds of a group given σ.
func seedsGroup(over lattice, seedType, extract int, sigma float64) component {
	var components []component
	for _, logOdds := range over(-5, 5, 50) {
		logWeight := 0.0
		for plate := range seedsSown {
			if seedsType(plate) != float64(seedType) || seedsExtract(plate) != float64(extract) {
				continue
			}
			likelihood := 0.0
			for _, z := range over(-7, 7, 30) {
				logp, _ := logBinomial(seedsGerminated[plate], seedsSown[plate], logOdds+sigma*z)
				likelihood += math.Exp(logp - z*z/2)
			}
			logWeight += math.Log(likelihood)
		}
		components = append(components, exactly(logWeight, logOdds))
	}
	return mixture(components)
}
