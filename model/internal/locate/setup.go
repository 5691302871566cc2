package locate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/model/internal/blocks"
	"concord/model/internal/density"
	"concord/model/internal/effects"
	"concord/model/internal/spec"
	"concord/sampler"
)

// Setup finds the constants of the parameterisation, the starting point and the metric of a problem.
type Setup struct {
	*density.Problem
	Full  *density.Density
	em    *em
	Found *sampler.Metric // by prepare
	step  float64         // that suited the chains of the last pilot run; 0: there was none
	share *sampler.Share  // of the fit
	// Of many studies, the draws of the parameters that were last learnt from, iteration × parameter; nil: none.
	seen *mat.Dense
}

// newSetup runs the EM and sets up the problem at its end.
func newSetup(ctx context.Context, p *density.Problem) (*Setup, error) {
	e := newEM(p)
	if err := e.run(ctx, true); err != nil {
		return nil, err
	}
	if e.averaging = p.Data.Slopes; e.averaging {
		if err := e.run(ctx, true); err != nil {
			return nil, err
		}
	}
	e.refresh()
	for t, f := range p.Factors {
		info := e.cells(e.info, t)
		if t == p.Data.SlopeTerm() {
			info = e.sampled(t).info
		}
		setUnits(p.Units[t], f, info)
		for s := range p.Units[t] {
			switch {
			case p.Ratio[t]:
				p.Units[t][s] /= e.at.Own[s*e.OwnCount]
			case t == p.Data.SlopeTerm(): // ω = τ/σ
				p.Units[t][s] = math.Min(widestOmega, p.Units[t][s]/math.Sqrt(e.terms[0].TotalVariance(s)))
			}
		}
	}
	s := &Setup{Problem: p, Full: p.Density(), em: e}
	if err := s.locate(ctx); err != nil {
		return nil, err
	}
	d := s.Full
	p.Site = density.NewMeanSite(p.Data, e.mu, e.meanInformation(), d.Unit)
	at := append([]float64(nil), p.Start[:d.Hyper]...)
	clear(at[d.Mean : d.Mean+d.K])
	if p.Marginal = density.NewMarginal(p, at); p.Marginal != nil {
		p.Start = at
	} else if p.Gridded && p.FindGrid(d.Scales[0].SD[0]) {
		p.Start = p.IntegratedStart(p.Start[:d.Hyper])
	}
	if p.Marginal != nil || p.OnGrid != nil { // their coordinates of means are others
		p.MeanExponent = nil
		s.Full = p.Density()
	}
	return s, nil
}

// locate takes from the state of the EM the constants, information D and D·t of each effect, and the
// starting point.
func (su *Setup) locate(ctx context.Context) error {
	p, d, e := su.Problem, su.Full, su.em
	su.setInformation()
	p.Start = make([]float64, d.Count)
	if p.Basis != nil {
		l := d.Scales[0].LBar // scratch
		blocks.UnitRows(l, e.terms[0].Root, d.K, d.K)
		copy(p.Basis, blocks.BartlettBasis(l, d.K, blocks.MostPartial))
	}
	for t, at := range d.Terms {
		var cor []float64
		if at.Cor >= 0 {
			cor = p.Start[at.Cor:]
		}
		unit := slices.Clone(p.Units[t])
		for s := range unit {
			if p.Ratio[t] {
				unit[s] *= e.at.Own[s*d.OwnCount]
			}
		}
		blocks.ScaleCoordinates(p.Start[at.SD:], cor, e.terms[t].Root, unit, &d.Scales[t])
	}
	for s := range d.K {
		for i := range d.OwnCount {
			p.Start[d.OwnAt(s, i)] = math.Log(e.at.Own[s*d.OwnCount+i])
		}
		if d.Precisions {
			p.Start[d.OwnAt(s, 0)] += 0.5 * math.Log1p(d.RatioSquare(p.Start, s))
		}
	}
	if d.Loadings != nil {
		startLoadings(d, p.Start, e)
		d.Loadings.Forward(&d.Point, p.Start)
		for s := range d.K {
			for i := range d.OwnCount {
				p.Start[d.OwnAt(s, i)] -= math.Log(d.OwnUnit(s))
			}
		}
		if err := su.settle(ctx, p.Start); err != nil {
			return err
		}
	}
	d.Locate(p.Start)
	for i, unit := range d.Unit {
		p.Start[d.Mean+i] = e.mu[i]
		for t, st := range d.Effects.States {
			switch {
			case d.IsSlopes(t):
				continue
			case t == d.Noise:
				p.Start[d.OwnAt(i, 0)] += st.Mean[i]
				continue
			}
			p.Start[d.Mean+i] += st.Mean[i]
		}
		p.Start[d.Mean+i] /= unit
	}
	for _, x := range p.Start {
		if !(math.Abs(x) <= math.MaxFloat64) {
			return errors.New("model: the labels do not determine the model: a standard deviation tends to 0 " +
				"or infinity")
		}
	}
	return nil
}

// setInformation takes the constants from the state of the EM.
func (su *Setup) setInformation() {
	e := su.em
	e.refresh()
	total := e.meanInformation()
	su.setNests()
	for t, f := range su.Factors {
		g := su.Data.Terms[t]
		tau := func(cell int) float64 { return su.tau(g.Study(cell)) }
		if g.Scales {
			tau = func(int) float64 { return 1 }
		}
		c := su.located(t)
		if t == 0 && su.Full.Loadings != nil {
			c.effect, c.grad, c.info = su.inUnits(c.effect, c.grad, c.info)
		}
		if t == su.Data.SlopeTerm() {
			for s := range f.Center {
				f.Center[s] = math.Sqrt(e.terms[0].TotalVariance(s))
			}
		}
		su.widenTargets(t, c.grad)
		f.SetInformation(c.effect, c.grad, c.info, tau)
		share, prior := make([]float64, e.K), make([]float64, e.K)
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
		if g.Covariance == spec.Common {
			clear(share) // their mean moves several studies' means, and is no part of the coordinate of one
		}
		f.SetMeans(share, prior)
	}
	if center := su.Factors[0].Center; center != nil {
		if su.Data.Slopes {
			scale := make([]float64, len(center))
			for s := range scale {
				scale[s] = 1 / math.Sqrt(e.terms[0].TotalVariance(s))
			}
			su.Factors[0].OffsetScale = scale
		}
		copy(center, e.mu)
		mean := make([]float64, len(center))
		for t, f := range su.Factors[1:] {
			if su.Data.Terms[t+1].Added() {
				f.MemberMean(mean, e.terms[t+1].Effect)
				floats.Add(center, mean)
			}
		}
		floats.Div(center, su.Full.Unit)
	}
	if su.Skew == nil && su.MeanExponent != nil && e.spreadWidely() {
		su.Skew = make([]float64, su.Data.ItemCells())
		su.Full.Effects.Skew, su.Full.Effects.Z = su.Skew, make([]float64, su.Data.ItemCells())
	}
	if su.Skew != nil {
		e.setSkew(su.Skew)
	}
	su.setResponse()
}

// tau returns what the information on effects of a study is in units of.
func (su *Setup) tau(s int) float64 {
	if lo := su.Full.Loadings; lo != nil && s >= lo.Pools {
		return su.Full.Tau[s]
	}
	return su.em.tau(s)
}

// inUnits returns items' effects in the units of their studies, with derivatives and information.
func (su *Setup) inUnits(effect, grad, info []float64) (e, g, i []float64) {
	e, g, i = slices.Clone(effect), slices.Clone(grad), slices.Clone(info)
	for at := range e {
		unit := su.Full.Unit[at%su.Full.K]
		e[at] /= unit
		g[at] *= unit
		i[at] *= unit * unit
	}
	return e, g, i
}

// adopt sets up the problem at the means of draws, iteration × parameter, in which it folds what has no sign.
func (su *Setup) adopt(ctx context.Context, x *mat.Dense) error {
	d, k := su.Full, su.Data.Studies
	su.rescale(x, false)
	n, _ := x.Dims()
	mean := make([]float64, d.Hyper)
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
	for t, at := range d.Terms {
		unsigned(at.SD, d.IsSlopes(t))
	}
	if err := su.settle(ctx, mean); err != nil {
		return err
	}
	su.rescale(x, true)
	su.rescale(mat.NewDense(1, len(mean), mean), true)
	clear(su.Start)
	copy(su.Start, mean)
	if su.Regime.ManyStudies {
		su.seen = x
	}
	return nil
}

// settle sets up the problem where the parameters are those of x.
func (su *Setup) settle(ctx context.Context, x []float64) error {
	d, e := su.Full, su.em
	clear(d.NoiseMean) // the effects of the EM have the mean 0
	blocks.OwnParameters{Point: &d.Point}.Forward(x)
	for t := range d.Terms {
		d.AllScales().Term(x, t)
		d.Scales[t].LowerRoot(e.terms[t].Root)
	}
	for i := range e.terms[0].Root {
		e.terms[0].Root[i] *= d.Unit[i/d.K]
	}
	if t := su.Data.SlopeTerm(); t >= 0 {
		for s, sigma := range d.Scales[0].SD {
			sigma = math.Abs(sigma)
			floats.Scale(sigma, e.terms[0].Root[s*d.K:(s+1)*d.K])
			floats.Scale(1/sigma, e.terms[t].Root[s*d.K:(s+1)*d.K])
		}
	}
	copy(e.at.Own, d.Own)
	if su.Marginal != nil {
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

// Steps of the curvature at the start; few where its metric is that of the first pilot run only.
const (
	lanczosSteps    = 80
	fewLanczosSteps = 40
)

// metric returns what the curvature at the starting point says of the posterior:
// scale 1 for the z, which are about standard normal, and H_ii^(−1/2) for the rest,
// then the few directions that differ from it.
func (su *Setup) metric(ctx context.Context) (*sampler.Metric, error) {
	steps := lanczosSteps
	if su.averages() {
		steps = fewLanczosSteps
	}
	metric, err := su.metricAt(ctx, su.Target(), su.Start, steps)
	if err == nil && su.Data.Slopes {
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
func (su *Setup) metricAt(
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
func (su *Setup) curvature(d sampler.Target, start []float64) []float64 {
	const h = 1e-3
	hyper := su.Full.Hyper
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
	from, pairs := su.Full.Terms[0].Cor, su.Full.Scales[0].Cor.Size()
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

// rescale makes of the means' coordinates, in draws of the coordinates of parameters, what they stand for, or, if back,
// the other way round.
func (su *Setup) rescale(draws *mat.Dense, back bool) {
	d := su.Full
	if d.Widths == nil {
		return
	}
	n, _ := draws.Dims()
	for i := range n {
		x := draws.RawRowView(i)
		d.AllScales().Term(x, 0)
		d.Widths.Forward(x)
		for s, w := range d.Widths.Width {
			if back {
				w = 1 / w
			}
			x[d.Mean+s] *= w
		}
	}
}
