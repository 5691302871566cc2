package family

import (
	"math"

	"concord/internal/effect"
)

// Pairs are nodes for means over items in two studies. The means are of products: a function of an item's effect in the
// first, times one of its effect in the second. Given the first, the mean of the second function is a function of the
// first effect too.
type Pairs struct {
	a, b               Point
	argument           effect.Argument // of b
	rho                float64
	first, given, grid effect.Rule
	effects, values    []float64
}

// Set makes the nodes for items whose effects in the two studies have the correlation rho.
func (p *Pairs) Set(a, b Point, ownA, ownB []float64, rho float64) {
	p.a, p.b, p.rho, p.argument = a, b, rho, b.argument(ownB)
	other := p.argument
	if a.DF == 0 {
		other = other.Given(rho)
	}
	p.first.Set(a.DF, a.argument(ownA), other)
}

// Weight returns the weights of the nodes, which sum to 1.
func (p *Pairs) Weight() []float64 { return p.first.Weight }

// Middle returns the node of the first effect 0.
func (p *Pairs) Middle() int { return p.first.Middle }

// A returns values of the first effect at each node, in the memory of dst, one row after the other. The function each
// sets dst to some values per effect, with the labels' noise at the point.
func (p *Pairs) A(dst []float64, values int, each func(dst, effects []float64, at Point)) []float64 {
	dst = resized(dst, values*len(p.first.At))
	each(dst, p.times(p.first.At, p.a.SD), p.a)
	return dst
}

// B returns the mean values of the second effect given the first one at each node, see [Pairs.A].
func (p *Pairs) B(dst []float64, values int, each func(dst, effects []float64, at Point)) []float64 {
	n := len(p.first.At)
	dst = resized(dst, values*n)
	rest := effect.Rest(p.rho)
	switch {
	case rest == 0:
		each(dst, p.times(p.first.At, p.rho*p.b.SD), p.b)
	case p.b.plain(): // the rest of the effect is noise
		at := p.b
		at.Rest = math.Hypot(at.Rest, rest*at.SD)
		each(dst, p.times(p.first.At, p.rho*p.b.SD), at)
	case p.b.DF > 0:
		for i, z := range p.first.At {
			p.given.Given(z, p.b.DF, p.rho, p.argument)
			p.values = resized(p.values, values*len(p.given.At))
			each(p.values, p.times(p.given.At, p.b.SD), p.b)
			p.average(dst[i*values:(i+1)*values], p.given.Weight)
		}
	default: // the noise depends on the effect: one grid for all nodes
		p.grid.Grid(p.argument, p.first.At, p.rho)
		p.values = resized(p.values, values*len(p.grid.At))
		each(p.values, p.times(p.grid.At, p.b.SD), p.b)
		for i, z := range p.first.At {
			p.grid.About(z, p.rho)
			p.average(dst[i*values:(i+1)*values], p.grid.Weight)
		}
	}
	return dst
}

// times returns multiples of numbers.
func (p *Pairs) times(z []float64, by float64) []float64 {
	p.effects = resized(p.effects, len(z))
	for i, x := range z {
		p.effects[i] = by * x
	}
	return p.effects
}

// average sets dst to the mean of the values.
func (p *Pairs) average(dst, weight []float64) {
	clear(dst)
	for k, w := range weight {
		for v, x := range p.values[k*len(dst) : (k+1)*len(dst)] {
			dst[v] += w * x
		}
	}
}

// Chances sets dst, one row of categories after the other, to the chances of an item's labels for each of the effects.
func Chances(f Categorical, dst, effects []float64, at Point, own []float64) {
	n := f.Categories()
	if at.Slope == 0 {
		means := effects
		for i := range means {
			means[i] += at.Mean
		}
		f.ChancesOfEach(dst, means, at.Rest, own)
		return
	}
	for i, u := range effects {
		f.Chances(dst[i*n:(i+1)*n], at.Mean+u, math.Hypot(at.Rest, at.Slope*u), own)
	}
}
