package family

import (
	"fmt"
	"math"
	"math/rand/v2"

	"concord/study"
)

// Contrasts are labels of one of several categories without order, P(y = c) ∝ exp u_c (a multinomial logit). The
// utilities u of n + 1 categories follow from n contrasts z, each a linear predictor: u = Qz. The columns of Q are
// orthogonal to each other and to 1, and have the square sum 1/2. So the log odds of any two categories are a sum of
// contrasts with coefficients of square sum 1, and no category is apart from the others. With two categories the
// contrast is the logit. Which Q it is does not matter, because the priors of contrasts are the same for all Q
// ([Contrasts.Odds] has this one).
//
// Labels come as a study of binary labels for each category but one, which are 1 if the label is of the category. The
// studies of one group of labels are neighbours, in the order of the categories, and each has all labels of the group,
// in the same order. The study's linear predictor is a contrast.
//
// A category that no label of a group is of has chance 0 there, and its predictors do not count. The labels tell
// neither how rarely the group would say it nor of which items.
//
// A label's predictors have one likelihood together, so that the family has no density of a binary label alone.
type Contrasts struct{ Others int }

// Coupled is a family whose studies are parts of others: the labels of several neighbouring studies are one label.
type Coupled interface {
	Family
	// Parts returns the number of neighbouring studies that are one.
	Parts() int
}

var _ Coupled = Contrasts{}

// Parts implements [Coupled].
func (f Contrasts) Parts() int { return f.Others }

// Odds sets dst to the log odds of the categories against the reference, for each group of neighbouring contrasts. dst
// may be the contrasts.
func (f Contrasts) Odds(dst, contrasts []float64) {
	(&softmax{parts: f.Others, spread: spreadOf(f.Others)}).alike(dst, contrasts)
}

// String implements [Family].
func (Contrasts) String() string { return "categorical" }

// About implements [Family].
func (Contrasts) About() About {
	return About{
		Name: "categorical", Labels: "Labels without order", Distribution: "a distribution over categories",
		Link: "logit", Formula: "categorical(softmax(Qθ))", BRMS: "categorical()",
	}
}

// Kind implements [Family].
func (Contrasts) Kind() study.Kind { return study.Binary }

// Takes implements [Family].
func (Contrasts) Takes(y float64) bool { return y == 0 || y == 1 }

// Parameters implements [Family]: there are none.
func (Contrasts) Parameters() []Parameter { return nil }

// LocationScale implements [Family].
func (Contrasts) LocationScale() bool { return false }

// Start implements [Family].
func (Contrasts) Start() Start { return Start{ItemSD: 1, OtherSD: 0.5} }

// Likelihood implements [Family].
func (f Contrasts) Likelihood(l *Labels) Likelihood { return newSoftmax(l, f.Others) }

// ResidualSD implements [Family]: there is none that belongs to one category.
func (Contrasts) ResidualSD([]float64) float64 { return math.NaN() }

// Response implements [Family].
func (Contrasts) Response() Response { return nil }

// LogProb implements [Family]. It panics: a label has several linear predictors.
func (f Contrasts) LogProb(float64, float64, []float64) float64 { panic(f.alone()) }

// Draw implements [Family]. It panics, as LogProb does.
func (f Contrasts) Draw(*rand.Rand, []float64, []float64) { panic(f.alone()) }

func (f Contrasts) alone() string {
	return fmt.Sprintf("family: a label has %d linear predictors together", f.Others)
}
