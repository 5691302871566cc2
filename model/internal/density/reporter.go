package density

import (
	"math"
	"math/rand/v2"

	"concord/model/internal/blocks"
	"concord/model/internal/labels"
	"concord/model/spec"
	"concord/sampler"
)

// Reporter returns a target that reports the parameters on the label's own scale.
func (pr *Problem) Reporter(l spec.Layout) *Reporter {
	r := &Reporter{Target: pr.Target(), data: pr.Data, layout: l, keeps: pr.Spec.Keeps}
	r.names = append(r.names, l.Names...)
	r.covariates = pr.Spec.Covariates
	for _, c := range r.covariates {
		var q [][]float64
		if c.IsCategory() {
			q = labels.Contrasts(len(c.Levels))
		}
		r.contrasts = append(r.contrasts, q)
	}
	if pr.Spec.Effects {
		r.effects = r.Target.(withEffects) // see [NewMarginal]
		r.names = append(r.names, pr.Data.EffectNames(pr.Spec)...)
	}
	return r
}

// Sampled returns what a chain samples: a reporter. It alternates if the problem is blocked. It jumps if labelers
// have discriminations, or draws items' effects that a wide grid has integrated out.
func (pr *Problem) Sampled(l spec.Layout) sampler.Target {
	r := pr.Reporter(l)
	switch t := r.Target.(type) {
	case *GivenEffects:
		return &blockedReporter{r, t}
	case *Integrated:
		if t.wide != nil && t.wide.items != nil {
			return &wideReporter{r, t}
		}
	case *Density:
		if t.Slopes != nil {
			return &jumpingReporter{r, t}
		}
	}
	return r
}

// jumpingReporter is a reporter of a target that jumps.
type jumpingReporter struct {
	*Reporter
	of *Density
}

var (
	_ sampler.Reporter = (*jumpingReporter)(nil)
	_ sampler.Jumper   = (*jumpingReporter)(nil)
)

// Jump implements [sampler.Jumper].
func (jr *jumpingReporter) Jump(rng *rand.Rand, x []float64) bool { return jr.of.Jump(rng, x) }

// blockedReporter is a reporter of a target that alternates between blocks.
type blockedReporter struct {
	*Reporter
	in *GivenEffects
}

var (
	_ sampler.Reporter    = (*blockedReporter)(nil)
	_ sampler.Alternating = (*blockedReporter)(nil)
)

// Blocks implements [sampler.Alternating].
func (br *blockedReporter) Blocks() int { return br.in.Blocks() }

// Alternate implements [sampler.Alternating].
func (br *blockedReporter) Alternate(rng *rand.Rand, x []float64) { br.in.Alternate(rng, x) }

// Reporter implements [sampler.Reporter]: parameters, then effects if they are wanted.
type Reporter struct {
	Target
	data    *labels.Compiled
	effects withEffects // nil: effects are not wanted
	keeps   func(term string) bool
	layout  spec.Layout
	names   []string
	// Of covariates.
	covariates []spec.Covariate
	contrasts  [][][]float64 // of categories; nil for numbers
}

// withEffects is a target that samples effects, at least of the terms that are reported.
type withEffects interface{ effectsOf(term int) []float64 }

var _ sampler.Reporter = (*Reporter)(nil)

// Names returns the names of the values that Report stores.
func (rp *Reporter) Names() []string { return rp.names }

// Report stores all that is reported of x.
func (rp *Reporter) Report(dst, x []float64) {
	p, l, scale := rp.Locate(x), rp.layout, rp.data.Scale
	for s := range p.K {
		if p.Thresholds != nil {
			at := l.Mean + s*l.Thresholds
			p.Thresholds.Thresholds(dst[at:at+l.Thresholds], s, p.Mu[s], p.OfStudy(p.Own, s))
		} else {
			dst[l.Mean+s] = rp.data.Center[s] + scale[s]*p.Mu[s]
		}
		for t := range p.Scales {
			dst[l.Terms[t].SD+s] = p.SD(t, rp.data.Terms[t].Scaled(s))
			if p.Of[t].OfLabels() {
				dst[l.Terms[t].SD+s] *= scale[s]
			}
		}
	}
	for i, at := range l.Own {
		for s := range l.Each {
			dst[at+s] = p.Own[s*p.OwnCount+i]
			if i == 0 && p.Precisions {
				dst[at+s] *= scale[s]
			}
		}
	}
	for t, g := range rp.data.Terms {
		if g.Covariance == spec.Correlated {
			p.Scales[t].Correlations(dst[l.Terms[t].Cor:], g.Term, func(s int) float64 { return p.Signed(t, s) })
		}
		if t == 0 && p.Loadings != nil {
			p.Loadings.Report(p, dst[l.Terms[0].SD:], dst[l.Terms[0].Cor:], scale)
		}
	}
	if p.ItemDF >= 0 {
		dst[l.ItemDF] = p.DF
	}
	rp.reportCovariates(dst, p)
	if rp.effects == nil {
		return
	}
	at := l.Parameters
	for t, g := range rp.data.Terms {
		if !rp.keeps(g.Name) {
			continue
		}
		for cell, b := range rp.effects.effectsOf(t) {
			s := g.Study(cell)
			b = p.Effect(t, s, b)
			switch {
			case g.Scales:
				dst[at] = scale[s] * p.Own[s*p.OwnCount] * math.Exp(b)
			case g.Multiplies != "":
				dst[at] = 1 + b
			default:
				dst[at] = scale[s] * b
			}
			at++
		}
	}
}

// reportCovariates stores β and γ of numbers and times, and the effects of categories.
func (rp *Reporter) reportCovariates(dst []float64, p *blocks.Point) {
	column := 0
	for i, c := range rp.covariates {
		for _, part := range c.Parts() {
			for s := range p.K {
				rp.reportCoefficients(dst[rp.layout.Covariates[i][part]:], p, i, column, s)
			}
			column += c.Columns()
		}
	}
}

// reportCoefficients stores the coefficients of the i-th covariate in a study. Their columns begin at the given one.
func (rp *Reporter) reportCoefficients(dst []float64, p *blocks.Point, i, column, s int) {
	beta := func(of int) float64 { return rp.data.Scale[s] * p.Beta[(column+of)*p.K+s] }
	if !rp.covariates[i].IsCategory() {
		dst[s] = beta(0)
		return
	}
	for level, row := range rp.contrasts[i] {
		sum := 0.0
		for of, q := range row {
			sum += q * beta(of)
		}
		dst[level*p.K+s] = sum
	}
}
