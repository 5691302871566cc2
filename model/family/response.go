package family

// Response is a label on the label scale, for a family whose linear predictor is on another. There the label of an item
// with effect u has the mean m(θ), m the inverse of the link. The mean over all other variation is h(u) = E m(Mean + u
// + rest).
type Response interface {
	// Moments returns the mean of a label, the variance of h over u ~ N(0, SD²), and the variance of a label.
	Moments(at Point, own []float64) (mean, between, total float64)
	// Given stores, for each of means, the means of a label and of its square if the linear predictor is normal with
	// this mean and the standard deviation noise. The three slices have one length and do not overlap.
	Given(first, second, means []float64, noise float64, own []float64)
	// Expansions returns working memory for correlations between a number of studies.
	Expansions(studies int) Expansions
}

// Point is a distribution of linear predictors: Mean + u + rest with u ~ N(0, SD²) and rest ~ N(0, Rest²).
type Point struct{ Mean, SD, Rest float64 }

// Expansions are the h of several studies, for their correlations. They are not shared between goroutines.
type Expansions interface {
	// Set sets the h of a study.
	Set(study int, at Point, own []float64)
	// Correlation returns the correlation of h of two studies where their u are normal with correlation rho. If an SD
	// is 0 it is the limit as the SD goes to 0.
	Correlation(a, b int, rho float64) float64
}
