package population

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"concord/posterior"
	"concord/sampler"
)

// Ordered are tasks in an order, such as weeks. What their θ are besides a trend or a move are draws of a stationary
// process: two that are d steps apart have the correlation φ^d, so that tasks next to each other may be alike without
// any trend. φ is uniform on (0, 1) a priori, and τ is the standard deviation of the process.
type Ordered struct {
	of       []Site
	x        []float64 // from −½ to ½
	distance []float64 // from the task before, in steps; that of the first is not used
}

// Site is what a task says of θ as a normal distribution: its likelihood, near where tasks like it are.
type Site struct{ Mean, SD float64 }

// Sites returns the likelihoods as the normal distributions that have, with the population in the middle of its
// posterior for their prior, the posteriors of the tasks' θ: their means and variances.
func (p *Posterior) Sites() []Site {
	mu, tau := p.middle()
	all := make([]Site, len(p.of.tasks))
	for t, task := range p.of.tasks {
		mean, variance := task.moments(p.of.grids[task.grid], mu, tau)
		// A task that says nothing has no precision, or by its shape even a little less.
		precision := math.Max(1/variance-1/(tau*tau), 1e-6/(tau*tau))
		all[t] = Site{Mean: (mean/variance - mu/(tau*tau)) / precision, SD: 1 / math.Sqrt(precision)}
	}
	return all
}

// NewOrdered returns tasks in the order of the times when they were, all different. A step is the median time between
// two that follow each other. It panics unless the times ascend.
func NewOrdered(of []Site, when []float64) *Ordered {
	o := &Ordered{of: of, x: make([]float64, len(of)), distance: make([]float64, len(of))}
	first, last := when[0], when[len(when)-1]
	var apart []float64
	for i, t := range when {
		o.x[i] = (t-first)/(last-first) - 0.5
		if i > 0 {
			if !(t > when[i-1]) {
				panic("population: times must ascend")
			}
			o.distance[i] = t - when[i-1]
			apart = append(apart, o.distance[i])
		}
	}
	slices.Sort(apart)
	floats.Scale(1/apart[len(apart)/2], o.distance)
	return o
}

// Slope samples the change of θ along a line from the first task to the last.
func (o *Ordered) Slope(ctx context.Context, settings sampler.Settings) (posterior.Quantity, error) {
	run, err := sampler.Sample(ctx, func(int) (sampler.Target, error) { return &line{o}, nil }, settings)
	if err != nil {
		return posterior.Quantity{}, err
	}
	return run.Draws.Quantity(1), nil
}

// line is the density of μ, β, log τ and logit φ with all θ integrated out, by the Kalman filter (Durbin and Koopman
// 2012, Time Series Analysis by State Space Methods, section 4.3) and its derivatives.
type line struct{ *Ordered }

const lineParameters = 4

// Dim implements [sampler.Target].
func (*line) Dim() int { return lineParameters }

// Names implements [sampler.Reporter].
func (*line) Names() []string { return []string{"mean", "slope", "spread", "autocorrelation"} }

// Report implements [sampler.Reporter].
func (*line) Report(dst, at []float64) {
	dst[0], dst[1], dst[2], dst[3] = at[0], at[1], math.Exp(at[2]), 1/(1+math.Exp(-at[3]))
}

// LogProbGrad implements [sampler.Target].
func (ln *line) LogProbGrad(grad, at []float64) float64 {
	mu, beta, tau, phi := at[0], at[1], math.Exp(at[2]), 1/(1+math.Exp(-at[3]))
	logp, dMu := PriorMean.LogDensity(mu)
	slope, dBeta := PriorMean.LogDensity(beta)
	spread, dTau := PriorSpread.LogDensity(tau)
	logp += slope + spread + at[2] + math.Log(phi) + math.Log1p(-phi)
	grad[0], grad[1], grad[2], grad[3] = dMu, dBeta, tau*dTau+1, 1-2*phi
	// State and its variance before a task, with their derivatives.
	a, v := 0.0, tau*tau
	var da, dv [lineParameters]float64
	dv[2] = 2 * tau * tau
	for t, site := range ln.of {
		f := v + site.SD*site.SD
		e := site.Mean - mu - beta*ln.x[t] - a
		logp -= (math.Log(f) + e*e/f) / 2
		gain := v / f
		var rho, dRho float64 // of the step to the next task, by logit φ
		if t+1 < len(ln.of) {
			d := ln.distance[t+1]
			rho = math.Pow(phi, d)
			dRho = rho * d * (1 - phi)
		}
		for k := range grad {
			de := -da[k]
			switch k {
			case 0:
				de--
			case 1:
				de -= ln.x[t]
			}
			grad[k] -= dv[k]/(2*f) + e*de/f - e*e*dv[k]/(2*f*f)
			dGain := dv[k] / f * (1 - gain)
			na, nv := da[k]+dGain*e+gain*de, dv[k]*(1-gain)*(1-gain)
			da[k], dv[k] = rho*na, rho*rho*nv
			switch k {
			case 2:
				dv[k] += 2 * tau * tau * (1 - rho*rho)
			case 3:
				da[k] += dRho * (a + gain*e)
				dv[k] += 2 * rho * dRho * (v*(1-gain) - tau*tau)
			}
		}
		a, v = rho*(a+gain*e), rho*rho*v*(1-gain)+tau*tau*(1-rho*rho)
	}
	return logp
}

// Move says whether tasks in an order, such as weeks, moved from one level to another between two of them.
type Move struct {
	// Probability is that of one move, where a move and none are as likely beforehand.
	Probability float64
	// At are the probabilities that the first task after the move is each one but the first, given that there is one;
	// beforehand all are as likely.
	At []float64
}

// Standard deviations of normal priors of [Ordered.Moved].
const (
	levelSD = 2.5 // of the level before the move
	jumpSD  = 1   // of the difference
)

// Nodes of the quadratures over the logarithm of τ, from where a spread is nothing to where it is everything, and over
// φ.
const (
	leastSpread, mostSpread = -7.0, 4.0
	spreadNodes             = 45
	correlationNodes        = 8
)

// Moved compares tasks about one level with tasks that are about another from some task on: the means are
// μ + δ [t ≥ k], μ ~ N(0, 2.5²), δ ~ N(0, 1), with both integrated out in closed form and τ ~ [PriorSpread] and φ by
// quadrature.
// There must be two tasks at least.
func (o *Ordered) Moved() Move {
	phis, weights := make([]float64, correlationNodes), make([]float64, correlationNodes)
	quad.Legendre{}.FixedLocations(phis, weights, 0, 1)
	logs := make([][]float64, len(o.of)) // of the evidence at each node, by the task of the move; of none at 0
	for n := range spreadNodes {
		u := leastSpread + (mostSpread-leastSpread)*float64(n)/(spreadNodes-1)
		prior, _ := PriorSpread.LogDensity(math.Exp(u))
		for k, phi := range phis {
			for at, l := range o.given(math.Exp(u), phi) {
				logs[at] = append(logs[at], l+prior+u+math.Log(weights[k]))
			}
		}
	}
	evidence := make([]float64, len(logs))
	for k := range logs {
		evidence[k] = floats.LogSumExp(logs[k])
	}
	all := floats.LogSumExp(evidence[1:])
	m := Move{At: make([]float64, len(o.of)-1)}
	for k := range m.At {
		m.At[k] = math.Exp(evidence[1+k] - all)
	}
	m.Probability = 1 / (1 + math.Exp(evidence[0]-all+math.Log(float64(len(m.At)))))
	return m
}

// given returns the logarithm of the density given τ and φ where the level moves at each task, and at 0 of no move:
// that of N(0, V + A P Aᵀ), by the matrix determinant and inversion lemmas, with A the columns 1 and [t ≥ k] and P
// their prior variances. V⁻¹ is applied by the Kalman filter.
func (o *Ordered) given(tau, phi float64) []float64 {
	n := len(o.of)
	gain, forward, f := make([]float64, n), make([]float64, n), make([]float64, n)
	v, logp := tau*tau, 0.0
	for t, site := range o.of {
		f[t] = v + site.SD*site.SD
		gain[t] = v / f[t]
		if t+1 < n {
			forward[t] = math.Pow(phi, o.distance[t+1])
		}
		logp -= math.Log(2*math.Pi*f[t]) / 2
		v = forward[t]*forward[t]*v*(1-gain[t]) + tau*tau*(1-forward[t]*forward[t])
	}
	innovations := func(of func(t int) float64, from int) []float64 {
		e, a := make([]float64, n), 0.0
		for t := from; t < n; t++ {
			e[t] = of(t) - a
			a = forward[t] * (a + gain[t]*e[t])
		}
		return e
	}
	product := func(x, y []float64, from int) float64 {
		sum := 0.0
		for t := from; t < n; t++ {
			sum += x[t] * y[t] / f[t]
		}
		return sum
	}
	y := innovations(func(t int) float64 { return o.of[t].Mean }, 0)
	one := innovations(func(int) float64 { return 1 }, 0)
	logp -= product(y, y, 0) / 2
	s00, b0 := product(one, one, 0)+1/(levelSD*levelSD), product(one, y, 0)
	logs := make([]float64, n)
	for k := range logs {
		s01, s11, b1 := 0.0, 1.0/(jumpSD*jumpSD), 0.0
		if k > 0 {
			step := innovations(func(int) float64 { return 1 }, k)
			s01, s11, b1 = product(one, step, k), s11+product(step, step, k), product(step, y, k)
		}
		determinant := s00*s11 - s01*s01
		logs[k] = logp + (s11*b0*b0-2*s01*b0*b1+s00*b1*b1)/(2*determinant) -
			math.Log(determinant)/2 - math.Log(levelSD) - math.Log(jumpSD)
	}
	return logs
}
