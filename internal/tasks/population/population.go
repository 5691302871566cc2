// Package population says what many tasks have in common: the mean and the spread of one quantity, a better value for
// each task, which is the largest, and whether the quantity changes from the first task to the last.
//
// Each task has a separate fit. The quantity is on a scale without bounds, such as the logit of an ICC or Fisher's z of
// a correlation:
//
//	θ_t ~ N(μ, τ²),   L_t(μ, τ) = ∫ L_t(θ) N(θ; μ, τ²) dθ,
//
// the normal hierarchical model (Gelman et al. 2013, Bayesian Data Analysis, section 5.4) in two stages (Lunn, Barrett,
// Sweeting and Thompson 2013, "Fully Bayesian hierarchical modelling in two stages, with application to meta-analysis",
// Applied Statistics 62). L_t is the likelihood of a task's labels: the posterior of its fit with the prior divided out
// ([NewEstimate]). If the prior stayed in, it would count once for each task.
package population

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// Fewest is the number of tasks from which on a spread is estimated.
const Fewest = 3

// Priors of [Fit]: of μ and, as its positive half, of τ.
var (
	PriorMean   spec.Prior = spec.StudentT{DF: 3, Scale: 2.5}
	PriorSpread spec.Prior = spec.StudentT{DF: 3, Scale: 1}
)

// Posterior is the posterior of the tasks' common distribution.
type Posterior struct {
	// Mean is μ, Spread τ.
	Mean, Spread posterior.Quantity

	of   *mixtures
	seed uint64
}

// Fit samples the posterior of μ and τ, with the θ_t integrated out.
func Fit(ctx context.Context, of []Estimate, settings sampler.Settings) (*Posterior, error) {
	if len(of) < Fewest {
		return nil, fmt.Errorf("population: there are %d estimates, but a spread needs %d", len(of), Fewest)
	}
	m := newMixtures(of)
	run, err := sampler.Sample(ctx, func(int) (sampler.Target, error) { return newTarget(m), nil }, settings)
	if err != nil {
		return nil, err
	}
	return &Posterior{Mean: run.Draws.Quantity(0), Spread: run.Draws.Quantity(1), of: m, seed: settings.Seed}, nil
}

// mixtures are the likelihoods of tasks as mixtures of normal densities about the points of grids, which all tasks of a
// step have in common.
type mixtures struct {
	tasks []mixture
	grids []grid
}

// mixture is the likelihood of a task: Σ weights[k] N(θ; point first + k of the grid, (width·step)²).
type mixture struct {
	grid, first int
	weights     []float64
}

// grid is the points of a step that some task has.
type grid struct {
	step         float64
	first, cells int
}

// width is the standard deviation of a component, in steps: at 0.6 the sum of equal components is constant to 2 in a
// thousand.
const width = 0.6

func newMixtures(of []Estimate) *mixtures {
	m := &mixtures{}
	for _, e := range of {
		at := 0
		for at < len(m.grids) && m.grids[at].step != e.Step {
			at++
		}
		last := e.First + len(e.Likelihood) - 1
		if at == len(m.grids) {
			m.grids = append(m.grids, grid{e.Step, e.First, len(e.Likelihood)})
		}
		g := &m.grids[at]
		end := max(g.first+g.cells-1, last)
		g.first = min(g.first, e.First)
		g.cells = end - g.first + 1
		m.tasks = append(m.tasks, mixture{at, e.First, e.weights()})
	}
	return m
}

// weights are the weights of the components whose sum is the likelihood, up to a constant. They are the likelihood at
// the points less half of width² times its second difference, because components of this width add as much.
func (e Estimate) weights() []float64 {
	most := floats.Max(e.Likelihood)
	at := func(k int) float64 {
		if k < 0 || k >= len(e.Likelihood) {
			return 0
		}
		return math.Exp(e.Likelihood[k] - most)
	}
	w := make([]float64, len(e.Likelihood))
	for k := range w {
		w[k] = math.Max(0, at(k)-width*width/2*(at(k-1)-2*at(k)+at(k+1)))
	}
	return w
}

// target is the density of μ and log τ.
type target struct {
	*mixtures
	density, first, second [][]float64 // by grid and point: N, N u and N u², u the distance from μ
}

func newTarget(m *mixtures) *target {
	t := &target{mixtures: m}
	for _, g := range m.grids {
		t.density = append(t.density, make([]float64, g.cells))
		t.first = append(t.first, make([]float64, g.cells))
		t.second = append(t.second, make([]float64, g.cells))
	}
	return t
}

// Dim implements [sampler.Target].
func (*target) Dim() int { return 2 }

// variance is the variance of a component of a grid about μ, if tasks have the spread τ.
func (g grid) variance(tau float64) float64 { return tau*tau + width*width*g.step*g.step }

// LogProbGrad implements [sampler.Target].
func (t *target) LogProbGrad(grad, at []float64) float64 {
	mu, tau := at[0], math.Exp(at[1])
	logp, dMu := PriorMean.LogDensity(mu)
	spread, dTau := PriorSpread.LogDensity(tau)
	logp += spread + at[1] // dτ = τ d log τ
	for n, g := range t.grids {
		v := g.variance(tau)
		scale := 1 / math.Sqrt(v)
		for k := range g.cells {
			u := float64(g.first+k)*g.step - mu
			d := scale * math.Exp(-u*u/(2*v))
			t.density[n][k], t.first[n][k], t.second[n][k] = d, d*u, d*u*u
		}
	}
	dVariance := 0.0
	for _, task := range t.tasks {
		g := t.grids[task.grid]
		v, from := g.variance(tau), task.first-g.first
		to := from + len(task.weights)
		s0 := floats.Dot(task.weights, t.density[task.grid][from:to])
		s1 := floats.Dot(task.weights, t.first[task.grid][from:to])
		s2 := floats.Dot(task.weights, t.second[task.grid][from:to])
		l := math.Log(s0)
		m1, m2 := s1/s0, s2/s0
		if !(s0 > 1e-280) {
			l, m1, m2 = task.far(g, mu, v)
		}
		logp += l
		dMu += m1 / v
		dVariance += (m2/v - 1) / (2 * v)
	}
	grad[0], grad[1] = dMu, tau*dTau+1+2*tau*tau*dVariance
	return logp
}

// far returns the logarithm of a task's likelihood, and the first two moments of the distance of its components from μ,
// if all its densities would be rounded to 0.
func (mx mixture) far(g grid, mu, v float64) (l, m1, m2 float64) {
	logs := make([]float64, len(mx.weights))
	for k, w := range mx.weights {
		u := float64(mx.first+k)*g.step - mu
		logs[k] = math.Log(w) - u*u/(2*v) - math.Log(v)/2
	}
	l = floats.LogSumExp(logs)
	for k := range logs {
		u := float64(mx.first+k)*g.step - mu
		p := math.Exp(logs[k] - l)
		m1, m2 = m1+p*u, m2+p*u*u
	}
	return l, m1, m2
}

// Names implements [sampler.Reporter].
func (t *target) Names() []string { return []string{"mean", "spread"} }

// Report implements [sampler.Reporter].
func (t *target) Report(dst, at []float64) { dst[0], dst[1] = at[0], math.Exp(at[1]) }

// New returns the θ of a further task, with separate random numbers.
func (p *Posterior) New() posterior.Quantity {
	rng := p.stream(-1)
	return p.draw("new", func(c, i int) float64 {
		return p.Mean.Chains[c][i] + p.Spread.Chains[c][i]*rng.NormFloat64()
	})
}

func (p *Posterior) stream(task int) *rand.Rand { return rand.New(rand.NewPCG(p.seed, uint64(task))) }

func (p *Posterior) draw(name string, f func(c, i int) float64) posterior.Quantity {
	q := p.Mean.Like(name)
	for c, chain := range p.Mean.Chains {
		for i := range chain {
			q.Chains[c][i] = f(c, i)
		}
	}
	return q
}

// Task returns θ_t of a task, given all tasks: the task's estimate, shrunken towards the others.
func (p *Posterior) Task(t int) posterior.Quantity {
	rng, task := p.stream(t), p.of.tasks[t]
	g := p.of.grids[task.grid]
	b2 := width * width * g.step * g.step
	chances := make([]float64, len(task.weights))
	return p.draw(fmt.Sprintf("task[%d]", t+1), func(c, i int) float64 {
		mu, tau := p.Mean.Chains[c][i], p.Spread.Chains[c][i]
		v := tau*tau + b2
		nearest := math.Inf(1) // lest all are 0
		for k := range chances {
			u := float64(task.first+k)*g.step - mu
			if task.weights[k] > 0 {
				nearest = math.Min(nearest, u*u)
			}
		}
		sum := 0.0
		for k, w := range task.weights {
			u := float64(task.first+k)*g.step - mu
			sum += w * math.Exp((nearest-u*u)/(2*v))
			chances[k] = sum
		}
		at, pick := 0, sum*rng.Float64()
		for at < len(chances)-1 && chances[at] < pick {
			at++
		}
		point := float64(task.first+at) * g.step
		return mu + tau*tau/v*(point-mu) + tau*math.Sqrt(b2/v)*rng.NormFloat64()
	})
}

// Best returns for each task the probability that its θ is the largest of all. each, if not nil, is called with the
// draws of every task in their order, so that the draws of all tasks need not be in memory at once.
func (p *Posterior) Best(each func(t int, theta posterior.Quantity)) []float64 {
	largest := p.draw("largest", func(int, int) float64 { return math.Inf(-1) })
	who := make([][]int, len(largest.Chains))
	for c := range who {
		who[c] = make([]int, len(largest.Chains[c]))
	}
	for t := range p.of.tasks {
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
	best, share := make([]float64, len(p.of.tasks)), 0.0
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

// middle returns the medians of μ and τ.
func (p *Posterior) middle() (mu, tau float64) {
	return p.Mean.Quantile(0.5), p.Spread.Quantile(0.5)
}

// moments returns mean and variance of a task's θ if it is N(μ, τ²) a priori.
func (mx mixture) moments(g grid, mu, tau float64) (mean, variance float64) {
	v := g.variance(tau)
	_, m1, m2 := mx.far(g, mu, v)
	weight := tau * tau / v // of the component, beside μ
	return mu + weight*m1, weight*weight*(m2-m1*m1) + tau*tau*(1-weight)
}
