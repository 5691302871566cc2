package sampler

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// whitened is a target seen in the coordinates x of a metric. The density in x
// differs from the one in q by the constant factor |W|, which is left out.
type whitened struct {
	target    Target
	metric    *Metric
	stretch   stretcher // the metric's
	q, gq     []float64 // of the last evaluation, or scratch
	gradients int       // evaluations so far
}

func newWhitened(t Target, m *Metric) *whitened {
	return &whitened{
		target: t, metric: m, stretch: newStretcher(m),
		q: make([]float64, m.Dim()), gq: make([]float64, m.Dim()),
	}
}

// evaluate sets z's log density and gradient from its position. The log density
// of a rejected point is −∞.
func (w *whitened) evaluate(z *point) {
	w.gradients++
	w.position(w.q, z)
	z.logp = w.target.LogProbGrad(w.gq, w.q)
	if math.IsNaN(z.logp) || math.IsInf(z.logp, 0) {
		z.logp = math.Inf(-1)
		return
	}
	scale, gq := w.metric.Scale[:len(z.g)], w.gq[:len(z.g)]
	for i := range z.g {
		z.g[i] = scale[i] * gq[i]
	}
	w.stretch.apply(z.g)
}

// position stores z's position in the target's coordinates in q.
func (w *whitened) position(q []float64, z *point) {
	copy(q, z.x)
	w.stretch.apply(q)
	w.metric.place(q)
}

// adopt changes the metric and expresses z, which must have been evaluated, in
// the new coordinates. It costs no evaluation. z's momentum is not changed.
func (w *whitened) adopt(m *Metric, z *point) {
	w.position(w.q, z)
	w.metric.InverseTranspose(w.gq, z.g)
	w.metric, w.stretch = m, newStretcher(m)
	m.Inverse(z.x, w.q)
	m.ApplyTranspose(z.g, w.gq)
}

// stretcher multiplies by I + U (diag(Values) − I) Uᵀ as Metric.stretch does, but
// from one matrix, which is twice as fast because x is read once for several
// vectors.
type stretcher struct {
	u      blas64.General // Uᵀ, rank × dim
	excess []float64      // Values − 1
	along  []float64      // Uᵀ x
}

func newStretcher(m *Metric) stretcher {
	r, d := len(m.Vectors), m.Dim()
	s := stretcher{
		u:      blas64.General{Rows: r, Cols: d, Stride: d, Data: make([]float64, r*d)},
		excess: make([]float64, r), along: make([]float64, r),
	}
	for k, v := range m.Vectors {
		copy(s.u.Data[k*d:], v)
		s.excess[k] = m.Values[k] - 1
	}
	return s
}

// apply multiplies v in place.
func (s *stretcher) apply(v []float64) {
	if len(s.along) == 0 {
		return
	}
	x, c := blas64.Vector{N: len(v), Data: v, Inc: 1}, blas64.Vector{N: len(s.along), Data: s.along, Inc: 1}
	blas64.Gemv(blas.NoTrans, 1, s.u, x, 0, c)
	for k, e := range s.excess {
		s.along[k] *= e
	}
	blas64.Gemv(blas.Trans, 1, s.u, c, 1, x)
}
