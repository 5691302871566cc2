package onegrid

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Likelihood is the likelihood of labels on a grid. It belongs to one goroutine.
type Likelihood struct {
	*Labels
	grid Grid
	n    int // nodes, of which all are used but on a wide grid, see [Likelihood.weigh]
	// By row, category and node: the probability of the category, and the weight that items have there, summed over the
	// labels of the category.
	chance, held []float64
	// By row, by node, and by threshold: the powers of e whose products are the odds.
	ofRow, ofNode, ofThreshold []float64

	// A wide grid has other weights of nodes at each point, and a first node that is used. The nodes lie about the
	// middle of the thresholds less the level of the rows. The mass is the weight that all items have at a node.
	weight, mass  []float64
	middle, level float64
	first         int // node

	judge    *judge
	patterns []pattern
	prefix   [][]float64 // weights times the chances of the first labels of a pattern, by their number
	w, v     []float64   // scratch of one pattern
}

// NewLikelihood returns the likelihood of labels on a grid.
func NewLikelihood(l *Labels, g Grid) *Likelihood {
	n := g.Size()
	lk := &Likelihood{
		Labels: l, grid: g, n: n,
		chance: make([]float64, l.Rows*l.Categories*n), held: make([]float64, l.Rows*l.Categories*n),
		ofRow: make([]float64, l.Rows), ofNode: make([]float64, n), ofThreshold: make([]float64, l.Categories-1),
		weight: g.weight, patterns: l.patterns(), w: make([]float64, n), v: make([]float64, n),
	}
	if g.wide {
		lk.weight, lk.mass = make([]float64, n), make([]float64, n)
	}
	lk.prefix = [][]float64{lk.weight}
	for range together {
		lk.prefix = append(lk.prefix, make([]float64, n))
	}
	if l.Judge != nil {
		lk.judge = newJudge(l.JudgeCategories, g)
	}
	return lk
}

// nodes returns the nodes that are used.
func (lk *Likelihood) nodes() []float64 { return lk.grid.nodes[lk.first : lk.first+lk.n] }

// LogLik returns the log-likelihood at a point and sets grad to its derivatives; nil: they are not wanted. It is −Inf
// where an item's labels are too improbable for the grid.
func (lk *Likelihood) LogLik(grad, at *Point) float64 {
	if lk.grid.wide {
		lk.weigh(at)
	}
	lk.chances(at)
	if lk.judge != nil {
		lk.judge.forward(at, grad != nil)
	}
	if grad != nil {
		clear(lk.held[:lk.Rows*lk.Categories*lk.n])
		clear(lk.mass)
	}
	logp := logSum{product: 1}
	for i := range lk.patterns {
		p := &lk.patterns[i]
		w, scale := lk.weights(p)
		logp.total += p.items * scale
		if !lk.answers(&logp, w, p, grad != nil) {
			return math.Inf(-1)
		}
	}
	if grad == nil {
		return logp.value()
	}
	grad.clear()
	lk.backward(grad, at)
	if lk.grid.wide {
		lk.weightBackward(grad, at)
	}
	if lk.judge != nil {
		lk.judge.backward(grad)
	}
	return logp.value()
}

// logSum is a sum of logarithms. It multiplies most of their arguments and takes the logarithm of the product.
type logSum struct{ total, product float64 }

func (ls *logSum) add(x, times float64) {
	if times > 1 {
		ls.total += times * math.Log(x)
		return
	}
	if ls.product *= x; ls.product < 1e-200 {
		ls.total += math.Log(ls.product)
		ls.product = 1
	}
}

func (ls *logSum) value() float64 { return ls.total + math.Log(ls.product) }

// together is how many labels of an item are multiplied before the product is scaled, which keeps it above 0. Products
// of up to this many labels are kept for the next pattern.
const together = 16

// weights returns the nodes' weights times the chances of a pattern's labels, divided by e^scale. Patterns have to come
// in their order.
func (lk *Likelihood) weights(p *pattern) (w []float64, scale float64) {
	first := min(len(p.cells), together)
	w = lk.prefix[first]
	for i := p.shared; i < first; i++ {
		multiply(lk.prefix[i+1], lk.prefix[i], lk.chance[int(p.cells[i])*lk.n:])
	}
	if len(p.cells) == first {
		return w, 0
	}
	copy(lk.w, w)
	for i, cell := range p.cells[first:] {
		if i%together == 0 {
			scale += rescale(lk.w)
		}
		multiply(lk.w, lk.w, lk.chance[int(cell)*lk.n:])
	}
	return lk.w, scale
}

// multiply stores products in dst.
func multiply(dst, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for q := range dst {
		dst[q] = a[q] * b[q]
	}
}

// answers adds the log-likelihoods of the items of a pattern. If held is set, it also adds the posterior weights of the
// nodes to the sums of the items' labels. It reports whether none of the items is too improbable.
func (lk *Likelihood) answers(logp *logSum, w []float64, p *pattern, held bool) bool {
	v := lk.v
	if held {
		clear(v)
	}
	for _, of := range p.answers {
		sum := 0.0
		var chance []float64
		if of.category < 0 {
			sum = floats.Sum(w)
		} else {
			chance = lk.judge.of(lk.judge.chance, of.category)
			sum = floats.Dot(w, chance)
		}
		if !(sum > 0) {
			return false
		}
		logp.add(sum, of.items)
		switch share := of.items / sum; {
		case !held:
		case chance == nil:
			floats.AddConst(share, v)
		default:
			floats.AddScaled(v, share, chance)
			floats.AddScaled(lk.judge.of(lk.judge.held, of.category), share, w)
		}
	}
	if !held {
		return true
	}
	multiply(v, v, w)
	if lk.grid.wide {
		floats.Add(lk.mass, v)
	}
	for _, cell := range p.cells {
		floats.Add(lk.held[int(cell)*lk.n:][:lk.n], v)
	}
	return true
}

// rescale divides by the largest number and returns its logarithm, or 0 if it is 0.
func rescale(w []float64) float64 {
	most := 0.0
	for _, x := range w {
		most = max(most, x)
	}
	if most == 0 {
		return 0
	}
	for q := range w {
		w[q] /= most
	}
	return math.Log(most)
}

// mostExponent bounds exponents. The chance of a label is 0 or 1 to all digits long before.
const mostExponent = 200

func power(x float64) float64 { return math.Exp(math.Max(-mostExponent, math.Min(mostExponent, x))) }

// chances sets the probability of each category at each node. With the odds v = e^(θ−κ) of a threshold, a label is
// below it with probability 1/(1+v). It is between two thresholds, a below b, with probability (1 − e^(a−b))
// v_a/(1+v_a)/(1+v_b). Nothing cancels there.
func (lk *Likelihood) chances(at *Point) {
	for u, a := range at.Row {
		lk.ofRow[u] = power(a - lk.level)
	}
	loading := at.Loading
	if lk.grid.wide {
		loading = 1
	}
	for q, z := range lk.nodes() {
		lk.ofNode[q] = power(loading * z)
	}
	for t, k := range at.Threshold {
		lk.ofThreshold[t] = power(lk.middle - k)
	}
	n := lk.n
	for u, row := range lk.ofRow {
		p := lk.chance[u*lk.Categories*n : (u+1)*lk.Categories*n]
		for t, k := range lk.ofThreshold {
			odds := row * k
			below, above := p[t*n:][:n], p[(t+1)*n:][:n]
			gap := 1.0
			if t > 0 {
				gap = -math.Expm1(at.Threshold[t-1] - at.Threshold[t])
			}
			for q, e := range lk.ofNode[:n] {
				v := odds * e
				f := 1 / (1 + v)
				if t > 0 {
					below[q] *= f * gap
				} else {
					below[q] = f
				}
				above[q] = v * f // of this threshold; the next one follows
			}
		}
	}
}

// backward adds the derivatives to grad. With f = F(1 − F) at a threshold, the probability of the category below it
// rises by f with the threshold. The probability of the category above it falls by f.
func (lk *Likelihood) backward(grad, at *Point) {
	n, nodes := lk.n, lk.nodes()
	for u, row := range lk.ofRow {
		base := u * lk.Categories * n
		for t, k := range lk.ofThreshold {
			odds := row * k
			below, above := lk.held[base+t*n:][:n], lk.held[base+(t+1)*n:][:n]
			// f divided by the chance of either category: F̄ of this threshold by F̄ of the one below, and so on.
			gapBelow, gapAbove, oddsBelow, oddsAbove := 1.0, 1.0, math.Inf(1), 0.0
			if t > 0 {
				gapBelow = -math.Expm1(at.Threshold[t-1] - at.Threshold[t])
				oddsBelow = row * lk.ofThreshold[t-1]
			}
			if t+1 < len(lk.ofThreshold) {
				gapAbove = -math.Expm1(at.Threshold[t] - at.Threshold[t+1])
				oddsAbove = row * lk.ofThreshold[t+1]
			}
			sum, along := 0.0, 0.0
			for q, e := range lk.ofNode[:n] {
				g := 0.0
				f := 1 / (1 + odds*e)
				if x := below[q]; x != 0 {
					// f/P = (1 − F)/(gap·F̄_below), F̄_below = v/(1+v)
					r := odds * e * f / gapBelow
					if t > 0 {
						v := oddsBelow * e
						r *= (1 + v) / v
					}
					g += x * r
				}
				if x := above[q]; x != 0 {
					g -= x * f * (1 + oddsAbove*e) / gapAbove
				}
				sum += g
				along += g * nodes[q]
			}
			grad.Threshold[t] += sum
			grad.Row[u] -= sum
			grad.Loading -= along
		}
	}
}
