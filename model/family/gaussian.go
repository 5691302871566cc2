package family

import (
	"math/rand/v2"

	"concord/study"
)

// Gaussian labels are y ~ N(θ, σ²).
type Gaussian struct{}

var (
	_ Family      = Gaussian{}
	_ Integrable  = Gaussian{}
	_ Integrating = Gaussian{}
)

// String implements [Family].
func (Gaussian) String() string { return "gaussian" }

// About implements [Family].
func (Gaussian) About() About {
	return About{
		Name: "Gaussian", Labels: "Gaussian labels", Distribution: "a normal distribution",
		Formula: "N(θ, σ²)", BRMS: "gaussian()",
	}
}

// Kind implements [Family].
func (Gaussian) Kind() study.Kind { return study.Numeric }

// Takes implements [Family].
func (Gaussian) Takes(float64) bool { return true }

// Parameters implements [Family]: σ.
func (Gaussian) Parameters() []Parameter {
	return []Parameter{{Name: "sd_residual", Words: "residual standard deviation"}}
}

// LocationScale implements [Family].
func (Gaussian) LocationScale() bool { return true }

// Start implements [Family].
func (Gaussian) Start() Start { return Start{ItemSD: 0.6, OtherSD: 0.4, Own: []float64{0.7}} }

// Likelihood implements [Family].
func (Gaussian) Likelihood(l *Labels) Likelihood {
	if len(l.Further) > 0 {
		return Pointwise(l, gaussianDensity{}, 1)
	}
	return newGaussianCells(l)
}

// Integrates implements [Integrating]: a group costs as much as a label.
func (Gaussian) Integrates(_, _ int) bool { return true }

// ResidualSD implements [Family].
func (Gaussian) ResidualSD(own []float64) float64 { return own[0] }

// Response implements [Family].
func (Gaussian) Response() Response { return nil }

// Draw implements [Family].
func (Gaussian) Draw(rng *rand.Rand, theta, own []float64) {
	for n := range theta {
		theta[n] += own[0] * rng.NormFloat64()
	}
}

// Marginal implements [Integrable].
func (Gaussian) Marginal(l *Labels, _ *MarginalPoint, budget float64) Marginal {
	// Measured in ns: the items of one pattern.
	const pattern = 400
	if len(l.Further) > 0 || l.Rows != StudyRows {
		return nil
	}
	m := newGaussianMarginal(l)
	if pattern*float64(m.size()) > budget {
		return nil
	}
	return m
}
