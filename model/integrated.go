package model

import (
	"math"

	"concord/model/family"
	"concord/model/internal/effects"
	"concord/model/internal/labels"
	"concord/model/internal/onegrid"
	"concord/study"
)

// integrated is the log posterior density of the parameters and of the labelers' effects, the items' effects
// integrated out, of one pool of labelers and at most one judge: the effects of an item are then multiples of one
// standard normal factor. A judge who follows it closely puts items into intervals between thresholds, which
// coordinates for each item could be moved in by short steps only. It implements [sampler.Target] and belongs to one
// goroutine.
type integrated struct {
	parameters
	lik    *onegrid.Likelihood
	blocks blocks
	sees   *gridPredictor
	// The log density alone is wanted: what stands for the gradient says nothing.
	valueOnly bool
}

// gridPredictor is the block of what the likelihood of an [integrated] sees of parameters and effects. It comes last
// and has no coordinates.
type gridPredictor struct {
	*parameters
	at, grad *onegrid.Point
	rows     *effects.State // nil: no labelers
	kappa    [][]float64    // thresholds of each study, and derivatives with respect to them
	kappaBar [][]float64
}

// onGrid is what all densities of a problem with items integrated out share.
type onGrid struct {
	labels *onegrid.Labels
	grid   onegrid.Grid
}

// Labels of crowded items tell their effects so well that the grid would have to be finer than pays.
const mostNodes = 96

// findGrid sets the problem up to have the items' effects integrated out, if its model is such that they can be, and
// says whether it is. σ is about that of the pool's items.
func (pr *problem) findGrid(sigma float64) bool {
	f, ok := pr.spec.Family.(family.Cumulative)
	d, judges := pr.data, pr.spec.Judges()
	switch {
	case !ok, d.Studies-judges != 1, judges > 1, len(d.Terms) > 2, d.Slopes, d.Noise, d.Integrated(),
		pr.spec.Keeps(study.ItemFactor):
		return false
	case len(d.Terms) == 2 && d.Rows != family.NestedRows:
		return false
	}
	labels := onGridLabels(d, f, judges == 1)
	// A label of an item tells at most ¼ of θ, a third if there are several categories, and of θ's own unit: the
	// effect of an item with n labels is known to 1/√(1 + nσ²/3), and one label's chances rise within 1/σ.
	most := 0
	for j := range len(labels.Start) - 1 {
		most = max(most, labels.Start[j+1]-labels.Start[j])
	}
	const wider = 1.3 // than σ is taken to be
	sigma = math.Abs(sigma) * wider
	step := math.Min(0.5, math.Min(1.6/sigma, 1/math.Sqrt(1+float64(most)*sigma*sigma/3)))
	grid := onegrid.NewGrid(step)
	if grid.Size() > mostNodes {
		return false
	}
	pr.onGrid = &onGrid{labels, grid}
	return true
}

// onGridLabels returns the labels grouped by item.
func onGridLabels(d *labels.Compiled, f family.Cumulative, judge bool) *onegrid.Labels {
	l := &onegrid.Labels{Rows: 1, Categories: f.Categories(), Start: make([]int, d.Items+1)}
	if judge {
		l.JudgeCategories, l.Judge = f.Categories(), make([]int32, d.Items)
		for j := range l.Judge {
			l.Judge[j] = -1
		}
	}
	each := func(do func(row, item, category int)) {
		for u, s := range d.Study {
			for n := d.Start[u]; n < d.Start[u+1]; n++ {
				item, category := int(d.Item[n])/d.Studies, f.Category(d.Value[n])
				if s == 0 {
					do(u, item, category)
				} else {
					l.Judge[item] = int32(category)
				}
			}
		}
	}
	each(func(row, item, _ int) {
		l.Rows = max(l.Rows, row+1)
		l.Start[item+1]++
	})
	for j := range d.Items {
		l.Start[j+1] += l.Start[j]
	}
	next := append([]int(nil), l.Start...)
	l.Cell = make([]int32, l.Start[d.Items])
	each(func(row, item, category int) {
		l.Cell[next[item]] = int32(row*l.Categories + category)
		next[item]++
	})
	return l
}

// newIntegrated returns the density of a problem that findGrid has set up.
func (pr *problem) newIntegrated() *integrated { return pr.newIntegratedOf(pr.onGrid.labels) }

// newIntegratedOf is newIntegrated with other labels of the same pool.
func (pr *problem) newIntegratedOf(labels *onegrid.Labels) *integrated {
	ig := &integrated{parameters: newParameters(pr), lik: onegrid.NewLikelihood(labels, pr.onGrid.grid)}
	ps := &ig.parameters
	ps.dim = pr.gridDim()
	ig.sees = &gridPredictor{parameters: ps, at: labels.NewPoint(), grad: labels.NewPoint()}
	ig.sees.kappa = [][]float64{ig.sees.at.Threshold}
	ig.sees.kappaBar = [][]float64{ig.sees.grad.Threshold}
	if ps.k == 2 {
		ig.sees.kappa = append(ig.sees.kappa, ig.sees.at.JudgeThreshold)
		ig.sees.kappaBar = append(ig.sees.kappaBar, ig.sees.grad.JudgeThreshold)
	}
	ig.blocks = blocks{ownParameters{ps}, ps.allScales()}
	if len(pr.data.Terms) == 1 {
		ig.blocks = append(ig.blocks, means{parameters: ps}, ig.sees)
		return ig
	}
	ig.sees.rows = pr.factors[1].NewState()
	rows := newTermEffects(pr, ps, newNesting(pr, ps), []*effects.State{nil, ig.sees.rows}, []int{0, ps.hyper})
	ig.blocks = append(ig.blocks, rows, rows.means(), ig.sees)
	return ig
}

// integratedStart returns the coordinates of a point of parameters, all z 0.
func (pr *problem) integratedStart(parameters []float64) []float64 {
	x := append([]float64(nil), parameters...)
	if len(pr.data.Terms) == 2 {
		x = append(x, make([]float64, pr.data.Terms[1].Cells())...)
	}
	return x
}

// gridDim returns the number of coordinates of a problem with items integrated out.
func (pr *problem) gridDim() int {
	at := newCoordinates(pr)
	if len(pr.data.Terms) == 2 {
		return at.hyper + at.terms[1].effects
	}
	return at.hyper
}

// kept returns how many coordinates of draws are kept: the parameters, and all where judges are to be compared.
func (pr *problem) kept() int {
	if pr.onGrid != nil {
		return pr.gridDim()
	}
	return newCoordinates(pr).hyper
}

// Dim returns the number of parameters and labelers' effects.
func (ig *integrated) Dim() int { return ig.dim }

// LogProbGrad stores the gradient at x in grad and returns the log density up to a constant.
func (ig *integrated) LogProbGrad(grad, x []float64) float64 {
	ig.locate(x)
	ig.clearBars()
	clear(grad)
	if ig.valueOnly {
		ig.logp += ig.lik.LogLik(nil, ig.sees.at)
	} else {
		ig.logp += ig.lik.LogLik(ig.sees.grad, ig.sees.at)
	}
	ig.blocks.backward(grad, x)
	return ig.logp
}

// locate sets the parameters from x.
func (ig *integrated) locate(x []float64) *parameters {
	ig.blocks.forward(&ig.parameters, x)
	return &ig.parameters
}

// effectsOf returns the effects of a term that are sampled.
func (ig *integrated) effectsOf(term int) []float64 {
	if term != 1 {
		return nil
	}
	return ig.sees.rows.Effect
}

func (gp *gridPredictor) size() int { return 0 }

// forward implements [block].
func (gp *gridPredictor) forward([]float64) {
	if gp.rows != nil {
		copy(gp.at.Row, gp.rows.Effect)
	}
	for s, kappa := range gp.kappa {
		if gp.thresholds != nil {
			gp.thresholds.Thresholds(kappa, s, gp.mu[s], gp.ofStudy(gp.own, s))
		} else {
			kappa[0] = -gp.mu[s]
		}
	}
	gp.at.Loading = gp.unit[0] * gp.scales[0].c[0]
	if gp.k == 2 {
		gp.at.JudgeLoading = gp.unit[1] * gp.scales[0].c[gp.k]
	}
}

// backward implements [block].
func (gp *gridPredictor) backward([]float64, []float64) {
	gp.loadingBackward(0, gp.grad.Loading)
	if gp.k == 2 {
		gp.loadingBackward(1, gp.grad.JudgeLoading)
	}
	for s, bar := range gp.kappaBar {
		if gp.thresholds != nil {
			gp.muBar[s] += gp.thresholds.Backward(gp.ofStudy(gp.ownBar, s), s, bar)
		} else {
			gp.muBar[s] -= bar[0]
		}
	}
	if gp.rows != nil {
		clear(gp.rows.Grad)
		copy(gp.rows.Grad, gp.grad.Row)
	}
}

// loadingBackward carries the derivative with respect to a study's loading over to C and the unit.
func (gp *gridPredictor) loadingBackward(s int, bar float64) {
	c := gp.scales[0].c[s*gp.k]
	gp.scales[0].cbar[s*gp.k] += gp.unit[s] * bar
	gp.unitBar[s] += bar * gp.unit[s] * c
}
