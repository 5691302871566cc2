package model

import (
	"math"
	"slices"

	"concord/internal/logproduct"
	"concord/model/family"
)

// coordinates says where each parameter stands in the vector that the sampler
// moves: for each study μ plus the mean effects of all terms; for each term its scales (see
// [scaleState]) and unconstrained correlations; the logarithms of the family's own parameters (log σ plus the mean
// effect of the labelers' residuals, if they have their own); then the z of
// each term (see [effects.Factor]).
type coordinates struct {
	k            int // studies
	mean         int
	terms        []termCoordinates
	firstOwn     int // of the family's own
	each         int // values of each of them: 1, or one for each study
	ownCount     int // how many own parameters there are
	firstLoading int // see [loadings]
	hyper        int // number of all the above
	dim          int
}

// termCoordinates are those of a term.
type termCoordinates struct {
	sd, cor    int // cor −1: no correlations
	z, effects int // first z, and how many
}

func newCoordinates(p *problem) coordinates {
	d, spec, k := p.data, p.spec, p.data.Studies
	c := coordinates{k: k, each: 1, ownCount: len(spec.Family.Parameters())}
	take := func(n int) int { at := c.hyper; c.hyper += n; return at }
	c.mean = take(k)
	for i, g := range d.Terms {
		t := termCoordinates{sd: take(k), cor: -1, effects: g.Cells()}
		if g.Covariance == Correlated {
			t.cor = take(p.correlationSize(i))
		}
		c.terms = append(c.terms, t)
	}
	if spec.OwnByStudy() {
		c.each = k
	}
	c.firstOwn = take(c.each * c.ownCount)
	c.firstLoading = take(loadingCount(spec.Judges(), k))
	c.dim = c.hyper
	for i := range c.terms {
		c.terms[i].z = c.dim
		c.dim += c.terms[i].effects
	}
	return c
}

// ownAt returns the coordinate of own parameter i in study s.
func (co *coordinates) ownAt(s, i int) int {
	if co.each == 1 {
		return co.firstOwn + i
	}
	return co.firstOwn + i*co.k + s
}

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
	// Of labelers' residuals: by study the mean effect, which is part of the coordinate of log σ_s, and ones.
	noiseMean, unitTau []float64
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
		unitTau: slices.Repeat([]float64{1}, k),
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

// meanBackward adds the prior of the means, or of the thresholds, to muBar, stores it in grad, and returns
// the log prior.
func (ps *parameters) meanBackward(grad []float64) (logp float64) {
	if ps.thresholds != nil {
		for s := range ps.mu {
			logp += ps.thresholdsBackward(s)
		}
	} else {
		prior := &ps.meanPrior
		prior.clear()
		for s, mu := range ps.mu {
			scale := ps.priors.scale[s]
			ps.muBar[s] += scale * prior.add(ps.priors.center[s]+scale*mu)
		}
		logp += prior.value()
	}
	for s, unit := range ps.unit {
		if unit != 1 {
			logp += math.Log(unit)
		}
		ps.unitBar[s] += 1 + ps.muBar[s]*ps.moved[s]
		grad[ps.mean+s] = ps.muBar[s] * unit
	}
	return logp
}

// scaleForward sets C of a term from the coordinates of scales and correlations, and from σ where its scale is a ratio.
func (ps *parameters) scaleForward(x []float64, term int) {
	k, st, at := ps.k, &ps.scales[term], ps.terms[term]
	for s := range k {
		if ps.absent[term][s] {
			continue
		}
		st.at[s] = newHyperbolics(x[at.sd+s])
		st.sd[s] = st.unit[s] * st.at[s].sinh
		switch {
		case ps.ratio[term]:
			st.sd[s] *= ps.own[s*ps.ownCount]
		case ps.isSloped(term):
			ps.slopes.scale[s] = st.sd[s]
		case ps.isSlopes(term):
			ps.slopes.omega[s] = st.sd[s]
			st.sd[s] *= ps.slopes.scale[s]
		}
	}
	if st.l == nil {
		for s := range k {
			st.c[s*k+s] = st.sd[s]
		}
		return
	}
	st.cor.factor(st.l, x[at.cor:])
	if ps.isSloped(term) {
		copy(st.c, st.l)
		return
	}
	for s := range st.studies {
		for e := range st.cor.width(s) {
			st.c[s*k+e] = st.sd[s] * st.l[s*st.studies+e]
		}
	}
	if term == 0 && ps.loadings != nil {
		ps.loadings.scaleForward(ps)
	}
}

// scaleBackward adds to grad the derivatives of the priors of a term's standard deviations
// and correlations and of what depends on its C, and returns the log prior.
func (ps *parameters) scaleBackward(grad, x []float64, term int) (logp float64) {
	k, st, at, sloped, isSlopes := ps.k, &ps.scales[term], ps.terms[term], ps.isSloped(term), ps.isSlopes(term)
	prior := &ps.termPriors[term]
	prior.clear()
	var scale []float64
	if ps.of[term].Added() {
		scale = ps.priors.scale
	}
	jacobian := logproduct.New()
	for s := range k {
		u := x[at.sd+s]
		if ps.absent[term][s] { // nothing depends on the coordinate
			logp -= 0.5 * u * u
			grad[at.sd+s] -= u
			if st.l != nil && s < st.studies {
				clear(st.lbar[s*st.studies : s*st.studies+st.cor.width(s)])
			}
			continue
		}
		if sloped { // C has no scale
			st.at[s].timesCosh(&jacobian)
			copy(st.lbar[s*k:s*k+s+1], st.cbar[s*k:])
			grad[at.sd+s] += st.at[s].tanh() // and see below
			continue
		}
		signed := ps.signed(term, s)
		times := 1.0
		if scale != nil {
			times = scale[s]
		}
		d := times * prior.add(times*math.Abs(signed))
		st.at[s].timesCosh(&jacobian)
		d = math.Copysign(d, d*signed)
		g := 0.0 // of C
		if st.l == nil {
			g = st.cbar[s*k+s]
		} else {
			for e := range st.cor.width(s) {
				g += st.cbar[s*k+e] * st.l[s*st.studies+e]
				st.lbar[s*st.studies+e] = st.cbar[s*k+e] * st.sd[s]
			}
		}
		if isSlopes { // τ = σω
			ps.slopes.scaleBar[s] += g * ps.slopes.omega[s]
			g *= ps.slopes.scale[s]
		}
		g += d
		slope := st.unit[s] * st.at[s].cosh
		if ps.ratio[term] { // σ_t = σ·ratio, whose Jacobian has another log σ
			sigma := ps.own[s*ps.ownCount]
			slope *= sigma
			jacobian.Times(sigma)
			ps.ownBar[s*ps.ownCount] += (g*st.sd[s] + 1) / sigma
		}
		grad[at.sd+s] += st.at[s].tanh() + g*slope
	}
	logp += prior.value() + jacobian.Log()
	if isSlopes { // all is known of σ
		for s, bar := range ps.slopes.scaleBar {
			of := &ps.scales[0]
			grad[ps.terms[0].sd+s] += bar * of.unit[s] * of.at[s].cosh
		}
	}
	if st.l != nil && st.studies > 1 {
		logp += st.cor.backward(grad[at.cor:], st.lbar, st.l, x[at.cor:])
	}
	if term == 0 && ps.loadings != nil {
		logp += ps.loadings.backward(ps, grad, x)
	}
	return logp
}

// ownForward sets the family's own parameters and τ.
func (ps *parameters) ownForward(x []float64) {
	if ps.loadings != nil {
		ps.loadings.forward(ps, x)
	}
	for s := range ps.k {
		for i := range ps.ownCount {
			ps.own[s*ps.ownCount+i] = ps.ownUnit(s) * math.Exp(x[ps.ownAt(s, i)])
		}
		if ps.noise >= 0 {
			ps.own[s*ps.ownCount] /= math.Exp(ps.noiseMean[s])
		}
		if ps.precisions {
			sigma := &ps.own[s*ps.ownCount]
			if lo := ps.loadings; lo != nil && s >= lo.pools {
				*sigma *= lo.rest[s-lo.pools] // it was T
			}
			*sigma /= math.Sqrt(1 + ps.ratioSquare(x, s))
			ps.tau[s] = 1 / (*sigma * *sigma)
		}
	}
}

// ownUnit is that of the own parameters of a study: thresholds are in units of the labels' standard deviation.
func (ps *parameters) ownUnit(s int) float64 {
	if ps.thresholds == nil {
		return 1
	}
	return ps.unit[s]
}

// ratioSquare returns the sum of squares of the ratios σ_t/σ of a study.
func (ps *parameters) ratioSquare(x []float64, s int) float64 {
	sum := 0.0
	for t, is := range ps.ratio {
		if is {
			r := ps.scales[t].unit[s] * math.Sinh(x[ps.terms[t].sd+s])
			sum += r * r
		}
	}
	return sum
}

// ownBackward adds to grad the derivatives with respect to the logarithms of the own
// parameters and returns their log prior. It comes after scaleBackward of all terms.
func (ps *parameters) ownBackward(grad, x []float64) (logp float64) {
	if ps.ownCount > 0 {
		logp = ps.ownPrior(grad)
	}
	for i := range ps.ownCount {
		for s := range ps.k {
			at := ps.ownAt(s, i)
			d := ps.ownBar[s*ps.ownCount+i] * ps.own[s*ps.ownCount+i]
			grad[at] += d
			ps.unitBar[s] += d
			if i == 0 && ps.precisions {
				grad[at] -= 2 * ps.tau[s] * ps.tauBar[s]
			}
		}
	}
	for s := range ps.k {
		ps.ratioBackward(grad, x, s)
	}
	if ps.loadings != nil {
		ps.loadings.ownBackward(ps, grad, x)
	}
	return logp
}

// ownPrior adds to grad the derivatives of the priors of the own parameters, with respect to their logarithms, and
// returns the log prior.
func (ps *parameters) ownPrior(grad []float64) (logp float64) {
	prior, jacobian := &ps.sdPrior, logproduct.New()
	prior.clear()
	for i := range ps.ownCount {
		for r := range ps.each {
			at := ps.ownAt(r, i)
			sd := ps.own[r*ps.ownCount+i]
			if ps.loadings != nil && i == 0 && ps.precisions && r >= ps.loadings.pools {
				sd = ps.loadings.total[r-ps.loadings.pools]
			}
			g := 0.0
			if ps.thresholds == nil {
				g = ps.priors.scale[r] * prior.add(ps.priors.scale[r]*sd)
			}
			jacobian.Times(sd)
			grad[at] += 1 + g*sd
			ps.unitBar[r]++
		}
	}
	return prior.value() + jacobian.Log()
}

// ratioBackward adds to grad what comes of σ = e^y/√(1 + Σ r²) to the scales of ratios r.
func (ps *parameters) ratioBackward(grad, x []float64, s int) {
	for t, is := range ps.ratio {
		if is {
			u := x[ps.terms[t].sd+s]
			r, slope := ps.scales[t].unit[s]*math.Sinh(u), ps.scales[t].unit[s]*math.Cosh(u)
			grad[ps.terms[t].sd+s] -= grad[ps.ownAt(s, 0)] * r * slope / (1 + ps.ratioSquare(x, s))
		}
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
