package density

import (
	"concord/model/family"
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

// Density is the log posterior density of a hierarchical model in the coordinates
// of the sampler, and its gradient. It implements [sampler.Target] and belongs to
// one goroutine.
type Density struct {
	blocks.Point
	lik    family.Likelihood
	blocks blocks.List
	// Those that are asked for more than the density.
	Widths    *blocks.MeanWidths // nil: all are 1
	Nesting   *blocks.Nesting
	Effects   *blocks.TermEffects
	predictor *blocks.Predictor
}

func newDensity(p *Problem) *Density {
	ds := &Density{Point: blocks.NewPoint(p.Frame), lik: p.Lik.Fork()}
	ps := &ds.Point
	ds.Nesting = blocks.NewNesting(p.Frame, ps)
	first, states := make([]int, len(ps.Terms)), make([]*effects.State, len(ps.Terms))
	for t, at := range ps.Terms {
		first[t], states[t] = at.Z, p.Factors[t].NewState()
	}
	ds.Effects = blocks.NewTermEffects(p.Frame, ps, ds.Nesting, states, first)
	ds.predictor = blocks.NewPredictor(p.Frame, ps, ds.Effects.States)
	if ps.Noise >= 0 {
		ds.blocks = append(ds.blocks, blocks.NewLabelerNoise(p.Frame, ps, ds.Effects.States[ps.Noise]))
	}
	ds.blocks = append(ds.blocks, blocks.OwnParameters{Point: ps}, ps.AllScales())
	if p.MeanExponent != nil {
		ds.Widths = blocks.NewMeanWidths(p.Frame, ps, ds.Effects.States[0])
		ds.Effects.Widths = ds.Widths
		ds.blocks = append(ds.blocks, ds.Widths)
	}
	ds.blocks = append(ds.blocks, blocks.NestWidths{Nesting: ds.Nesting}, ds.Effects, ds.Effects.Means(),
		blocks.NestedEffects{Nesting: ds.Nesting, Effects: ds.Effects}, ds.predictor)
	return ds
}

// Dim returns the number of coordinates.
func (ds *Density) Dim() int { return ds.Count }

// LogProbGrad stores the gradient at x in grad and returns the log density up to
// a constant.
func (ds *Density) LogProbGrad(grad, x []float64) float64 {
	ds.blocks.Forward(&ds.Point, x)
	ds.ClearBars()
	clear(grad[:ds.Hyper])
	ds.LogDensity += ds.lik.LogLik(ds.predictor.Grad, ds.predictor.At)
	ds.blocks.Backward(grad, x)
	return ds.LogDensity
}

// Locate sets parameters and effects from x.
func (ds *Density) Locate(x []float64) *blocks.Point {
	ds.blocks.Forward(&ds.Point, x)
	return &ds.Point
}

// effectsOf returns the effects of a term.
func (ds *Density) effectsOf(term int) []float64 { return ds.Effects.States[term].Effect }
