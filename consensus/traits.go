package consensus

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"

	"concord/model"
	"concord/model/spec"
)

// traits are the nodes of λ and of r at which evidence is computed, with the crowd's evidence about the scales of their
// priors. In the unit of the average labeler, λ_k ~ N(1, ω²). A labeler's residual is σ exp(r_k), r_k ~ N(δ, ν²).
type traits struct {
	lambda, ratio []float64 // evenly spaced; a trait is a pair of them, the ratios of a λ in a row
	one           int       // the trait of the average labeler
	omega, nu     []float64 // scales, and a cell is a pair of them
	prior         []float64 // logarithm of the prior probability of each cell
	centre        float64   // δ
	last          []float64 // the means of r of all labelers, in the last round
	// unit is the mean λ of the labelers in the last round, and λ is reported in it. It is not 1, because the model
	// that was fitted scales items' effects as if all labelers were alike.
	unit  float64
	cells [][]float64
	total []float64 // of cells over all labelers
	// The finer grids of λ and of r in this round, by the nodes that they reach from and to.
	lambdas, ratios []func() *span
}

// span holds evenly spaced values, their places among the nodes, and their probabilities for each scale of the prior.
// All this depends on the values alone, so that people often share a span.
type span struct {
	at     []float64
	places []stencil
	prior  [][]float64
}

// spans returns the spans between any two nodes, each with n values. A span is computed once, and only if it is needed.
// The values have the unit after their places are found.
func spans(nodes []float64, n int, unit, mean float64, sd []float64) []func() *span {
	all := make([]func() *span, len(nodes)*len(nodes))
	for i := range all {
		all[i] = sync.OnceValue(func() *span {
			s := &span{at: []float64{nodes[0]}}
			if len(nodes) > 1 {
				s.at = floats.Span(make([]float64, n), nodes[i/len(nodes)], nodes[i%len(nodes)])
			}
			s.places = stencils(nodes, s.at)
			floats.Scale(1/unit, s.at)
			s.prior = normals(s.at, mean, sd)
			return s
		})
	}
	return all
}

// span sets the spans of this round.
func (t *traits) span() {
	t.lambdas = spans(t.lambda, fineNodes, t.unit, 1, t.omega)
	t.ratios = spans(t.ratio, fineRatios, 1, t.centre, t.nu)
}

// known is the posterior of the traits of a person.
type known struct {
	weights          []float64 // of traits, which add up to 1
	level, sd        float64   // mean and standard deviation of the level beyond the labeler's own covariates
	own, sdWith      float64   // the part of these covariates, and the standard deviation of the level with it
	alone            bool      // nobody else has the labeler's category of a covariate
	lambda, ratio    Estimate
	reversed, adrift float64 // probabilities that λ is below 0, and below a tenth
	weak, support    float64 // see [weak], and [Labeler]
	cells            []float64
}

// Nodes of the traits, and of the finer grid between them.
const (
	farthest   = 3.0 // from λ = 1
	ratioStep  = 0.4
	ratioNodes = 9
	fineNodes  = 61
	fineRatios = 17
)

// newTraits returns traits. itemSD is the standard deviation of items' effects, in units in which evidence changes at
// distances of about 1. With noise, each labeler has a residual.
func newTraits(sp spec.Spec, itemSD float64, people int, noise bool) *traits {
	step := math.Max(0.2, math.Min(0.5, 0.6/itemSD))
	side := int(math.Ceil(farthest / step))
	t := &traits{nu: []float64{0}, ratio: []float64{0}, unit: 1}
	for i := -side; i <= side; i++ {
		t.lambda = append(t.lambda, 1+float64(i)*step)
	}
	t.one = side
	t.omega = []float64{0.05, 0.08, 0.125, 0.2, 0.3, 0.45, 0.65, 0.9, 1.3, 1.9}
	nuPrior := []float64{0}
	if noise {
		t.ratio = nil
		for i := range ratioNodes {
			t.ratio = append(t.ratio, float64(i-ratioNodes/2)*ratioStep)
		}
		t.one = side*ratioNodes + ratioNodes/2
		t.nu = []float64{0.05, 0.1, 0.18, 0.3, 0.45, 0.65, 0.9, 1.3}
		nuPrior = logPrior(sp.Priors.LabelerResidualSD, t.nu)
	}
	for _, o := range logPrior(sp.Priors.DiscriminationSD, t.omega) {
		for _, n := range nuPrior {
			t.prior = append(t.prior, o+n)
		}
	}
	t.total = make([]float64, len(t.prior))
	t.cells = make([][]float64, people)
	t.span()
	return t
}

// logPrior returns the logarithms of the probabilities of the cells about the values of a scale, up to a constant.
func logPrior(p spec.Prior, values []float64) []float64 {
	all := make([]float64, len(values))
	for i, x := range values {
		low, high := 0.0, x+(x-values[max(0, i-1)])/2
		if i > 0 {
			low = (values[i-1] + x) / 2
		}
		if i+1 < len(values) {
			high = (x + values[i+1]) / 2
		}
		density, _ := p.LogDensity(x)
		all[i] = density + math.Log(high-low)
	}
	return all
}

// learn takes in the last round's posteriors of all people.
func (t *traits) learn(all []known) {
	clear(t.total)
	t.last = make([]float64, len(all))
	lambda := 0.0
	for k := range all {
		if t.cells[k] = all[k].cells; t.cells[k] != nil {
			floats.Add(t.total, t.cells[k])
		}
		t.last[k] = all[k].ratio.Mean
		if all[k].cells != nil {
			lambda += all[k].lambda.Mean * t.unit / float64(len(all))
		}
	}
	if lambda > 0 {
		t.unit = lambda
	}
	t.centre = floats.Sum(t.last) / float64(len(all))
	t.span()
}

// cellWeights returns the probabilities of the cells given all people but one.
func (t *traits) cellWeights(k int) []float64 {
	w := make([]float64, len(t.prior))
	for h := range w {
		w[h] = t.prior[h] + t.total[h]
		if t.cells[k] != nil {
			w[h] -= t.cells[k][h]
		}
	}
	normalise(w)
	return w
}

// normalise makes logarithms probabilities that add up to 1, and returns the logarithm of their former sum.
func normalise(log []float64) float64 {
	sum := floats.LogSumExp(log)
	for i, x := range log {
		log[i] = math.Exp(x - sum)
	}
	return sum
}

// posterior returns the posterior of a person's traits, given the evidence. If only is not −1, the person has that one.
// Before the last round, only what others need to know is computed.
func (t *traits) posterior(k int, ev evidence, only int, level float64, last bool) known {
	out := known{weights: make([]float64, len(ev.log)), reversed: math.NaN(), adrift: math.NaN(), weak: math.NaN(),
		support: math.NaN(), lambda: unknown()}
	if only >= 0 {
		out.weights[only] = 1
		out.level, out.sd = ev.level[only], ev.sd[only]
		return out
	}
	ofLambda := t.lambdas[between(profile(ev.log, len(t.ratio), true))]()
	ofRatio := t.ratios[between(profile(ev.log, len(t.ratio), false))]()
	lambdas, across, byOmega := ofLambda.at, ofLambda.places, ofLambda.prior
	ratios, down, byNu := ofRatio.at, ofRatio.places, ofRatio.prior
	fine := interpolate(ev.log, across, down, len(t.ratio))
	most := floats.Max(fine)
	for i, x := range fine {
		fine[i] = math.Exp(x - most)
	}
	out.cells = t.likelihoods(fine, byOmega, byNu)
	w, density := t.cellWeights(k), make([]float64, len(lambdas))
	for j := range ratios {
		clear(density)
		for o, of := range byOmega {
			mix := 0.0
			for n := range t.nu {
				mix += w[o*len(t.nu)+n] * byNu[n][j]
			}
			floats.AddScaled(density, mix, of)
		}
		for i, d := range density {
			fine[i*len(ratios)+j] *= d
		}
	}
	floats.Scale(1/floats.Sum(fine), fine)
	row := make([]float64, len(t.ratio))
	for i, l := range across {
		clear(row)
		for j, x := range fine[i*len(ratios) : (i+1)*len(ratios)] {
			down[j].add(row, x)
		}
		for a, w := range l.weight {
			if w != 0 {
				floats.AddScaled(out.weights[(l.first+a)*len(row):(l.first+a+1)*len(row)], w, row)
			}
		}
	}
	if !last {
		lambda, ratio := margins(len(lambdas), len(ratios), fine)
		out.lambda.Mean, out.ratio.Mean = average(lambdas, lambda), average(ratios, ratio)
		out.levels(ev)
		return out
	}
	out.support = t.support(ev)
	others := 0.0
	if t.last != nil {
		others = (t.centre*float64(len(t.last)) - t.last[k]) / float64(len(t.last)-1)
	}
	out.summarise(lambdas, ratios, fine, others, level)
	out.levels(ev)
	return out
}

// support returns the logarithm of the Bayes factor of λ = 1 against 0, of the best residual in either case.
func (t *traits) support(ev evidence) float64 {
	best := func(lambda float64) float64 {
		at := []stencil{newStencil(t.lambda, lambda)}
		return floats.Max(interpolate(ev.log, at, stencils(t.ratio, t.ratio), len(t.ratio)))
	}
	return best(t.unit) - best(0)
}

// likelihoods returns the logarithms of the probability of the labels given each cell, up to a constant.
func (t *traits) likelihoods(fine []float64, byOmega, byNu [][]float64) []float64 {
	ratios := len(byNu[0])
	row := make([]float64, ratios)
	all := make([]float64, 0, len(t.prior))
	for _, a := range byOmega {
		clear(row)
		for i, x := range a {
			floats.AddScaled(row, x, fine[i*ratios:(i+1)*ratios])
		}
		for _, b := range byNu {
			all = append(all, math.Log(math.Max(1e-300, floats.Dot(row, b))))
		}
	}
	return all
}

// normals returns the probabilities of evenly spaced values by the normal distributions of a mean and some standard
// deviations; 0 is a point.
func normals(at []float64, mean float64, sd []float64) [][]float64 {
	all := make([][]float64, len(sd))
	for s, sigma := range sd {
		all[s] = make([]float64, len(at))
		for i, x := range at {
			if sigma == 0 {
				all[s][i] = 1
				continue
			}
			z := (x - mean) / sigma
			all[s][i] = math.Exp(-z*z/2) / sigma * (at[1] - at[0])
		}
	}
	return all
}

// profile returns the largest evidence for each λ (by row) or ratio.
func profile(log []float64, ratios int, byRow bool) []float64 {
	n := ratios
	if byRow {
		n = len(log) / ratios
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Inf(-1)
	}
	for i, x := range log {
		at := i % ratios
		if byRow {
			at = i / ratios
		}
		out[at] = math.Max(out[at], x)
	}
	return out
}

// between returns the place among [spans] of the range in which a function, given at nodes, is not far below its
// largest value.
func between(log []float64) int {
	const far = 18 // in logarithms: less than a ten-millionth lies beyond
	most := floats.Max(log)
	from, to := 0, len(log)-1
	for log[from] < most-far {
		from++
	}
	for log[to] < most-far {
		to--
	}
	return max(0, from-1)*len(log) + min(len(log)-1, to+1)
}

// stencil is the cubic interpolation at a place between evenly spaced nodes; of fewer than four, the first one.
type stencil struct {
	first  int
	weight [4]float64
}

func stencils(nodes, at []float64) []stencil {
	all := make([]stencil, len(at))
	for i, x := range at {
		all[i] = newStencil(nodes, x)
	}
	return all
}

func newStencil(nodes []float64, x float64) stencil {
	if len(nodes) < 4 {
		return stencil{0, [4]float64{1}}
	}
	u := (x - nodes[0]) / (nodes[1] - nodes[0])
	first := max(0, min(len(nodes)-4, int(math.Floor(u))-1))
	u -= float64(first) // Lagrange's polynomials at 0, 1, 2, 3
	return stencil{first, [4]float64{-(u - 1) * (u - 2) * (u - 3) / 6, u * (u - 2) * (u - 3) / 2,
		-u * (u - 1) * (u - 3) / 2, u * (u - 1) * (u - 2) / 6}}
}

// of returns the value at the place, given values at nodes.
func (s *stencil) of(values []float64) float64 {
	if s.weight[1] == 0 && s.weight[2] == 0 && s.weight[3] == 0 {
		return s.weight[0] * values[s.first]
	}
	v := values[s.first : s.first+4]
	return s.weight[0]*v[0] + s.weight[1]*v[1] + s.weight[2]*v[2] + s.weight[3]*v[3]
}

// add adds a weight at the place to the weights of nodes.
func (s *stencil) add(nodes []float64, weight float64) {
	for i, w := range s.weight {
		if w != 0 {
			nodes[s.first+i] += w * weight
		}
	}
}

// interpolate returns the values at places of two coordinates, given those at nodes, columns in a row.
func interpolate(values []float64, across, down []stencil, columns int) []float64 {
	out, row := make([]float64, 0, len(across)*len(down)), make([]float64, columns)
	for _, l := range across {
		clear(row)
		for a, w := range l.weight {
			if w != 0 {
				floats.AddScaled(row, w, values[(l.first+a)*columns:(l.first+a+1)*columns])
			}
		}
		for j := range down {
			out = append(out, down[j].of(row))
		}
	}
	return out
}

// summarise computes means, intervals and probabilities, given the weights of pairs of λ and r.
func (k *known) summarise(lambdas, ratios, pairs []float64, others, level float64) {
	lambda, ratio := margins(len(lambdas), len(ratios), pairs)
	k.lambda, k.ratio = estimateOf(lambdas, lambda, level), estimateOf(ratios, ratio, level)
	k.reversed, k.adrift = below(lambdas, lambda, 0), below(lambdas, lambda, 0.1)
	k.weak = weak(lambdas, ratios, pairs, others)
}

// margins returns the weights of the rows and of the columns of a table.
func margins(rows, columns int, of []float64) (row, column []float64) {
	row, column = make([]float64, rows), make([]float64, columns)
	for i := range row {
		for j, x := range of[i*columns : (i+1)*columns] {
			row[i] += x
			column[j] += x
		}
	}
	return row, column
}

// weak returns the probability that λ is below a half, times the person's residual in units of the others'. A label's
// information about its item is proportional to λ² over the residual's variance, so it is then less than a quarter of
// an ordinary label's.
func weak(lambdas, ratios, pairs []float64, others float64) float64 {
	n, p := len(ratios), 0.0
	column := make([]float64, len(lambdas))
	for j, r := range ratios {
		for i := range column {
			column[i] = pairs[i*n+j]
		}
		p += floats.Sum(column) * below(lambdas, column, math.Exp(r-others)/2)
	}
	return p
}

// levels computes mean and standard deviation of the level.
func (k *known) levels(ev evidence) {
	square := 0.0
	for t, w := range k.weights {
		k.level += w * ev.level[t]
		square += w * (ev.sd[t]*ev.sd[t] + ev.level[t]*ev.level[t])
	}
	k.sd = math.Sqrt(math.Max(0, square-k.level*k.level))
}

// below returns the share of weights, of cells about evenly spaced values, that lies below x.
func below(at, weight []float64, x float64) float64 {
	sum := floats.Sum(weight)
	if !(sum > 0) {
		return 0
	}
	if len(at) == 1 {
		if at[0] < x {
			return 1
		}
		return 0
	}
	step, p := at[1]-at[0], 0.0
	for i, a := range at {
		p += weight[i] * math.Max(0, math.Min(1, (x-a)/step+0.5))
	}
	return p / sum
}

// estimateOf returns mean and equal-tailed interval of a distribution of cells about evenly spaced values.
func estimateOf(at, weight []float64, level float64) Estimate {
	e := Estimate{Mean: average(at, weight)}
	quantile := func(p float64) float64 {
		if len(at) == 1 {
			return at[0]
		}
		step, sum := at[1]-at[0], 0.0
		for i, w := range weight {
			if sum+w >= p && w > 0 {
				return at[i] + step*((p-sum)/w-0.5)
			}
			sum += w
		}
		return at[len(at)-1]
	}
	e.Lower, e.Upper = quantile((1-level)/2), quantile((1+level)/2)
	return e
}

// average returns the mean of values with weights that sum to 1, in their order.
func average(at, weight []float64) (mean float64) {
	for i, a := range at {
		mean += weight[i] * a
	}
	return mean
}

// believe adds what offsets say of a labeler's level, and their uncertainty.
func (k *known) believe(o *offsets, labeler int32, of model.StudyPosterior) {
	k.sdWith = k.sd
	if o.label == nil || !of.HasLabelers() {
		return
	}
	prior := median(of.LevelSD())
	shrink := 1 - math.Min(1, k.sd*k.sd/(prior*prior))
	with, beyond := o.doubt(labeler, shrink)
	k.sd, k.sdWith = math.Hypot(k.sd, beyond), math.Hypot(k.sdWith, with)
	k.own, k.alone = o.own[labeler], o.alone[labeler]
}

// normalInterval is the estimate of a normal distribution; z is the quantile of the interval.
func normalInterval(mean, sd, z float64) Estimate { return Estimate{mean, mean - z*sd, mean + z*sd} }
