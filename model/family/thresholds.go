package family

// Adapting is a family that differs by the set of categories. The one that [Named] returns can fit nothing.
type Adapting interface {
	Family
	// CategoryRange returns how many categories there must be.
	CategoryRange() (least, most int)
	// Adapt returns the family for categories in their order, and numbers that stand for them; nil: 1, 2, ….
	Adapt(categories []string, scores []float64) (Family, error)
	// Names returns the names of the categories (nil if there are none yet), and Scores the numbers.
	Names() []string
	Scores() []float64
}

// Thresholded is a family whose location and parameters are equivalent to thresholds κ_1 < κ_2 < … on the scale of the
// effects, one more than parameters. Each threshold has the prior of the mean, on the ordered set. Reports have
// thresholds of a study in place of its μ and parameters. The map between them has a Jacobian of ±1. Each study has
// separate thresholds, or all have the same auxiliary parameters, and thresholds that differ by their μ.
type Thresholded interface {
	Family
	// Thresholds sets dst to the thresholds of μ and own parameters.
	Thresholds(dst []float64, mu float64, own []float64)
	// FromThresholds is the inverse of Thresholds: it sets own and returns μ.
	FromThresholds(own, thresholds []float64) (mu float64)
	// Anchored returns the family with other μ and auxiliary parameters for the same thresholds, which labels determine
	// better. common says that all studies have the same auxiliary parameters.
	Anchored(l *Labels, common bool) Anchored
}

// Anchored is a [Thresholded] family whose μ and auxiliary parameters are chosen to suit some labels, study by study.
// Fits evaluate this family.
type Anchored interface {
	// Parameters returns the parameters of the family.
	Parameters() []Parameter
	// Likelihood returns the likelihood of all labels or of some. Its Working sets info.Own as Newton takes it.
	Likelihood(l *Labels) Likelihood
	// Thresholds sets dst to the thresholds of μ and own parameters of a study.
	Thresholds(dst []float64, study int, mu float64, own []float64)
	// Backward turns derivatives with respect to the thresholds of a study into derivatives with respect to its μ and
	// parameters. It adds to ownBar, and returns the amount to add to the derivative with respect to μ.
	Backward(ownBar []float64, study int, bar []float64) (muBar float64)
	// Start sets own and returns μ for the point where the search for the posterior begins.
	Start(study int, own []float64) (mu float64)
	// Newton moves μ and parameters of a study, given the effects, towards the highest density of their logarithms.
	// Common parameters move with study 0, where p is the sum of all studies, whose μ move alike. It sets p.Own and
	// returns μ. The prior returns the derivative of the log prior of a threshold.
	Newton(study int, p ThresholdPoint, prior func(threshold float64) float64) (mu float64)
}

// ThresholdPoint is μ and own parameters of a study, with the derivatives of the log-likelihood and the information on
// θ: of all labels of the study, and as Working says.
type ThresholdPoint struct {
	Mean, MeanBar, Info  float64
	Own, OwnBar, OwnInfo []float64
}
