package onegrid

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Likelihood is that of labels on a grid. It belongs to one goroutine.
type Likelihood struct {
	*Labels
	grid Grid
	n    int // nodes
	// By row, category and node: the chance of the category, and what the labels' items weigh there, summed over
	// labels of the category.
	chance, held []float64
	// By row or node, and by threshold: powers of e that make up the odds.
	ofRow, ofNode, ofThreshold []float64

	judge *judge
	w     []float64 // scratch of one item
}

// NewLikelihood returns the likelihood of labels on a grid.
func NewLikelihood(l *Labels, g Grid) *Likelihood {
	n := g.Size()
	lk := &Likelihood{
		Labels: l, grid: g, n: n,
		chance: make([]float64, l.Rows*l.Categories*n), held: make([]float64, l.Rows*l.Categories*n),
		ofRow: make([]float64, l.Rows), ofNode: make([]float64, n), ofThreshold: make([]float64, l.Categories-1),
		w: make([]float64, n),
	}
	if l.Judge != nil {
		lk.judge = newJudge(l.JudgeCategories, g)
	}
	return lk
}

// LogLik returns the log-likelihood at a point and sets grad to its derivatives; nil: they are not wanted. It is −Inf
// where an item's labels are too improbable for the grid.
func (lk *Likelihood) LogLik(grad, at *Point) float64 {
	lk.chances(at)
	if lk.judge != nil {
		lk.judge.forward(at, grad != nil)
	}
	if grad != nil {
		clear(lk.held)
	}
	logp, product := 0.0, 1.0
	for j := range len(lk.Start) - 1 {
		cells := lk.Cell[lk.Start[j]:lk.Start[j+1]]
		of := int32(-1)
		if lk.Judge != nil {
			of = lk.Judge[j]
		}
		sum, scale := lk.item(cells, of, grad != nil)
		if !(sum > 0) {
			return math.Inf(-1)
		}
		logp += scale
		if product *= sum; product < 1e-200 {
			logp += math.Log(product)
			product = 1
		}
	}
	logp += math.Log(product)
	if grad == nil {
		return logp
	}
	grad.clear()
	lk.backward(grad, at)
	if lk.judge != nil {
		lk.judge.backward(grad)
	}
	return logp
}

// Labels of an item are multiplied so many at a time before the product is scaled, which keeps it from vanishing.
const together = 16

// item returns the likelihood of the labels of one item, divided by e^scale. If held is set it adds the weights that
// the item then gives the nodes to what its labels hold.
func (lk *Likelihood) item(cells []int32, of int32, held bool) (sum, scale float64) {
	n, w := lk.n, lk.w[:lk.n]
	from := lk.grid.weight[:n]
	for i, cell := range cells {
		p := lk.chance[int(cell)*n:][:len(w)]
		for q, x := range from {
			w[q] = x * p[q]
		}
		from = w
		if i%together == together-1 {
			scale += rescale(w)
		}
	}
	if len(cells) == 0 {
		copy(w, from)
	}
	if of >= 0 {
		sum = lk.judge.item(w, int(of), held)
	} else {
		for _, x := range w {
			sum += x
		}
	}
	if !held || !(sum > 0) {
		return sum, scale
	}
	inv := 1 / sum
	for q := range w {
		w[q] *= inv
	}
	for _, cell := range cells {
		floats.Add(lk.held[int(cell)*n:][:len(w)], w)
	}
	return sum, scale
}

// rescale divides by the largest and returns its logarithm, 0 if there is nothing to divide by.
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

// Exponents beyond it are taken for it: the chance of a label is 0 or 1 to all digits long before.
const mostExponent = 200

func power(x float64) float64 { return math.Exp(math.Max(-mostExponent, math.Min(mostExponent, x))) }

// chances sets the chance of each category at each node. With the odds v = e^(θ−κ) of a threshold, a label is below
// it with the chance 1/(1+v), and between two of them, a below b, with (1 − e^(a−b)) v_a/(1+v_a)/(1+v_b), where nothing
// cancels.
func (lk *Likelihood) chances(at *Point) {
	for u, a := range at.Row {
		lk.ofRow[u] = power(a)
	}
	for q, z := range lk.grid.nodes {
		lk.ofNode[q] = power(at.Loading * z)
	}
	for t, k := range at.Threshold {
		lk.ofThreshold[t] = power(-k)
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
				above[q] = v * f // of the threshold alone: the next one follows
			}
		}
	}
}

// backward adds the derivatives to grad. With f = F(1 − F) at a threshold, the chance of the category below it rises by
// f with the threshold, and that of the one above falls by it.
func (lk *Likelihood) backward(grad, at *Point) {
	n := lk.n
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
				along += g * lk.grid.nodes[q]
			}
			grad.Threshold[t] += sum
			grad.Row[u] -= sum
			grad.Loading -= along
		}
	}
}
