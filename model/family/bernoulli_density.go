package family

import (
	"math"

	"concord/model/internal/logistic"
)

// bernoulliDensity is the density of single binary labels.
type bernoulliDensity struct{}

// LogLik implements [Density].
func (bernoulliDensity) LogLik(g, theta, y, _, _ []float64) float64 {
	logp := 0.0
	for i, t := range theta {
		logp += y[i] * t
	}
	logp -= logistic.SoftplusSigmoid(g, theta)
	for i, p := range g {
		g[i] = y[i] - p
	}
	return logp
}

// Working implements [Density].
func (d bernoulliDensity) Working(g, w, theta, y, own, ownBar []float64) float64 {
	logp := d.LogLik(g, theta, y, own, ownBar)
	for i := range w {
		p := y[i] - g[i]
		w[i] = p * (1 - p)
	}
	return logp
}

// LogProb implements [Family].
func (Bernoulli) LogProb(y, theta float64, _ []float64) float64 {
	if y == 0 {
		theta = -theta
	}
	return -softplus(-theta)
}

// softplus returns log(1 + eˣ).
func softplus(x float64) float64 { return math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
