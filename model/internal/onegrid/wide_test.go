package onegrid

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"concord/model/internal/tuning"
)

// wideStudy returns labels of 12 items by 3 labelers in so many categories, and a point.
func wideStudy(rng *rand.Rand, categories int, loading float64) (*Labels, *Point) {
	l := &Labels{Rows: 3, Categories: categories, Start: []int{0}}
	at := &Point{Row: make([]float64, l.Rows), Threshold: make([]float64, categories-1), Loading: loading}
	for u := range at.Row {
		at.Row[u] = rng.NormFloat64() * math.Min(3, 1+math.Abs(loading)/5)
	}
	common := 20 * math.Abs(loading) * rng.NormFloat64() // of rows and thresholds
	floats.AddConst(common, at.Row)
	w := math.Hypot(1, loading)
	for t := range at.Threshold {
		at.Threshold[t] = w*(0.6*float64(t-len(at.Threshold)/2)+0.3*rng.NormFloat64()/float64(categories)) + common
	}
	for range 12 {
		c := rng.IntN(categories)
		for u := range l.Rows {
			of := c
			if rng.IntN(8) == 0 {
				of = min(c+1, categories-1)
			}
			l.Cell = append(l.Cell, int32(u*categories+of))
		}
		l.Start = append(l.Start, len(l.Cell))
	}
	return l, at
}

// chanceOf returns the chance of the labels of an item with the effect b.
func chanceOf(l *Labels, at *Point, item int, b float64) float64 {
	p := 1.0
	for _, cell := range l.Cell[l.Start[item]:l.Start[item+1]] {
		u, c := int(cell)/l.Categories, int(cell)%l.Categories
		theta := at.Row[u] + b
		switch {
		case c == len(at.Threshold): // so that nothing cancels
			p *= 1 / (1 + math.Exp(at.Threshold[c-1]-theta))
		case c == 0:
			p *= 1 / (1 + math.Exp(theta-at.Threshold[0]))
		default:
			p *= 1/(1+math.Exp(theta-at.Threshold[c])) - 1/(1+math.Exp(theta-at.Threshold[c-1]))
		}
	}
	return p
}

// bruteWide integrates each item's likelihood with steps that are small for labels and for the factor.
func bruteWide(l *Labels, at *Point) float64 {
	h, logp := math.Min(0.01, 0.2/math.Abs(at.Loading)), 0.0
	for j := range len(l.Start) - 1 {
		sum := 0.0
		for z := -8.0; z <= 8; z += h {
			sum += h * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * chanceOf(l, at, j, at.Loading*z)
		}
		logp += math.Log(sum)
	}
	return logp
}

var wideLoadings = []float64{0.02, 0.3, 0.99, -1.01, 3.19, -3.21, 12, -45, 200, 1500}

// The likelihood is that of brute force, whatever the loading. Where one grid gives way to the other both are right.
func TestWideAgreesWithBruteForce(t *testing.T) {
	for _, categories := range []int{2, 5} {
		for i, loading := range wideLoadings {
			if categories > 2 && math.Abs(loading) > 100 {
				continue // see [wideScale]
			}
			l, at := wideStudy(rand.New(rand.NewPCG(1, uint64(i))), categories, loading)
			wide := NewWide(l, tuning.WideFiner)
			want := bruteWide(l, at)
			require.InDelta(t, want, wide.LogLik(nil, at), 1e-5*12, "%d %v", categories, loading)
			if math.Abs(loading) > 3.1 && math.Abs(loading) < 3.3 {
				require.InDelta(t, want, wide.near.LogLik(nil, at), 1e-5*12)
				require.InDelta(t, want, wide.far.LogLik(nil, at), 1e-5*12)
			}
		}
	}
}

// Derivatives agree with finite differences, of any loading.
func TestWideDerivatives(t *testing.T) {
	for _, categories := range []int{2, 3, 5} {
		for i, loading := range wideLoadings {
			if categories > 2 && math.Abs(loading) > 100 {
				continue
			}
			l, at := wideStudy(rand.New(rand.NewPCG(2, uint64(i))), categories, loading)
			wide := NewWide(l, tuning.WideFiner)
			flat := func(p *Point) []float64 { return append(append([]float64{p.Loading}, p.Row...), p.Threshold...) }
			value := func(x []float64) float64 {
				return wide.LogLik(nil, &Point{Loading: x[0], Row: x[1:4], Threshold: x[4:]})
			}
			grad := l.NewPoint()
			require.InDelta(t, wide.LogLik(nil, at), wide.LogLik(grad, at), 1e-9)
			step := 1e-5
			want := fd.Gradient(nil, value, flat(at), &fd.Settings{Formula: fd.Central, Step: step})
			for i, g := range flat(grad) {
				require.InDelta(t, want[i], g, 1e-4*math.Max(1, math.Abs(want[i])), "%d %v, %d", categories, loading, i)
			}
			require.Zero(t, testing.AllocsPerRun(3, func() { wide.LogLik(grad, at) }))
		}
	}
}

// Items' effects are drawn from their density given the labels: mean and standard deviation of each are those of brute
// force, within 4.5 Monte Carlo standard errors.
func TestWideDraws(t *testing.T) {
	for _, loading := range []float64{0.6, 3, -45} {
		t.Run(fmt.Sprint(loading), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(3, 3))
			l, at := wideStudy(rng, 3, loading)
			wide := NewWide(l, tuning.DrawnFiner)
			const n = 4000
			draws, effects := make([][]float64, len(l.Start)-1), make([]float64, len(l.Start)-1)
			for range n {
				wide.Draw(rng, effects, at)
				for j, e := range effects {
					draws[j] = append(draws[j], e)
				}
			}
			for j := range draws {
				var b, w []float64
				h := math.Min(0.01, 0.2/math.Abs(loading))
				for z := -8.0; z <= 8; z += h {
					b, w = append(b, loading*z), append(w, 1e9*math.Exp(-z*z/2)*chanceOf(l, at, j, loading*z))
				}
				mean, sd := stat.MeanStdDev(b, w)
				gotMean, gotSD := stat.MeanStdDev(draws[j], nil)
				require.InDelta(t, mean, gotMean, 4.5*sd/math.Sqrt(n), "%d", j)
				require.InDelta(t, sd, gotSD, 6*sd/math.Sqrt(2*n), "%d", j) // kurtosis is not known
			}
		})
	}
}
