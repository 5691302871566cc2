package density

import (
	"math"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/labels"
	"concord/model/internal/tuning"
	"concord/model/spec"
)

// marginal is the log posterior density of the parameters alone, with the effects integrated out. It is for models
// without labelers whose family has such a likelihood. Its cost depends on the number of patterns of labels, not of
// items.
//
// A study's labels determine its mean plus the mean effects of its terms, so that the posterior of μ is the wider the
// larger their standard deviations are. Its coordinate is (μ − center)/w, w² = spread + Σ σ_t²/levels_t, which is
// about as wide everywhere.
type marginal struct {
	body
	predictor *marginalMeans
}

// marginalMeans is the block of the means of a [marginal], from which the likelihood reads the parameters.
type marginalMeans struct {
	blocks.Means
	point *family.MarginalPoint
	MeanSite
	w []float64
}

// MeanSite says where the means lie, by study.
type MeanSite struct {
	center []float64
	spread []float64   // variance of the mean of the labels given all effects
	levels [][]float64 // term × study: 1 divided by the number of levels
}

// NewMarginal returns the marginal likelihood of a problem. It is nil if there is none, if it would not be accurate,
// or if it would cost more than to sample the effects. A draw of the marginal takes about a third of the gradients.
func NewMarginal(p *Problem, at []float64) family.Marginal {
	f, ok := p.Spec.Family.(family.Integrable)
	if p.Spec.Effects || p.Spec.Items != spec.NormalItems || len(p.Data.Terms) > 1 || p.Data.Regression != nil || !ok {
		return nil
	}
	cost := float64(tuning.ItemCost * p.Data.Items * p.Data.Studies) // of a gradient with effects
	m := p.newMarginalTarget(nil)
	m.Locate(at)
	return f.Marginal(p.Data.Labels, m.predictor.point, tuning.MarginalSaves*cost)
}

// LongSteps reports whether there are so few coordinates that steps are long already: the parameters of one or two
// studies, without effects. The correlations of three studies bound each other, so that steps are as short as with
// effects.
func (pr *Problem) LongSteps() bool {
	return pr.Marginal != nil && pr.Data.Studies <= tuning.FewStudies
}

// newMarginalTarget returns the marginal density with the given likelihood.
func (pr *Problem) newMarginalTarget(lik family.Marginal) *marginal {
	m := &marginal{body: body{Point: blocks.NewPoint(pr.Frame)}}
	ps := &m.Point
	ps.Count = ps.Hyper
	m.predictor = &marginalMeans{Means: blocks.Means{Point: ps}, point: ps.MarginalPoint(), MeanSite: pr.Site,
		w: make([]float64, ps.K)}
	m.logLik = func() float64 { return lik.LogLik(m.predictor.point) }
	m.blocks = blocks.List{blocks.OwnParameters{Point: ps}, ps.AllScales(), m.predictor}
	return m
}

// NewMeanSite returns the site of means at mu, in units of the studies. i is the information that the labels have on
// them.
func NewMeanSite(d *labels.Compiled, mu, i, unit []float64) MeanSite {
	k := d.Studies
	site := MeanSite{center: append([]float64(nil), mu...), spread: make([]float64, k)}
	for s := range k {
		site.center[s] /= unit[s]
		site.spread[s] = 1 / (i[s] * unit[s] * unit[s])
	}
	for _, g := range d.Terms {
		levels := make([]float64, k)
		for s := range levels {
			levels[s] = 1 / float64(g.Levels)
			if g.Starts != nil {
				levels[s] = 1 / float64(g.Starts[s+1]-g.Starts[s])
			}
		}
		site.levels = append(site.levels, levels)
	}
	return site
}

// Forward implements [blocks.Block].
func (mm *marginalMeans) Forward(x []float64) {
	clear(mm.point.ItemRootBar)
	for s := range mm.w {
		v := mm.spread[s]
		for t := range mm.Scales {
			v += mm.levels[t][s] * mm.Scales[t].Variance(s)
		}
		mm.w[s] = math.Sqrt(v)
		mm.Mu[s] = mm.Unit[s] * (mm.center[s] + mm.w[s]*x[mm.Mean+s])
		mm.Moved[s] = mm.Mu[s]
		for e := range s + 1 {
			mm.point.ItemRoot[s*mm.K+e] = mm.Unit[s] * mm.Scales[0].C[s*mm.K+e]
		}
	}
}

// Backward implements [blocks.Block].
func (mm *marginalMeans) Backward(grad, x []float64) {
	for s, unit := range mm.Unit {
		for e := range s + 1 {
			bar := mm.point.ItemRootBar[s*mm.K+e]
			mm.Scales[0].CBar[s*mm.K+e] += unit * bar
			mm.UnitBar[s] += bar * mm.point.ItemRoot[s*mm.K+e]
		}
	}
	mm.Means.Backward(grad, x)
	for s, w := range mm.w {
		mm.LogDensity += math.Log(w)
		bar := mm.MuBar[s] * mm.Unit[s] // with respect to μ in its unit
		grad[mm.Mean+s] = bar * w
		pull := (bar*x[mm.Mean+s] + 1/w) / w // half the derivative with respect to w²
		for t := range mm.Scales {
			st := &mm.Scales[t]
			for e := range s + 1 {
				st.CBar[s*mm.K+e] += pull * mm.levels[t][s] * st.C[s*mm.K+e]
			}
		}
	}
}
