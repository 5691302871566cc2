package model

import (
	"slices"

	"concord/model/family"
)

// parameters are the parameters of a model at one point, with their priors: what the
// densities with and without effects have in common. They belong to one goroutine.
type parameters struct {
	coordinates
	priors scaledPriors
	// Sums of log priors: those of means, of the family's own parameters, and of scales.
	meanPrior, sdPrior priorSum
	termPriors         []priorSum

	of          []Term    // those of scales
	absent      [][]bool  // by term and study: no effects; its scale is 0, whatever its coordinate
	mu, muBar   []float64 // and the derivative of the log-likelihood
	moved       []float64 // μ plus the mean effects that are part of its coordinate
	scales      []scaleState
	own, ownBar []float64   // study × parameter
	precisions  bool        // a family of location and scale: τ = 1/σ²
	ratio       []bool      // by term: its scale is that of σ_t/σ; see problem
	tau, tauBar []float64   // by study: what information about effects is in units of; 1 for other families
	thresholds  *thresholds // nil: of other families
	loadings    *loadings   // of the items' effects; nil: no study has one label of each item
	// By study, the unit of the items' effects and their C, and of the coordinates of μ and thresholds, and the
	// derivative with respect to its logarithm: 1 but where loadings say otherwise.
	unit, unitBar []float64
	slopes        *slopes // nil: all are 1
	noise         int     // the term of labelers' residuals, −1: none
	// Of labelers' residuals: by study the mean effect, which is part of the coordinate of log σ_s.
	noiseMean []float64
	logp      float64 // the log density of what the blocks have set so far, up to a constant
}

func newParameters(p *problem) parameters {
	k := p.data.Studies
	e := parameters{
		coordinates: newCoordinates(p), priors: newScaledPriors(p.spec.Priors, p.data),
		mu: make([]float64, k), moved: make([]float64, k), muBar: make([]float64, k),
		tau: slices.Repeat([]float64{1}, k), tauBar: make([]float64, k),
		unit: slices.Repeat([]float64{1}, k), unitBar: make([]float64, k),
		precisions: p.spec.Family.LocationScale(), ratio: p.ratio, thresholds: newThresholds(p),
		slopes: newSlopes(p.data), noise: p.data.NoiseTerm(), noiseMean: make([]float64, k),
	}
	e.meanPrior, e.sdPrior = newPriorSum(e.priors.Mean), newPriorSum(e.priors.SD)
	e.own, e.ownBar = make([]float64, k*e.ownCount), make([]float64, k*e.ownCount)
	for t, g := range p.data.Terms {
		e.of = append(e.of, g.Term)
		e.termPriors = append(e.termPriors, newPriorSum(e.priors.Of(g.Term)))
		e.absent = append(e.absent, p.spec.Absent(g.Term, k))
		e.scales = append(e.scales, newScaleState(k, g.Covariance == Correlated, p.units[t],
			p.correlated(t), p.correlations(t)))
	}
	e.loadings = newLoadings(p, e.firstLoading)
	return e
}

// clearBars sets the derivatives to 0.
func (ps *parameters) clearBars() {
	clear(ps.muBar)
	clear(ps.ownBar)
	clear(ps.tauBar)
	clear(ps.unitBar)
	for t := range ps.scales {
		clear(ps.scales[t].cbar)
	}
}

// marginalPoint returns the parameters as likelihoods without effects take them; they share memory, but for the
// items' C, which has units.
func (ps *parameters) marginalPoint() *family.MarginalPoint {
	m := &family.MarginalPoint{
		Studies: ps.k, Mean: ps.mu, MeanBar: ps.muBar,
		ItemRoot: make([]float64, ps.k*ps.k), ItemRootBar: make([]float64, ps.k*ps.k), Own: ps.own, OwnBar: ps.ownBar,
	}
	if len(ps.scales) > 1 {
		m.RowSD, m.RowSDBar = ps.scales[1].sd, make([]float64, ps.k)
	}
	return m
}
