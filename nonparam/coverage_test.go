package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// trial is a simulated design with the true value of a coefficient.
type trial struct {
	name        string
	resample    Resample
	coefficient Coefficient
	distance    Distance
	// simulate returns one study, or two, and the truth for what is resampled.
	// The coefficient of three studies is the difference between two of them (Between).
	simulate func(random *rand.Rand) (studies []*Ratings, truth float64)
}

// votesOf simulates 0/1 labels of raters without effects of their own, in one study for
// each mix: item i is positive with probability (1−mix)/2 + mix·p_i, p_i uniform. With
// E p = 1/2 and var p = 1/12, by the definitions:
//
//	κ_s = mix_s²/3,  κ_x = mix_s·mix_t/3,  κ_x/√(κ_s κ_t) = 1
func votesOf(random *rand.Rand, items, ratings int, mix ...float64) []*Ratings {
	x := make([][][]float64, len(mix))
	for range items {
		p := random.Float64()
		for s, m := range mix {
			row := make([]float64, ratings)
			for r := range row {
				row[r] = flip(random, (1-m)/2+m*p)
			}
			x[s] = append(x[s], row)
		}
	}
	return matrices(x...)
}

// votes is votesOf two studies, the first with mix 1.
func votes(items, ratings int, mix float64) func(*rand.Rand) []*Ratings {
	return func(random *rand.Rand) []*Ratings { return votesOf(random, items, ratings, 1, mix) }
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
		one, err := FromMatrix(rows)
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

// trials are the designs of docs/lab/agreement.md.
func trials() []trial {
	const a, r = itemSD * itemSD, raterSD * raterSD
	type simulation = func(*rand.Rand) ([]*Ratings, float64)
	of := func(simulate func(*rand.Rand) []*Ratings, studies int, truth float64) simulation {
		return func(random *rand.Rand) ([]*Ratings, float64) { return simulate(random)[:studies], truth }
	}
	return []trial{
		{"0/1, 200 items × 3 + 3 + 3, difference", Items, CrossKappaName, Nominal,
			func(random *rand.Rand) ([]*Ratings, float64) {
				x := votesOf(random, 200, 3, 1, 0.8, 0.5)
				return x, (0.8 - 0.5) / 3
			}},
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
		{"numbers, 100 items × 20 + 20 raters", Both, CrossKappaName, Interval,
			func(random *rand.Rand) ([]*Ratings, float64) {
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
		if i := c.interval(t, x, b); i != nil {
			length += (i.Upper - i.Lower) / float64(studies)
			if i.Lower <= truth && truth <= i.Upper {
				share += 1 / float64(studies)
			}
		}
	}
	return share, length
}

// interval returns the interval of the coefficient, or of the difference.
func (c trial) interval(t testing.TB, x []*Ratings, b Bootstrap) *Limits {
	o := Options{Coefficients: []Coefficient{c.coefficient}, Distance: c.distance, Intervals: b}
	if len(x) == 3 {
		return differenceOf(t, c.coefficient, o, x[0], x[1], x[2]).Interval
	}
	results, err := AgreementOf(context.Background(), x, o)
	require.NoError(t, err)
	require.Len(t, results, 1)
	return results[0].Interval
}

// TestCoverage is the short form of TestCoverageTable (build tag long): intervals of 95 %
// cover the truth in 200 studies within four standard errors, with 2 % left for the
// bootstrap's own error in samples of this size.
func TestCoverage(t *testing.T) {
	slowtest.Only(t)
	const studies = 200
	se := math.Sqrt(0.95 * 0.05 / studies)
	for _, at := range []int{0, 1, 3, 6, 7, 9, 10} {
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
