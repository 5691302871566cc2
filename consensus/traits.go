package consensus

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

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
}

// axis returns n evenly spaced values and the weights of the nodes in the interpolation at each. The values lie between
// the nodes at which the largest evidence is not far below that at others.
func axis(nodes []float64, n int, largest []float64) (at []float64, across *mat.Dense) {
	const far = 18 // in logarithms: less than a ten-millionth lies beyond
	most := floats.Max(largest)
	from, to := 0, len(nodes)-1
	for largest[from] < most-far {
		from++
	}
	for largest[to] < most-far {
		to--
	}
	at = []float64{nodes[0]}
	if len(nodes) > 1 {
		at = floats.Span(make([]float64, n), nodes[max(0, from-1)], nodes[min(len(nodes)-1, to+1)])
	}
	return at, interpolation(nodes, at)
}

// interpolation returns the weights of nodes in the interpolation at each place, a row for each place.
func interpolation(nodes, at []float64) *mat.Dense {
	across := mat.NewDense(len(at), len(nodes), nil)
	for i, x := range at {
		of := newStencil(nodes, x)
		for a, w := range of.weight {
			if w != 0 {
				across.Set(i, of.first+a, w)
			}
		}
	}
	return across
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
	logs := mat.NewDense(len(t.lambda), len(t.ratio), ev.log)
	ofLambda, ofRatio := peaks(logs)
	lambdas, across := axis(t.lambda, fineNodes, ofLambda)
	ratios, down := axis(t.ratio, fineRatios, ofRatio)
	floats.Scale(1/t.unit, lambdas)
	var fine, cells, prior, weights mat.Dense
	fine.Product(across, logs, down.T())
	pairs, byOmega, byNu := exponential(&fine), normals(lambdas, 1, t.omega), normals(ratios, t.centre, t.nu)
	cells.Product(byOmega, pairs, byNu.T())
	for _, x := range cells.RawMatrix().Data {
		out.cells = append(out.cells, math.Log(math.Max(1e-300, x)))
	}
	prior.Product(byOmega.T(), mat.NewDense(len(t.omega), len(t.nu), t.cellWeights(k)), byNu)
	pairs.MulElem(pairs, &prior)
	pairs.Scale(1/mat.Sum(pairs), pairs)
	weights.Product(across.T(), pairs, down)
	out.weights = weights.RawMatrix().Data
	byLambda, byRatio := margins(pairs)
	out.lambda, out.ratio = estimateOf(lambdas, byLambda, level), estimateOf(ratios, byRatio, level)
	if last {
		out.support = t.support(logs)
		others := (t.centre*float64(len(t.last)) - t.last[k]) / float64(len(t.last)-1)
		out.reversed, out.adrift = below(lambdas, byLambda, 0), below(lambdas, byLambda, 0.1)
		out.weak = weak(lambdas, ratios, pairs, others)
	}
	out.levels(ev)
	return out
}

// exponential returns the exponential function of each number, less the largest.
func exponential(of *mat.Dense) *mat.Dense {
	var out mat.Dense
	most := mat.Max(of)
	out.Apply(func(_, _ int, x float64) float64 { return math.Exp(x - most) }, of)
	return &out
}

// support returns the logarithm of the Bayes factor of λ = 1 against 0, of the best residual in either case.
func (t *traits) support(logs *mat.Dense) float64 {
	var at mat.Dense
	at.Mul(interpolation(t.lambda, []float64{t.unit, 0}), logs)
	return floats.Max(at.RawRowView(0)) - floats.Max(at.RawRowView(1))
}

// normals returns the probabilities of evenly spaced values by the normal distributions of a mean and some standard
// deviations; 0 is a point.
func normals(at []float64, mean float64, sd []float64) *mat.Dense {
	all := mat.NewDense(len(sd), len(at), nil)
	all.Apply(func(s, i int, _ float64) float64 {
		if sd[s] == 0 {
			return 1
		}
		z := (at[i] - mean) / sd[s]
		return math.Exp(-z*z/2) / sd[s] * (at[1] - at[0])
	}, all)
	return all
}

// stencil is the cubic interpolation at a place between evenly spaced nodes; of fewer than four, the first one.
type stencil struct {
	first  int
	weight [4]float64
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

// peaks returns the largest number in each row and in each column of a table.
func peaks(of *mat.Dense) (row, column []float64) {
	rows, columns := of.Dims()
	for i := range rows {
		row = append(row, floats.Max(of.RawRowView(i)))
	}
	for j := range columns {
		column = append(column, floats.Max(mat.Col(nil, j, of)))
	}
	return row, column
}

// margins returns the sums of the rows and of the columns of a table.
func margins(of *mat.Dense) (row, column []float64) {
	rows, columns := of.Dims()
	column = make([]float64, columns)
	for i := range rows {
		row = append(row, floats.Sum(of.RawRowView(i)))
		floats.Add(column, of.RawRowView(i))
	}
	return row, column
}

// weak returns the probability that λ is below a half, times the person's residual in units of the others'. A label's
// information about its item is proportional to λ² over the residual's variance, so it is then less than a quarter of
// an ordinary label's.
func weak(lambdas, ratios []float64, pairs *mat.Dense, others float64) float64 {
	p := 0.0
	for j, r := range ratios {
		column := mat.Col(nil, j, pairs)
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
