package family

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"concord/internal/effect"
)

// exponential is the label scale of counts with a log link and variance e^θ + e^2θ/φ.
func exponential() Conditional {
	return func(mean, variance, theta, own []float64) {
		for i, t := range theta {
			mean[i], variance[i] = math.Exp(t), math.Exp(t)+math.Exp(2*t)/own[0]
		}
	}
}

// identity is the label scale of labels about θ with standard deviation σ.
func identity() Conditional {
	return func(mean, variance, theta, own []float64) {
		for i, t := range theta {
			mean[i], variance[i] = t, own[0]*own[0]
		}
	}
}

// points are standard deviations of items and of the rest, with limits.
func points() []Point {
	var all []Point
	for _, sd := range []float64{0, 1e-5, 0.1, 0.7, 1.3} {
		for _, rest := range []float64{0, 0.2, 0.9, 1.5} {
			all = append(all, Point{Mean: 0.4, SD: sd, Rest: rest})
		}
	}
	return all
}

// relative asserts that got is want but for a share of it.
func relative(t *testing.T, want, got, share float64, what ...any) {
	t.Helper()
	assert.InDelta(t, want, got, share*math.Abs(want), what...)
}

// With a log link labels have the moments of log-normal variables, and with none the components of variance that they
// are made with.
func TestMomentsInClosedForm(t *testing.T) {
	const phi = 3.0
	for _, at := range points() {
		name := fmt.Sprint(at)
		tau2 := at.SD*at.SD + at.Rest*at.Rest
		wantMean := math.Exp(at.Mean + tau2/2)
		wantBetween := wantMean * wantMean * math.Expm1(at.SD*at.SD)
		wantTotal := wantMean*wantMean*math.Expm1(tau2) + wantMean + wantMean*wantMean*math.Exp(tau2)/phi
		mean, between, total := Moments(exponential(), at, []float64{phi})
		relative(t, wantMean, mean, 1e-9, name)
		relative(t, wantBetween, between, 1e-6, name)
		relative(t, wantTotal, total, 1e-6, name)
		mean, between, total = Moments(identity(), at, []float64{0.5})
		relative(t, at.Mean, mean, 1e-12, name)
		relative(t, at.SD*at.SD, between, 1e-9, name)
		relative(t, at.SD*at.SD+at.Rest*at.Rest+0.25, total, 1e-9, name)
	}
}

// The correlation of h of two studies is that of log-normal variables, and ρ if the link is the identity or the
// standard deviations of the items go to 0.
func TestCorrelationInClosedForm(t *testing.T) {
	for _, a := range points() {
		for _, b := range points() {
			logs, same := NewCurves(exponential(), 2), NewCurves(identity(), 2)
			for s, at := range []Point{a, b} {
				logs.Set(s, at, []float64{3})
				same.Set(s, at, []float64{3})
			}
			for _, rho := range []float64{-1, -0.6, 0, 0.3, 0.95, 1} {
				name := fmt.Sprint(a, b, rho)
				assert.InDelta(t, rho, same.Correlation(0, 1, rho), 1e-9, name)
				assert.InDelta(t, logNormalCorrelation(a.SD, b.SD, rho), logs.Correlation(0, 1, rho), 1e-6, name)
			}
		}
	}
}

// logNormalCorrelation is that of e^u and e^v, u and v normal with standard deviations a and b and correlation rho. It
// does not depend on what else varies.
func logNormalCorrelation(a, b, rho float64) float64 {
	if a == 0 || b == 0 {
		// The limit where a goes to 0: of u and e^v.
		one := max(a, b)
		if one == 0 {
			return rho
		}
		return rho * one / math.Sqrt(math.Expm1(one*one))
	}
	return math.Expm1(rho*a*b) / math.Sqrt(math.Expm1(a*a)*math.Expm1(b*b))
}

// scales are label scales with parameters, and the mean label given a linear predictor.
type scaleCase struct {
	of  Response
	own []float64
	low float64
}

func scales(t *testing.T) []scaleCase {
	ordered, err := NewOrdinal([]string{"a", "b", "c", "d"}, []float64{1, 2, 4, 5})
	require.NoError(t, err)
	return []scaleCase{{Bernoulli{}.Response(), nil, 0}, {ordered.Response(), []float64{1.2, 0.8}, 1}}
}

func (s scaleCase) given(at Point, u float64) (first, second float64) {
	var x [3]float64
	x[2] = at.Mean + u
	s.of.Given(x[:1], x[1:2], x[2:], math.Hypot(at.Rest, at.Slope*u), s.own)
	return x[0], x[1]
}

// lattice is standardised effects so close that no pole matters for standard deviations up to sd, with weights. For
// Student's t they are √(ν − 2) sinh y.
func lattice(df, sd float64) (at, weight []float64) {
	total := 0.0
	step := math.Min(0.3, 0.4/sd)
	if df > 0 {
		step = math.Min(0.1, 0.12/sd) / math.Sqrt(1+df/4)
	}
	add := func(x, w float64) { at, weight, total = append(at, x), append(weight, w), total+w }
	for i := -int(30 / step); i <= int(30/step); i++ {
		y := float64(i) * step
		if df == 0 {
			if w := math.Exp(-0.5 * y * y); w > 1e-17 {
				add(y, w)
			}
		} else if w := math.Pow(math.Cosh(y), -df); w > 1e-17 {
			add(math.Sqrt(df-2)*math.Sinh(y), w)
		}
	}
	for i := range weight {
		weight[i] /= total
	}
	return at, weight
}

// Oracle: sums on a lattice.
func TestMomentsByBruteForce(t *testing.T) {
	for _, s := range scales(t) {
		for _, sd := range []float64{0.01, 0.5, 1, 2, 3, 6, 20} {
			for _, of := range []Point{
				{}, {Rest: 0.5}, {Rest: 3}, {Rest: 0.5, Slope: 0.4}, {Slope: 1},
				{DF: 2.5, Rest: 0.6}, {DF: 8}, {DF: 100, Rest: 1},
			} {
				for _, mean := range []float64{0.4, -3} {
					at := of
					at.Mean, at.SD = mean, sd
					z, weight := lattice(at.DF, sd*(1+2*at.Slope))
					middle, _ := s.given(at, 0)
					var first, square, all float64
					for i, w := range weight {
						h, second := s.given(at, sd*z[i])
						h -= middle
						first, square, all = first+w*h, square+w*h*h, all+w*second
					}
					gotMean, between, total := Moments(s.of, at, s.own)
					require.InDelta(t, middle+first, gotMean, 1e-9, "%T %+v", s.of, at)
					require.InDelta(t, square-first*first, between, 1e-9, "%T %+v", s.of, at)
					require.InDelta(t, all-math.Pow(middle+first, 2), total, 2e-9, "%T %+v", s.of, at)
				}
			}
		}
	}
}

// A chance of a category that next to nobody uses has its digits too.
func TestMomentsFarOut(t *testing.T) {
	for _, sd := range []float64{0.5, 1, 2.5, 4} {
		at := Point{Mean: -60, SD: sd, Rest: 0.7}
		tau2 := sd*sd + 0.49 // there h = exp(Mean + u + Rest²/2)
		mean, between, _ := Moments(Bernoulli{}.Response(), at, nil)
		require.InEpsilon(t, math.Exp(-60+tau2/2), mean, 1e-9, "%v", sd)
		require.InEpsilon(t, math.Exp(-120+tau2)*math.Expm1(sd*sd), between, 1e-8, "%v", sd)
	}
}

// Oracle: sums over both effects on a lattice. The second is ρ times the first, and the rest of its variation. If the
// effects are from Student's t, the rest has the scale √((ν − 2 + t²)/(ν − 1)) given the first, and ν + 1 degrees of
// freedom.
func TestCorrelationsByBruteForce(t *testing.T) {
	for _, s := range scales(t) {
		for _, sds := range [][2]float64{{0.5, 1}, {2, 2}, {20, 1}} {
			for _, of := range []Point{{}, {Rest: 0.5}, {Rest: 0.5, Slope: 0.4}, {DF: 4, Rest: 0.6}, {DF: 12}} {
				if of.DF > 0 && sds[0] > 1 {
					continue // takes long
				}
				for _, rho := range []float64{-0.7, 0.3, 0.99} {
					a, b := of, of
					a.Mean, a.SD, b.Mean, b.SD, b.Rest = 0.3, sds[0], -1.2, sds[1], 1.2*of.Rest
					c := NewCurves(s.of, 2)
					_, varianceA, _ := c.Set(0, a, s.own)
					_, varianceB, _ := c.Set(1, b, s.own)
					z, weight := lattice(a.DF, sds[0]*(1+2*a.Slope))
					v, inner := lattice(a.DF, sds[1]*(1+2*a.Slope))
					if a.DF > 0 {
						v, inner = lattice(a.DF+1, sds[1]*5) // the tails have larger scales
					}
					var product, first, second float64
					middleA, _ := s.given(a, 0)
					middleB, _ := s.given(b, 0)
					for i, w := range weight {
						rest := effect.Rest(rho)
						if a.DF > 0 {
							rest *= math.Sqrt((a.DF - 2 + z[i]*z[i]) / (a.DF - 1))
						}
						h, _ := s.given(a, a.SD*z[i])
						g := 0.0
						for k, x := range v {
							of, _ := s.given(b, b.SD*(rho*z[i]+rest*x))
							g += inner[k] * (of - middleB)
						}
						h -= middleA
						product, first, second = product+w*h*g, first+w*h, second+w*g
					}
					want := (product - first*second) / math.Sqrt(varianceA*varianceB)
					require.InDelta(t, want, c.Correlation(0, 1, rho), 2e-9, "%T %+v %+v %v", s.of, a, b, rho)
				}
			}
		}
	}
}

// Oracle: the second effect given the first is normal, and counts as noise. Series with few terms meet series with
// many.
func TestCorrelationsOfAnyStudies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		for _, s := range scales(t) {
			var at [2]Point
			c := NewCurves(s.of, 2)
			for k := range at {
				tau, share := rng.Float64()*3+0.1, rng.Float64()
				at[k] = Point{Mean: rng.NormFloat64(), SD: tau * math.Sqrt(share), Rest: tau * math.Sqrt(1-share)}
				c.Set(k, at[k], s.own)
			}
			rho := 2*rng.Float64() - 1
			given := at[1]
			given.Rest = math.Hypot(given.Rest, effect.Rest(rho)*given.SD)
			h := func(at Point, u float64) float64 {
				x, _ := s.given(at, u)
				middle, _ := s.given(at, 0)
				return x - middle
			}
			var total, x, y, v, xx, xy, vv float64
			for z := -9.0; z <= 9; z += 0.05 {
				w := math.Exp(-0.5 * z * z)
				a, b, other := h(at[0], at[0].SD*z), h(given, rho*given.SD*z), h(at[1], at[1].SD*z)
				total, x, y, v = total+w, x+w*a, y+w*b, v+w*other
				xx, xy, vv = xx+w*a*a, xy+w*a*b, vv+w*other*other
			}
			x, y, v = x/total, y/total, v/total
			want := (xy/total - x*y) / math.Sqrt((xx/total-x*x)*(vv/total-v*v))
			require.InDelta(t, want, c.Correlation(0, 1, rho), 1e-9, "%v %v", at, rho)
		}
	}
}

// Several normal effects together have the moments of each alone, also where one is 0, where one decides all, and where
// a series has too many terms. Nothing is allocated.
func TestPartsAreThoseOfEachAlone(t *testing.T) {
	for _, s := range scales(t) {
		for _, sds := range [][]float64{
			{1.2, 0.4, 0.7}, {0.3, 2, 0}, {0, 0.5}, {1.4}, {9, 0.1, 3}, {0.02, 0.01}, {0, 0},
		} {
			for _, mean := range []float64{0, -1.5, 6} {
				parts := make([]float64, len(sds))
				c := NewCurves(s.of, 1)
				at := Point{Mean: mean, SD: sds[0], Rest: floats.Norm(sds[1:], 2)}
				first, _, total := c.SetParts(0, at, parts, sds, s.own)
				for k, sd := range sds {
					rest := 0.0
					for i, other := range sds {
						if i != k {
							rest = math.Hypot(rest, other)
						}
					}
					wantFirst, want, wantTotal := Moments(s.of, Point{Mean: mean, SD: sd, Rest: rest}, s.own)
					require.InDelta(t, want, parts[k], 1e-10*wantTotal, "%v %v %d", mean, sds, k)
					require.InDelta(t, wantTotal, total, 1e-10*wantTotal, "%v %v", mean, sds)
					require.InDelta(t, wantFirst, first, 1e-10, "%v %v", mean, sds)
				}
				require.Zero(t, testing.AllocsPerRun(10, func() { c.SetParts(0, at, parts, sds, s.own) }), "%v", sds)
			}
		}
	}
}

// What an effect does that is added: with normal items, they and it can be exchanged. Otherwise the oracle is a sum
// over items in a sum over the effect.
func TestPartByBruteForce(t *testing.T) {
	const sd = 0.9
	for _, s := range scales(t) {
		for _, at := range []Point{
			{Mean: 0.4, SD: 1.2, Rest: 0.3}, {Mean: 0.4, SD: 1.2, Rest: 0.3, DF: 2.2}, {Mean: -2, SD: 4, DF: 6},
			{Mean: 0.4, SD: 1.8, Rest: 0.7, Slope: 0.9}, {Mean: 0.4, SD: 4, Slope: 0.3},
		} {
			z, weight := lattice(0, sd)
			u, items := lattice(at.DF, at.SD*(1+2*at.Slope))
			first, square := 0.0, 0.0
			for i, w := range weight {
				g := 0.0
				moved := at
				moved.Mean += sd * z[i]
				for k, v := range items {
					h, _ := s.given(moved, at.SD*u[k])
					g += v * h
				}
				first, square = first+w*g, square+w*g*g
			}
			require.InDelta(t, square-first*first, Part(s.of, at, sd, s.own), 1e-9, "%+v", at)
			if at.plain() {
				_, between, _ := Moments(s.of, Point{Mean: at.Mean, SD: sd, Rest: math.Hypot(at.SD, at.Rest)}, s.own)
				require.Equal(t, between, Part(s.of, at, sd, s.own))
			}
		}
	}
}

// Effects that are shared with the items, such as those of their covariates, are normal: with t of a tenth of a
// standard deviation or none, they alone count.
func TestSharedEffectsAreNormal(t *testing.T) {
	r := Bernoulli{}.Response()
	_, want, _ := Moments(r, Point{Mean: 0.3, SD: 1.5, Rest: 0.4}, nil)
	_, got, _ := Moments(r, Point{Mean: 0.3, Rest: 0.4, DF: 3, Shared: 2.25}, nil)
	require.InDelta(t, want, got, 1e-10)
	_, same, _ := Moments(r, Point{Mean: 0.3, SD: 1.2, Rest: 0.4, Shared: 0.81}, nil)
	require.InDelta(t, want, same, 1e-12)
	_, far, _ := Moments(r, Point{Mean: 0.3, SD: 1.2, Rest: 0.4, Shared: 0.81, DF: 1e9}, nil)
	require.InDelta(t, want, far, 1e-7)
}

// With ever more degrees of freedom all is as of normal items.
func TestManyDegreesOfFreedomAreNormal(t *testing.T) {
	for _, s := range scales(t) {
		for _, at := range []Point{{Mean: 0.5, SD: 1, Rest: 0.6}, {Mean: -3, SD: 2}, {Mean: 1, SD: 1e-3, Rest: 1}} {
			far := at
			far.DF = 1e12
			one, other := NewCurves(s.of, 2), NewCurves(s.of, 2)
			for k, p := range []Point{at, {Mean: 0.2, SD: 1.4, Rest: 0.3}} {
				mean, between, total := one.Set(k, p, s.own)
				p.DF = 1e12
				m, b, v := other.Set(k, p, s.own)
				assert.InDelta(t, mean, m, 1e-9)
				assert.InDelta(t, between, b, 1e-9)
				assert.InDelta(t, total, v, 1e-9)
			}
			assert.InDelta(t, Part(s.of, at, 0.7, s.own), Part(s.of, far, 0.7, s.own), 1e-9)
			for _, rho := range []float64{-0.8, 0, 0.6, 1} {
				assert.InDelta(t, one.Correlation(0, 1, rho), other.Correlation(0, 1, rho), 1e-9, "%v %v", at, rho)
			}
		}
	}
}

func TestPointsThatAreNotFinite(t *testing.T) {
	for _, s := range scales(t) {
		for _, bad := range []Point{{Mean: math.NaN(), SD: 1}, {SD: math.NaN()}, {SD: 1, Rest: math.Inf(1)}} {
			c := NewCurves(s.of, 2)
			mean, _, _ := c.Set(0, bad, s.own)
			c.Set(1, Point{SD: 1}, s.own)
			assert.True(t, math.IsNaN(mean), "%v", bad)
			assert.True(t, math.IsNaN(c.Correlation(0, 1, 0.5)), "%v", bad)
		}
	}
}

func TestMomentsAllocateNothing(t *testing.T) {
	for _, s := range scales(t) {
		c := NewCurves(s.of, 2)
		for _, at := range []Point{{Mean: -1, SD: 1.5, Rest: 0.5}, {SD: 9}, {SD: 1, Slope: 0.5}, {SD: 1, DF: 4}} {
			c.Set(1, at, s.own)
			run := func() { c.Set(0, at, s.own); c.Correlation(0, 1, 0.5) }
			run()
			assert.LessOrEqual(t, testing.AllocsPerRun(20, run), 2.0, "%v", at)
			assert.LessOrEqual(t, testing.AllocsPerRun(20, func() { Moments(s.of, at, s.own) }), 0.5)
		}
	}
}

func BenchmarkMoments(b *testing.B) {
	ordered, _ := NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	for _, at := range []Point{
		{SD: 1, Rest: 0.5}, {SD: 2, Rest: 1}, {SD: 6, Rest: 1},
		{SD: 1, Rest: 0.5, DF: 4}, {SD: 1, Rest: 0.5, Slope: 0.4},
	} {
		at.Mean = -0.7
		b.Run(fmt.Sprintf("binary%+v", at), func(b *testing.B) {
			for b.Loop() {
				Moments(Bernoulli{}.Response(), at, nil)
			}
		})
		b.Run(fmt.Sprintf("ordered%+v", at), func(b *testing.B) {
			for b.Loop() {
				Moments(ordered.Response(), at, []float64{1.4, 0.3})
			}
		})
		b.Run(fmt.Sprintf("correlation%+v", at), func(b *testing.B) {
			c := NewCurves(Bernoulli{}.Response(), 2)
			for b.Loop() {
				c.Set(0, at, nil)
				c.Set(1, at, nil)
				c.Correlation(0, 1, 0.8)
			}
		})
	}
}
