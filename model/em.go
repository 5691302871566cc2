package model

import (
	"context"
	"math"

	"concord/model/internal/dense"
)

// em finds where the posterior lies, for the sampler's set-up only: a mean-field EM
// that alternates one Newton step for the means given the rest, for the items and
// for the labelers, and updates standard deviations and correlations from the effects
// and their conditional covariances. Unlike the joint mode it does not run off to
// σ → 0 or ρ → ±1. What is sampled does not depend on it.
type em struct {
	p         *density // scratch: bases, effects, precisions
	lik       likelihood
	mu        []float64
	items     emFactor
	labelers  emFactor
	sd        []float64 // residual standard deviation by study; Bernoulli: 1
	gBase     []float64
	iBase     []float64
	gEffect   []float64
	iEffect   []float64
	residuals int
	count     []float64
}

// emFactor is the state of one factor: effects, their conditional variances, and the
// Cholesky factor of their covariance.
type emFactor struct {
	*factor
	b        []float64
	variance []float64 // diagonal of the conditional covariances
	c        []float64 // K×K; nested: diagonal
	sum      []float64 // Σ b bᵀ + conditional covariance
	l, x     []float64 // scratch

	inverse, scaled, transposed, product []float64 // scratch: A⁻¹, and of its computation
}

func newEMFactor(f *factor, k int, sd float64) emFactor {
	e := emFactor{
		factor: f, b: make([]float64, f.size()), variance: make([]float64, f.size()),
		c: make([]float64, k*k), sum: make([]float64, k*k),
		l: make([]float64, k*k), x: make([]float64, k), inverse: make([]float64, k*k),
		scaled: make([]float64, k*k), transposed: make([]float64, k*k), product: make([]float64, k*k),
	}
	// Equicorrelated ½ where there is more than one study.
	for i := range k {
		for j := range i + 1 {
			e.c[i*k+j] = 0.5 * sd * sd
		}
		e.c[i*k+i] = sd * sd
	}
	if f.starts != nil {
		for i := range k {
			e.c[i*k+i] = sd
		}
		return e
	}
	cholesky(e.c, k)
	return e
}

const (
	emRounds    = 60
	emTolerance = 1e-4 // stop when no parameter moves by more, relative to its scale
	emMaxStep   = 2    // longest Newton step on θ, on the latent scale (logits)
)

// run alternates until the parameters stand still or the rounds are over; if not
// scales, with the standard deviations and correlations as they are.
func (e *em) run(ctx context.Context, scales bool) error {
	for round := range emRounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := e.snapshot()
		e.refresh()
		e.meanStep()
		e.refresh()
		e.items.step(e.gEffect, e.iEffect, nil)
		e.centre(&e.items, nil)
		ss := e.refresh()
		if e.labelers.factor != nil {
			e.labelers.step(e.gBase, e.iBase, e.labelers.starts)
			e.centre(&e.labelers, e.labelers.starts)
		}
		if scales {
			e.scale(&e.items, e.p.priors.SD)
			if e.labelers.factor != nil {
				e.scale(&e.labelers, e.p.priors.LabelerSD)
			}
			e.residual(ss)
		}
		if round > 5 && e.moved(before) < emTolerance {
			break
		}
	}
	return nil
}

// refresh evaluates derivatives and information at the current state.
func (e *em) refresh() []float64 {
	for u, s := range e.p.baseStudy {
		e.p.base[u] = e.mu[s]
		if e.labelers.factor != nil {
			e.p.base[u] += e.labelers.b[u]
		}
	}
	for s, sd := range e.sd {
		e.p.tau[s] = 1 / (sd * sd)
	}
	return e.lik.working(e.gBase, e.iBase, e.gEffect, e.iEffect, e.p.base, e.items.b, e.p.tau)
}

// meanInformation returns the information that the labels have on each study's mean.
func (e *em) meanInformation() []float64 {
	info := make([]float64, len(e.mu))
	for u, s := range e.p.baseStudy {
		info[s] += e.iBase[u]
	}
	return info
}

// meanStep is a Newton step for each study's mean.
func (e *em) meanStep() {
	k := len(e.mu)
	g, info := make([]float64, k), e.meanInformation()
	for u, s := range e.p.baseStudy {
		g[s] += e.gBase[u]
	}
	for s := range k {
		_, d := e.p.priors.mean(s, e.mu[s])
		e.mu[s] += clampStep((g[s] + d) / (info[s] + 0.1))
	}
}

// step is a Newton step for each level: b ← A⁻¹(Db + g) with A = Σ⁻¹ + D, as
// C M⁻¹ Cᵀ(Db + g), and gathers Σ bbᵀ + A⁻¹.
func (f *emFactor) step(g, info []float64, starts []int) {
	clear(f.sum)
	if starts != nil {
		k := len(starts) - 1
		for s := range k {
			sigma := f.c[s*k+s]
			for i := starts[s]; i < starts[s+1]; i++ {
				v := sigma * sigma / (1 + sigma*sigma*info[i])
				f.b[i] += clampStep(v*(info[i]*f.b[i]+g[i]) - f.b[i])
				f.variance[i] = v
			}
		}
		return
	}
	k := f.k
	transpose(f.transposed, f.c, k) // for addVariance
	for j := range f.levels {
		o := j * k
		for a := range k {
			w := 0.0
			for s := a; s < k; s++ {
				w += f.c[s*k+a] * (info[o+s]*f.b[o+s] + g[o+s])
			}
			f.x[a] = w
		}
		f.root(info[o : o+k])
		solveLower(f.l, f.x, k)
		solveLowerT(f.l, f.x, k)
		for s := range k {
			b := 0.0
			for a := range s + 1 {
				b += f.c[s*k+a] * f.x[a]
			}
			f.b[o+s] += clampStep(b - f.b[o+s])
		}
		if k < wideFrom {
			f.addVariance(1)
			for s := range k {
				f.variance[o+s] = f.inverse[s*k+s]
			}
		}
	}
	if k < wideFrom {
		return
	}
	// Of many studies the covariance is taken once for all levels of about the same information.
	classes := newClasses(info, k, nil)
	for u, n := range classes.count {
		f.root(classes.info[u*k : (u+1)*k])
		f.addVariance(n)
		for _, j := range classes.order[classes.first[u]:classes.first[u+1]] {
			for s := range k {
				f.variance[int(j)*k+s] = f.inverse[s*k+s]
			}
		}
	}
}

// root sets l to the Cholesky factor of I + CᵀDC.
func (f *emFactor) root(info []float64) {
	k := f.k
	for s := range k {
		for a := range s + 1 {
			f.scaled[s*k+a] = info[s] * f.c[s*k+a]
		}
	}
	clear(f.l)
	for a := range k {
		f.l[a*k+a] = 1
	}
	dense.MulTransAdd(f.l, f.c, f.scaled, k, k, k)
	cholesky(f.l, k)
}

// addVariance sets inverse to A⁻¹ = (L⁻¹Cᵀ)ᵀ(L⁻¹Cᵀ), with Cᵀ in transposed, and adds n times it to the sum.
func (f *emFactor) addVariance(n float64) {
	k := f.k
	clear(f.scaled)
	invertLower(f.scaled, f.l, k)
	clear(f.product)
	dense.MulAdd(f.product, f.scaled, f.transposed, k, k, k)
	clear(f.inverse)
	dense.MulTransAdd(f.inverse, f.product, f.product, k, k, k)
	for i, v := range f.inverse {
		f.sum[i] += n * v
	}
}

// centre moves the mean effect of each study into the study's mean.
func (e *em) centre(f *emFactor, starts []int) {
	k := len(e.mu)
	for s := range k {
		lo, hi, stride := s, f.size(), f.k
		if starts != nil {
			lo, hi, stride = starts[s], starts[s+1], 1
		}
		mean, n := 0.0, 0.0
		for i := lo; i < hi; i += stride {
			mean += f.b[i]
			n++
		}
		if n == 0 {
			continue
		}
		mean /= n
		for i := lo; i < hi; i += stride {
			f.b[i] -= mean
		}
		e.mu[s] += mean
	}
}

// scale updates standard deviations and correlations of a factor: the maximum for
// log σ of the expected log density with the prior and the Jacobian,
// σ² = S/(n − 1 − σ·(log prior)′(σ)).
func (e *em) scale(f *emFactor, prior Prior) {
	k := len(e.mu)
	variance := func(s int, sum, n, sigma float64) float64 {
		_, d := e.p.priors.sd(prior, s, sigma)
		return sum / math.Max(n-1-sigma*d, 0.5)
	}
	if f.starts != nil {
		for s := range k {
			sum, n := 0.0, 0.0
			for i := f.starts[s]; i < f.starts[s+1]; i++ {
				sum += f.b[i]*f.b[i] + f.variance[i]
				n++
			}
			f.c[s*k+s] = math.Sqrt(variance(s, sum, n, f.c[s*k+s]))
		}
		return
	}
	dense.MulTransAdd(f.sum, f.b, f.b, f.levels, k, k)
	sd := make([]float64, k)
	for s := range k {
		var old float64
		for a := range s + 1 {
			old += f.c[s*k+a] * f.c[s*k+a]
		}
		sd[s] = math.Sqrt(variance(s, f.sum[s*k+s], float64(f.levels), math.Sqrt(old)))
	}
	const most = 0.9998 // keeps the correlation matrix away from singular
	root := make([]float64, k)
	for s := range k {
		root[s] = math.Sqrt(f.sum[s*k+s])
	}
	for s := range k {
		for t := range s {
			f.c[s*k+t] = sd[s] * sd[t] * most * f.sum[s*k+t] / (root[s] * root[t])
		}
		f.c[s*k+s] = sd[s] * sd[s]
	}
	cholesky(f.c, k)
}

// residual updates the residual standard deviations of the Gaussian family from the
// sums of squares and the conditional variances of the effects.
func (e *em) residual(ss []float64) {
	if e.residuals == 0 {
		return
	}
	k := len(e.mu)
	for j, v := range e.items.variance {
		// information × variance is the expected loss of precision, in units of σ².
		s := j % k
		ss[s] += v * e.iEffect[j] * e.sd[s] * e.sd[s]
	}
	if e.labelers.factor != nil {
		for u, v := range e.labelers.variance {
			s := e.p.baseStudy[u]
			ss[s] += v * e.iBase[u] * e.sd[s] * e.sd[s]
		}
	}
	update := func(s int, ss, n, sd float64) float64 {
		_, d := e.p.priors.sd(e.p.priors.SD, s, sd)
		return math.Sqrt(ss / math.Max(n-1-sd*d, 0.5))
	}
	if e.residuals == 1 {
		sum, n := 0.0, 0.0
		for s := range k {
			sum += ss[s]
			n += e.count[s]
		}
		sd := update(0, sum, n, e.sd[0])
		for s := range k {
			e.sd[s] = sd
		}
		return
	}
	for s := range k {
		e.sd[s] = update(s, ss[s], e.count[s], e.sd[s])
	}
}

// snapshot returns the parameters.
func (e *em) snapshot() []float64 {
	x := append([]float64(nil), e.mu...)
	x = append(x, e.items.c...)
	if e.labelers.factor != nil {
		x = append(x, e.labelers.c...)
	}
	return append(x, e.sd...)
}

// moved returns the largest change since a snapshot, relative to 0.1 or the value.
func (e *em) moved(before []float64) float64 {
	most := 0.0
	for i, x := range e.snapshot() {
		most = math.Max(most, math.Abs(x-before[i])/math.Max(0.1, math.Abs(before[i])))
	}
	return most
}

func clampStep(x float64) float64 { return math.Max(-emMaxStep, math.Min(emMaxStep, x)) }
