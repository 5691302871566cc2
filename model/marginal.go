package model

// marginal is the log posterior density of the parameters alone, the items' effects
// integrated out, for models without labeler effects. Its cost does not depend on the number
// of items but on that of their patterns. It implements [sampler.Target] and belongs
// to one goroutine.
type marginal struct {
	parameters
	lik marginalLikelihood
}

// marginalLikelihood is the likelihood of the labels of all items, their effects
// integrated out.
type marginalLikelihood interface {
	// logLik returns log p(y | μ, C, τ) up to a constant and adds its derivatives to
	// muBar, ic.cbar and taubar.
	logLik(p *parameters) float64
	// fork returns a likelihood of the same labels for another goroutine.
	fork() marginalLikelihood
}

// newMarginal returns the marginal likelihood of a problem, or nil where it does not
// exist, would not be accurate, or would cost more than to sample the effects: a draw of
// the marginal takes about a third of the gradients.
func newMarginal(p *problem, at []float64) marginalLikelihood {
	if p.labelers != nil || p.spec.Effects {
		return nil
	}
	// Measured in ns: a pattern or node against an item in the gradient with effects.
	const gaussianPattern, bernoulliNode, item = 400, 40, 60
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
	b := accurate(shapes, newParameters(p), at)
	if b == nil || bernoulliNode*float64(k*b.nodes*shapes.size()) > budget {
		return nil
	}
	return b
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
	clear(grad)
	logp := m.lik.logLik(&m.parameters)
	logp += m.meanBackward(grad)
	logp += m.scaleBackward(grad, x, &m.ic, m.itemSD, m.itemCor)
	return logp + m.residualBackward(grad, x)
}

// locate sets the parameters from x.
func (m *marginal) locate(x []float64) *parameters {
	m.residualForward(x)
	m.scaleForward(x, &m.ic, m.itemSD, m.itemCor)
	copy(m.mu, x[m.mean:m.mean+m.k])
	return &m.parameters
}
