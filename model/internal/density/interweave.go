package density

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/blocks"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/sampler"
)

// The labels determine the slopes β = σ + e. Given the slopes, the labels say nothing more about σ and τ, and it takes
// next to nothing to draw both. A chain that has gone far out with both comes back at once. Trajectories move σ and ω
// with the slopes, as far as the labels do not determine them. Both moves together mix where one of them would not
// (ancillarity–sufficiency interweaving, Yu and Meng 2011).
//
// Besides, labels are as probable if items' effects and all λ of a study have the other sign. This is −σ for σ in the
// coordinates of [blocks.Slopes]. λ ~ N(1, ω²) decides between the two, but not surely if λ are few and differ much.
// Then the posterior has another mode, small and far away. There ω is so wide that λ on the wrong side are likely too,
// and a chain would not leave it.

// Jump draws σ and τ of each study given its slopes. It implements [sampler.Jumper], for few labelers of one study
// each. Many labelers determine σ and τ well. Labelers that several studies share have labels in each of them that
// show on which side they are.
func (ds *Density) Jump(rng *rand.Rand, x []float64) bool {
	sl := ds.Slopes
	if sl == nil || ds.Effects.Factors[sl.Term].Starts == nil {
		return false
	}
	jumped := false
	for s := range ds.K {
		if ds.Absent[sl.Term][s] || ds.slopeLevels(s) > tuning.MostInterwoven {
			continue
		}
		if !jumped {
			ds.Locate(x)
		}
		given := ds.givenSlopes(s)
		at := given.draw(rng, slopeScales{ds.Slopes.Scale[s], math.Log(math.Abs(ds.Scales[sl.Term].SD[s]))})
		ds.moveScales(x, s, at)
		jumped = true
	}
	return jumped
}

// slopeScales are σ, with its sign, and log τ.
type slopeScales struct{ sigma, logTau float64 }

// givenSlopes is the density of the scales of a study given the slopes of n labelers.
type givenSlopes struct {
	n, mean, square      float64 // of slopes, and Σ(β − mean)²
	priors               *blocks.ScaledPriors
	item, discrimination spec.Term
	study                int
}

func (ds *Density) givenSlopes(s int) givenSlopes {
	g := givenSlopes{priors: &ds.Priors, item: ds.Of[0], discrimination: ds.Of[ds.Slopes.Term], study: s}
	effect := ds.slopeEffects(s)
	g.n = float64(len(effect))
	g.mean = ds.Slopes.Scale[s] + floats.Sum(effect)/g.n
	for _, e := range effect {
		d := ds.Slopes.Scale[s] + e - g.mean
		g.square += d * d
	}
	return g
}

// around returns Σ(β − σ)².
func (gs *givenSlopes) around(sigma float64) float64 {
	return gs.square + gs.n*(gs.mean-sigma)*(gs.mean-sigma)
}

// logp returns the log density with respect to σ and log τ. That of ω is divided by σ, since dω = dτ/σ.
func (gs *givenSlopes) logp(at slopeScales) float64 {
	sigma := math.Abs(at.sigma)
	item, _ := gs.priors.LogTermSD(gs.item, gs.study, sigma)
	omega, _ := gs.priors.LogTermSD(gs.discrimination, gs.study, math.Exp(at.logTau)/sigma)
	return item + omega - math.Log(sigma) - (gs.n-1)*at.logTau - 0.5*gs.around(at.sigma)*math.Exp(-2*at.logTau)
}

// draw is a transition from given scales that leaves the density as it is. It is a jump to the mirror image, accepted
// by Metropolis and Hastings, and then a step of slice sampling of each (Neal 2003).
func (gs *givenSlopes) draw(rng *rand.Rand, at slopeScales) slopeScales {
	if image := gs.mirror(at); math.Log(rng.Float64()) < gs.logp(image)-gs.logp(at) {
		at = image
	}
	at.sigma = slice(rng, at.sigma, tuning.SliceWidth*math.Exp(at.logTau)/math.Sqrt(gs.n), func(x float64) float64 {
		return gs.logp(slopeScales{x, at.logTau})
	})
	at.logTau = slice(rng, at.logTau, tuning.SliceWidth/math.Sqrt(gs.n), func(x float64) float64 {
		return gs.logp(slopeScales{at.sigma, x})
	})
	return at
}

// mirror returns −σ, and a τ whose ratio to the root mean square of the slopes about σ stays the same. Mirrored twice,
// the scales are as before, and the Jacobian is 1.
func (gs *givenSlopes) mirror(at slopeScales) slopeScales {
	return slopeScales{-at.sigma, at.logTau + 0.5*math.Log(gs.around(-at.sigma)/gs.around(at.sigma))}
}

// slice is a step of slice sampling from x by stepping out and shrinkage (Neal 2003, figures 3 and 5).
func slice(rng *rand.Rand, x, width float64, logp func(float64) float64) float64 {
	const most = tuning.SliceWidths
	level := logp(x) - rng.ExpFloat64()
	low := x - width*rng.Float64()
	high, down := low+width, rng.IntN(most)
	for up := most - 1 - down; up > 0 && logp(high) > level; up-- {
		high += width
	}
	for ; down > 0 && logp(low) > level; down-- {
		low -= width
	}
	for {
		y := low + (high-low)*rng.Float64()
		if logp(y) > level || y == x {
			return y
		}
		if y < x {
			low = y
		} else {
			high = y
		}
	}
}

// moveScales stores other scales of a study in x, with the same slopes and the same sign of ω. That sign means
// nothing. But if it were always made positive, draws would come from one half only, and the metric does not keep
// trajectories in it. A trajectory from there would not be as likely as its mirror image.
func (ds *Density) moveScales(x []float64, s int, to slopeScales) {
	term, sigma := ds.Slopes.Term, ds.Slopes.Scale[s]
	factor, at, effect := ds.Effects.Factors[term], ds.Terms[term], ds.slopeEffects(s)
	for i := range effect {
		effect[i] += sigma - to.sigma
	}
	ds.Slopes.Scale[s] = to.sigma
	x[ds.Terms[0].SD+s] = math.Asinh(to.sigma / ds.Scales[0].Unit[s])
	omega := math.Copysign(math.Exp(to.logTau)/to.sigma, ds.Slopes.Omega[s])
	x[at.SD+s] = math.Asinh(omega / ds.Scales[term].Unit[s])
	z := x[at.Z+factor.Starts[s] : at.Z+factor.Starts[s+1]]
	factor.Invert(z, effect, s, to.sigma*omega, ds.Tau[s], ds.Slopes.Scale)
}

// slopeLevels returns the number of labelers of a study.
func (ds *Density) slopeLevels(s int) int {
	starts := ds.Effects.Factors[ds.Slopes.Term].Starts
	return starts[s+1] - starts[s]
}

// slopeEffects returns e of the labelers of a study.
func (ds *Density) slopeEffects(s int) []float64 {
	starts := ds.Effects.Factors[ds.Slopes.Term].Starts
	return ds.Effects.States[ds.Slopes.Term].Effect[starts[s]:starts[s+1]]
}

var _ sampler.Jumper = (*Density)(nil)
