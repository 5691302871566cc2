package density

import (
	"math"
	"math/rand/v2"

	"concord/model/internal/blocks"
	"concord/model/internal/onegrid"
	"concord/model/internal/tuning"
	"concord/sampler"
)

// wide is the part of an [Integrated] for items that may be very far apart, because labels agree nearly always. If the
// labels of n items differ, σ has about an inverse gamma distribution with the shape n + 3. The other items have
// effects of any size up to σ behind a wall of width 1. Coordinates of these would move σ by a few per cent only in
// each iteration.
//
// Labels then determine the share of items on either side of a threshold. So the coordinates of the mean and of the
// logarithms of distances between thresholds are those divided by w = √(1 + σ²).
type wide struct {
	*blocks.Point
	lik     *onegrid.Wide
	items   *onegrid.Wide // from which effects are drawn; nil: they are not wanted
	effects []float64
	x       []float64 // coordinates of the body
}

func newWide(l *onegrid.Labels, ps *blocks.Point, draws bool) *wide {
	wd := &wide{Point: ps, lik: onegrid.NewWide(l, tuning.WideFiner), x: make([]float64, ps.Count)}
	if draws {
		wd.items, wd.effects = onegrid.NewWide(l, tuning.DrawnFiner), make([]float64, len(l.Start)-1)
	}
	return wd
}

// FindWideGrid sets the problem up to have the items' effects integrated out on a grid for any σ. It reports whether
// its model allows it, without a judge, and whether a gradient takes no more than about most ns.
func (pr *Problem) FindWideGrid(most int) bool {
	labels := pr.gridLabels()
	if labels == nil || labels.Judge != nil || labels.WideCost() > most {
		return false
	}
	pr.OnGrid = &Gridded{labels: labels, Wide: true}
	return true
}

// WideStart returns the coordinates in which the density is evaluated, of parameters in those of [Density], all z 0.
func (pr *Problem) WideStart(parameters []float64) []float64 {
	x := pr.IntegratedStart(parameters)
	wd := pr.NewIntegrated().wide
	w, _ := wd.root(x)
	x[wd.Mean] /= w
	for i := range wd.OwnCount {
		x[wd.OwnAt(0, i)] -= math.Log(w)
	}
	return x
}

// root returns w given σ = unit·sinh(u), and its derivative with respect to u.
func (wd *wide) root(x []float64) (w, slope float64) {
	u, unit := x[wd.Terms[0].SD], wd.Scales[0].Unit[0]
	sigma := unit * math.Sinh(u)
	w = math.Hypot(1, sigma)
	return w, sigma / w * unit * math.Cosh(u)
}

// place returns the coordinates of the body.
func (wd *wide) place(x []float64) []float64 {
	copy(wd.x, x)
	w, _ := wd.root(x)
	wd.x[wd.Mean] *= w
	for i := range wd.OwnCount {
		wd.x[wd.OwnAt(0, i)] += math.Log(w)
	}
	return wd.x
}

// backward changes derivatives with respect to the coordinates of the body into those with respect to x, and returns
// the logarithm of the Jacobian.
func (wd *wide) backward(grad, x []float64) float64 {
	w, slope := wd.root(x)
	bar := 1 + grad[wd.Mean]*wd.x[wd.Mean] // with respect to log w
	for i := range wd.OwnCount {
		bar += grad[wd.OwnAt(0, i)]
	}
	grad[wd.Mean] *= w
	grad[wd.Terms[0].SD] += bar * slope / w
	return math.Log(w)
}

// Locate sets the parameters from x.
func (ig *Integrated) Locate(x []float64) *blocks.Point {
	if ig.wide != nil {
		x = ig.wide.place(x)
	}
	return ig.body.Locate(x)
}

// LogProbGrad stores the gradient at x in grad and returns the log density up to a constant.
func (ig *Integrated) LogProbGrad(grad, x []float64) float64 {
	if ig.wide == nil {
		return ig.body.LogProbGrad(grad, x)
	}
	logp := ig.body.LogProbGrad(grad, ig.wide.place(x))
	return logp + ig.wide.backward(grad, x)
}

// wideReporter is a reporter of items' effects that are drawn after each iteration.
type wideReporter struct {
	*Reporter
	of *Integrated
}

var (
	_ sampler.Reporter = (*wideReporter)(nil)
	_ sampler.Jumper   = (*wideReporter)(nil)
)

// Jump draws the items' effects given x. It implements [sampler.Jumper].
func (wr *wideReporter) Jump(rng *rand.Rand, x []float64) bool {
	wr.of.Locate(x)
	wr.of.wide.items.Draw(rng, wr.of.wide.effects, wr.of.Predictor.At)
	return false
}
