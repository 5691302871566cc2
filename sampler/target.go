package sampler

// Target is a density on ℝᵈ, known up to a constant factor. Only one chain uses a target, so it may keep scratch
// memory.
type Target interface {
	// Dim returns d, at least 1 and always the same.
	Dim() int
	// LogProbGrad returns the log density at x and stores its gradient in grad,
	// both of length d. It must not modify x or keep it. A value that is not
	// finite rejects the point, and grad is then ignored.
	LogProbGrad(grad, x []float64) float64
}

// Reporter is a Target that reports other quantities instead of its coordinates.
type Reporter interface {
	Target
	// Names returns the names of the quantities, always the same.
	Names() []string
	// Report stores the quantities at x in dst, which has one element for each
	// name. It must not modify x or keep it or dst.
	Report(dst, x []float64)
}
