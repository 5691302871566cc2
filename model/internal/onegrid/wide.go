package onegrid

import (
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/tuning"
)

// Wide is the likelihood of labels of a pool alone, whatever the loading. Labels that agree nearly always make it large
// and uncertain. A grid of the factor is fine enough for small loadings only, and a wide grid for large ones. Wide
// belongs to one goroutine.
type Wide struct{ near, far *Likelihood }

// NewWide returns the likelihood of labels without a judge. fine is by how much nodes are closer together than the
// likelihood needs.
func NewWide(l *Labels, fine float64) *Wide {
	return &Wide{NewLikelihood(l, NewGrid(tuning.MostStep/fine)), NewLikelihood(l, newWideGrid(tuning.SmoothStep/fine))}
}

// of returns the likelihood for a loading. Both rules have their largest step where they meet, and the same error.
func (wd *Wide) of(loading float64) *Likelihood {
	if math.Abs(loading)*tuning.MostStep < tuning.SmoothStep {
		return wd.near
	}
	return wd.far
}

// LogLik is as for [Likelihood].
func (wd *Wide) LogLik(grad, at *Point) float64 { return wd.of(at.Loading).LogLik(grad, at) }

// Draw stores draws of the items' effects λη given their labels and a point at which the likelihood is not −Inf.
func (wd *Wide) Draw(rng *rand.Rand, dst []float64, at *Point) { wd.of(at.Loading).draw(rng, dst, at) }

// WideCost returns about how many ns the likelihood and its derivatives take: one for each node and label of a pattern,
// and three for each node, row and category.
func (l *Labels) WideCost() int {
	cells := 3 * l.Rows * l.Categories
	for _, p := range l.patterns() {
		cells += len(p.cells)
	}
	return cells * newWideGrid(tuning.SmoothStep/tuning.WideFiner).Size()
}

// weigh sets which nodes θ of a wide grid are used, and their weights. With η = (θ + middle − level)/λ the factor has
// the density φ(η)/|λ|. Nodes are used up to η = ±[Widest].
func (lk *Likelihood) weigh(at *Point) {
	lk.level = floats.Sum(at.Row) / float64(len(at.Row))
	lk.middle = (at.Threshold[0] + at.Threshold[len(at.Threshold)-1]) / 2
	from, far := lk.level-lk.middle, Widest*math.Abs(at.Loading)
	lk.use(sort.SearchFloat64s(lk.grid.nodes, from-far), sort.SearchFloat64s(lk.grid.nodes, from+far))
	for q, theta := range lk.nodes() {
		eta := (theta - from) / at.Loading
		lk.weight[q] = lk.grid.weight[lk.first+q] * math.Exp(-eta*eta/2) / math.Abs(at.Loading)
	}
}

// use sets which nodes are used.
func (lk *Likelihood) use(first, end int) {
	lk.first, lk.n = first, end-first
	for _, v := range []*[]float64{&lk.weight, &lk.mass, &lk.w, &lk.v, &lk.ofNode} {
		*v = (*v)[:lk.n]
	}
	for i := range lk.prefix {
		lk.prefix[i] = lk.prefix[i][:lk.n]
	}
}

// weightBackward completes the derivatives on a wide grid. The chances at its nodes depend on how far rows lie from
// their level, and thresholds from their middle. The weights depend on the middle less the level, and on the loading.
func (lk *Likelihood) weightBackward(grad, at *Point) {
	middle, loading := -floats.Sum(grad.Threshold), 0.0
	for q, theta := range lk.nodes() {
		eta := (theta + lk.middle - lk.level) / at.Loading
		middle -= lk.mass[q] * eta / at.Loading
		loading += lk.mass[q] * (eta*eta - 1) / at.Loading
	}
	grad.Threshold[0] += middle / 2
	grad.Threshold[len(grad.Threshold)-1] += middle / 2
	floats.AddConst(-middle/float64(len(grad.Row)), grad.Row)
	grad.Loading = loading
}

// draw draws the items' effects from the density that is linear between the nodes: a node by its weight, and from there
// by the sum of two uniform numbers.
func (lk *Likelihood) draw(rng *rand.Rand, dst []float64, at *Point) {
	lk.LogLik(nil, at)
	for i := range lk.patterns {
		p := &lk.patterns[i]
		w, _ := lk.weights(p)
		floats.CumSum(lk.v, w)
		total := lk.v[lk.n-1]
		for _, item := range p.of {
			u := rng.Float64() * total
			q := sort.Search(lk.n-1, func(q int) bool { return lk.v[q] > u })
			t := lk.grid.Step * (float64(lk.first+q-len(lk.grid.nodes)/2) + rng.Float64() + rng.Float64() - 1)
			if lk.grid.wide {
				dst[item] = wideNode(t/wideScale) + lk.middle - lk.level
			} else {
				dst[item] = at.Loading * t
			}
		}
	}
}
