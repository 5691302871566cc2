package family

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
)

func fiveStars(t *testing.T) Ordinal {
	t.Helper()
	f, err := NewOrdinal([]string{"1", "2", "3", "4", "5"}, nil)
	require.NoError(t, err)
	return f
}

const bits = 1200

// expBig is eˣ by halving the argument until the series is short.
func expBig(x *big.Float) *big.Float {
	const halvings = 40
	y := new(big.Float).SetPrec(bits).SetMantExp(x, -halvings)
	sum, term := big.NewFloat(1).SetPrec(bits), big.NewFloat(1).SetPrec(bits)
	for n := 1; n < 60; n++ {
		term.Mul(term, y)
		term.Quo(term, new(big.Float).SetPrec(bits).SetInt64(int64(n)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigChances are differences of logistic functions in 1,200 bits.
func bigChances(theta float64, own []float64) []float64 {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }
	threshold, below := number(0), number(0)
	var p []float64
	for c := range len(own) + 2 {
		upTo := number(1)
		if c <= len(own) {
			if c > 0 {
				threshold.Add(threshold, number(own[c-1]))
			}
			e := expBig(new(big.Float).SetPrec(bits).Sub(number(theta), threshold))
			upTo.Quo(number(1), e.Add(e, number(1)))
		}
		chance, _ := new(big.Float).SetPrec(bits).Sub(upTo, below).Float64()
		p, below = append(p, chance), upTo
	}
	return p
}

// Oracle: differences of logistic functions in 1,200 bits, also where they are lost in double precision.
func TestChancesOfCategories(t *testing.T) {
	f := fiveStars(t)
	got := make([]float64, 5)
	for _, theta := range []float64{-300, -40, -3, 0, 0.7, 5, 60, 300} {
		for _, own := range [][]float64{{1, 0.5, 2}, {1e-14, 3, 1e-9}, {40, 1e-5, 200}} {
			f.Chances(got, theta, 0, own)
			for c, want := range bigChances(theta, own) {
				assert.InEpsilon(t, want, got[c], 1e-12, "category %d at %v, %v", c+1, theta, own)
			}
			assert.InDelta(t, 1, floats.Sum(got), 1e-14)
		}
	}
}

// With noise they are averages over it.
func TestChancesOfCategoriesOverNoise(t *testing.T) {
	f, own := fiveStars(t), []float64{1, 0.2, 2}
	got, at := make([]float64, 5), make([]float64, 5)
	f.Chances(got, 0.4, 1.3, own)
	for c := range got {
		want := meanOver(func(theta float64) float64 {
			f.Chances(at, theta, 0, own)
			return at[c]
		}, 0.4, 1.3)
		assert.InDelta(t, want, got[c], 1e-10)
	}
	f.Chances(got, math.NaN(), 0, own)
	assert.True(t, math.IsNaN(got[0]))
}

// Labels are drawn with the chances, and the moments on their scale are those of the chances.
func TestDrawAndResponseOfOrdinal(t *testing.T) {
	f, err := NewOrdinal([]string{"never", "rarely", "often", "always"}, []float64{-2, 0, 1, 1004})
	require.NoError(t, err)
	const n, theta = 200_000, 0.6
	own := []float64{0.8, 1.3}
	want := make([]float64, 4)
	f.Chances(want, theta, 0, own)
	y := make([]float64, n)
	for i := range y {
		y[i] = theta
	}
	f.Draw(rand.New(rand.NewPCG(1, 2)), y, own)
	seen := make([]float64, 4)
	for _, y := range y {
		require.True(t, f.Takes(y))
		seen[int(y)-1]++
	}
	for c, p := range want {
		assert.InDelta(t, p, seen[c]/n, 4*math.Sqrt(p*(1-p)/n))
	}
	mean, square := 0.0, 0.0
	for c, v := range f.Scores() {
		mean += want[c] * v
		square += want[c] * v * v
	}
	m, v := make([]float64, 1), make([]float64, 1)
	f.Response().Given(m, v, []float64{theta}, 0, own)
	assert.InEpsilon(t, mean, m[0], 1e-13)
	assert.InEpsilon(t, square, v[0], 1e-13)
	for _, y := range []float64{0, 5, 2.5} {
		assert.False(t, f.Takes(y))
	}
}

func TestNumbersOfCategories(t *testing.T) {
	for n, ok := range map[int]bool{1: false, 2: true, 50: true, 51: false} {
		_, err := NewOrdinal(make([]string, n), nil)
		assert.Equal(t, ok, err == nil, "%d categories", n)
	}
	_, err := NewOrdinal(make([]string, 3), make([]float64, 4))
	assert.Error(t, err)
	assert.Panics(t, func() { Ordinal{}.Likelihood(&Labels{}) })
}

// The thresholds of anchored parameters and of those of the family are the same, whatever the anchor, and Backward is
// their derivative.
func TestAnchoredThresholds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	f := fiveStars(t)
	const h = 1e-5
	for anchor := range 4 {
		a := &anchoredOrdinal{Ordinal: f, anchor: []int{anchor}}
		kappa, bar, own := make([]float64, 4), make([]float64, 4), make([]float64, 3)
		for c := range kappa {
			kappa[c], bar[c] = 2*float64(c)+rng.Float64()-3, rng.NormFloat64()
		}
		back := make([]float64, 4)
		mu := f.FromThresholds(own, kappa)
		f.Thresholds(back, mu, own)
		assert.InDeltaSlice(t, kappa, back, 1e-14)
		mu = -kappa[anchor]
		a.Thresholds(back, 0, mu, own)
		assert.InDeltaSlice(t, kappa, back, 1e-14)

		value := func() float64 {
			a.Thresholds(back, 0, mu, own)
			return floats.Dot(back, bar)
		}
		slope := func(x *float64) float64 {
			v := *x
			*x = v + h
			up := value()
			*x = v - h
			down := value()
			*x = v
			return (up - down) / (2 * h)
		}
		ownBar := make([]float64, 3)
		assert.InDelta(t, slope(&mu), a.Backward(ownBar, 0, bar), 1e-9)
		for i := range own {
			assert.InDelta(t, slope(&own[i]), ownBar[i], 1e-9)
		}
		muBar := 0.0
		for _, g := range bar {
			muBar -= g
		}
		assert.InDeltaSlice(t, bar, a.thresholdBar(0, ThresholdPoint{MeanBar: muBar, OwnBar: ownBar, Own: own}), 1e-13)
	}
}

// Newton's method ends where the derivatives of log-likelihood, log prior and log Jacobian are 0, from the cumulative
// shares, with categories that nobody used, and labels piled at one end.
func TestNewtonForThresholds(t *testing.T) {
	f := fiveStars(t)
	prior := func(x float64) float64 { return -x / 4 }
	for name, counts := range map[string][]int{
		"all used": {10, 20, 30, 25, 15}, "inner empty": {20, 0, 0, 40, 20}, "ends empty": {0, 20, 30, 20, 0},
		"piled low": {97, 0, 2, 0, 1}, "piled high": {0, 0, 0, 1, 99},
	} {
		t.Run(name, func(t *testing.T) {
			l := &Labels{Studies: 1, Items: 1, Study: []int32{0}, Levels: 1, Rows: NestedRows, Start: []int{0}}
			for c, n := range counts {
				for range n {
					l.Item, l.Value = append(l.Item, 0), append(l.Value, float64(c+1))
				}
			}
			l.Start = append(l.Start, len(l.Item))
			a := f.Anchored(l, false)
			lik, at, grad, info := a.Likelihood(l), l.NewPredictor(3), l.NewPredictor(3), l.NewPredictor(3)
			mu := a.Start(0, at.Own)
			for range 100 {
				at.Row[0] = mu
				lik.Working(grad, info, at)
				mu = a.Newton(0, ThresholdPoint{
					Mean: mu, MeanBar: grad.Row[0], Info: info.Row[0], Own: at.Own, OwnBar: grad.Own, OwnInfo: info.Own,
				}, prior)
			}
			at.Row[0] = mu
			lik.LogLik(grad, at)
			kappa := make([]float64, 4)
			a.Thresholds(kappa, 0, mu, at.Own)
			for c := range kappa {
				kappa[c] = prior(kappa[c])
			}
			assert.InDelta(t, 0, grad.Row[0]+a.Backward(grad.Own, 0, kappa), 1e-6)
			for i, d := range at.Own {
				assert.InDelta(t, 0, grad.Own[i]*d+1, 1e-6)
			}
		})
	}
}
