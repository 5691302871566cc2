package family

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// meanOver is E f(mean + noise z), z ~ N(0, 1), by a fine sum.
func meanOver(f func(theta float64) float64, mean, noise float64) float64 {
	sum := 0.0
	for k := -3600; k <= 3600; k++ {
		z := float64(k) / 400
		sum += f(mean+noise*z) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / 400
	}
	return sum
}

// The oracle averages differences of logistic functions over the noise.
func TestCumulativeChancesAreMeansOverTheNoise(t *testing.T) {
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	thresholds := []float64{0, 0.7, 0.7, 2.5} // the third category is empty
	for _, mean := range []float64{-4, 0, 1.3, 6} {
		for _, noise := range []float64{0, 0.4, 1.8, 7} {
			got := make([]float64, 5)
			CumulativeChances(got, thresholds, mean, noise)
			for c := range got {
				want := meanOver(func(theta float64) float64 {
					below, upTo := 0.0, 1.0
					if c > 0 {
						below = logistic(thresholds[c-1] - theta)
					}
					if c < 4 {
						upTo = logistic(thresholds[c] - theta)
					}
					return upTo - below
				}, mean, noise)
				require.InDelta(t, want, got[c], 5e-11, "mean %v, noise %v, category %d", mean, noise, c+1)
			}
			require.Zero(t, got[2])
			shared := append(append([]float64(nil), thresholds...), 0)
			CumulativeChances(shared, shared[:4], mean, noise)
			require.Equal(t, got, shared, "in the memory of the thresholds")
		}
	}
}

// Chances are chances wherever the thresholds are, also where all labels are at one end.
func TestCumulativeChancesAreChances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		last := rapid.IntRange(1, 10).Draw(t, "thresholds")
		thresholds := make([]float64, last)
		for c := 1; c < last; c++ {
			thresholds[c] = thresholds[c-1] + rapid.Float64Range(0, 3).Draw(t, "increment")
		}
		chances := make([]float64, last+1)
		mean, noise := rapid.Float64Range(-60, 60).Draw(t, "mean"), rapid.Float64Range(0, 30).Draw(t, "noise")
		CumulativeChances(chances, thresholds, mean, noise)
		sum := 0.0
		for _, p := range chances {
			require.GreaterOrEqual(t, p, 0.0)
			sum += p
		}
		require.InDelta(t, 1, sum, 1e-15)
	})
	chances := make([]float64, 3)
	for _, at := range [][2]float64{{math.NaN(), 1}, {0, -1}, {0, math.Inf(1)}} {
		CumulativeChances(chances, []float64{0, 1}, at[0], at[1])
		require.Equal(t, "[NaN NaN NaN]", fmt.Sprint(chances))
	}
}

// Two categories are the Bernoulli family's, whose first threshold is 0 as well.
func TestBernoulliIsTheFamilyOfTwoCategories(t *testing.T) {
	want := make([]float64, Bernoulli{}.Categories())
	got := make([]float64, 2)
	for _, mean := range []float64{-3, 0.2, 5} {
		for _, noise := range []float64{0, 1.1, 12} {
			CumulativeChances(want, []float64{0}, mean, noise)
			Bernoulli{}.Chances(got, mean, noise, nil)
			require.InDeltaSlice(t, want, got, 1e-15)
			want := meanOver(func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, mean, noise)
			require.InDelta(t, want, got[1], 1e-10)
		}
	}
}

// Oracle: one mean at a time.
func TestChancesOfEachMean(t *testing.T) {
	stars := fiveStars(t)
	means := []float64{-40, -0.5, 0, 0.3, 2, 9, math.NaN()}
	for _, at := range []struct {
		of  Categorical
		own []float64
	}{{Bernoulli{}, nil}, {stars, []float64{1, 0.5, 2}}} {
		for _, noise := range []float64{0, 0.7, 12, -1} {
			n := at.of.Categories()
			got, want := make([]float64, len(means)*n), make([]float64, n)
			at.of.ChancesOfEach(got, means, noise, at.own)
			for i, mean := range means {
				at.of.Chances(want, mean, noise, at.own)
				require.Equal(t, fmt.Sprint(want), fmt.Sprint(got[i*n:(i+1)*n]), "%v %v %v", at.of, mean, noise)
			}
			at.of.ChancesOfEach(nil, nil, noise, at.own)
		}
	}
}
