package family

// Integrable is a family whose likelihood can be had with the effects integrated out, for some labels.
type Integrable interface {
	// Marginal returns the likelihood with all effects integrated out. It is nil if it does not exist, would not be
	// accurate in the region of the point, or would cost more than budget (in ns, for one gradient).
	Marginal(l *Labels, at *MarginalPoint, budget float64) Marginal
}

// Marginal is the likelihood of all labels, the effects integrated out. It is not shared between goroutines.
type Marginal interface {
	// LogLik returns log p(y | parameters) up to a constant and adds its derivatives to the point's.
	LogLik(at *MarginalPoint) float64
	// Fork returns a likelihood of the same labels for another goroutine.
	Fork() Marginal
}

// MarginalPoint is the parameters of a model at one point, and the derivatives with respect to them.
type MarginalPoint struct {
	Studies               int
	Mean, MeanBar         []float64 // by study
	ItemRoot, ItemRootBar []float64 // lower triangular C, K×K: the items' effects have covariance CCᵀ
	Own, OwnBar           []float64 // study × parameter
}
