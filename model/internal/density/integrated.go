package density

import (
	"math"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/effects"
	"concord/model/internal/labels"
	"concord/model/internal/onegrid"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/study"
)

// Integrated is the log posterior density of the parameters and of the labelers' effects, with the items' effects
// integrated out. There is one pool of labelers and at most one judge, so that the effects of an item are multiples of
// one standard normal factor. A judge who follows it closely puts items into intervals between thresholds. Coordinates
// for each item could be moved in such an interval by short steps only.
type Integrated struct {
	body
	Predictor *gridPredictor
	// The log density alone is wanted: the gradient has no meaning.
	ValueOnly bool
	wide      *wide // nil: the grid is one of the factor
}

// gridPredictor is the block from which the likelihood of an [Integrated] reads parameters and effects. It comes last
// and has no coordinates.
type gridPredictor struct {
	*blocks.Point
	At, Grad *onegrid.Point
	rows     *effects.State // nil: no labelers
	kappa    [][]float64    // thresholds of each study, and derivatives with respect to them
	kappaBar [][]float64
}

// Gridded is shared by all densities of a problem with items integrated out.
type Gridded struct {
	labels *onegrid.Labels
	grid   onegrid.Grid
	Wide   bool // see [Problem.FindWideGrid]
}

// FindGrid sets the problem up to have the items' effects integrated out, and reports whether its model allows it. σ
// is about the standard deviation of the pool's items.
func (pr *Problem) FindGrid(sigma float64) bool {
	labels := pr.gridLabels()
	if labels == nil || pr.Spec.Keeps(study.ItemFactor) {
		return false
	}
	// The information of a label on θ is at most ¼, or a third with several categories. So the effect of an item with
	// n labels is known to 1/√(1 + nσ²/3). The chances of one label rise within 1/σ.
	most := 0
	for j := range len(labels.Start) - 1 {
		most = max(most, labels.Start[j+1]-labels.Start[j])
	}
	sigma = math.Abs(sigma) * tuning.GridWider
	step := math.Min(tuning.MostStep, math.Min(tuning.SmoothStep/sigma, 1/math.Sqrt(1+float64(most)*sigma*sigma/3)))
	grid := onegrid.NewGrid(step)
	if grid.Size() > tuning.MostNodes { // items have so many labels that the grid would be fine
		return false
	}
	pr.OnGrid = &Gridded{labels: labels, grid: grid}
	return true
}

// gridLabels returns the labels grouped by item, nil if the model does not allow to integrate the items' effects out on
// a grid.
func (pr *Problem) gridLabels() *onegrid.Labels {
	f, ok := pr.Spec.Family.(family.Cumulative)
	d, judges := pr.Data, pr.Spec.Judges()
	switch {
	case !ok, d.Studies-judges != 1, judges > 1, len(d.Terms) > 2, d.Slopes, d.RowResiduals, d.Integrated(),
		d.Regression != nil, pr.Spec.Items != spec.NormalItems, len(d.Terms) == 2 && d.Rows != family.NestedRows:
		return nil
	}
	return OnGridLabels(d, f, judges == 1)
}

// OnGridLabels returns the labels grouped by item.
func OnGridLabels(d *labels.Compiled, f family.Cumulative, judge bool) *onegrid.Labels {
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

// NewIntegrated returns the density of a problem that [Problem.FindGrid] has set up.
func (pr *Problem) NewIntegrated() *Integrated { return pr.NewIntegratedOf(pr.OnGrid.labels) }

// NewIntegratedOf is [Problem.NewIntegrated] with other labels of the same pool.
func (pr *Problem) NewIntegratedOf(labels *onegrid.Labels) *Integrated {
	ig := &Integrated{body: body{Point: blocks.NewPoint(pr.Frame)}}
	ps := &ig.Point
	ps.Count = pr.GridDim()
	ig.Predictor = &gridPredictor{Point: ps, At: labels.NewPoint(), Grad: labels.NewPoint()}
	ig.Predictor.kappa = [][]float64{ig.Predictor.At.Threshold}
	ig.Predictor.kappaBar = [][]float64{ig.Predictor.Grad.Threshold}
	if ps.K == 2 {
		ig.Predictor.kappa = append(ig.Predictor.kappa, ig.Predictor.At.JudgeThreshold)
		ig.Predictor.kappaBar = append(ig.Predictor.kappaBar, ig.Predictor.Grad.JudgeThreshold)
	}
	if pr.OnGrid.Wide {
		ig.wide = newWide(labels, ps, pr.Spec.Keeps(study.ItemFactor))
		ig.logLik = func() float64 { return ig.wide.lik.LogLik(ig.Predictor.Grad, ig.Predictor.At) }
	} else {
		lik := onegrid.NewLikelihood(labels, pr.OnGrid.grid)
		ig.logLik = func() float64 {
			if ig.ValueOnly {
				return lik.LogLik(nil, ig.Predictor.At)
			}
			return lik.LogLik(ig.Predictor.Grad, ig.Predictor.At)
		}
	}
	ig.blocks = blocks.List{blocks.OwnParameters{Point: ps}, ps.AllScales()}
	if len(pr.Data.Terms) == 1 {
		ig.blocks = append(ig.blocks, &blocks.Means{Point: ps}, ig.Predictor)
		return ig
	}
	ig.Predictor.rows = pr.Factors[1].NewState()
	rows := blocks.NewTermEffects(pr.Frame, ps, blocks.NewNesting(pr.Frame, ps),
		[]*effects.State{nil, ig.Predictor.rows}, []int{0, ps.Hyper})
	ig.blocks = append(ig.blocks, rows, rows.Means(), ig.Predictor)
	return ig
}

// IntegratedStart returns the coordinates of a point of parameters, all z 0.
func (pr *Problem) IntegratedStart(parameters []float64) []float64 {
	x := append([]float64(nil), parameters...)
	if len(pr.Data.Terms) == 2 {
		x = append(x, make([]float64, pr.Data.Terms[1].Cells())...)
	}
	return x
}

// GridDim returns the number of coordinates of a problem with items integrated out.
func (pr *Problem) GridDim() int {
	at := blocks.NewCoordinates(pr.Frame)
	if len(pr.Data.Terms) == 2 {
		return at.Hyper + at.Terms[1].Effects
	}
	return at.Hyper
}

// Kept returns how many coordinates of draws are kept: the parameters, or all if judges are to be compared.
func (pr *Problem) Kept() int {
	if pr.OnGrid != nil {
		return pr.GridDim()
	}
	return blocks.NewCoordinates(pr.Frame).Hyper
}

// effectsOf returns the effects of a term that are sampled, or of items that were drawn.
func (ig *Integrated) effectsOf(term int) []float64 {
	switch {
	case term == 1:
		return ig.Predictor.rows.Effect
	case ig.wide != nil:
		return ig.wide.effects
	}
	return nil
}

func (gp *gridPredictor) Size() int { return 0 }

// Forward implements [blocks.Block].
func (gp *gridPredictor) Forward([]float64) {
	if gp.rows != nil {
		copy(gp.At.Row, gp.rows.Effect)
	}
	for s, kappa := range gp.kappa {
		if gp.Thresholds != nil {
			gp.Thresholds.Thresholds(kappa, s, gp.Mu[s], gp.OfStudy(gp.Own, s))
		} else {
			kappa[0] = -gp.Mu[s]
		}
	}
	gp.At.Loading = gp.Unit[0] * gp.Scales[0].C[0]
	if gp.K == 2 {
		gp.At.JudgeLoading = gp.Unit[1] * gp.Scales[0].C[gp.K]
	}
}

// Backward implements [blocks.Block].
func (gp *gridPredictor) Backward([]float64, []float64) {
	gp.loadingBackward(0, gp.Grad.Loading)
	if gp.K == 2 {
		gp.loadingBackward(1, gp.Grad.JudgeLoading)
	}
	for s, bar := range gp.kappaBar {
		if gp.Thresholds != nil {
			gp.MuBar[s] += gp.Thresholds.Backward(gp.OfStudy(gp.OwnBar, s), s, bar)
		} else {
			gp.MuBar[s] -= bar[0]
		}
	}
	if gp.rows != nil {
		clear(gp.rows.Grad)
		copy(gp.rows.Grad, gp.Grad.Row)
	}
}

// loadingBackward carries the derivative with respect to a study's loading over to C and the unit.
func (gp *gridPredictor) loadingBackward(s int, bar float64) {
	c := gp.Scales[0].C[s*gp.K]
	gp.Scales[0].CBar[s*gp.K] += gp.Unit[s] * bar
	gp.UnitBar[s] += bar * gp.Unit[s] * c
}

// Fold replaces coordinates by their mirror image without negative standard deviations, which has the same density.
func (ig *Integrated) Fold(x []float64) {
	x[ig.Terms[0].SD] = math.Abs(x[ig.Terms[0].SD])
	if ig.Predictor.rows != nil && x[ig.Terms[1].SD] < 0 {
		x[ig.Terms[1].SD] *= -1
		for i := ig.Hyper; i < len(x); i++ {
			x[i] *= -1
		}
	}
}
