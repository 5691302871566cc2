// Package family holds the distributions of a label given its linear predictor θ. All that is special to one is in
// its files, behind one interface: [Family]. No code elsewhere asks which family it has, so that another one is
// another file and a line in [All].
package family

import (
	"fmt"
	"math/rand/v2"

	"concord/study"
)

// Family is the distribution of a label given its linear predictor θ.
type Family interface {
	// String returns the family's name in flags and files: "gaussian".
	fmt.Stringer
	// About describes the family.
	About() About
	// Kind returns the kind of labels that the family takes.
	Kind() study.Kind
	// Takes reports whether a label of that kind may be of the family.
	Takes(y float64) bool
	// Parameters returns the family's parameters, with one value for each study, or for all studies together. They are
	// positive numbers, whose logarithms are sampled. In the methods below own holds their values in one study.
	Parameters() []Parameter
	// LocationScale reports whether a label is θ + σε, with σ the first auxiliary parameter of the family and the same
	// law of ε for all. Such labels are standardised before the priors apply, and σ is on their scale.
	LocationScale() bool
	// Start returns the point where the search for the posterior begins.
	Start() Start
	// Likelihood returns the likelihood of labels.
	Likelihood(l *Labels) Likelihood
	// ResidualSD returns the standard deviation of a label about θ on the scale of θ. For a family with a link it is
	// the standard deviation of the latent variable (Nakagawa, Johnson and Schielzeth 2017); NaN if there is none.
	ResidualSD(own []float64) float64
	// Response describes a label on the label scale; nil if that is the scale of θ.
	Response() Response
	// LogProb returns the logarithm of the probability of a label, or of its density, with all constants.
	LogProb(y, theta float64, own []float64) float64
	// Draw replaces linear predictors by labels drawn with them.
	Draw(rng *rand.Rand, theta, own []float64)
}

// About describes a family to readers.
type About struct {
	// Name is how the family is called: "Gaussian".
	Name string
	// Labels says which labels are meant: "Gaussian labels".
	Labels string
	// Distribution names the distribution of a label: "a normal distribution".
	Distribution string
	// Link is the name of the link function; "" for the identity.
	Link string
	// Formula is the distribution of a label, with θ for its linear predictor: "N(θ, σ²)".
	Formula string
	// BRMS is the family in the R package brms; "" if it has none.
	BRMS string
}

// Parameter is one of a family's own parameters.
type Parameter struct {
	// Name is the name among draws: "sd_residual" if it is the standard deviation that ResidualSD returns, and
	// otherwise another.
	Name string
	// Words is its name for readers: "residual standard deviation".
	Words string
}

// Start is where the search for the posterior begins: standard deviations of effects, and the family's own parameters.
type Start struct {
	ItemSD, OtherSD float64
	Own             []float64
}

// Integrating is a family whose likelihood can have the effects of levels with a single label integrated out, see
// [Labels]. Others never see such labels.
type Integrating interface {
	// Integrates reports whether it pays for labels whose groups differ in row or item.
	Integrates(labels, groups int) bool
}

// Likelihood is the log-likelihood of labels given their linear predictors. It is not shared between goroutines.
type Likelihood interface {
	// LogLik sets grad to the derivatives with respect to at and returns the log-likelihood up to a constant.
	LogLik(grad, at *Predictor) float64
	// Working returns the same as LogLik. It also sets info to minus the second derivatives with respect to each effect
	// and row, or their expectations, for Newton's method. Those with respect to own parameters are not set.
	Working(grad, info, at *Predictor) float64
	// Fork returns a likelihood of the same labels for another goroutine.
	Fork() Likelihood
}
