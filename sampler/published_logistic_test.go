package sampler

import "math"

// A doseResponse is a logistic regression on one covariate:
// deaths ~ Binomial(animals, expit(α + β·dose)), with α, β ~ N(0, 1/precision) or a
// flat prior where precision is 0.
type doseResponse struct {
	dose, animals, deaths []float64
	precision             float64
	box                   [4]float64 // outside which α and β hardly ever are: α from, to, β from, to
}

// bioassay: Racine, Grieve, Flühler and Smith (1986), flat prior, as in Bayesian
// Data Analysis, section 3.7. Four groups of five animals make a skewed posterior.
var bioassay = doseResponse{
	dose:    []float64{-0.86, -0.30, -0.05, 0.73},
	animals: []float64{5, 5, 5, 5},
	deaths:  []float64{0, 1, 3, 5},
	box:     [4]float64{-12, 25, -20, 150},
}

// beetles: Bliss (1935), doses less their mean and priors as in the BUGS Examples,
// volume 2.
var beetles = doseResponse{
	dose: centre([]float64{1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.8610, 1.8839}),

	animals:   []float64{59, 60, 62, 56, 63, 59, 62, 60},
	deaths:    []float64{6, 13, 18, 28, 52, 53, 61, 60},
	precision: 0.001,
	box:       [4]float64{-1, 2.5, 10, 60},
}

// centre subtracts the mean.
func centre(x []float64) []float64 {
	mean := 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	c := make([]float64, len(x))
	for i, v := range x {
		c[i] = v - mean
	}
	return c
}

// softplus returns log(1 + eˣ).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// expit returns 1/(1 + e⁻ˣ).
func expit(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logBinomial is the log probability of r successes in n trials with log odds eta,
// less the binomial coefficient, and its derivative with respect to eta.
func logBinomial(r, n, eta float64) (logp, derivative float64) {
	return r*eta - n*softplus(eta), r - n*expit(eta)
}

func (d doseResponse) target() density {
	return density{2, func(grad, x []float64) float64 {
		sum := -d.precision / 2 * (x[0]*x[0] + x[1]*x[1])
		grad[0], grad[1] = -d.precision*x[0], -d.precision*x[1]
		for i, dose := range d.dose {
			logp, g := logBinomial(d.deaths[i], d.animals[i], x[0]+x[1]*dose)
			sum += logp
			grad[0] += g
			grad[1] += g * dose
		}
		return sum
	}}
}

// truth has the moments of α and β, both on a lattice. The density is that of the
// probabilities, not of the log odds as in the target.
func (d doseResponse) truth(over lattice) []moment {
	var components []component
	for _, alpha := range over(d.box[0], d.box[1], 150) {
		for _, beta := range over(d.box[2], d.box[3], 150) {
			logWeight := -d.precision / 2 * (alpha*alpha + beta*beta)
			for i, dose := range d.dose {
				if r := d.deaths[i]; r > 0 {
					logWeight += r * math.Log(expit(alpha+beta*dose))
				}
				if s := d.animals[i] - d.deaths[i]; s > 0 {
					logWeight += s * math.Log(expit(-alpha-beta*dose))
				}
			}
			components = append(components, exactly(logWeight, alpha, beta))
		}
	}
	return mixture(components).moments()
}
