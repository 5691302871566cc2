package pairs

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/sampler"
)

// covered are shares of intervals of win rates that have the truth in them.
type covered struct{ model, alone, plain, all float64 }

func (c covered) shares() (model, alone, plain float64) {
	return c.model / c.all, c.alone / c.all, c.plain / c.all
}

// coverage counts, over studies of a world, which 95% intervals of win rates have the true rate in them: those of the
// model, of the model without qualities and tastes, and of the plain model with robust errors.
func coverage(t *testing.T, w world, studies int) covered {
	var c covered
	within := func(x, lower, upper float64) float64 {
		if lower <= x && x <= upper {
			return 1
		}
		return 0
	}
	for seed := range studies {
		d := w.draw(uint64(seed + 1))
		s := sampler.Settings{Seed: 1, Draws: 250, Warmup: 250}
		f, err := Sample(context.Background(), d, s)
		require.NoError(t, err)
		without := &Data{Candidates: d.Candidates, Grades: d.Grades}
		for _, one := range d.All {
			one.Prompt, one.Labeler = -1, -1
			without.All = append(without.All, one)
		}
		alone, err := Sample(context.Background(), without, sampler.Settings{Seed: 1, Draws: 250})
		require.NoError(t, err)
		plain, err := Likeliest(d)
		require.NoError(t, err)
		rates, ratesAlone := f.Rates(), alone.Rates()
		for a := range d.Candidates {
			for b := a + 1; b < len(d.Candidates); b++ {
				truth := w.rate(a, b)
				q := rates.Against[a][b].Summary(0.95)
				c.model += within(truth, q.Lower, q.Upper)
				q = ratesAlone.Against[a][b].Summary(0.95)
				c.alone += within(truth, q.Lower, q.Upper)
				p := plain.against(a, b, 0.95)
				c.plain += within(truth, p.Lower, p.Upper)
				c.all++
			}
		}
	}
	return c
}

// checkCoverage tests that intervals of the model have the truth in them as often as they say, and more often than
// those of the model without qualities and tastes.
func checkCoverage(t *testing.T, w world, studies int) {
	c := coverage(t, w, studies)
	model, alone, plain := c.shares()
	t.Logf("%v intervals: model %.3f, without answers and tastes %.3f, robust %.3f", c.all, model, alone, plain)
	// Intervals of one study depend on each other: as if it had one and a half.
	assert.InDelta(t, 0.95, model, 3*math.Sqrt(0.95*0.05/(1.5*float64(studies))))
	assert.Less(t, alone, model)
}

// Intervals of win rates have the truth in them as often as they say, if comparisons share answers. The model without
// qualities takes five verdicts on the same two answers for five facts about the candidates.
func TestCoverage(t *testing.T) {
	slowtest.Only(t)
	checkCoverage(t, world{[]float64{0, 0.3, 0.8}, 0.2, 1, 0, -0.5, 40, 50, 1, 5}, 12)
}
