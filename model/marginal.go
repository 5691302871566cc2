package model

import (
	"math"

	"concord/model/family"
	"concord/model/internal/labels"
)

// marginal is the log posterior density of the parameters alone, the effects integrated out, where the family has
// such a likelihood. Its cost does not depend on the number of items but on that of their patterns. It implements
// [sampler.Target] and belongs to one goroutine.
//
// A study's labels determine its mean plus the mean effects of its terms, so that the posterior of μ is the wider the
// larger their standard deviations are. Its coordinate is (μ − center)/w, w² = spread + Σ σ_t²/levels_t, which is
// about as wide everywhere.
type marginal struct {
	parameters
	lik    family.Marginal
	blocks blocks
	sees   *marginalMeans
}

// marginalMeans is the block of the means of a [marginal], and of what the likelihood sees of the parameters.
type marginalMeans struct {
	means
	point *family.MarginalPoint
	meanSite
	w []float64
}

// meanSite says where the means lie, by study.
type meanSite struct {
	center []float64
	spread []float64   // variance of the mean of the labels given all effects
	levels [][]float64 // term × study: 1 by the number of levels
}

// newMarginal returns the marginal likelihood of a problem, or nil where it does not
// exist, would not be accurate, or would cost more than to sample the effects: a draw of
// the marginal takes about a third of the gradients.
func newMarginal(p *problem, at []float64) family.Marginal {
	f, ok := p.spec.Family.(family.Integrable)
	if p.spec.Effects || p.data.Slopes || p.data.Noise || !ok {
		return nil
	}
	// Measured in ns: an item of a study, an effect of other terms and a label in the gradient with effects. Without
	// other terms labels of an item are one.
	const item, effect, label = 60, 15, 3
	cost := float64(item * p.data.Items * p.data.Studies)
	for _, g := range p.data.Terms[1:] {
		cost += effect * float64(g.Cells())
	}
	if len(p.data.Terms) > 1 {
		cost += label * float64(len(p.data.Item))
	}
	m := p.newMarginalTarget(nil)
	m.locate(at)
	return f.Marginal(p.data.Labels, m.sees.point, 3*cost)
}

// longSteps reports whether coordinates are so few that steps are long already: the parameters of one or two studies,
// without effects. Of three studies, whose correlations bound each other, steps are as short as with effects.
func (pr *problem) longSteps() bool { return pr.marginal != nil && pr.data.Studies <= 2 }

// newMarginalTarget returns the marginal density with a likelihood of its own.
func (pr *problem) newMarginalTarget(lik family.Marginal) *marginal {
	m := &marginal{parameters: newParameters(pr), lik: lik}
	ps := &m.parameters
	m.sees = &marginalMeans{means: means{parameters: ps}, point: ps.marginalPoint(), meanSite: pr.site,
		w: make([]float64, ps.k)}
	m.blocks = blocks{ownParameters{ps}, ps.allScales(), m.sees}
	return m
}

// newMeanSite returns the site of means at mu, where the labels have information i on them, in units of the studies.
func newMeanSite(d *labels.Compiled, mu, i, unit []float64) meanSite {
	k := d.Studies
	site := meanSite{center: append([]float64(nil), mu...), spread: make([]float64, k)}
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

// Dim returns the number of parameters.
func (m *marginal) Dim() int { return m.hyper }

// LogProbGrad stores the gradient at x in grad and returns the log density up to
// a constant.
func (m *marginal) LogProbGrad(grad, x []float64) float64 {
	m.locate(x)
	m.clearBars()
	clear(m.sees.point.RowSDBar)
	clear(m.sees.point.ItemRootBar)
	clear(grad)
	m.logp += m.lik.LogLik(m.sees.point)
	m.blocks.backward(grad, x)
	return m.logp
}

// locate sets the parameters from x.
func (m *marginal) locate(x []float64) *parameters {
	m.blocks.forward(&m.parameters, x)
	return &m.parameters
}

// forward implements [block].
func (mm *marginalMeans) forward(x []float64) {
	for s := range mm.w {
		v := mm.spread[s]
		for t := range mm.scales {
			v += mm.levels[t][s] * mm.scales[t].variance(s)
		}
		mm.w[s] = math.Sqrt(v)
		mm.mu[s] = mm.unit[s] * (mm.center[s] + mm.w[s]*x[mm.mean+s])
		mm.moved[s] = mm.mu[s]
		for e := range s + 1 {
			mm.point.ItemRoot[s*mm.k+e] = mm.unit[s] * mm.scales[0].c[s*mm.k+e]
		}
	}
}

// backward implements [block].
func (mm *marginalMeans) backward(grad, x []float64) {
	for s, unit := range mm.unit {
		for e := range s + 1 {
			bar := mm.point.ItemRootBar[s*mm.k+e]
			mm.scales[0].cbar[s*mm.k+e] += unit * bar
			mm.unitBar[s] += bar * mm.point.ItemRoot[s*mm.k+e]
		}
	}
	for s, g := range mm.point.RowSDBar {
		mm.scales[1].cbar[s*mm.k+s] += g
	}
	mm.means.backward(grad, x)
	for s, w := range mm.w {
		mm.logp += math.Log(w)
		bar := mm.muBar[s] * mm.unit[s] // with respect to μ in its unit
		grad[mm.mean+s] = bar * w
		pull := (bar*x[mm.mean+s] + 1/w) / w // half the derivative with respect to w²
		for t := range mm.scales {
			st := &mm.scales[t]
			for e := range s + 1 {
				st.cbar[s*mm.k+e] += pull * mm.levels[t][s] * st.c[s*mm.k+e]
			}
		}
	}
}
