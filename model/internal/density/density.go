package density

import (
	"concord/model/internal/blocks"
	"concord/model/internal/effects"
	"concord/sampler"
)

// Target is a log posterior density whose first coordinates are the parameters.
type Target interface {
	sampler.Target
	// Locate sets the parameters from x.
	Locate(x []float64) *blocks.Point
}

// body is what all densities have in common: a point, the blocks that set it from coordinates, and the likelihood of
// the labels. It implements [Target] and belongs to one goroutine.
type body struct {
	blocks.Point
	blocks blocks.List
	logLik func() float64 // at the point; it leaves its derivatives there
}

// Dim returns the number of coordinates.
func (bo *body) Dim() int { return bo.Count }

// Locate sets the point from x.
func (bo *body) Locate(x []float64) *blocks.Point {
	bo.blocks.Forward(&bo.Point, x)
	return &bo.Point
}

// LogProbGrad stores the gradient at x in grad and returns the log density up to a constant.
func (bo *body) LogProbGrad(grad, x []float64) float64 {
	bo.blocks.Forward(&bo.Point, x)
	bo.ClearBars()
	clear(grad[:bo.Hyper])
	bo.LogDensity += bo.logLik()
	bo.blocks.Backward(grad, x)
	return bo.LogDensity
}

// Density is the log posterior density of a model if all parameters and effects are sampled.
type Density struct {
	body
	// Blocks that callers use for more than the density.
	Nesting   *blocks.Nesting
	Effects   *blocks.TermEffects
	predictor *blocks.Predictor
}

func newDensity(p *Problem) *Density {
	ds := &Density{body: body{Point: blocks.NewPoint(p.Frame)}}
	ps := &ds.Point
	ds.Nesting = blocks.NewNesting(p.Frame, ps)
	first, states := make([]int, len(ps.Terms)), make([]*effects.State, len(ps.Terms))
	for t, at := range ps.Terms {
		first[t], states[t] = at.Z, p.Factors[t].NewState()
	}
	ds.Effects = blocks.NewTermEffects(p.Frame, ps, ds.Nesting, states, first)
	ds.predictor = blocks.NewPredictor(p.Frame, ps, ds.Effects.States)
	lik := p.Lik.Fork()
	ds.logLik = func() float64 { return lik.LogLik(ds.predictor.Grad, ds.predictor.At) }
	if ps.ResidualTerm >= 0 {
		ds.blocks = append(ds.blocks, blocks.NewLabelerResiduals(p.Frame, ps, ds.Effects.States[ps.ResidualTerm]))
	}
	ds.blocks = append(ds.blocks, blocks.OwnParameters{Point: ps}, ps.AllScales())
	if ps.ItemDF >= 0 {
		ds.blocks = append(ds.blocks, &blocks.ItemShape{Point: ps, Items: ds.Effects.States[0]})
	}
	nested := len(p.Nests) > 0
	if nested {
		ds.blocks = append(ds.blocks, blocks.NestWidths{Nesting: ds.Nesting})
	}
	ds.blocks = append(ds.blocks, ds.Effects, ds.Effects.Means())
	if nested {
		ds.blocks = append(ds.blocks, &blocks.NestedEffects{Nesting: ds.Nesting, Effects: ds.Effects})
	}
	ds.blocks = append(ds.blocks, ds.predictor)
	if p.Data.Regression != nil {
		ds.blocks = append(ds.blocks, blocks.NewCoefficients(p.Frame, ps, ds.predictor))
	}
	return ds
}

// effectsOf returns the effects of a term.
func (ds *Density) effectsOf(term int) []float64 { return ds.Effects.States[term].Effect }
