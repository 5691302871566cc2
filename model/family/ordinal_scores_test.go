package family

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/logitnormal"
)

// The oracle is the expansion of conditional moments, whose rule knows nothing of logistic functions.
func TestScoresAreWhatTheirConditionalMomentsSay(t *testing.T) {
	o, err := NewOrdinal([]string{"a", "b", "c", "d"}, []float64{1, 2, 4, 5})
	assert.NoError(t, err)
	scale := o.Response().(scoreScale)
	own := []float64{1.4, 0.3}
	for _, c := range []struct{ sd, rest, tolerance float64 }{
		{0, 0, 1e-9}, {0, 1, 1e-10}, {1e-3, 0.5, 1e-10}, {1, 0, 1e-10}, {1.5, 0.5, 1e-10},
		{2, 2, 1e-9}, {0.5, 3.9, 1e-8},
	} {
		fast, slow := scale.Expansions(2), scale.Expanded.Expansions(2)
		for s, mean := range []float64{1, -2} {
			at := Point{mean, c.sd, c.rest}
			var h sumOfScores
			mean, between, total, ok := h.set(scale.scores, at, own)
			assert.True(t, ok, "%v", at)
			wantMean, wantBetween, wantTotal := scale.Expanded.Moments(at, own)
			assert.InDelta(t, wantMean, mean, c.tolerance, "%v", at)
			relative(t, wantBetween, between, max(c.tolerance, 1e-9), fmt.Sprint(at))
			relative(t, wantTotal, total, max(c.tolerance, 1e-9), fmt.Sprint(at))
			gotMean, gotBetween, gotTotal := scale.Moments(at, own)
			assert.Equal(t, []float64{mean, between, total}, []float64{gotMean, gotBetween, gotTotal})
			fast.Set(s, at, own)
			slow.Set(s, at, own)
		}
		for _, rho := range []float64{-1, 0.5, 0.98} {
			assert.InDelta(t, slow.Correlation(0, 1, rho), fast.Correlation(0, 1, rho), 1e-8, fmt.Sprint(c, rho))
		}
	}
}

// Where few terms are not enough for one of two studies both are expanded by their conditional moments, each time
// that studies are set.
func TestScoresThatHaveNoFewTerms(t *testing.T) {
	o, err := NewOrdinal([]string{"a", "b", "c"}, nil)
	assert.NoError(t, err)
	scale := o.Response().(scoreScale)
	own := []float64{1.4}
	fast, slow := scale.Expansions(3), scale.Expanded.Expansions(3)
	for _, sd := range []float64{7, 5, 9} {
		for s, at := range []Point{{0, sd, 0}, {1, 1.5, 0.5}, {-1, 1, 0}} {
			fast.Set(s, at, own)
			slow.Set(s, at, own)
		}
		for _, pair := range [][2]int{{0, 1}, {0, 2}, {2, 0}} {
			assert.Equal(t, slow.Correlation(pair[0], pair[1], 0.7), fast.Correlation(pair[0], pair[1], 0.7))
		}
		assert.InDelta(t, slow.Correlation(1, 2, 0.7), fast.Correlation(1, 2, 0.7), 1e-9)
		at := Point{0, sd, 0}
		mean, between, total := scale.Moments(at, own)
		wantMean, wantBetween, wantTotal := scale.Expanded.Moments(at, own)
		assert.InDelta(t, wantMean, mean, 1e-9)
		relative(t, wantBetween, between, 1e-4, fmt.Sprint(at))
		relative(t, wantTotal, total, 1e-9, fmt.Sprint(at))
	}
	fast.Set(0, Point{math.NaN(), 1, 0}, own)
	assert.True(t, math.IsNaN(fast.Correlation(0, 1, 0.5)))
}

// If items are very far apart, moments are integrated. The oracle is the covariances of all pairs of chances, and E v
// and E v² of the categories' chances.
func TestScoresOfItemsFarApart(t *testing.T) {
	scores := []float64{1, 2, 4, 5}
	o, err := NewOrdinal([]string{"a", "b", "c", "d"}, scores)
	assert.NoError(t, err)
	scale := o.Response().(scoreScale)
	own := []float64{9, 20}
	for _, at := range []Point{{5, 8, 0}, {-3, 34, 0.3}, {20, 34, 5}, {0, 0.3, 34}, {10, 150, 2}} {
		mean, between, total := scale.Moments(at, own)
		means := make([]float64, 3)
		fromThresholds(means, []float64{at.Mean}, own, 1)
		wantBetween := 0.0
		for c, x := range means {
			for d, y := range means {
				a, b := logitnormal.Probability{Mean: x, SD: at.SD, Noise: at.Rest},
					logitnormal.Probability{Mean: y, SD: at.SD, Noise: at.Rest}
				wantBetween += (scores[c+1] - scores[c]) * (scores[d+1] - scores[d]) * logitnormal.Covariance(a, b, 1)
			}
		}
		relative(t, wantBetween, between, 1e-8, fmt.Sprint(at))
		chance, first, second := make([]float64, 3), scores[0], scores[0]*scores[0]
		logitnormal.Expectations(chance, means, math.Hypot(at.SD, at.Rest))
		for c, p := range chance {
			first += (scores[c+1] - scores[c]) * p
			second += (scores[c+1]*scores[c+1] - scores[c]*scores[c]) * p
		}
		assert.InDelta(t, first, mean, 1e-12)
		relative(t, second-first*first, total, 1e-11, fmt.Sprint(at))
	}
}

func BenchmarkScores(b *testing.B) {
	o, err := NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	assert.NoError(b, err)
	own := []float64{1.4, 0.3}
	b.Run("Moments", func(b *testing.B) {
		for b.Loop() {
			o.Response().Moments(Point{-1, 1.5, 0.5}, own)
		}
	})
	b.Run("Correlation", func(b *testing.B) {
		h := o.Response().Expansions(2)
		h.Set(1, Point{-0.5, 1.2, 0.7}, own)
		for b.Loop() {
			h.Set(0, Point{-1, 1.5, 0.5}, own)
			h.Correlation(0, 1, 0.8)
		}
	})
}
