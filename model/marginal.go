package model

import "math"

// marginal is the log posterior density of the parameters alone, the effects integrated
// out, for models without labeler effects and for Gaussian labels of few labelers. Its cost does
// not depend on the number of items but on that of their patterns. It implements [sampler.Target] and belongs
// to one goroutine.
//
// A study's labels determine its mean plus the mean effects of its items and
// labelers, so that the posterior of μ is the wider the larger σ_i and σ_l are. Its
// coordinate is (μ − center)/w, w² = spread + σ_i²/J + σ_l²/L, which is about as wide everywhere.
type marginal struct {
	parameters
	lik marginalLikelihood
	meanSite
	w []float64
}

// meanSite says where the means lie, by study.
type meanSite struct {
	center          []float64
	spread          []float64 // variance of the mean of the labels given all effects
	items, labelers []float64 // 1/J and 1/L (0 without labeler effects)
}

// marginalLikelihood is the likelihood of all labels, the effects integrated out.
type marginalLikelihood interface {
	// logLik returns log p(y | μ, C, τ) up to a constant and adds its derivatives to
	// muBar, ic.cbar, lc.cbar and taubar.
	logLik(p *parameters) float64
	// fork returns a likelihood of the same labels for another goroutine.
	fork() marginalLikelihood
}

// newMarginal returns the marginal likelihood of a problem, or nil where it does not
// exist, would not be accurate, or would cost more than to sample the effects: a draw of
// the marginal takes about a third of the gradients.
func newMarginal(p *problem, at []float64) marginalLikelihood {
	if p.spec.Effects {
		return nil
	}
	// Measured in ns: a pattern or node, against an item, a labeler and a label in the
	// gradient with effects.
	const gaussianPattern, bernoulliNode, item, labeler, label = 400, 40, 60, 15, 3
	if p.labelers != nil {
		if p.spec.Family != Gaussian || p.spec.Labelers != Nested {
			return nil
		}
		d := p.data
		g := newMarginalPanel(d, 3*float64(item*d.items+labeler*d.labelers+label*len(d.slot)))
		if g == nil {
			return nil
		}
		return g
	}
	k := p.data.studies
	budget := 3 * item * float64(p.data.items)
	if p.spec.Family == Gaussian {
		g := newMarginalGaussian(p.data)
		if gaussianPattern*float64(g.size()) > budget {
			return nil
		}
		return g
	}
	if k > 2 {
		return nil
	}
	shapes := newPatterns(p.data, true)
	b := accurate(shapes, p.newMarginalTarget(nil), at)
	if b == nil || bernoulliNode*float64(k*b.nodes*shapes.size()) > budget {
		return nil
	}
	return b
}

// newMarginalTarget returns the marginal density with a likelihood of its own.
func (p *problem) newMarginalTarget(lik marginalLikelihood) *marginal {
	return &marginal{parameters: newParameters(p), lik: lik, meanSite: p.site, w: make([]float64, p.data.studies)}
}

// newMeanSite returns the site of means at mu, where the labels have information i on them.
func newMeanSite(d *data, mu, i []float64) meanSite {
	k := d.studies
	site := meanSite{
		center: append([]float64(nil), mu...), spread: make([]float64, k),
		items: make([]float64, k), labelers: make([]float64, k),
	}
	for s := range k {
		site.spread[s], site.items[s] = 1/i[s], 1/float64(d.items)
		if d.labelerStarts != nil {
			site.labelers[s] = 1 / float64(d.labelerStarts[s+1]-d.labelerStarts[s])
		}
	}
	return site
}

// Dim returns the number of parameters.
func (m *marginal) Dim() int { return m.hyper }

// LogProbGrad stores the gradient at x in grad and returns the log density up to
// a constant.
func (m *marginal) LogProbGrad(grad, x []float64) float64 {
	m.locate(x)
	clear(m.muBar)
	clear(m.taubar)
	clear(m.ic.cbar)
	clear(m.lc.cbar)
	clear(grad)
	logp := m.lik.logLik(&m.parameters)
	logp += m.meanBackward(grad)
	for s, w := range m.w {
		logp += math.Log(w)
		grad[m.mean+s] = m.muBar[s] * w
		pull := (m.muBar[s]*x[m.mean+s] + 1/w) / w // half the derivative with respect to w²
		for e := range s + 1 {
			m.ic.cbar[s*m.k+e] += pull * m.items[s] * m.ic.c[s*m.k+e]
		}
		if m.labelerSD >= 0 {
			m.lc.cbar[s*m.k+s] += pull * m.labelers[s] * m.lc.sd[s]
		}
	}
	logp += m.scaleBackward(grad, x, &m.ic, m.priors.SD, m.itemSD, m.itemCor)
	if m.labelerSD >= 0 {
		logp += m.scaleBackward(grad, x, &m.lc, m.priors.LabelerSD, m.labelerSD, m.labelerCor)
	}
	return logp + m.residualBackward(grad, x)
}

// locate sets the parameters from x.
func (m *marginal) locate(x []float64) *parameters {
	m.residualForward(x)
	m.scaleForward(x, &m.ic, m.itemSD, m.itemCor)
	if m.labelerSD >= 0 {
		m.scaleForward(x, &m.lc, m.labelerSD, m.labelerCor)
	}
	for s := range m.w {
		v := m.spread[s] + m.items[s]*m.ic.sd[s]*m.ic.sd[s]
		if m.labelerSD >= 0 {
			v += m.labelers[s] * m.lc.sd[s] * m.lc.sd[s]
		}
		m.w[s] = math.Sqrt(v)
		m.mu[s] = m.center[s] + m.w[s]*x[m.mean+s]
	}
	return &m.parameters
}
