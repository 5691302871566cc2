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
	factor    factor    // the metric's T
	q, gq     []float64 // of the last evaluation, or scratch
	gradients int       // evaluations so far
}

func newWhitened(t Target, m *Metric) *whitened {
	return &whitened{
		target: t, metric: m, factor: newFactor(m),
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
	g := z.g
	scale, gq := w.metric.Scale[:len(g)], w.gq[:len(g)]
	for i := range g {
		g[i] = scale[i] * gq[i]
	}
	w.factor.multiply(g)
}

// position stores z's position in the target's coordinates in q.
func (w *whitened) position(q []float64, z *point) {
	copy(q, z.x)
	w.factor.multiply(q)
	w.metric.place(q)
}

// adopt changes the metric and expresses z, which must have been evaluated, in
// the new coordinates. It costs no evaluation. z's momentum is not changed.
func (w *whitened) adopt(m *Metric, z *point) {
	w.position(w.q, z)
	w.metric.InverseTranspose(w.gq, z.g)
	w.metric, w.factor = m, newFactor(m)
	m.Inverse(z.x, w.q)
	m.ApplyTranspose(z.g, w.gq)
}

// factor is the T of a metric W = D T. It multiplies as Metric.multiply does, but by one matrix, which is twice as
// fast because x is read once for several vectors.
type factor struct {
	u      blas64.General // Uᵀ, rank × the coordinates that some vector has
	excess []float64      // Values − 1
	along  []float64      // Uᵀ x
}

func newFactor(m *Metric) factor {
	r, d := len(m.Vectors), 0
	for _, v := range m.Vectors {
		for i := d; i < len(v); i++ {
			if v[i] != 0 {
				d = i + 1
			}
		}
	}
	f := factor{
		u:      blas64.General{Rows: r, Cols: d, Stride: d, Data: make([]float64, r*d)},
		excess: make([]float64, r), along: make([]float64, r),
	}
	for k, v := range m.Vectors {
		copy(f.u.Data[k*d:], v[:d])
		f.excess[k] = m.Values[k] - 1
	}
	return f
}

// multiply replaces v by T v.
func (f *factor) multiply(v []float64) {
	if len(f.along) == 0 {
		return
	}
	if byLoops {
		dots(f.along, f.u.Data, v[:f.u.Cols])
		for k, e := range f.excess {
			f.along[k] *= e
		}
		addRows(v[:f.u.Cols], f.along, f.u.Data)
		return
	}
	x, c := blas64.Vector{N: f.u.Cols, Data: v, Inc: 1}, blas64.Vector{N: len(f.along), Data: f.along, Inc: 1}
	blas64.Gemv(blas.NoTrans, 1, f.u, x, 0, c)
	for k, e := range f.excess {
		f.along[k] *= e
	}
	blas64.Gemv(blas.Trans, 1, f.u, c, 1, x)
}
