package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/model/family"
	"concord/model/internal/effects"
	"concord/model/internal/labels"
	"concord/sampler"
	"concord/study"
)

// problem is a model and its labels, ready for evaluation: what all chains share.
type problem struct {
	spec Spec // resolved
	data *labels.Compiled
	lik  family.Likelihood
	// Of a family with thresholds: what is evaluated; otherwise nil.
	anchored family.Anchored
	factors  []*effects.Factor // of each term
	units    [][]float64       // of each term, see [scaleState]
	// By term: most of its effects are integrated out, and what the labels tell best is σ² + σ_t². Its scale is that of
	// the ratio r = σ_t/σ, and the coordinate of σ is the logarithm of √(σ² + Σ σ_t²), over such terms.
	ratio    []bool
	start    []float64       // coordinates where the posterior lies, z = 0
	marginal family.Marginal // nil: the effects are sampled
	site     meanSite        // of the marginal
	gridded  bool            // items' effects are to be integrated out on a grid if they can be
	onGrid   *onGrid         // nil: they are not
	turns    *turns          // nil: they are sampled together
	skew     []float64       // of items' effects; nil: none, see skewness
	nests    []*nest         // facets within other terms
	// How the widths of means follow the standard deviations of items, by study; nil: not, see meanWidths.
	meanExponent []float64
	basis        []float64 // Q of the items' correlations' coordinates, see bartlett; nil: they are partial ones
}

// compileProblem returns a problem whose constants say nothing yet.
func compileProblem(d *labels.Compiled, spec Spec) *problem {
	p := &problem{spec: spec, data: d}
	if f, ok := spec.Family.(family.Thresholded); ok {
		p.anchored = f.Anchored(d.Labels, spec.Thresholds == CommonThresholds)
		p.lik = newLikelihood(d.Labels, p.anchored)
	} else {
		p.lik = newLikelihood(d.Labels, spec.Family)
	}
	for t, g := range d.Terms {
		p.factors = append(p.factors, g.Factor(d.CellCounts(t)))
		p.units = append(p.units, slices.Repeat([]float64{1}, d.Studies))
		p.ratio = append(p.ratio, p.isRatio(t))
	}
	if d.Slopes {
		p.skew = make([]float64, d.ItemCells())
		p.factors[d.SlopeTerm()].Center = make([]float64, d.Studies)
	}
	if items := p.factors[0]; items.Starts == nil {
		items.Center = make([]float64, d.Studies)
	}
	if p.follows() && !d.Integrated() {
		p.meanExponent = make([]float64, d.Studies)
	}
	p.nests = findNests(p)
	for _, n := range p.nests {
		p.factors[n.term].Follows = true
	}
	return p
}

// correlated returns how many studies a term's correlations are of: all, but judges have loadings on the items' others.
func (pr *problem) correlated(term int) int {
	if pr.data.Terms[term].Name == study.ItemFactor {
		return pr.data.Studies - pr.spec.Judges()
	}
	return pr.data.Studies
}

// takeBartlett gives the items' correlations the coordinates of [bartlett], whose Q the set-up finds.
func (pr *problem) takeBartlett() { pr.basis = make([]float64, pr.data.Studies*pr.data.Studies) }

// isBartlett says of a term whether its correlations have the coordinates of [bartlett].
func (pr *problem) isBartlett(term int) bool { return term == 0 && pr.basis != nil }

// correlations returns the coordinates of a term's correlations, for one goroutine.
func (pr *problem) correlations(term int) correlations {
	k := pr.correlated(term)
	if pr.isBartlett(term) {
		return newBartlett(k, pr.basis)
	}
	return newCorrelation(k, pr.spec.Priors.Correlation)
}

// correlationSize returns the number of coordinates of a term's correlations.
func (pr *problem) correlationSize(term int) int {
	k := pr.correlated(term)
	if pr.isBartlett(term) {
		return (&bartlett{k: k}).size()
	}
	return correlation{k: k}.size()
}

// isRatio says of a term whether its scale is that of a ratio. Studies that share σ cannot have ratios of their own.
func (pr *problem) isRatio(term int) bool {
	own := pr.data.Studies == 1 || pr.spec.Residual.ByStudy()
	return pr.spec.Family.LocationScale() && own && slices.Max(pr.data.IntegratedLevels(term)) > 0
}

// density returns the log posterior density of parameters and effects for one goroutine.
func (pr *problem) density() *density { return newDensity(pr) }

// target returns what is sampled, for one goroutine.
func (pr *problem) target() target {
	switch {
	case pr.marginal != nil:
		return pr.newMarginalTarget(pr.marginal.Fork())
	case pr.onGrid != nil:
		return pr.newIntegrated()
	case pr.turns != nil:
		return pr.newInTurns()
	}
	return newDensity(pr)
}

// setup finds the constants of the parameterisation, the starting point and the metric of a problem.
type setup struct {
	*problem
	d     *density
	em    *em
	found *sampler.Metric // by prepare
	step  float64         // that suited the chains of the last pilot run; 0: there was none
	share *sampler.Share  // of the fit
	// Of many studies, the draws of the parameters that were last learnt from, iteration × parameter; nil: none.
	seen *mat.Dense
}

// newSetup runs the EM and sets up the problem at its end.
func newSetup(ctx context.Context, p *problem) (*setup, error) {
	e := newEM(p)
	if err := e.run(ctx, true); err != nil {
		return nil, err
	}
	if e.averaging = p.data.Slopes; e.averaging {
		if err := e.run(ctx, true); err != nil {
			return nil, err
		}
	}
	e.refresh()
	for t, f := range p.factors {
		info := e.cells(e.info, t)
		if t == p.data.SlopeTerm() {
			info = e.sampled(t).info
		}
		setUnits(p.units[t], f, info)
		for s := range p.units[t] {
			switch {
			case p.ratio[t]:
				p.units[t][s] /= e.at.Own[s*e.ownCount]
			case t == p.data.SlopeTerm(): // ω = τ/σ
				p.units[t][s] = math.Min(widestOmega, p.units[t][s]/math.Sqrt(e.terms[0].TotalVariance(s)))
			}
		}
	}
	s := &setup{problem: p, d: p.density(), em: e}
	if err := s.locate(ctx); err != nil {
		return nil, err
	}
	d := s.d
	p.site = newMeanSite(p.data, e.mu, e.meanInformation(), d.unit)
	at := append([]float64(nil), p.start[:d.hyper]...)
	clear(at[d.mean : d.mean+d.k])
	if p.marginal = newMarginal(p, at); p.marginal != nil {
		p.start = at
	} else if p.gridded && p.findGrid(d.scales[0].sd[0]) {
		p.start = p.integratedStart(p.start[:d.hyper])
	}
	if p.marginal != nil || p.onGrid != nil { // their coordinates of means are others
		p.meanExponent = nil
		s.d = p.density()
	}
	return s, nil
}

// locate takes from the state of the EM the constants, information D and D·t of each effect, and the
// starting point.
func (su *setup) locate(ctx context.Context) error {
	p, d, e := su.problem, su.d, su.em
	su.setInformation()
	p.start = make([]float64, d.dim)
	if p.basis != nil {
		l := d.scales[0].lbar // scratch
		unitRows(l, e.terms[0].Root, d.k, d.k)
		copy(p.basis, bartlettBasis(l, d.k, mostPartial))
	}
	for t, at := range d.terms {
		var cor []float64
		if at.cor >= 0 {
			cor = p.start[at.cor:]
		}
		unit := slices.Clone(p.units[t])
		for s := range unit {
			if p.ratio[t] {
				unit[s] *= e.at.Own[s*d.ownCount]
			}
		}
		scaleCoordinates(p.start[at.sd:], cor, e.terms[t].Root, unit, &d.scales[t])
	}
	for s := range d.k {
		for i := range d.ownCount {
			p.start[d.ownAt(s, i)] = math.Log(e.at.Own[s*d.ownCount+i])
		}
		if d.precisions {
			p.start[d.ownAt(s, 0)] += 0.5 * math.Log1p(d.ratioSquare(p.start, s))
		}
	}
	if d.loadings != nil {
		d.loadings.start(d, p.start, e)
		d.loadings.forward(&d.parameters, p.start)
		for s := range d.k {
			for i := range d.ownCount {
				p.start[d.ownAt(s, i)] -= math.Log(d.ownUnit(s))
			}
		}
		if err := su.settle(ctx, p.start); err != nil {
			return err
		}
	}
	d.locate(p.start)
	for i, unit := range d.unit {
		p.start[d.mean+i] = e.mu[i]
		for t, st := range d.effects.states {
			switch {
			case d.isSlopes(t):
				continue
			case t == d.noise:
				p.start[d.ownAt(i, 0)] += st.Mean[i]
				continue
			}
			p.start[d.mean+i] += st.Mean[i]
		}
		p.start[d.mean+i] /= unit
	}
	for _, x := range p.start {
		if !(math.Abs(x) <= math.MaxFloat64) {
			return errors.New("model: the labels do not determine the model: a standard deviation tends to 0 " +
				"or infinity")
		}
	}
	return nil
}

// setInformation takes the constants from the state of the EM.
func (su *setup) setInformation() {
	e := su.em
	e.refresh()
	total := e.meanInformation()
	su.setNests()
	for t, f := range su.factors {
		g := su.data.Terms[t]
		tau := func(cell int) float64 { return su.tau(g.Study(cell)) }
		if g.Scales {
			tau = func(int) float64 { return 1 }
		}
		c := su.located(t)
		if t == 0 && su.d.loadings != nil {
			c.effect, c.grad, c.info = su.inUnits(c.effect, c.grad, c.info)
		}
		if t == su.data.SlopeTerm() {
			for s := range f.Center {
				f.Center[s] = math.Sqrt(e.terms[0].TotalVariance(s))
			}
		}
		su.widenTargets(t, c.grad)
		f.SetInformation(c.effect, c.grad, c.info, tau)
		share, prior := make([]float64, e.k), make([]float64, e.k)
		for cell, i := range e.cells(e.info, t) {
			study := g.Study(cell)
			share[study] += i / total[study]
			if !g.Added() {
				share[study] = 1 // of what the labels tell of σ and σ_k
			}
		}
		for study := range prior {
			prior[study] = 1 / (c.sd[study] * c.sd[study])
			if !g.Scales {
				prior[study] /= e.tau(study)
			}
		}
		if g.Covariance == Common {
			clear(share) // their mean moves several studies' means, and is no part of the coordinate of one
		}
		f.SetMeans(share, prior)
	}
	if center := su.factors[0].Center; center != nil {
		if su.data.Slopes {
			scale := make([]float64, len(center))
			for s := range scale {
				scale[s] = 1 / math.Sqrt(e.terms[0].TotalVariance(s))
			}
			su.factors[0].OffsetScale = scale
		}
		copy(center, e.mu)
		mean := make([]float64, len(center))
		for t, f := range su.factors[1:] {
			if su.data.Terms[t+1].Added() {
				f.MemberMean(mean, e.terms[t+1].Effect)
				floats.Add(center, mean)
			}
		}
		floats.Div(center, su.d.unit)
	}
	if su.skew == nil && su.meanExponent != nil && e.spreadWidely() {
		su.skew = make([]float64, su.data.ItemCells())
		su.d.effects.skew, su.d.effects.z = su.skew, make([]float64, su.data.ItemCells())
	}
	if su.skew != nil {
		e.setSkew(su.skew)
	}
	su.setResponse()
}

// tau returns what the information on effects of a study is in units of.
func (su *setup) tau(s int) float64 {
	if lo := su.d.loadings; lo != nil && s >= lo.pools {
		return su.d.tau[s]
	}
	return su.em.tau(s)
}

// inUnits returns items' effects in the units of their studies, with derivatives and information.
func (su *setup) inUnits(effect, grad, info []float64) (e, g, i []float64) {
	e, g, i = slices.Clone(effect), slices.Clone(grad), slices.Clone(info)
	for at := range e {
		unit := su.d.unit[at%su.d.k]
		e[at] /= unit
		g[at] *= unit
		i[at] *= unit * unit
	}
	return e, g, i
}

// adopt sets up the problem at the means of draws, iteration × parameter, in which it folds what has no sign.
func (su *setup) adopt(ctx context.Context, x *mat.Dense) error {
	d, k := su.d, su.data.Studies
	su.rescale(x, false)
	n, _ := x.Dims()
	mean := make([]float64, d.hyper)
	for v := range mean {
		mean[v] = stat.Mean(mat.Col(nil, v, x), nil)
	}
	// The sign of a scale means nothing.
	unsigned := func(sd int, fold bool) {
		for i := sd; i < sd+k; i++ {
			mean[i] = 0
			for j, u := range mat.Col(nil, i, x) {
				mean[i] += math.Abs(u) / float64(n)
				if fold {
					x.Set(j, i, math.Abs(u))
				}
			}
		}
	}
	for t, at := range d.terms {
		unsigned(at.sd, d.isSlopes(t))
	}
	if err := su.settle(ctx, mean); err != nil {
		return err
	}
	su.rescale(x, true)
	su.rescale(mat.NewDense(1, len(mean), mean), true)
	clear(su.start)
	copy(su.start, mean)
	if su.data.Studies >= manyStudies {
		su.seen = x
	}
	return nil
}

// settle sets up the problem where the parameters are those of x.
func (su *setup) settle(ctx context.Context, x []float64) error {
	d, e := su.d, su.em
	clear(d.noiseMean) // the effects of the EM have the mean 0
	ownParameters{&d.parameters}.forward(x)
	for t := range d.terms {
		d.allScales().term(x, t)
		d.scales[t].lowerRoot(e.terms[t].Root)
	}
	for i := range e.terms[0].Root {
		e.terms[0].Root[i] *= d.unit[i/d.k]
	}
	if t := su.data.SlopeTerm(); t >= 0 {
		for s, sigma := range d.scales[0].sd {
			sigma = math.Abs(sigma)
			floats.Scale(sigma, e.terms[0].Root[s*d.k:(s+1)*d.k])
			floats.Scale(1/sigma, e.terms[t].Root[s*d.k:(s+1)*d.k])
		}
	}
	copy(e.at.Own, d.own)
	if su.marginal != nil {
		return nil
	}
	if err := e.run(ctx, false); err != nil {
		return err
	}
	su.setInformation()
	return nil
}

// setUnits sets the unit of each scale to a few times the least σ that the labels
// tell from 0: for σ → 0 the information on σ² is ½ Σ I² over the levels, so that σ is known
// to (2/ΣI²)^¼. Below the unit a scale is linear and may pass 0, above it logarithmic.
func setUnits(unit []float64, f *effects.Factor, info []float64) {
	const few = 1.5
	sum := make([]float64, len(unit))
	if f.Starts != nil {
		for s := range unit {
			for _, i := range info[f.Starts[s]:f.Starts[s+1]] {
				sum[s] += i * i
			}
		}
	} else {
		for j, i := range info {
			sum[j%f.K] += i * i
		}
	}
	for s := range unit {
		unit[s] = math.Min(widestUnit, few*math.Pow(2/sum[s], 0.25))
	}
}

const (
	widestUnit  = 2.5 // of a scale
	widestOmega = 0.5 // of ω, which has no unit
)

// mostPartial bounds partial correlations, as the inverse hyperbolic tangent, where a search for the posterior ends.
const mostPartial = 5

// scaleCoordinates stores the coordinates of standard deviations and, if cor is not nil, of
// correlations of effects whose covariance has the Cholesky factor root.
func scaleCoordinates(sd, cor, root, unit []float64, st *scaleState) {
	k := len(unit)
	for s := range st.studies {
		sd[s] = math.Asinh(floats.Norm(root[s*k:s*k+s+1], 2) / unit[s])
	}
	if cor != nil && st.studies > 1 {
		l := st.lbar // scratch
		unitRows(l, root, k, st.studies)
		st.cor.unconstrained(cor, l, mostPartial)
	}
}

// unitRows stores in l, n×n, the Cholesky factor of the correlations of the first n of k studies whose covariance has
// the Cholesky factor root.
func unitRows(l, root []float64, k, n int) {
	clear(l)
	for s := range n {
		row := root[s*k : s*k+s+1]
		floats.ScaleTo(l[s*n:s*n+s+1], 1/floats.Norm(row, 2), row)
	}
}

// Steps of the curvature at the start; few where its metric is that of the first pilot run only.
const (
	lanczosSteps    = 80
	fewLanczosSteps = 40
)

// metric returns what the curvature at the starting point says of the posterior:
// scale 1 for the z, which are about standard normal, and H_ii^(−1/2) for the rest,
// then the few directions that differ from it.
func (su *setup) metric(ctx context.Context) (*sampler.Metric, error) {
	steps := lanczosSteps
	if su.averages() {
		steps = fewLanczosSteps
	}
	metric, err := su.metricAt(ctx, su.target(), su.start, steps)
	if err == nil && su.data.Slopes {
		for i, w := range metric.Values {
			metric.Values[i] = math.Min(w, widestSlopes)
		}
	}
	return metric, err
}

// widestSlopes bounds how much wider than its scales the posterior of a model with sensitivities is taken to be by the
// curvature at one point, which may be next to 0 there: a chain that starts ten times as far out as the posterior is
// wide, where a standard deviation of items is a thousand, has no step size.
const widestSlopes = 3

// metricAt is metric of any target whose first coordinates are the parameters.
func (su *setup) metricAt(
	ctx context.Context, t sampler.Target, start []float64, steps int,
) (*sampler.Metric, error) {
	d := &interruptible{t, ctx}
	scale := slices.Repeat([]float64{1}, d.Dim())
	for i, h := range su.curvature(d, start) {
		// Flat or convex where the labels say little; the prior is about 1 wide there.
		scale[i] = 1 / math.Sqrt(math.Max(h, 0.5))
	}
	metric, err := sampler.CurvatureMetric(d, start, scale, steps)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	narrow(metric)
	return metric, nil
}

// widest bounds the standard deviation in any coordinate that a metric takes from the curvature at a point: the priors
// of effects and parameters are about 1 wide. Where the density bends inwards and outwards by turns, as in that of a
// facet of few levels, its curvature is next to 0 here and there, and chains that start thirty times as far out as the
// posterior is wide do not come back from there.
const widest = 3

// narrow shortens the directions of a metric in which a coordinate were wider than widest.
func narrow(m *sampler.Metric) {
	for i, u := range m.Vectors {
		most := 0.0
		for j, s := range m.Scale {
			most = math.Max(most, s*math.Abs(u[j]))
		}
		m.Values[i] = math.Min(m.Values[i], widest/most)
	}
}

// From so many correlations on, what each is worth is estimated from so many probes.
const (
	manyPairs = 150
	probes    = 24
)

// curvature returns minus the second derivatives of the log density at start with
// respect to each parameter, by central differences of the gradient. Of many correlations they are
// estimated: for random signs v the mean of v_i (Hv)_i is H_ii (Bekas, Kokiopoulou and Saad 2007).
func (su *setup) curvature(d sampler.Target, start []float64) []float64 {
	const h = 1e-3
	hyper := su.d.hyper
	x, up, down := append([]float64(nil), start...), make([]float64, d.Dim()), make([]float64, d.Dim())
	// along returns minus the derivative of the gradient along v, of the coordinates that v stands for: those that
	// begin at from.
	along := func(v []float64, from int) []float64 {
		for i, w := range v {
			x[from+i] = start[from+i] + h*w
		}
		d.LogProbGrad(up, x)
		for i, w := range v {
			x[from+i] = start[from+i] - h*w
		}
		d.LogProbGrad(down, x)
		copy(x[from:], start[from:from+len(v)])
		out := make([]float64, len(v))
		for i := range out {
			out[i] = -(up[from+i] - down[from+i]) / (2 * h)
		}
		return out
	}
	out := make([]float64, hyper)
	from, pairs := su.d.terms[0].cor, su.d.scales[0].cor.size()
	if pairs < manyPairs {
		pairs = 0
	}
	for i := range out {
		if i < from || i >= from+pairs {
			out[i] = along([]float64{1}, i)[0]
		}
	}
	if pairs > 0 {
		rng := rand.New(rand.NewPCG(pilotSeed, uint64(pairs)))
		v := make([]float64, pairs)
		for range probes {
			for i := range v {
				v[i] = float64(1 - 2*rng.IntN(2))
			}
			for i, g := range along(v, from) {
				out[from+i] += v[i] * g / probes
			}
		}
	}
	return out
}

// interruptible is a target without density once the context has ended, which ends
// whatever evaluates it.
type interruptible struct {
	sampler.Target
	ctx context.Context
}

// LogProbGrad implements [sampler.Target].
func (in *interruptible) LogProbGrad(grad, x []float64) float64 {
	if in.ctx.Err() != nil {
		return math.Inf(-1)
	}
	return in.Target.LogProbGrad(grad, x)
}
