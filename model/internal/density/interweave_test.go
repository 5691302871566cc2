package density

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/model/internal/blocks"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/study"
)

// eachInterwoven runs a test for each model with discriminations of labelers of one study each, and each study that has
// them.
func eachInterwoven(t *testing.T, test func(t *testing.T, rng *rand.Rand, p *Density, s int)) {
	t.Helper()
	seen := 0
	eachDensity(t, func(t *testing.T, rng *rand.Rand, p *Density, _ *labels.Compiled) {
		if p.Slopes == nil || p.Effects.Factors[p.Slopes.Term].Starts == nil {
			return
		}
		for s := range p.K {
			if !p.Absent[p.Slopes.Term][s] {
				seen++
				test(t, rng, p, s)
			}
		}
	})
	require.Greater(t, seen, 3)
}

// scalesAt returns the density of the scales of a study given its slopes at x, and the scales.
func scalesAt(p *Density, x []float64, s int) (givenSlopes, slopeScales) {
	p.Locate(x)
	return p.givenSlopes(s), slopeScales{p.Slopes.Scale[s], math.Log(math.Abs(p.Scales[p.Slopes.Term].SD[s]))}
}

// Oracle: the density of all coordinates with other scales and the same slopes by that of what they were, times the
// Jacobian of the map by finite differences: of the mirror image, which is its own inverse, and of scales that are
// moved.
func TestScalesGivenSlopesHaveTheirDensity(t *testing.T) {
	moves := map[string]func(gs givenSlopes, at slopeScales) slopeScales{
		"mirror": func(gs givenSlopes, at slopeScales) slopeScales { return gs.mirror(at) },
		"moved": func(_ givenSlopes, at slopeScales) slopeScales {
			return slopeScales{at.sigma + 0.3, at.logTau - 0.2}
		},
	}
	eachInterwoven(t, func(t *testing.T, rng *rand.Rand, p *Density, s int) {
		x, scratch := make([]float64, p.Dim()), make([]float64, p.Dim())
		for name, move := range moves {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			moderateNoise(p, x)
			apply := func(dst, x []float64) (logRatio float64) {
				copy(dst, x)
				given, at := scalesAt(p, x, s)
				to := move(given, at)
				p.moveScales(dst, s, to)
				return given.logp(to) - given.logp(at)
			}
			y := slices.Clone(x)
			logRatio := apply(y, x)
			if name == "mirror" {
				back := slices.Clone(x)
				require.InDelta(t, -logRatio, apply(back, y), 1e-8)
				require.InDeltaSlice(t, x, back, 1e-8)
			}
			at, starts := p.Terms[p.Slopes.Term], p.Effects.Factors[p.Slopes.Term].Starts
			moved := []int{p.Terms[0].SD + s, at.SD + s}
			for i := starts[s]; i < starts[s+1]; i++ {
				moved = append(moved, at.Z+i)
			}
			from, full := make([]float64, len(moved)), slices.Clone(x)
			for i, at := range moved {
				from[i] = x[at]
			}
			jacobian := mat.NewDense(len(moved), len(moved), nil)
			fd.Jacobian(jacobian, func(dst, v []float64) {
				for i, at := range moved {
					full[at] = v[i]
				}
				apply(scratch, full)
				for i, at := range moved {
					dst[i] = scratch[at]
				}
			}, from, &fd.JacobianSettings{Formula: fd.Central})
			logDet, _ := mat.LogDet(jacobian)
			was, is := p.LogProbGrad(scratch, x), p.LogProbGrad(scratch, y)
			require.InDelta(t, is-was+logDet, logRatio, 1e-5*(1+math.Abs(logRatio)+math.Abs(logDet)), name)
		}
	})
}

// What is moved and moved back is where it was, on whichever side of 0 the coordinate of ω is: only a one-to-one map
// keeps the density of all coordinates.
func TestScalesMovedBackAreWhereTheyWere(t *testing.T) {
	eachInterwoven(t, func(t *testing.T, rng *rand.Rand, p *Density, s int) {
		x := make([]float64, p.Dim())
		for _, side := range []float64{-1, 1} {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			moderateNoise(p, x)
			omega := &x[p.Terms[p.Slopes.Term].SD+s]
			*omega = math.Copysign(*omega, side)
			y := slices.Clone(x)
			_, at := scalesAt(p, y, s)
			p.moveScales(y, s, slopeScales{at.sigma - 0.4, at.logTau + 0.3})
			p.Locate(y)
			require.NotEqual(t, x, y)
			p.moveScales(y, s, at)
			require.InDeltaSlice(t, x, y, 1e-8)
		}
	})
}

// Jumps leave slopes and items as they are, and allocate nothing.
func TestJumpsKeepSlopes(t *testing.T) {
	eachInterwoven(t, func(t *testing.T, rng *rand.Rand, p *Density, _ int) {
		x, grad := make([]float64, p.Dim()), make([]float64, p.Dim())
		for range 20 {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			moderateNoise(p, x)
			p.LogProbGrad(grad, x)
			slope, item := slices.Clone(p.predictor.At.Slope), slices.Clone(p.predictor.At.Item)
			before := slices.Clone(x)
			require.True(t, p.Jump(rng, x))
			require.NotEqual(t, before, x)
			p.LogProbGrad(grad, x)
			require.InDeltaSlice(t, slope, p.predictor.At.Slope, 1e-8)
			require.Equal(t, item, p.predictor.At.Item)
		}
		require.Zero(t, testing.AllocsPerRun(10, func() { p.Jump(rng, x) }))
	})
}

// Draws of the scales given slopes keep their density: from exact draws of σ, τ and slopes, the prior's, draws given
// the slopes have the same quantiles of σ and τ, and independent ones in the end.
func TestDrawsOfScalesGivenSlopesKeepTheirDensity(t *testing.T) {
	const n, labelers = 40_000, 4
	rng := rand.New(rand.NewPCG(5, 6))
	const scale = 0.7 // of σ and of ω
	terms := spec.Spec{Discrimination: true, Labelers: spec.Nested}.Terms()
	priors := blocks.ScaledPriors{Priors: spec.Priors{SD: spec.Normal{Scale: scale},
		DiscriminationSD: spec.Normal{Scale: scale}},
		Scale: []float64{1}}
	var sigma, tau, sigmaAfter, tauAfter []float64
	stayed, flipped := 0, 0
	for range n {
		at := slopeScales{sigma: scale * rng.NormFloat64()}
		at.logTau = math.Log(math.Abs(at.sigma * scale * rng.NormFloat64()))
		g := givenSlopes{n: labelers, priors: &priors, item: terms[0], discrimination: terms[2]}
		slopes := make([]float64, labelers)
		for i := range slopes {
			slopes[i] = at.sigma + math.Exp(at.logTau)*rng.NormFloat64()
		}
		g.mean = stat.Mean(slopes, nil)
		g.square = (labelers - 1) * stat.Variance(slopes, nil)
		to := g.draw(rng, at)
		if to == at {
			stayed++
		}
		if to.sigma*at.sigma < 0 {
			flipped++
		}
		sigma, tau = append(sigma, at.sigma), append(tau, at.logTau)
		sigmaAfter, tauAfter = append(sigmaAfter, to.sigma), append(tauAfter, to.logTau)
	}
	require.Equal(t, spec.DiscriminationTerm, terms[2].Name)
	require.Zero(t, stayed)
	require.Greater(t, flipped, n/100)
	for _, pair := range [][2][]float64{{sigma, sigmaAfter}, {tau, tauAfter}} {
		slices.Sort(pair[0])
		slices.Sort(pair[1])
		// Two samples of n have a distance of more than 1.95 √(2/n) by chance once in a thousand times (Kolmogorov and
		// Smirnov); these are not even independent.
		require.Less(t, stat.KolmogorovSmirnov(pair[0], nil, pair[1], nil), 1.95*math.Sqrt(2.0/n))
	}
}

// Where there are many labelers nothing is drawn, and no random number either.
func TestManySlopesTellTheirScales(t *testing.T) {
	design, err := modeltest.Everyone(8, tuning.MostInterwoven+1, spec.Nested, "a").Generate(1)
	require.NoError(t, err)
	values := make([]float64, len(design.Study))
	for i := range values {
		values[i] = float64(i % 7)
	}
	table, err := design.Table(study.Numeric, nil, values)
	require.NoError(t, err)
	sp, err := labels.Resolve(table, spec.Spec{Discrimination: true})
	require.NoError(t, err)
	d := NewProblem(labels.Compile(table, sp), sp).Density()
	x := make([]float64, d.Dim())
	one, other := rand.NewPCG(1, 1), rand.NewPCG(1, 1)
	require.False(t, d.Jump(rand.New(one), x))
	require.Equal(t, other.Uint64(), one.Uint64())
}
