package model_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mathext"
)

// ecdfTest tests whether ranks are uniform on 0 … values−1 by the simultaneous band of their empirical distribution
// function (Säilynoja, Bürkner and Vehtari 2022, section 2.2, by simulation): the statistic is the least pointwise
// tail probability, and its distribution under uniform ranks is simulated, so that the p-value is of all points
// together.
type ecdfTest struct {
	n, values int
	tail      [][]float64 // point × count → the smaller tail probability of the count
	null      []float64   // simulated statistics, ascending
}

func newECDFTest(n, values, simulations int, seed uint64) *ecdfTest {
	e := &ecdfTest{n: n, values: values, tail: make([][]float64, values-1)}
	for v := range e.tail {
		p := float64(v+1) / float64(values)
		e.tail[v] = make([]float64, n+1)
		for c := range e.tail[v] {
			e.tail[v][c] = math.Min(binomialCDF(c, n, p), 1-binomialCDF(c-1, n, p))
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	ranks := make([]int, n)
	for range simulations {
		for i := range ranks {
			ranks[i] = rng.IntN(values)
		}
		e.null = append(e.null, e.statistic(ranks))
	}
	slices.Sort(e.null)
	return e
}

func binomialCDF(c, n int, p float64) float64 {
	switch {
	case c < 0:
		return 0
	case c >= n:
		return 1
	}
	return mathext.RegIncBeta(float64(n-c), float64(c+1), 1-p)
}

// counts returns how many ranks are at most v, for each v.
func (e *ecdfTest) counts(ranks []int) []int {
	c := make([]int, e.values)
	for _, r := range ranks {
		c[r]++
	}
	for v := 1; v < e.values; v++ {
		c[v] += c[v-1]
	}
	return c
}

func (e *ecdfTest) statistic(ranks []int) float64 {
	least := 1.0
	for v, c := range e.counts(ranks)[:e.values-1] {
		least = math.Min(least, e.tail[v][c])
	}
	return least
}

// p returns the probability that uniform ranks leave the diagonal as far as these do.
func (e *ecdfTest) p(ranks []int) float64 {
	smaller, _ := slices.BinarySearch(e.null, math.Nextafter(e.statistic(ranks), 1))
	return float64(smaller+1) / float64(len(e.null)+1)
}

// band returns the counts between which the whole distribution function of uniform ranks stays with probability
// level.
func (e *ecdfTest) band(level float64) (lower, upper []int) {
	critical := e.null[int((1-level)*float64(len(e.null)))]
	for _, tail := range e.tail {
		lo, hi := 0, e.n
		for tail[lo] < critical {
			lo++
		}
		for tail[hi] < critical {
			hi--
		}
		lower, upper = append(lower, lo), append(upper, hi)
	}
	return lower, upper
}

// The p-value of uniform ranks is uniform or larger, and ranks of a posterior that is a fifth too narrow, or shifted
// by a quarter of its standard deviation, are found out.
func TestECDFTest(t *testing.T) {
	const n, values = 500, 100
	e := newECDFTest(n, values, 2000, 1)
	rng := rand.New(rand.NewPCG(2, 0))
	ranks := func(shift, width float64) []int {
		out := make([]int, n)
		for i := range out {
			truth := rng.NormFloat64()
			for range values - 1 {
				if shift+width*rng.NormFloat64() < truth {
					out[i]++
				}
			}
		}
		return out
	}
	rejected := 0
	for range 200 {
		if e.p(ranks(0, 1)) < 0.05 {
			rejected++
		}
	}
	assert.InDelta(t, 10, rejected, 4*math.Sqrt(200*0.05*0.95))
	for range 5 {
		assert.Less(t, e.p(ranks(0, 0.8)), 0.005, "too narrow")
		assert.Less(t, e.p(ranks(0.25, 1)), 0.005, "shifted")
	}
	lower, upper := e.band(0.95)
	assert.Less(t, lower[49], 250)
	assert.Greater(t, upper[49], 250)
	assert.InDelta(t, 250, (lower[49]+upper[49])/2, 1)
	// Exact: Σ_{j ≤ 1} C(3, j) 0.25^j 0.75^(3−j).
	assert.InDelta(t, 0.84375, binomialCDF(1, 3, 0.25), 1e-12)
}
