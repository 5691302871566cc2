package judge_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/judge"
	"concord/nonparam"
	"concord/study"
)

// graded draws labels of one to three by people, and of a judge.
func graded(t *testing.T, rng *rand.Rand, items int) *study.Table {
	b := study.Builder{Kind: study.Ordinal, Categories: []string{"low", "mid", "high"}}
	for i := range items {
		item, middle := fmt.Sprint(i), rng.IntN(3)
		draw := func() float64 {
			if rng.Float64() < 0.6 {
				return float64(middle) + 1
			}
			return float64(rng.IntN(3)) + 1
		}
		for k := range 1 + rng.IntN(4) {
			b.Add(item, fmt.Sprint("h", k), "people", draw())
		}
		if rng.Float64() < 0.9 {
			b.Add(item, "j", "judge", draw())
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return table
}

// Rates are rows of the shares of pairs of labels, divided by their sums.
func TestRatesAreRowsOfConfusion(t *testing.T) {
	table := graded(t, rand.New(rand.NewPCG(1, 1)), 80)
	people, err := table.Study("people")
	require.NoError(t, err)
	of, err := table.Study("judge")
	require.NoError(t, err)
	for _, c := range []struct {
		rates     *judge.Rates
		confusion nonparam.Confusion
	}{{judge.NewRates(people, of), nonparam.Confuse(people, of)},
		{judge.NewPersonRates(people), nonparam.Confuse(people, people)}} {
		assert.Equal(t, c.confusion.Items, c.rates.Items)
		for y, row := range c.confusion.Share {
			sum := row[0] + row[1] + row[2]
			for z := range row {
				assert.InDelta(t, row[z]/sum, c.rates.Share(y, z), 1e-12)
			}
		}
	}
}

// Intervals hold the rates of endlessly many items at their rate, of a judge and of another person.
func TestRatesHoldTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	// A label of a category is of the item's middle with the chance 0.6 + 0.4/3; then so is the other.
	same := 11.0 / 15
	truth := same*same + 2*(2.0/15)*(2.0/15)
	inside := [2]float64{}
	const studies = 600
	for range studies {
		table := graded(t, rng, 60)
		people, err := table.Study("people")
		require.NoError(t, err)
		of, err := table.Study("judge")
		require.NoError(t, err)
		for k, r := range []*judge.Rates{judge.NewRates(people, of), judge.NewPersonRates(people)} {
			if lower, upper := r.Interval(0, 0, 0.95); lower <= truth && truth <= upper {
				inside[k]++
			}
		}
	}
	for _, n := range inside {
		assert.InDelta(t, 0.95, n/studies, 0.03)
	}
}
