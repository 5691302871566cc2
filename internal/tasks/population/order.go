package population

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Ordered are estimates of tasks in an order, such as weeks: see [Ordered.Changes].
type Ordered struct {
	y        []float64
	errors   *mat.SymDense // covariance of the errors of y
	x        []float64     // from −½ to ½
	distance []float64     // from the task before, in steps; that of the first is not used
}

// Site is a task's likelihood of θ as a normal distribution, near the place where tasks like it are.
type Site struct{ Mean, SD float64 }

// siteSD is the width, about the middle of the tasks, over which their likelihoods are used: a task may be this far off
// after a change.
const siteSD = 1

// Sites returns normal distributions that replace the likelihoods. With the prior N(μ, 1), or one as wide as the spread
// of the tasks, they give posteriors with the same means and variances. μ is the middle of the posterior.
func (p *Posterior) Sites() []Site {
	mu, tau := p.middle()
	prior := 1 / math.Pow(math.Max(tau, siteSD), 2) // its precision
	all := make([]Site, len(p.of.tasks))
	for t, task := range p.of.tasks {
		mean, variance := task.moments(p.of.grids[task.grid], mu, 1/math.Sqrt(prior))
		precision := 1/variance - prior
		all[t] = Site{Mean: (mean/variance - mu*prior) / precision, SD: 1 / math.Sqrt(precision)}
		if least := 1e-6 * prior; !(precision > least) { // a task that says nothing, or by its shape even less
			all[t] = Site{mu, 1 / math.Sqrt(least)}
		}
	}
	return all
}

// NewOrdered returns tasks with separate estimates, in the order of the times when they were, all different. A step is
// the median time between two that follow each other. It panics unless the times ascend.
func NewOrdered(of []Site, when []float64) *Ordered {
	y, errors := make([]float64, len(of)), mat.NewSymDense(len(of), nil)
	for t, site := range of {
		y[t] = site.Mean
		errors.SetSym(t, t, site.SD*site.SD)
	}
	return NewJointlyOrdered(y, errors, when)
}

// NewJointlyOrdered is [NewOrdered] for estimates whose errors have a covariance.
func NewJointlyOrdered(y []float64, errors *mat.SymDense, when []float64) *Ordered {
	o := &Ordered{y: y, errors: errors, x: make([]float64, len(y)), distance: make([]float64, len(y))}
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
