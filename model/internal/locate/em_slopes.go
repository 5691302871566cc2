package locate

import (
	"math"
	"slices"

	"concord/model/internal/effects"
	"concord/model/internal/tuning"
)

// points are where derivatives are averaged, in conditional standard deviations of items' effects and slopes. Four
// points have the right moments of second order.
var points = [...][2]float64{{math.Sqrt2, 0}, {-math.Sqrt2, 0}, {0, math.Sqrt2}, {0, -math.Sqrt2}}

// average is refresh for a model with discriminations, with expected derivatives and information.
//
// In a product λb neither factor is known, and derivatives at the means of both are not the expected ones. The EM would
// find λ too near to chance agreement of labels and items, and the items too little spread. So a model with
// discriminations goes on from there with expected derivatives and information. They are for items' effects and slopes
// that are normal with their conditional variances (Opper and Archambeau 2009). Steps are damped, because the
// information changes much with the effects.
func (e *em) average() {
	items, slopes := e.terms[0], e.terms[e.data.SlopeTerm()]
	at := *e.at
	at.Item, at.Slope = slices.Clone(e.at.Item), slices.Clone(e.at.Slope)
	grad, info := e.data.NewPredictor(e.OwnCount), e.data.NewPredictor(e.OwnCount)
	e.grad.Clear()
	e.info.Clear()
	for _, p := range points {
		for j, v := range items.Variance {
			at.Item[j] = e.at.Item[j] + p[0]*math.Sqrt(v)
		}
		for u, v := range slopes.Variance {
			at.Slope[u] = e.at.Slope[u] + p[1]*math.Sqrt(v)
		}
		e.lik.Working(grad, info, &at)
		e.grad.AddScaled(1/float64(len(points)), grad)
		e.info.AddScaled(1/float64(len(points)), info)
	}
}

// averages reports whether the derivatives are already averaged over a term's effects.
func (e *em) averages(term int) bool { return e.averaging && (term == 0 || term == e.data.SlopeTerm()) }

// halfStep makes half a step of a term.
func (e *em) halfStep(term int) {
	c := e.terms[term]
	effect, variance := slices.Clone(c.Effect), slices.Clone(c.Variance)
	c.Step(e.cells(e.grad, term), e.cells(e.info, term), tuning.EMMostStep)
	for i := range effect {
		c.Effect[i] = tuning.EMDamping * (effect[i] + c.Effect[i])
		c.Variance[i] = tuning.EMDamping * (variance[i] + c.Variance[i])
	}
}

// normalise makes the mean discrimination of each study 1 and rescales the items' effects to match, so that the labels
// stay equally probable.
func (e *em) normalise(c *effects.Conditional) {
	n, sum := make([]float64, e.K), make([]float64, e.K)
	for u, s := range e.data.Study {
		n[s]++
		sum[s] += 1 + c.Effect[u]
	}
	for s := range sum {
		const most = tuning.EMMostRescaled
		sum[s] = math.Min(most, math.Max(1/most, sum[s]/n[s]))
	}
	for u, s := range e.data.Study {
		c.Effect[u] = (1+c.Effect[u])/sum[s] - 1
	}
	e.terms[0].Scale(sum)
}

// sampledEffects are the effects of a term as they are sampled, see [blocks.Slopes], with their derivatives and
// information and, by study, their standard deviation.
type sampledEffects struct{ effect, grad, info, sd []float64 }

// sampled returns the effects of a term as they are sampled.
func (e *em) sampled(term int) sampledEffects {
	c := sampledEffects{
		effect: slices.Clone(e.terms[term].Effect), grad: slices.Clone(e.cells(e.grad, term)),
		info: slices.Clone(e.cells(e.info, term)),
	}
	times := make([]float64, e.K) // an effect of the study is multiplied by it
	for s := range times {
		sigma := math.Sqrt(e.terms[0].TotalVariance(s))
		switch {
		case !e.data.Slopes:
			times[s] = 1
		case term == 0:
			times[s] = 1 / sigma
		case term == e.data.SlopeTerm():
			times[s] = sigma
		default:
			times[s] = 1
		}
		c.sd = append(c.sd, times[s]*math.Sqrt(e.terms[term].TotalVariance(s)))
	}
	for cell := range c.effect {
		x := times[e.data.Terms[term].Study(cell)]
		c.effect[cell] *= x
		c.grad[cell] /= x
		c.info[cell] /= x * x
	}
	return c
}
