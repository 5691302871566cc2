package sampler

import "math"

// whitened is a target seen in the coordinates x of a metric. The density in x
// differs from the one in q by the constant factor |W|, which is left out.
type whitened struct {
	target    Target
	metric    *Metric
	q, gq     []float64
	gradients int // evaluations so far
}

func newWhitened(t Target, m *Metric) *whitened {
	return &whitened{target: t, metric: m, q: make([]float64, m.Dim()), gq: make([]float64, m.Dim())}
}

// evaluate sets z's log density and gradient from its position. The log density
// of a rejected point is −∞.
func (w *whitened) evaluate(z *point) {
	w.gradients++
	w.metric.Apply(w.q, z.x)
	z.logp = w.target.LogProbGrad(w.gq, w.q)
	if math.IsNaN(z.logp) || math.IsInf(z.logp, 0) {
		z.logp = math.Inf(-1)
		return
	}
	w.metric.ApplyTranspose(z.g, w.gq)
}

// adopt changes the metric and expresses z, which must have been evaluated, in
// the new coordinates. It costs no evaluation. z's momentum is not changed.
func (w *whitened) adopt(m *Metric, z *point) {
	w.metric.Apply(w.q, z.x)
	w.metric.InverseTranspose(w.gq, z.g)
	w.metric = m
	m.Inverse(z.x, w.q)
	m.ApplyTranspose(z.g, w.gq)
}
