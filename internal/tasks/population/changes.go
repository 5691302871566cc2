package population

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
)

// Changes says whether a quantity changed over tasks in an order, such as weeks.
type Changes struct {
	// None, Steady, Step and Wander are the probabilities of no change, of a line, of one step, and of a level that
	// wanders, so that neighbouring tasks are alike.
	None, Steady, Step, Wander float64
	// Same is the probability, a part of None, that tasks do not differ at all.
	Same float64
	// At are the probabilities that the first task after the step is each one but the first, if there is one.
	At []float64
	// Line is the change from the first task to the last if there is a line, and Start and End the levels there.
	Line, Start, End Mixture
	// Before and After are the levels around the most probable step, if there is one.
	Before, After Mixture
}

// Likeliest is the place in At of the most probable step.
func (ch *Changes) Likeliest() int {
	best := 0
	for k, p := range ch.At {
		if p > ch.At[best] {
			best = k
		}
	}
	return best
}

// Between returns the shortest run of places in At about the likeliest that has a probability, given a step. It grows
// by the neighbour that is more probable.
func (ch *Changes) Between(probability float64) (first, last int) {
	first = ch.Likeliest()
	last = first
	for p := ch.At[first]; p < probability && last-first < len(ch.At)-1; {
		if last == len(ch.At)-1 || first > 0 && ch.At[first-1] >= ch.At[last+1] {
			first--
			p += ch.At[first]
		} else {
			last++
			p += ch.At[last]
		}
	}
	return first, last
}

// Probabilities beforehand of no change, of a line, of a step and of a level that wanders. Each task but the first is
// as likely to be the first after a step.
const priorNone, priorSteady, priorStep, priorWander = 1.0 / 2, 1.0 / 6, 1.0 / 6, 1.0 / 6

// priorSame is the probability beforehand that tasks do not differ, except by a line or a step.
const priorSame = 0.5

// levelSD is the standard deviation of the prior of the level.
const levelSD = 2.5

// changeSDs are the standard deviations of the prior of a change, in equal parts: in logits, in Fisher's z, or in
// standard deviations of labels.
var changeSDs = [...]float64{0.25, 0.5, 1}

// Changes compares four histories of tasks:
//
//	no change   y_t = μ + u_t + e_t
//	a line      y_t = μ + β x_t + u_t + e_t, x from −½ to ½
//	a step      y_t = μ + δ [t ≥ k] + u_t + e_t, k the second task to the last
//	wandering   y_t = μ + w_t + e_t
//
// The errors of the tasks' estimates are e ~ N(0, V). Without a change, tasks differ independently by u_t ~ N(0, τ²).
// The process w_t is stationary with the standard deviation τ, and two tasks d steps apart have the correlation φ^d.
// Priors: μ ~ N(0, 2.5²), β and δ ~ N(0, s²) with s = ¼, ½ or 1 equally likely, φ ~ U(0, 1), and τ ~ [PriorSpread]. But
// for u, τ is 0 with probability ½ (a spike and slab: Mitchell and Beauchamp 1988, JASA 83). The integrals over μ, β
// and δ have a closed form. The integral over τ uses the trapezoidal rule over log τ. Its error vanishes faster than
// any power of the step for such integrands (Trefethen and Weideman 2014, SIAM Review 56). The integral over φ uses
// Gauss's rule.
func (o *Ordered) Changes() *Changes {
	e := o.evidence()
	step := floats.Sum(e.steps) / float64(len(e.steps))
	total := priorNone*e.none + priorSteady*e.line + priorStep*step + priorWander*e.wander
	ch := &Changes{None: priorNone * e.none / total, Steady: priorSteady * e.line / total,
		Step: priorStep * step / total, Wander: priorWander * e.wander / total, Same: priorNone * e.same / total,
		At: e.steps}
	floats.Scale(1/floats.Sum(ch.At), ch.At)
	at := 1 + ch.Likeliest()
	for _, t := range e.terms {
		c := t.of.changes[t.change]
		switch t.change {
		case 0:
			ch.Start.add(t.weight, t.of.posterior(c, t.sd, 1, -0.5))
			ch.End.add(t.weight, t.of.posterior(c, t.sd, 1, 0.5))
			ch.Line.add(t.weight, t.of.posterior(c, t.sd, 0, 1))
		case at:
			ch.Before.add(t.weight, t.of.posterior(c, t.sd, 1, 0))
			ch.After.add(t.weight, t.of.posterior(c, t.sd, 1, 1))
		}
	}
	return ch
}

// evidence is the marginal likelihoods of histories, all divided by the exponential of scale. The one of no change
// includes same, of tasks that do not differ at all. The terms are parts of the line and of the steps.
type evidence struct {
	scale                    float64
	same, none, line, wander float64
	steps                    []float64 // to each task but the first
	terms                    []term
}

// term is the part of a change, as [level] has it, with a standard deviation.
type term struct {
	of     *level
	change int
	sd     float64
	weight float64
}

// evidence integrates τ and φ out.
func (o *Ordered) evidence() *evidence {
	e := &evidence{steps: make([]float64, len(o.y)-1)}
	still, taus := o.spectrum(0, true), spreads(len(o.y))
	var none, wander []float64 // logarithms
	for _, n := range taus {
		l := still.at(n.tau)
		none = append(none, n.logWeight+l.logDensity(column{}, 1))
		for k, c := range l.changes {
			for _, sd := range changeSDs {
				log := n.logWeight + l.logDensity(c, sd) - math.Log(float64(len(changeSDs)))
				e.terms = append(e.terms, term{l, k, sd, log})
			}
		}
	}
	phi, weight := correlations(len(o.y))
	for i, p := range phi {
		moving := o.spectrum(p, false)
		for _, n := range taus[1:] {
			log := n.logWeight - math.Log(1-priorSame) + math.Log(weight[i])
			wander = append(wander, log+moving.at(n.tau).logDensity(column{}, 1))
		}
	}
	e.scale = math.Max(floats.Max(none), floats.Max(wander))
	for _, t := range e.terms {
		e.scale = math.Max(e.scale, t.weight)
	}
	for i := range e.terms {
		t := &e.terms[i]
		t.weight = math.Exp(t.weight - e.scale)
		if t.change == 0 {
			e.line += t.weight
		} else {
			e.steps[t.change-1] += t.weight
		}
	}
	e.same = math.Exp(none[0] - e.scale)
	e.none, e.wander = math.Exp(floats.LogSumExp(none)-e.scale), math.Exp(floats.LogSumExp(wander)-e.scale)
	return e
}

// node is one of the quadrature over τ. Its weight has the prior in it.
type node struct{ tau, logWeight float64 }

// Range of log τ. A millionth of the prior lies outside.
const leastSpread, mostSpread = -18.0, 5.0

// spreads returns τ = 0, which has the probability priorSame, and the nodes of the quadrature over log τ. A likelihood
// of n tasks is about 1/√(2n) wide there.
func spreads(tasks int) []node {
	nodes := []node{{0, math.Log(priorSame)}}
	count := int((mostSpread - leastSpread) * math.Max(2, math.Sqrt(float64(tasks))/0.8))
	all := 0.0 // [spec.Prior] leaves out the constant
	for n := range count + 1 {
		u := leastSpread + (mostSpread-leastSpread)*float64(n)/float64(count)
		prior, _ := PriorSpread.LogDensity(math.Exp(u))
		nodes = append(nodes, node{math.Exp(u), prior + u})
		all += math.Exp(prior + u)
	}
	for i := range nodes[1:] {
		nodes[1+i].logWeight += math.Log((1 - priorSame) / all)
	}
	return nodes
}

// correlations returns the nodes and weights of Gauss's rule over φ. A likelihood of n tasks is 1/√n wide or more in
// arcsin φ.
func correlations(tasks int) (phi, weight []float64) {
	n := 8 + int(3*math.Sqrt(float64(tasks)))
	phi, weight = make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(phi, weight, 0, 1)
	return phi, weight
}
