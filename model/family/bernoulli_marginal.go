package family

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"concord/model/internal/matrix"
)

// bernoulliMarginal is the likelihood of binary labels whose rows are studies, for
// one or two studies: items with equal numbers of labels and of positive ones have the
// same K-dimensional integral, by Gauss–Hermite quadrature centred at the mode of η
// and scaled by its curvature (Naylor and Smith 1982). The gradient is the mean of
// the integrand's over the same nodes (Fisher's identity).
type bernoulliMarginal struct {
	*patterns
	nodes  int       // nodes of an integral
	node   []float64 // nodes × K, standard normal scale
	weight []float64 // logarithm of weight times exp(½|node|²)
	mode   []float64 // pattern × K: where the search for the mode starts

	eta, theta, p, grad, l []float64 // scratch
	meanP, cross           []float64
}

// quadratureError is the largest error of a log-likelihood that is accepted: far
// below the energy errors of any trajectory.
const quadratureError = 1e-6

// accurate returns a likelihood with the fewest nodes whose error is below quadratureError at a point
// and at half and twice its standard deviations; nil if none is, or if it would not cost less than budget.
func accurate(shapes *patterns, at *MarginalPoint, budget float64) *bernoulliMarginal {
	const node = 40 // ns, measured
	sizes := []int{7, 11, 15, 21, 31, 45}
	for i := 0; i+1 < len(sizes); i++ {
		b := newBernoulliMarginal(shapes, sizes[i])
		if node*float64(shapes.k*b.nodes*shapes.size()) >= budget {
			return nil
		}
		if difference(b, newBernoulliMarginal(shapes, sizes[i+1]), at) < quadratureError {
			return b
		}
	}
	return nil
}

// difference returns how far two likelihoods of the same labels are apart at most, at a point and at half and twice its
// standard deviations.
func difference(a, b Marginal, at *MarginalPoint) float64 {
	worst := 0.0
	for _, scale := range []float64{0.5, 1, 2} {
		p := scaled(at, scale)
		worst = math.Max(worst, math.Abs(a.LogLik(p)-b.LogLik(p)))
	}
	return worst
}

// scaled returns a point of its own with standard deviations of items' effects that are so many times what they are.
func scaled(at *MarginalPoint, times float64) *MarginalPoint {
	p := *at
	p.ItemRoot = make([]float64, len(at.ItemRoot))
	p.ItemRootBar, p.MeanBar = make([]float64, len(at.ItemRoot)), make([]float64, len(at.Mean))
	for i, c := range at.ItemRoot {
		p.ItemRoot[i] = times * c
	}
	return &p
}

// newBernoulliMarginal returns the likelihood with so many nodes in each dimension.
func newBernoulliMarginal(shapes *patterns, perDimension int) *bernoulliMarginal {
	k := shapes.k
	x, w := make([]float64, perDimension), make([]float64, perDimension)
	quad.Hermite{}.FixedLocations(x, w, math.Inf(-1), math.Inf(1))
	b := &bernoulliMarginal{patterns: shapes, nodes: 1, mode: make([]float64, shapes.size()*k)}
	for range k {
		b.nodes *= perDimension
	}
	for n := range b.nodes {
		logW := 0.0
		for range k {
			i := n % perDimension
			n /= perDimension
			b.node = append(b.node, math.Sqrt2*x[i])
			logW += math.Log(w[i]) + x[i]*x[i] - 0.5*math.Log(math.Pi)
		}
		b.weight = append(b.weight, logW)
	}
	return b.Fork().(*bernoulliMarginal)
}

// Fork implements [Marginal].
func (bm *bernoulliMarginal) Fork() Marginal {
	c := *bm
	k := bm.k
	c.mode = append([]float64(nil), bm.mode...)
	c.eta, c.theta, c.p, c.grad, c.meanP = make([]float64, k), make([]float64, k), make([]float64, k),
		make([]float64, k), make([]float64, k)
	c.l, c.cross = make([]float64, k*k), make([]float64, k*k)
	return &c
}

// LogLik implements [Marginal].
func (bm *bernoulliMarginal) LogLik(p *MarginalPoint) float64 {
	logp := 0.0
	for i, items := range bm.items {
		logp += items * bm.pattern(i, items, p)
	}
	return logp
}

// pattern returns the logarithm of the integral of one pattern, and adds the derivatives of
// so many items.
func (bm *bernoulliMarginal) pattern(i int, items float64, p *MarginalPoint) float64 {
	k := bm.k
	n, positives, mode := bm.counts[i*k:(i+1)*k], bm.sums[i*k:(i+1)*k], bm.mode[i*k:(i+1)*k]
	top := bm.findMode(mode, n, positives, p)
	if math.IsNaN(top) {
		return top
	}
	logDet := 0.0
	for a := range k {
		logDet += math.Log(bm.l[a*k+a])
	}
	total := 0.0
	clear(bm.meanP)
	clear(bm.cross)
	for q, logW := range bm.weight {
		copy(bm.eta, bm.node[q*k:(q+1)*k])
		matrix.SolveLowerT(bm.l, bm.eta, k)
		for a := range k {
			bm.eta[a] += mode[a]
		}
		w := math.Exp(logW + bm.integrand(bm.eta, n, positives, p) - top)
		total += w
		for s := range k {
			g := w * (positives[s] - n[s]*bm.p[s])
			bm.meanP[s] += g
			for a := range s + 1 {
				bm.cross[s*k+a] += g * bm.eta[a]
			}
		}
	}
	scale := items / total
	for s := range k {
		p.MeanBar[s] += scale * bm.meanP[s]
		for a := range s + 1 {
			p.ItemRootBar[s*k+a] += scale * bm.cross[s*k+a]
		}
	}
	return top - logDet + math.Log(total)
}

// integrand returns Σ (y θ − log(1 + e^θ)) − ½|η|² with θ = μ + Cη, and sets b.p to the
// probabilities.
func (bm *bernoulliMarginal) integrand(eta, n, positives []float64, p *MarginalPoint) float64 {
	k, c := bm.k, p.ItemRoot
	f := 0.0
	for s := range k {
		t := p.Mean[s]
		for a := range s + 1 {
			t += c[s*k+a] * eta[a]
		}
		e := math.Exp(-math.Abs(t))
		bm.p[s] = 1 / (1 + e)
		if t < 0 {
			bm.p[s] *= e
		}
		f += positives[s]*t - n[s]*(math.Max(t, 0)+math.Log1p(e)) - 0.5*eta[s]*eta[s]
	}
	return f
}

// findMode moves mode to the maximum of the integrand by Newton steps, halved while
// they lead down, and sets b.l to the Cholesky factor of the curvature there. It
// returns the maximum, or NaN if the parameters are not finite.
func (bm *bernoulliMarginal) findMode(mode, n, positives []float64, p *MarginalPoint) float64 {
	const rounds, tolerance = 100, 1e-10
	k, c := bm.k, p.ItemRoot
	f := bm.integrand(mode, n, positives, p)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		clear(mode)
		if f = bm.integrand(mode, n, positives, p); math.IsNaN(f) || math.IsInf(f, 0) {
			return math.NaN()
		}
	}
	for range rounds {
		for a := range k {
			g := -mode[a]
			for s := a; s < k; s++ {
				g += c[s*k+a] * (positives[s] - n[s]*bm.p[s])
			}
			bm.grad[a] = g
			for e := range a + 1 {
				m := 0.0
				for s := a; s < k; s++ {
					m += c[s*k+a] * n[s] * bm.p[s] * (1 - bm.p[s]) * c[s*k+e]
				}
				bm.l[a*k+e] = m
			}
			bm.l[a*k+a]++
		}
		matrix.Cholesky(bm.l, k)
		matrix.SolveLower(bm.l, bm.grad, k)
		gain := 0.0 // twice what the quadratic model promises
		for _, g := range bm.grad {
			gain += g * g
		}
		if gain < tolerance*tolerance {
			return f
		}
		matrix.SolveLowerT(bm.l, bm.grad, k)
		for step := 1.0; ; step /= 2 {
			for a := range k {
				bm.eta[a] = mode[a] + step*bm.grad[a]
			}
			up := bm.integrand(bm.eta, n, positives, p)
			if up >= f || step < 1e-6 {
				copy(mode, bm.eta)
				f = up
				break
			}
		}
	}
	return f
}
