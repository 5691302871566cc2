package planning

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
)

// The variance of the regression estimator by simulation: a finite population, items drawn at random, noisy labels.
func TestHalfWidthIsTheErrorOfTheMean(t *testing.T) {
	s, d := Scored{Item: 4, Noise: 3, R: 0.7}, ScoreDesign{Items: 60, LabelsPerItem: 2}
	const n = 12
	rng := rand.New(rand.NewPCG(1, 2))
	const studies = 40_000
	var squares, alone []float64
	for range studies {
		truth, judge := make([]float64, d.Items), make([]float64, d.Items)
		for i := range truth {
			z := rng.NormFloat64()
			truth[i] = 2 * z
			judge[i] = s.R*z + math.Sqrt(1-s.R*s.R)*rng.NormFloat64()
		}
		y := make([]float64, n)
		for i := range y {
			y[i] = truth[i] + math.Sqrt(s.Noise/2)*rng.NormFloat64()
		}
		slope := stat.Covariance(y, judge[:n], nil) / stat.Variance(judge[:n], nil)
		e := stat.Mean(y, nil) + slope*(stat.Mean(judge, nil)-stat.Mean(judge[:n], nil)) - stat.Mean(truth, nil)
		squares = append(squares, e*e)
		e = stat.Mean(y, nil) - stat.Mean(truth, nil)
		alone = append(alone, e*e)
	}
	for _, c := range []struct {
		squares []float64
		half    float64
		t       float64 // Student's, of n − 2 and n − 1 degrees of freedom
	}{{squares, s.HalfWidth(d, n, 0.95), 2.228139}, {alone, s.AloneHalfWidth(d, n, 0.95), 2.200985}} {
		mean, sd := stat.MeanStdDev(c.squares, nil)
		assert.InDelta(t, c.half*c.half/c.t/c.t, mean, 4*sd/math.Sqrt(studies))
	}
}

// Neyman's allocation is the best of all, by trying every one.
func TestAllocationIsBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		s := Scored{}
		left := 1.0
		for h := range 3 {
			share := left / float64(3-h) * (0.3 + 0.7*rng.Float64())
			if h == 2 {
				share = left
			}
			left -= share
			s.Strata = append(s.Strata, ScoredStratum{Share: share, Item: rng.ExpFloat64(), Noise: rng.Float64()})
		}
		d := ScoreDesign{Items: 40 + rng.IntN(40), LabelsPerItem: 1 + rng.IntN(3)}
		n := 8 + rng.IntN(30)
		variance := func(l [3]int) float64 {
			v := 0.0
			for h, of := range s.Strata {
				v += of.Share * of.Share * (of.Item + of.Noise/float64(d.LabelsPerItem)) / float64(l[h])
			}
			return v
		}
		best := math.Inf(1)
		items := func(h int) int { return s.Strata[h].items(d) }
		for a := 2; a <= items(0); a++ {
			for b := 2; b <= items(1); b++ {
				if c := n - a - b; c >= 2 && c <= items(2) {
					best = min(best, variance([3]int{a, b, c}))
				}
			}
		}
		got := s.Allocate(d, n)
		assert.Equal(t, n, got[0]+got[1]+got[2])
		assert.InDelta(t, best, variance([3]int(got)), 1e-12)
	}
}

func TestFewestItemsOfAScore(t *testing.T) {
	s, ok := YesOrNo(0.7, 0.6, 0.5, 0.8)
	require.True(t, ok)
	d := ScoreDesign{Items: 5000, LabelsPerItem: 1}
	for _, width := range []func(ScoreDesign, int, float64) float64{
		s.HalfWidth, s.AloneHalfWidth, s.StratifiedHalfWidth,
	} {
		n, ok := d.ItemsFor(0.03, 0.95, width)
		require.True(t, ok)
		assert.LessOrEqual(t, width(d, n, 0.95), 0.03)
		assert.Greater(t, width(d, n-1, 0.95), 0.03)
	}
	random, _ := d.ItemsFor(0.03, 0.95, s.HalfWidth)
	alone, _ := d.ItemsFor(0.03, 0.95, s.AloneHalfWidth)
	strata, _ := d.ItemsFor(0.03, 0.95, s.StratifiedHalfWidth)
	assert.Less(t, random, alone)
	assert.Less(t, strata, random)
	// Noise of one label each stays when all items have one.
	_, ok = ScoreDesign{Items: 200, LabelsPerItem: 1}.ItemsFor(0.01, 0.95, s.HalfWidth)
	assert.False(t, ok)
	// Without a judge's help and noise it is the textbook's number, s² z²/h² with t for z.
	none := Scored{Item: 0.25}
	n, _ := ScoreDesign{Items: 10_000_000, LabelsPerItem: 1}.ItemsFor(0.05, 0.95, none.AloneHalfWidth)
	assert.InDelta(t, 0.25*1.96*1.96/0.0025, float64(n), 3)
}

// Strata of yes and no add up to the whole: shares, variance between and within.
func TestYesOrNo(t *testing.T) {
	s, ok := YesOrNo(0.7, 0.6, 0.5, 0.6)
	require.True(t, ok)
	within := 0.0
	for _, h := range s.Strata {
		within += h.Share * (h.Item + h.Noise)
	}
	assert.InDelta(t, s.Item*(1-s.R*s.R)+s.Noise, within, 1e-12)
	assert.InDelta(t, 0.21, s.Item+s.Noise, 1e-12)
	_, ok = YesOrNo(0.7, 0.2, 1, 0.9)
	assert.False(t, ok)
}
