package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trial is a simulated design with the true value of a coefficient.
type trial struct {
	name        string
	resample    Resample
	coefficient Coefficient
	distance    Distance
	// simulate returns one study, or two, and the truth for what is resampled.
	simulate func(random *rand.Rand) (studies []*Ratings, truth float64)
}

// votes simulates 0/1 labels of raters without effects of their own: item i is positive
// with probability p_i, uniform, in the first study, and (1−mix)/2 + mix·p_i in the second.
// With E p = 1/2 and var p = 1/12, by the definitions:
//
//	κ = var p/(1/4) = 1/3,  κ_2 = mix²/3,  κ_x = mix/3,  κ_x/√(κκ_2) = 1
func votes(items, ratings int, mix float64) func(*rand.Rand) []*Ratings {
	return func(random *rand.Rand) []*Ratings {
		x, y := make([][]float64, items), make([][]float64, items)
		for i := range items {
			p := random.Float64()
			for range ratings {
				x[i] = append(x[i], flip(random, p))
				y[i] = append(y[i], flip(random, (1-mix)/2+mix*p))
			}
		}
		return matrices(x, y)
	}
}

func flip(random *rand.Rand, p float64) float64 {
	if random.Float64() < p {
		return 1
	}
	return 0
}

func matrices(x ...[][]float64) []*Ratings {
	var r []*Ratings
	for _, rows := range x {
		one, err := Matrix(rows)
		if err != nil {
			panic("nonparam: a simulated matrix is wrong")
		}
		r = append(r, one)
	}
	return r
}

// crossed simulates x = item + rater + residual, every rater rating every item, in one
// or two studies with the same items and other raters. It returns the realized effects.
func crossed(random *rand.Rand, items, raters, studies int) (x []*Ratings, item []float64, rater [][]float64) {
	for range items {
		item = append(item, itemSD*random.NormFloat64())
	}
	var all [][][]float64
	for range studies {
		effect := make([]float64, raters)
		for r := range effect {
			effect[r] = raterSD * random.NormFloat64()
		}
		rows := make([][]float64, items)
		for i := range rows {
			for r := range raters {
				rows[i] = append(rows[i], item[i]+effect[r]+random.NormFloat64())
			}
		}
		all, rater = append(all, rows), append(rater, effect)
	}
	return matrices(all...), item, rater
}

const itemSD, raterSD = 1, 0.7 // and a residual of 1

// variance returns the variance with divisor n−less.
func variance(x []float64, less float64) float64 {
	mean, s := total(x)/float64(len(x)), 0.0
	for _, v := range x {
		s += square(v - mean)
	}
	return s / (float64(len(x)) - less)
}

// trials are the designs of docs/agreement.md.
func trials() []trial {
	const a, r = itemSD * itemSD, raterSD * raterSD
	of := func(simulate func(*rand.Rand) []*Ratings, studies int, truth float64) func(*rand.Rand) ([]*Ratings, float64) {
		return func(random *rand.Rand) ([]*Ratings, float64) { return simulate(random)[:studies], truth }
	}
	return []trial{
		{"0/1, 100 items × 3", Items, AlphaName, Nominal, of(votes(100, 3, 1), 1, 1./3)},
		{"0/1, 400 items × 3", Items, AlphaName, Nominal, of(votes(400, 3, 1), 1, 1./3)},
		{"0/1, 100 items × 2 + 2", Items, CrossKappaName, Nominal, of(votes(100, 2, 0.6), 2, 0.2)},
		{"0/1, 400 items × 2 + 2", Items, CrossKappaName, Nominal, of(votes(400, 2, 0.6), 2, 0.2)},
		{"0/1, 400 items × 5 + 5", Items, NormalizedCrossKappaName, Nominal, of(votes(400, 5, 0.8), 2, 1)},
		{"numbers, 100 items × 8 raters", Items, AlphaName, Interval, func(random *rand.Rand) ([]*Ratings, float64) {
			x, _, rater := crossed(random, 100, 8, 1)
			return x, 1 - (variance(rater[0], 1)+1)/(a+variance(rater[0], 0)+1)
		}},
		{"numbers, 100 items × 20 raters", Raters, AlphaName, Interval, func(random *rand.Rand) ([]*Ratings, float64) {
			x, item, _ := crossed(random, 100, 20, 1)
			return x, 1 - (r+1)/(variance(item, 0)+r+1)
		}},
		{"numbers, 100 items × 60 raters", Raters, AlphaName, Interval, func(random *rand.Rand) ([]*Ratings, float64) {
			x, item, _ := crossed(random, 100, 60, 1)
			return x, 1 - (r+1)/(variance(item, 0)+r+1)
		}},
		{"numbers, 100 items × 20 raters", Both, AlphaName, Interval, func(random *rand.Rand) ([]*Ratings, float64) {
			x, _, _ := crossed(random, 100, 20, 1)
			return x, a / (a + r + 1)
		}},
		{"numbers, 100 items × 20 + 20 raters", Both, CrossKappaName, Interval, func(random *rand.Rand) ([]*Ratings, float64) {
			x, _, _ := crossed(random, 100, 20, 2)
			return x, a / (a + r + 1)
		}},
	}
}

// coverage returns the share of studies whose interval covers the truth, and the mean
// length of the intervals.
func (c trial) coverage(t testing.TB, studies int, b Bootstrap) (share, length float64) {
	b.Resample = c.resample
	for n := range studies {
		x, truth := c.simulate(rand.New(rand.NewPCG(2021, uint64(n))))
		b.Seed = uint64(n)
		results, err := AgreementOf(context.Background(), x, Options{
			Coefficients: []Coefficient{c.coefficient}, Distance: c.distance, Bootstrap: b})
		require.NoError(t, err)
		require.Len(t, results, 1)
		if i := results[0].Interval; i != nil {
			length += (i.Upper - i.Lower) / float64(studies)
			if i.Lower <= truth && truth <= i.Upper {
				share += 1 / float64(studies)
			}
		}
	}
	return share, length
}

// TestCoverage is the short form of TestCoverageTable (build tag long): intervals of 95 %
// cover the truth in 200 studies within four standard errors, with 2 % left for the
// bootstrap's own error in samples of this size.
func TestCoverage(t *testing.T) {
	const studies = 200
	se := math.Sqrt(0.95 * 0.05 / studies)
	for _, at := range []int{0, 2, 5, 6, 8, 9} {
		c := trials()[at]
		share, _ := c.coverage(t, studies, Bootstrap{Replicates: 199})
		assert.InDelta(t, 0.95, share, 0.02+4*se, "%s, %s of %s", c.name, c.resample, c.coefficient)
	}
	// The control: for other raters, resampling items alone is far too sure.
	wrong := trial{"control", Items, AlphaName, Interval, func(random *rand.Rand) ([]*Ratings, float64) {
		x, _, _ := crossed(random, 200, 5, 1)
		return x, itemSD * itemSD / (itemSD*itemSD + raterSD*raterSD + 1)
	}}
	share, _ := wrong.coverage(t, studies, Bootstrap{Replicates: 199})
	assert.Less(t, share, 0.75, "items resampled, where raters vary too")
}
