package family

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

func studentMixture(df float64) *Mixture {
	m := new(Mixture)
	m.SetStudent(df)
	return m
}

// Oracle: the closed form of E f, √(½(ν − 2)) Γ(½(ν − 1))/Γ(½ν), and E f² = 1. Powers are not bounded, so that only
// enough degrees of freedom make them exact.
func TestStudentFactorHasItsMoments(t *testing.T) {
	for _, df := range []float64{8, 15, 40, 1000, 1e6} {
		m := studentMixture(df)
		upper, _ := math.Lgamma(0.5 * (df - 1))
		lower, _ := math.Lgamma(0.5 * df)
		want := math.Sqrt(0.5*(df-2)) * math.Exp(upper-lower)
		require.InDelta(t, want, m.Mean(func(f float64) float64 { return f }), 1e-7, df)
		require.InDelta(t, 1, m.Mean(func(f float64) float64 { return f * f }), 1e-5, df)
	}
}

// byT integrates over u = t SD, t Student's with variance 1, by the trapezoidal rule in y with t = √(ν − 2) sinh y: the
// density of y is proportional to cosh^(−ν) y.
func byT(df float64, f func(t float64) []float64) []float64 {
	var sum []float64
	weight := 0.0
	const step = 0.005
	for i := -6000; i <= 6000; i++ {
		y := float64(i) * step
		w := math.Exp(-df * (math.Abs(y) + math.Log1p(math.Exp(-2*math.Abs(y))) - math.Ln2))
		if w < 1e-14 {
			continue
		}
		v := f(math.Sqrt(df-2) * math.Sinh(y))
		if sum == nil {
			sum = make([]float64, len(v))
		}
		weight += w
		for k, x := range v {
			sum[k] += w * x
		}
	}
	for k := range sum {
		sum[k] /= weight
	}
	return sum
}

// Oracle: the integral over Student's t itself, item by item. Of categories in order, the expansion of items with very
// large effects has errors, see [Expanded].
func TestMixedMomentsAreThoseOfStudentItems(t *testing.T) {
	ordered, err := NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	require.NoError(t, err)
	for _, c := range []struct {
		r         Response
		own       []float64
		tolerance float64
	}{{Bernoulli{}.Response(), nil, 1e-10}, {ordered.Response(), []float64{1, 0.7}, 1e-4}} {
		for _, df := range []float64{2.05, 2.5, 4, 12, 100} {
			for _, at := range []Point{{0.5, 1, 0.6}, {-3, 2, 0}, {1, 0.1, 1}, {0, 3, 0.5}} {
				var x, first, second [1]float64
				middle, _ := givenOne(c.r, at.Mean, at.Rest, c.own)
				want := byT(df, func(z float64) []float64 {
					x[0] = at.Mean + at.SD*z
					c.r.Given(first[:], second[:], x[:], at.Rest, c.own)
					h := first[0] - middle
					return []float64{h, h * h, second[0]}
				})
				mean, between, total := MixedMoments(c.r, MixedPoint{Point: at, Factors: studentMixture(df)}, c.own)
				what := fmt.Sprintf("%T %v %v", c.r, df, at)
				tolerance := c.tolerance * math.Max(1, total)
				assert.InDelta(t, middle+want[0], mean, tolerance, what)
				assert.InDelta(t, want[1]-want[0]*want[0], between, tolerance, what)
				assert.InDelta(t, want[2]-math.Pow(middle+want[0], 2), total, tolerance, what)
			}
		}
	}
}

// With ever more degrees of freedom all is as of normal items.
func TestManyDegreesOfFreedomAreNormal(t *testing.T) {
	ordered, err := NewOrdinal([]string{"a", "b", "c"}, nil)
	require.NoError(t, err)
	far := studentMixture(1e12)
	for _, c := range []struct {
		r   Response
		own []float64
	}{{Bernoulli{}.Response(), nil}, {ordered.Response(), []float64{1.3}}} {
		for _, at := range []Point{{0.5, 1, 0.6}, {-3, 2, 0}, {1, 1e-3, 1}} {
			mean, between, total := c.r.Moments(at, c.own)
			m, b, v := MixedMoments(c.r, MixedPoint{Point: at, Factors: far}, c.own)
			assert.InDelta(t, mean, m, 1e-9)
			assert.InDelta(t, between, b, 1e-9)
			assert.InDelta(t, total, v, 1e-9)
			// Another effect with the standard deviation 0.7, which is not among the rest.
			with := at
			with.Rest = math.Hypot(at.SD, at.Rest)
			with.SD = 0.7
			_, part, _ := c.r.Moments(with, c.own)
			assert.InDelta(t, part, MixedPart(c.r, MixedPoint{Point: at, Factors: far}, 0.7, c.own), 1e-9)
			one, other := c.r.Expansions(2), NewStudentExpansions(c.r, 2)
			other.SetDF(far.df)
			for s, p := range []Point{at, {0.2, 1.4, 0.3}} {
				one.Set(s, p, c.own)
				other.Set(s, p, c.own)
			}
			for _, rho := range []float64{-0.8, 0, 0.6, 1} {
				assert.InDelta(t, one.Correlation(0, 1, rho), other.Correlation(0, 1, rho), 1e-9, "%v %v", at, rho)
			}
		}
	}
}

// Oracle: the covariance of two labels by one labeler of two items, each with its own t, by integrals over both. Given
// the labeler's effect the labels are independent, so that its variance of the mean is what they share.
func TestMixedPartIsOfTwoItems(t *testing.T) {
	r, at, sd := Bernoulli{}.Response(), Point{0.4, 1.2, 0.3}, 0.9
	for _, df := range []float64{2.2, 5} {
		normal := distuv.Normal{Sigma: 1}
		first, square := 0.0, 0.0
		const step = 0.25
		for z := -8.0; z <= 8; z += step {
			mean := byT(df, func(u float64) []float64 {
				h, _ := givenOne(r, at.Mean+sd*z+at.SD*u, at.Rest, nil)
				return []float64{h}
			})[0]
			w := step * normal.Prob(z)
			first += w * mean
			square += w * mean * mean
		}
		got := MixedPart(r, MixedPoint{Point: at, Factors: studentMixture(df)}, sd, nil)
		require.InDelta(t, square-first*first, got, 1e-9, df)
	}
}

// A factor leaves effects that are shared with the items, such as those of their covariates, as they are: with t of a
// tenth of a standard deviation, they alone count.
func TestSharedEffectsHaveNoFactor(t *testing.T) {
	r, far := Bernoulli{}.Response(), studentMixture(3)
	_, want, _ := r.Moments(Point{0.3, 1.5, 0.4}, nil)
	_, got, _ := MixedMoments(r, MixedPoint{Point: Point{0.3, 0, 0.4}, Shared: 2.25, Factors: far}, nil)
	require.InDelta(t, want, got, 1e-12)
	_, some, _ := MixedMoments(r, MixedPoint{Point: Point{0.3, 0.5, 0.4}, Shared: 2.25, Factors: far}, nil)
	require.Greater(t, some, want)
}
