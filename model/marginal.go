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
	lik   family.Marginal
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
	return f.Marginal(p.data.Labels, m.point, 3*cost)
}

// longSteps reports whether coordinates are so few that steps are long already: the parameters of one or two studies,
// without effects. Of three studies, whose correlations bound each other, steps are as short as with effects.
func (pr *problem) longSteps() bool { return pr.marginal != nil && pr.data.Studies <= 2 }

// newMarginalTarget returns the marginal density with a likelihood of its own.
func (pr *problem) newMarginalTarget(lik family.Marginal) *marginal {
	m := &marginal{parameters: newParameters(pr), lik: lik, meanSite: pr.site, w: make([]float64, pr.data.Studies)}
	m.point = m.marginalPoint()
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
	clear(m.point.RowSDBar)
	clear(m.point.ItemRootBar)
	clear(grad)
	logp := m.lik.LogLik(m.point)
	for s, unit := range m.unit {
		for e := range s + 1 {
			bar := m.point.ItemRootBar[s*m.k+e]
			m.scales[0].cbar[s*m.k+e] += unit * bar
			m.unitBar[s] += bar * m.point.ItemRoot[s*m.k+e]
		}
	}
	for s, g := range m.point.RowSDBar {
		m.scales[1].cbar[s*m.k+s] += g
	}
	logp += m.meanBackward(grad)
	for s, w := range m.w {
		logp += math.Log(w)
		bar := m.muBar[s] * m.unit[s] // with respect to μ in its unit
		grad[m.mean+s] = bar * w
		pull := (bar*x[m.mean+s] + 1/w) / w // half the derivative with respect to w²
		for t := range m.scales {
			st := &m.scales[t]
			for e := range s + 1 {
				st.cbar[s*m.k+e] += pull * m.levels[t][s] * st.c[s*m.k+e]
			}
		}
	}
	for t := range m.scales {
		logp += m.scaleBackward(grad, x, t)
	}
	return logp + m.ownBackward(grad, x)
}

// locate sets the parameters from x.
func (m *marginal) locate(x []float64) *parameters {
	m.ownForward(x)
	for t := range m.scales {
		m.scaleForward(x, t)
	}
	for s := range m.w {
		v := m.spread[s]
		for t := range m.scales {
			v += m.levels[t][s] * m.scales[t].variance(s)
		}
		m.w[s] = math.Sqrt(v)
		m.mu[s] = m.unit[s] * (m.center[s] + m.w[s]*x[m.mean+s])
		m.moved[s] = m.mu[s]
		for e := range s + 1 {
			m.point.ItemRoot[s*m.k+e] = m.unit[s] * m.scales[0].c[s*m.k+e]
		}
	}
	return &m.parameters
}
