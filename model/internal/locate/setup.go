package locate

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/model/internal/blocks"
	"concord/model/internal/density"
	"concord/model/internal/tuning"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/sampler"
)

// Setup finds the constants of the parameterisation, the starting point and the metric of a problem.
type Setup struct {
	*density.Problem
	Full  *density.Density
	em    *em
	found *sampler.Metric // by prepare
	step  float64         // that suited the chains of the last pilot run; 0: there was none
	share *sampler.Share  // of the fit
	// The last draws of the parameters from which many studies learnt, iteration × parameter; nil: none.
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
				p.Units[t][s] = math.Min(tuning.WidestOmega, p.Units[t][s]/math.Sqrt(e.terms[0].TotalVariance(s)))
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
	if p.Marginal != nil || p.OnGrid != nil { // these densities have other coordinates of means
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
		copy(p.Basis, blocks.BartlettBasis(l, d.K, tuning.MostPartial))
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
			if t == 0 && d.ItemDF >= 0 {
				unit[s] *= spec.StudentSD(spec.UsualItemDF)
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
	if d.ItemDF >= 0 {
		p.Start[d.ItemDF] = blocks.ItemDFCoordinate(spec.UsualItemDF)
	}
	d.Locate(p.Start)
	for i, unit := range d.Unit {
		p.Start[d.Mean+i] = e.mu[i]
		for t, st := range d.Effects.States {
			switch {
			case d.IsSlopes(t) || d.Of[t].Slopes != "": // see [regression.start]
				continue
			case t == d.ResidualTerm:
				p.Start[d.OwnAt(i, 0)] += st.Mean[i]
				continue
			}
			p.Start[d.Mean+i] += st.Mean[i]
		}
		p.Start[d.Mean+i] /= unit
	}
	if e.regression != nil {
		e.regression.start(d, p.Start)
	}
	for _, x := range p.Start {
		if !(math.Abs(x) <= math.MaxFloat64) {
			return &refusal.Error{Code: refusal.NoStart, Family: su.Spec.Family, Labelers: su.Spec.Labelers}
		}
	}
	return nil
}

// adopt sets up the problem at the means of draws, iteration × parameter. It first folds coordinates whose sign means
// nothing.
func (su *Setup) adopt(ctx context.Context, x *mat.Dense) error {
	d, k := su.Full, su.Data.Studies
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
	clear(su.Start)
	copy(su.Start, mean)
	if su.Regime.ManyStudies {
		su.seen = x
	}
	return nil
}

// settle sets up the problem at the parameters of x.
func (su *Setup) settle(ctx context.Context, x []float64) error {
	d, e := su.Full, su.em
	clear(d.ResidualMean) // the effects of the EM have the mean 0
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
	if su.Marginal != nil || su.OnGrid != nil && su.OnGrid.Wide { // which keeps the constants that it began with
		return nil
	}
	if err := e.run(ctx, false); err != nil {
		return err
	}
	su.setInformation()
	return nil
}
