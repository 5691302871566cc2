package effects

import (
	"math"
	"sort"

	"concord/model/internal/dense"
	"concord/model/internal/matrix"
	"concord/model/internal/tuning"
)

// Conditional is the effects of a factor given the rest of a model, in an EM algorithm: their values, their variances,
// and the Cholesky factor of their covariance.
type Conditional struct {
	Effect   []float64
	Variance []float64 // diagonal of the conditional covariances
	Root     []float64 // C, K×K row-major; nested: its diagonal counts

	f       *Factor
	studies int
	sum     []float64 // Σ b bᵀ + conditional covariance
	l, x    []float64 // scratch

	inverse, scaled, transposed, product []float64 // scratch: A⁻¹, and of its computation
}

// NewConditional returns effects 0 of the given number of studies, with the given standard deviation and correlation ½.
func NewConditional(f *Factor, studies int, sd float64) *Conditional {
	k := studies
	e := &Conditional{
		f: f, studies: k, Effect: make([]float64, f.Size()), Variance: make([]float64, f.Size()),
		Root: make([]float64, k*k), sum: make([]float64, k*k),
		l: make([]float64, k*k), x: make([]float64, k), inverse: make([]float64, k*k),
		scaled: make([]float64, k*k), transposed: make([]float64, k*k), product: make([]float64, k*k),
	}
	if f.Starts != nil {
		for i := range k {
			e.Root[i*k+i] = sd
		}
		return e
	}
	for i := range k {
		for j := range i + 1 {
			e.Root[i*k+j] = 0.5 * sd * sd
		}
		e.Root[i*k+i] = sd * sd
	}
	matrix.Cholesky(e.Root, k)
	return e
}

// TotalVariance returns the variance of the effects of a study.
func (e *Conditional) TotalVariance(study int) float64 {
	v, k := 0.0, e.studies
	for a := range study + 1 {
		v += e.Root[study*k+a] * e.Root[study*k+a]
	}
	return v
}

// Step makes a Newton step for each level, given derivatives g and information D. It changes no effect by more than
// most. It sets b ← A⁻¹(Db + g) with A = Σ⁻¹ + D, computed as C M⁻¹ Cᵀ(Db + g). It sums Σ bbᵀ + A⁻¹ for
// [Conditional.Update].
func (e *Conditional) Step(g, info []float64, most float64) {
	limited := func(x float64) float64 { return math.Max(-most, math.Min(most, x)) }
	clear(e.sum)
	k := e.studies
	if starts := e.f.Starts; starts != nil {
		for s := range k {
			sigma := e.Root[s*k+s]
			for i := starts[s]; i < starts[s+1]; i++ {
				v := sigma * sigma / (1 + sigma*sigma*info[i])
				e.Effect[i] += limited(v*(info[i]*e.Effect[i]+g[i]) - e.Effect[i])
				e.Variance[i] = v
			}
		}
		return
	}
	matrix.Transpose(e.transposed, e.Root, k) // for addVariance
	for j := range e.f.Levels {
		o := j * k
		for a := range k {
			w := 0.0
			for s := a; s < k; s++ {
				w += e.Root[s*k+a] * (info[o+s]*e.Effect[o+s] + g[o+s])
			}
			e.x[a] = w
		}
		e.root(info[o : o+k])
		matrix.SolveLower(e.l, e.x, k)
		matrix.SolveLowerT(e.l, e.x, k)
		for s := range k {
			b := 0.0
			for a := range s + 1 {
				b += e.Root[s*k+a] * e.x[a]
			}
			e.Effect[o+s] += limited(b - e.Effect[o+s])
		}
		if k < wideFrom {
			e.addVariance(1)
			for s := range k {
				e.Variance[o+s] = e.inverse[s*k+s]
			}
		}
	}
	if k < wideFrom {
		return
	}
	// With many studies the covariance is computed once for all levels of about the same information.
	classes := newClasses(info, k, nil)
	for u, n := range classes.count {
		e.root(classes.info[u*k : (u+1)*k])
		e.addVariance(n)
		for _, j := range classes.order[classes.first[u]:classes.first[u+1]] {
			for s := range k {
				e.Variance[int(j)*k+s] = e.inverse[s*k+s]
			}
		}
	}
}

// root sets l to the Cholesky factor of I + CᵀDC.
func (e *Conditional) root(info []float64) {
	k := e.studies
	for s := range k {
		for a := range s + 1 {
			e.scaled[s*k+a] = info[s] * e.Root[s*k+a]
		}
	}
	clear(e.l)
	for a := range k {
		e.l[a*k+a] = 1
	}
	dense.MulTransAdd(e.l, e.Root, e.scaled, k, k, k)
	matrix.Cholesky(e.l, k)
}

// addVariance sets inverse to A⁻¹ = (L⁻¹Cᵀ)ᵀ(L⁻¹Cᵀ), with Cᵀ in transposed, and adds n times it to the sum.
func (e *Conditional) addVariance(n float64) {
	k := e.studies
	clear(e.scaled)
	matrix.InvertLower(e.scaled, e.l, k)
	clear(e.product)
	dense.MulAdd(e.product, e.scaled, e.transposed, k, k, k)
	clear(e.inverse)
	dense.MulTransAdd(e.inverse, e.product, e.product, k, k, k)
	for i, v := range e.inverse {
		e.sum[i] += n * v
	}
}

// Centre subtracts the mean effect of each study from its effects and returns the means.
func (e *Conditional) Centre() []float64 {
	means := make([]float64, e.studies)
	for s := range means {
		lo, hi, stride := s, e.f.Size(), e.f.K
		if e.f.Starts != nil {
			lo, hi, stride = e.f.Starts[s], e.f.Starts[s+1], 1
		}
		mean, n := 0.0, 0.0
		for i := lo; i < hi; i += stride {
			mean += e.Effect[i]
			n++
		}
		if n == 0 {
			continue
		}
		mean /= n
		for i := lo; i < hi; i += stride {
			e.Effect[i] -= mean
		}
		means[s] = mean
	}
	return means
}

// Update sets standard deviations and correlations. variance returns the new variance of a study. Its arguments are the
// sum of squares of the study's n effects, conditional variances included, and the standard deviation so far.
func (e *Conditional) Update(variance func(s int, sum, n, sd float64) float64) {
	k := e.studies
	if starts := e.f.Starts; starts != nil {
		for s := range k {
			sum, n := 0.0, 0.0
			for i := starts[s]; i < starts[s+1]; i++ {
				sum += e.Effect[i]*e.Effect[i] + e.Variance[i]
				n++
			}
			e.Root[s*k+s] = math.Sqrt(variance(s, sum, n, e.Root[s*k+s]))
		}
		return
	}
	dense.MulTransAdd(e.sum, e.Effect, e.Effect, e.f.Levels, k, k)
	sd := make([]float64, k)
	for s := range k {
		var old float64
		for a := range s + 1 {
			old += e.Root[s*k+a] * e.Root[s*k+a]
		}
		sd[s] = math.Sqrt(variance(s, e.sum[s*k+s], float64(e.f.Levels), math.Sqrt(old)))
	}
	const most = tuning.MostCorrelation
	root := make([]float64, k)
	for s := range k {
		root[s] = math.Sqrt(e.sum[s*k+s])
	}
	for s := range k {
		for t := range s {
			e.Root[s*k+t] = sd[s] * sd[t] * most * e.sum[s*k+t] / (root[s] * root[t])
		}
		e.Root[s*k+s] = sd[s] * sd[s]
	}
	matrix.Cholesky(e.Root, k)
}

// Scale multiplies the effects of each study by a number.
func (e *Conditional) Scale(by []float64) {
	k := e.studies
	for s, x := range by {
		for a := range k {
			e.Root[s*k+a] *= x
		}
	}
	for i := range e.Effect {
		s := i % k
		if e.f.Starts != nil {
			s = sort.SearchInts(e.f.Starts, i+1) - 1
		}
		e.Effect[i] *= by[s]
		e.Variance[i] *= by[s] * by[s]
	}
}
