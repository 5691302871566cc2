package family

import (
	"math"
	"math/rand/v2"

	"concord/model/internal/logistic"
	"concord/study"
)

// Bernoulli labels are y ~ Bernoulli(logit⁻¹ θ).
type Bernoulli struct{}

var (
	_ Family      = Bernoulli{}
	_ Integrable  = Bernoulli{}
	_ Integrating = Bernoulli{}
)

// String implements [Family].
func (Bernoulli) String() string { return "bernoulli" }

// About implements [Family].
func (Bernoulli) About() About {
	return About{
		Name: "Bernoulli", Labels: "Binary labels", Distribution: "a Bernoulli distribution", Link: "logit",
		Formula: "Bernoulli(logit⁻¹(θ))", BRMS: "bernoulli()",
	}
}

// Kind implements [Family].
func (Bernoulli) Kind() study.Kind { return study.Binary }

// Takes implements [Family].
func (Bernoulli) Takes(y float64) bool { return y == 0 || y == 1 }

// Parameters implements [Family]: there are none.
func (Bernoulli) Parameters() []Parameter { return nil }

// LocationScale implements [Family].
func (Bernoulli) LocationScale() bool { return false }

// Start implements [Family].
func (Bernoulli) Start() Start { return Start{ItemSD: 1, OtherSD: 0.5} }

// Likelihood implements [Family].
func (f Bernoulli) Likelihood(l *Labels) Likelihood {
	switch {
	case len(l.Further) > 0:
		return Pointwise(l, bernoulliDensity{}, 0)
	case l.Integrated():
		single := newBernoulliSingle(l)
		return &bernoulliSome{f.Likelihood(l.kept()), single}
	case l.Rows == StudyRows:
		return newBernoulliCounts(l)
	}
	if l.Slopes {
		return newBernoulliSloped(l)
	}
	return newBernoulliLabels(l)
}

// Integrates implements [Integrating]: a group costs as much as some tens of labels.
func (Bernoulli) Integrates(labels, groups int) bool { return groups*20 < labels }

// ResidualSD implements [Family] by the standard logistic distribution (Goldstein, Browne and Rasbash 2002, method D).
func (Bernoulli) ResidualSD([]float64) float64 { return math.Pi / math.Sqrt(3) }

// Response implements [Family].
func (Bernoulli) Response() Response { return logistics{} }

// Draw implements [Family].
func (Bernoulli) Draw(rng *rand.Rand, theta, _ []float64) {
	logistic.SoftplusSigmoid(theta, theta)
	for n, p := range theta {
		// The sign bit of u − p, because a branch would be mispredicted as often as not.
		theta[n] = float64(math.Float64bits(rng.Float64()-p) >> 63)
	}
}

// Marginal implements [Integrable].
func (Bernoulli) Marginal(l *Labels, at *MarginalPoint, budget float64) Marginal {
	if len(l.Further) > 0 || l.Rows != StudyRows || l.Studies > gridLevels {
		return nil
	}
	return accurateGrid(newPatterns(l, true), at, budget)
}
