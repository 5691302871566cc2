package consensus

import (
	"math"

	"concord/model"
	"concord/study"
)

// normal is the kernel of numbers: y ~ N(μ + λb + a, σ²e²ʳ). Beliefs about items are normal, and levels are integrated
// out.
type normal struct {
	mean, itemSD, levelSD float64
	noise                 float64   // variance of the residual
	residual              []float64 // that of a labeler, by ratio
	lambda, ratio         []float64 // of traits
	precision, linear     []float64 // of the belief about each item: its mean is linear/precision
	item                  []float64 // prior means of items; nil: 0
}

// A message about an effect b from a label y has this precision. Its linear term is this slope times y − μ, less the
// label's shift, minus this constant.
const (
	messagePrecision = iota
	messageSlope
	messageConstant
	messageLength
)

func newNormal(of model.StudyPosterior, c *crowd) (*normal, *traits) {
	spec := of.Posterior().Spec()
	sd, other := median(of.Own()[0]), c.offsets.otherSD(of)
	g := &normal{mean: median(of.Mean()), itemSD: median(of.TermSD(study.ItemFactor)), levelSD: median(of.LevelSD()),
		noise: sd*sd + other*other, item: c.offsets.item,
		precision: make([]float64, c.items), linear: make([]float64, c.items)}
	t := newTraits(spec, 1, len(c.people), true)
	g.lambda, g.ratio = t.lambda, t.ratio
	for _, r := range t.ratio {
		g.residual = append(g.residual, g.noise*math.Exp(2*r))
	}
	return g, t
}

// items implements [kernel].
func (g *normal) items(people []person, messages [][]float64) {
	for j := range g.precision {
		g.precision[j], g.linear[j] = 1/math.Max(1e-300, g.itemSD*g.itemSD), 0
		if g.item != nil {
			g.linear[j] = g.precision[j] * g.item[j]
		}
	}
	for k, p := range people {
		for _, y := range p.given {
			precision, linear := g.says(messages[k], y)
			g.precision[y.item] += precision
			g.linear[y.item] += linear
		}
	}
}

// says returns precision and linear term of a message about the item of a label.
func (g *normal) says(message []float64, y given) (precision, linear float64) {
	w := 1 / float64(y.times)
	return w * message[messagePrecision],
		w * (message[messageSlope]*(y.value-y.shift-g.mean) - message[messageConstant])
}

// start implements [kernel].
func (g *normal) start(*person) []float64 {
	w := 1 / (g.noise + g.levelSD*g.levelSD)
	return []float64{w, w, 0}
}

type normalReader struct {
	*normal
	// By trait: weights of a label, and sums of weights, weighted deviations and squares.
	weights, zero, first, two []float64
	level                     []float64 // mean given the trait
}

// reader implements [kernel].
func (g *normal) reader() reader {
	n := len(g.lambda) * len(g.ratio)
	return &normalReader{normal: g, weights: make([]float64, n), zero: make([]float64, n), first: make([]float64, n),
		two: make([]float64, n)}
}

// others returns mean and variance of the belief about an item without the person's own message.
func (r *normalReader) others(of []given, message []float64) (mean, variance float64) {
	item := of[0].item
	precision, linear := r.precision[item], r.linear[item]
	for _, y := range of {
		own, of := r.says(message, y)
		precision -= own
		linear -= of
	}
	precision = math.Max(precision, 1/math.Max(1e-300, r.itemSD*r.itemSD))
	return linear / precision, 1 / precision
}

// read implements [reader].
func (r *normalReader) read(p *person, message []float64, only int) evidence {
	n := len(r.zero)
	first, end := 0, len(r.lambda)
	if only >= 0 {
		first = only / len(r.ratio)
		end = first + 1
	}
	clear(r.zero)
	clear(r.first)
	clear(r.two)
	columns := len(r.ratio)
	sums := newProducts(n)
	for _, of := range p.items {
		mean, variance := r.others(of, message)
		for _, y := range of {
			share := 1 / float64(y.times)
			for i := first; i < end; i++ {
				lambda := r.lambda[i]
				d, spread := y.value-y.shift-r.mean-lambda*mean, lambda*lambda*variance
				at := i * len(r.ratio)
				for j, residual := range r.residual {
					w := 1 / (residual + spread)
					r.weights[at+j] = w * r.noise
					w *= share
					r.zero[at+j] += w
					r.first[at+j] += w * d
					r.two[at+j] += w * d * d
				}
			}
			times(sums[first*columns:end*columns], r.weights[first*columns:end*columns], share)
		}
	}
	ev := evidence{make([]float64, n), make([]float64, n), make([]float64, n)}
	for t := first * columns; t < end*columns; t++ {
		precision := r.zero[t] + 1/math.Max(1e-300, r.levelSD*r.levelSD)
		ev.level[t], ev.sd[t] = r.first[t]/precision, 1/math.Sqrt(precision)
		ev.log[t] = (sums[t].Log() - r.two[t] + r.first[t]*r.first[t]/precision -
			math.Log1p(r.zero[t]*r.levelSD*r.levelSD)) / 2
	}
	r.level = ev.level
	return ev
}

// message implements [reader], after read.
func (r *normalReader) message(dst []float64, _ *person, weights []float64) {
	clear(dst)
	for t, w := range weights {
		lambda := r.lambda[t/len(r.ratio)]
		w /= r.residual[t%len(r.ratio)]
		dst[messagePrecision] += w * lambda * lambda
		dst[messageSlope] += w * lambda
		dst[messageConstant] += w * lambda * r.level[t]
	}
	dst[messagePrecision] = math.Max(0, dst[messagePrecision]) // weights of an interpolation may be below 0
}

// look implements [reader].
func (r *normalReader) look(p *person, message []float64, labels []int32) looked {
	var out looked
	square := 0.0
	for _, of := range p.items {
		mean, _ := r.others(of, message)
		if int(labels[of[0].item]) > len(of) {
			for _, y := range of {
				out.compared++
				off := y.value - y.shift - r.mean - mean
				square += off * off
			}
		}
	}
	out.agrees = square / float64(out.compared)
	return out
}
