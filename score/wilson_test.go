package score

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// By statsmodels 0.15.0, proportion_confint(8, 10, method="wilson"); on another scale the limits are there too.
func TestWilsonIsAsElsewhere(t *testing.T) {
	e := Estimate{Value: 0.8, SE: math.Sqrt(0.8 * 0.2 / 10), DF: 1e9}
	got := e.wilson([2]float64{0, 1}, 10, false, 0.95)
	assert.InDeltaSlice(t, []float64{0.49016247153664183, 0.9433178485456247}, []float64{got.Lower, got.Upper}, 1e-6)
	e = Estimate{Value: 1 + 4*0.8, SE: 4 * e.SE, DF: 1e9}
	scaled := e.wilson([2]float64{1, 5}, 10, false, 0.95)
	assert.InDeltaSlice(t, []float64{1 + 4*got.Lower, 1 + 4*got.Upper}, []float64{scaled.Lower, scaled.Upper}, 1e-9)
}

// Newcombe (1998), table II, method 10: 56/70 − 48/80.
func TestApartIsAsPublished(t *testing.T) {
	share := func(yes, n float64) Estimate {
		p := yes / n
		e := Estimate{Value: p, SE: math.Sqrt(p * (1 - p) / n), DF: 1e9}
		return e.wilson([2]float64{0, 1}, n, false, 0.95)
	}
	lower, upper := apart(share(56, 70), share(48, 80), 0)
	assert.InDeltaSlice(t, []float64{0.0524, 0.3339}, []float64{lower, upper}, 5e-5)
}

// If all people say yes, the error is 0 and the interval is not: for 20 items n/(n + t²).
func TestAllSayYes(t *testing.T) {
	y := &System{Name: "a"}
	for i := range 500 {
		y.Judge, y.People, y.Labels = append(y.Judge, float64(i%3)), append(y.People, 1), append(y.Labels, 0)
		if i < 20 {
			y.Labels[i] = 1
		}
	}
	m, err := Mean(y, Options{Bounds: &[2]float64{0, 1}})
	require.NoError(t, err)
	q := distuv.StudentsT{Sigma: 1, Nu: 19}.Quantile(0.975)
	for _, e := range []Estimate{m.Estimate, m.Alone} {
		assert.Equal(t, 1.0, e.Value)
		assert.Zero(t, e.SE)
		assert.InDelta(t, 20/(20+q*q), e.Lower, 1e-9)
		assert.InDelta(t, 1, e.Upper, 1e-12)
	}
	assert.Zero(t, m.Lambda)
	// If everything is known, the interval has no width.
	for i := range y.Labels {
		y.Labels[i] = 1
	}
	m, err = Mean(y, Options{Bounds: &[2]float64{0, 1}, Exact: true})
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 1}, []float64{m.Lower, m.Upper})
}

// Near the bounds of labels, and with few items, Wilson's limits have the truth and symmetric ones do not.
func TestCoverageNearBounds(t *testing.T) {
	const studies = 250
	for _, n := range []int{20, 50} {
		c := simulated{"binary", "good", false, 1, n, 300, 2.5}
		symmetric := c.coverage(studies, 5, Options{})
		wilson := c.coverage(studies, 5, Options{Bounds: &[2]float64{0, 1}})
		t.Logf("n = %d: mean %.3f for %.3f, difference %.3f for %.3f", n, wilson.mean, symmetric.mean,
			wilson.difference, symmetric.difference)
		assert.Greater(t, wilson.mean, 0.95-4*0.0138)
		assert.Greater(t, wilson.difference, 0.95-4*0.0138)
		assert.Less(t, symmetric.mean, 0.8)
	}
}

// Bounds that are far away change next to nothing, also if two people label all and their levels cancel.
func TestBoundsFarAway(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	level := []float64{1, -1}
	y, _ := voted(rng, 400, 100, 2, level)
	z, _ := voted(rng, 400, 100, 2, level)
	z.Name = "b"
	near, err := Difference(y, z, Options{})
	require.NoError(t, err)
	far, err := Difference(y, z, Options{Bounds: &[2]float64{-1000, 1000}})
	require.NoError(t, err)
	assert.InDelta(t, near.Lower, far.Lower, 0.02)
	assert.InDelta(t, near.Upper, far.Upper, 0.02)
	m, err := Mean(y, Options{})
	require.NoError(t, err)
	assert.Greater(t, m.Upper-m.Lower, 3*(near.Upper-near.Lower), "two people show little of all people's levels")
}
