// Package population says what estimates of one quantity in many tasks have in common: the mean and the spread of what
// they estimate, a better estimate of each, which is the largest, and whether they change from the first to the last.
//
// The estimates are the posteriors of fits of their own, as normal distributions on a scale without bounds, such as the
// logit of an ICC or Fisher's z of a correlation:
//
//	y_t ~ N(θ_t, s_t²),   θ_t ~ N(μ + β x_t, τ²),
//
// the normal hierarchical model (Gelman et al. 2013, Bayesian Data Analysis, sections 5.4 and 5.5). The priors of the
// fits are taken as part of what each task says, which is much where its labels say little.
package population

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"concord/internal/logproduct"
	"concord/model"
	"concord/posterior"
	"concord/sampler"
)

// Fewest is the number of tasks from which on a spread is estimated.
const Fewest = 3

// Estimate is what one task says of θ: mean and standard deviation of its posterior.
type Estimate struct{ Mean, SD float64 }

// Priors of [Fit]: of μ and β, and, as its positive half, of τ.
var (
	PriorMean   model.Prior = model.StudentT{DF: 3, Scale: 2.5}
	PriorSpread model.Prior = model.StudentT{DF: 3, Scale: 1}
)

// Posterior is the posterior of what tasks have in common.
type Posterior struct {
	// Mean is μ, Slope β (without draws if there is no x), Spread τ.
	Mean, Slope, Spread posterior.Quantity

	of   []Estimate
	x    []float64
	seed uint64
}

// Fit samples the posterior of μ, β and τ, with the θ_t integrated out. x is nil or has a value for each estimate; its
// slope is that of a model in which the prior expects x to range over about 1. The error says that there are fewer than
// [Fewest] estimates or that one is not finite, or is that of the sampler.
func Fit(ctx context.Context, of []Estimate, x []float64, settings sampler.Settings) (*Posterior, error) {
	if len(of) < Fewest {
		return nil, fmt.Errorf("population: %d estimates, and a spread asks for %d", len(of), Fewest)
	}
	if x != nil && len(x) != len(of) {
		panic("population: x has another length than the estimates")
	}
	for i, e := range of {
		if math.IsNaN(e.Mean) || math.IsInf(e.Mean, 0) || !(e.SD >= 0) || math.IsInf(e.SD, 0) {
			return nil, fmt.Errorf("population: estimate %d is %v ± %v", i, e.Mean, e.SD)
		}
	}
	run, err := sampler.Sample(ctx, func(int) (sampler.Target, error) { return &target{of, x}, nil }, settings)
	if err != nil {
		return nil, err
	}
	p := &Posterior{Mean: run.Draws.Quantity(0), Spread: run.Draws.Quantity(1), of: of, x: x, seed: settings.Seed}
	if x != nil {
		p.Slope = run.Draws.Quantity(2)
	}
	return p, nil
}

// target is the density of μ, log τ and β.
type target struct {
	of []Estimate
	x  []float64
}

// Dim implements [sampler.Target].
func (t *target) Dim() int {
	if t.x == nil {
		return 2
	}
	return 3
}

// LogProbGrad implements [sampler.Target].
func (t *target) LogProbGrad(grad, at []float64) float64 {
	mu, tau := at[0], math.Exp(at[1])
	beta := 0.0
	var logp, dMu, dBeta, dVariance float64
	if t.x != nil {
		beta = at[2]
		logp, dBeta = PriorMean.LogDensity(beta)
	}
	prior, d := PriorMean.LogDensity(mu)
	logp, dMu = logp+prior, d
	spread, dTau := PriorSpread.LogDensity(tau)
	logp += spread + at[1] // dτ = τ d log τ
	variances := logproduct.New()
	for i, e := range t.of {
		v := e.SD*e.SD + tau*tau
		variances.Times(v)
		r, x := e.Mean-mu, 0.0
		if t.x != nil {
			x = t.x[i]
			r -= beta * x
		}
		of := r / v
		logp -= r * of / 2
		dMu += of
		dBeta += of * x
		dVariance += (r*of - 1) / (2 * v)
	}
	logp -= variances.Log() / 2
	grad[0], grad[1] = dMu, tau*dTau+1+2*tau*tau*dVariance
	if t.x != nil {
		grad[2] = dBeta
	}
	return logp
}

// Names implements [sampler.Reporter].
func (t *target) Names() []string { return []string{"mean", "spread", "slope"}[:t.Dim()] }

// Report implements [sampler.Reporter].
func (t *target) Report(dst, at []float64) {
	copy(dst, at)
	dst[1] = math.Exp(at[1])
}

// center is μ + β x.
func (p *Posterior) center(c, i int, x float64) float64 {
	m := p.Mean.Chains[c][i]
	if p.x != nil {
		m += p.Slope.Chains[c][i] * x
	}
	return m
}

// New returns the θ of a further task, at x; its random numbers are those of no task.
func (p *Posterior) New(x float64) posterior.Quantity {
	rng := p.stream(-1)
	return p.draw("new", func(c, i int) float64 {
		return p.center(c, i, x) + p.Spread.Chains[c][i]*rng.NormFloat64()
	})
}

func (p *Posterior) stream(task int) *rand.Rand { return rand.New(rand.NewPCG(p.seed, uint64(task))) }

func (p *Posterior) draw(name string, f func(c, i int) float64) posterior.Quantity {
	q := posterior.Quantity{Name: name, Chains: make([][]float64, len(p.Mean.Chains))}
	for c, chain := range p.Mean.Chains {
		q.Chains[c] = make([]float64, len(chain))
		for i := range chain {
			q.Chains[c][i] = f(c, i)
		}
	}
	return q
}

// Task returns θ_t of a task, given all tasks: its own estimate, shrunken towards the others.
func (p *Posterior) Task(t int) posterior.Quantity {
	e, rng, x := p.of[t], p.stream(t), 0.0
	if p.x != nil {
		x = p.x[t]
	}
	return p.draw(fmt.Sprintf("task[%d]", t+1), func(c, i int) float64 {
		m, tau := p.center(c, i, x), p.Spread.Chains[c][i]
		weight := 0.0 // of its own estimate
		if v := tau*tau + e.SD*e.SD; v > 0 {
			weight = tau * tau / v
		}
		return m + weight*(e.Mean-m) + math.Sqrt(weight)*e.SD*rng.NormFloat64()
	})
}

// Best returns for each task the probability that its θ is the largest of all. each, if not nil, is told the draws of
// every task on the way, in their order, so that those of all tasks need not be in memory at once.
func (p *Posterior) Best(each func(t int, theta posterior.Quantity)) []float64 {
	largest := p.draw("largest", func(int, int) float64 { return math.Inf(-1) })
	who := make([][]int, len(largest.Chains))
	for c := range who {
		who[c] = make([]int, len(largest.Chains[c]))
	}
	for t := range p.of {
		theta := p.Task(t)
		for c, chain := range theta.Chains {
			for i, v := range chain {
				if v > largest.Chains[c][i] {
					largest.Chains[c][i], who[c][i] = v, t
				}
			}
		}
		if each != nil {
			each(t, theta)
		}
	}
	best, share := make([]float64, len(p.of)), 0.0
	for _, chain := range who {
		share += float64(len(chain))
	}
	for _, chain := range who {
		for _, t := range chain {
			best[t] += 1 / share
		}
	}
	return best
}
