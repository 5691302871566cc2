package family

// Cumulative is a family of labels in ordered categories with P(y ≤ c) = logit⁻¹(κ_c − θ + μ). κ are the thresholds of
// a [Thresholded] family. A family of two categories that is not Thresholded has −μ as its only threshold.
type Cumulative interface {
	Categorical
	// Category returns the place of a label among the categories, from 0.
	Category(y float64) int
}

var (
	_ Cumulative = Bernoulli{}
	_ Cumulative = Ordinal{}
)

// Category implements [Cumulative].
func (Bernoulli) Category(y float64) int { return int(y) }

// Category implements [Cumulative].
func (Ordinal) Category(y float64) int { return int(y) - 1 }
