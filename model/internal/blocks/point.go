package blocks

import (
	"slices"

	"concord/model/family"
	"concord/model/spec"
)

// Point holds the parameters of a model at one point, with their priors. The densities with and without effects share
// it. It belongs to one goroutine.
type Point struct {
	Coordinates
	Priors ScaledPriors
	// Sums of log priors: of means, of the family's auxiliary parameters, and of scales.
	meanPrior, sdPrior priorSum
	termPriors         []priorSum

	Of          []spec.Term // those of scales
	Absent      [][]bool    // by term and study: no effects; its scale is 0, whatever its coordinate
	Mu, MuBar   []float64   // and the derivative of the log-likelihood
	Moved       []float64   // μ plus the mean effects that are part of its coordinate
	Scales      []Scale
	Own, OwnBar []float64   // study × parameter
	Precisions  bool        // a family of location and scale: τ = 1/σ²
	ratio       []bool      // by term: its scale is the ratio σ_t/σ; see [Frame]
	Tau, tauBar []float64   // by study: the unit of information about effects; 1 for other families
	Thresholds  *Thresholds // nil: of other families
	Loadings    *Loadings   // of the items' effects; nil: no study has one label of each item
	// By study, the unit of the items' effects and their C, and of the coordinates of μ and thresholds; and the
	// derivative with respect to the unit's logarithm. The unit is 1 unless loadings set another.
	Unit, UnitBar []float64
	Slopes        *Slopes // nil: all are 1
	DF            float64 // ν of items whose effects have Student's t distribution; C is then their scale
	ResidualTerm  int     // the term of labelers' residuals, −1: none
	// By study, the mean effect on labelers' residuals, which is part of the coordinate of log σ_s.
	ResidualMean []float64
	// β of each column of the covariates and study, in the unit of the labels: columns × studies.
	Beta       []float64
	LogDensity float64 // of the blocks set so far, up to a constant
}

func NewPoint(p *Frame) Point {
	k := p.Data.Studies
	e := Point{
		Coordinates: NewCoordinates(p), Priors: NewScaledPriors(p.Spec.Priors, p.Data),
		Mu: make([]float64, k), Moved: make([]float64, k), MuBar: make([]float64, k),
		Tau: slices.Repeat([]float64{1}, k), tauBar: make([]float64, k),
		Unit: slices.Repeat([]float64{1}, k), UnitBar: make([]float64, k),
		Precisions: p.Spec.Family.LocationScale(), ratio: p.Ratio, Thresholds: NewThresholds(p),
		Slopes: newSlopes(p.Data), ResidualTerm: p.Data.ResidualTerm(), ResidualMean: make([]float64, k),
	}
	e.meanPrior, e.sdPrior = newPriorSum(e.Priors.Mean), newPriorSum(e.Priors.SD)
	e.Own, e.OwnBar = make([]float64, k*e.OwnCount), make([]float64, k*e.OwnCount)
	for t, g := range p.Data.Terms {
		e.Of = append(e.Of, g.Term)
		e.termPriors = append(e.termPriors, newPriorSum(e.Priors.Of(g.Term)))
		e.Absent = append(e.Absent, p.Spec.Absent(g.Term, k))
		e.Scales = append(e.Scales, newScaleState(k, g.Covariance == spec.Correlated, p.Units[t],
			p.correlated(t), p.correlations(t)))
		e.Scales[t].levels = newExchangeable(g.Term, e.Absent[t])
	}
	e.Loadings = newLoadings(p, e.FirstLoading)
	return e
}

// ClearBars sets the derivatives to 0.
func (ps *Point) ClearBars() {
	clear(ps.MuBar)
	clear(ps.OwnBar)
	clear(ps.tauBar)
	clear(ps.UnitBar)
	for t := range ps.Scales {
		clear(ps.Scales[t].CBar)
	}
}

// MarginalPoint returns the parameters as likelihoods without effects take them. They share memory with the point,
// except for the items' C, which has units.
func (ps *Point) MarginalPoint() *family.MarginalPoint {
	return &family.MarginalPoint{
		Studies: ps.K, Mean: ps.Mu, MeanBar: ps.MuBar,
		ItemRoot: make([]float64, ps.K*ps.K), ItemRootBar: make([]float64, ps.K*ps.K), Own: ps.Own, OwnBar: ps.OwnBar,
	}
}
