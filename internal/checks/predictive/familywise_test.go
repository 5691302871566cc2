package predictive

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
)

// columnsOf is a design of so many statistics that no parameter follows, and that one does.
func columnsOf(free, followed int) *design {
	d := &design{}
	for range free {
		d.statistics = append(d.statistics, statistic{kind: &kind{}})
	}
	return &design{statistics: append(d.statistics, make([]statistic, followed)...)}
}

// Of exchangeable studies at most Threshold have any doubt, whatever the statistics' distributions, their number and
// that of the replicates; with fewer than FewestReplicates, none has.
func TestDoubtsOfExchangeableStudies(t *testing.T) {
	const many = 3000
	rng := rand.New(rand.NewPCG(5, 5))
	draw := func(n int) []float64 {
		row := make([]float64, n)
		common := rng.NormFloat64()
		for i := range row {
			x := rng.NormFloat64()
			switch i % 4 {
			case 0:
				row[i] = x
			case 1:
				row[i] = math.Exp(x)
			case 2:
				row[i] = math.Round(x + common)
			case 3:
				row[i] = x / rng.Float64()
			}
		}
		return row
	}
	for _, c := range []struct{ free, followed, replicates int }{{3, 0, FewestReplicates - 1}, {3, 0, FewestReplicates},
		{9, 3, fewest}, {60, 200, fewest}} {
		d, doubted := columnsOf(c.free, c.followed), 0
		for range many / (c.free + c.followed) * 3 {
			replicated := make([][]float64, c.replicates)
			for n := range replicated {
				replicated[n] = draw(c.free + c.followed)
			}
			least := 1.0
			for _, j := range d.judge(draw(c.free+c.followed), replicated) {
				least = math.Min(least, j.familywise)
			}
			if least <= Threshold {
				doubted++
			}
		}
		n := float64(many / (c.free + c.followed) * 3)
		if c.replicates < FewestReplicates {
			assert.Zero(t, doubted)
			continue
		}
		assert.LessOrEqual(t, float64(doubted)/n, Threshold+4*math.Sqrt(Threshold*(1-Threshold)/n), "%+v", c)
	}
}

// By hand: one statistic that no parameter follows, 49 replicates on a line, and one observed beyond all of them.
func TestJudgementByHand(t *testing.T) {
	d := columnsOf(1, 0)
	var replicated [][]float64
	for i := range FewestReplicates {
		replicated = append(replicated, []float64{float64(i)})
	}
	j := d.judge([]float64{100}, replicated)[0]
	assert.InDelta(t, 1.0/50/0.8, j.familywise, 1e-15)
	assert.Greater(t, j.far, 3.0)
	j = d.judge([]float64{-1}, replicated)[0] // as far out as 48 is on the other side
	assert.InDelta(t, 2.0/50/0.8, j.familywise, 1e-15)
	assert.Less(t, j.far, 0.0)
	d.statistics[0].kind.highOnly = true
	assert.InDelta(t, 1, d.judge([]float64{-1}, replicated)[0].familywise, 1e-15)
	assert.InDelta(t, 1, d.judge([]float64{math.NaN()}, replicated)[0].familywise, 1e-15)
	d.statistics[0].kind.highOnly = false
	followed := columnsOf(0, 1)
	assert.InDelta(t, 1.0/50/0.2, followed.judge([]float64{100}, replicated)[0].familywise, 1e-15)
	for i := range replicated {
		replicated[i][0] = 7 // all alike
	}
	assert.InDelta(t, 1, d.judge([]float64{7}, replicated)[0].familywise, 1e-15)
	assert.InDelta(t, 1.0/50/0.8, d.judge([]float64{8}, replicated)[0].familywise, 1e-15)
}

// A model that is right is doubted in at most 3 % of studies, for few labels and for so many that replicates are few.
// With known parameters it is the hardest; statistics of the case before, with a threshold of one in 51, doubted half
// of the studies of four groups.
func TestFalseAlarms(t *testing.T) {
	const many = 40
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for studies, items := range map[int]int{1: 40, 4: 25} {
			doubted := falseAlarms(t, distribution, studies, items, 8, 3, many,
				Options{Replicates: fewest, more: Enough, Workers: 2, Level: 0.95})
			assert.LessOrEqual(t, doubted, 5, "%v, %d studies: of %d; more than 5 have a probability of 0.0004",
				distribution,
				studies, many)
		}
	}
}

// Replicates are the same whether they are drawn at once or some later.
func TestMoreReplicatesAreTheSame(t *testing.T) {
	design := designOf(t, 1, 30, 8, 3, "a", "b")
	source := known(t, alike(family.Gaussian{}, 2), design, 1)
	d, err := newDesign(context.Background(), source)
	require.NoError(t, err)
	var once, twice replicates
	require.NoError(t, once.extend(context.Background(), source, d, 1, 20, 3))
	require.NoError(t, twice.extend(context.Background(), source, d, 1, 7, 2))
	require.NoError(t, twice.extend(context.Background(), source, d, 1, 20, 1))
	assert.Equal(t, once.rows, twice.rows)
	for s := range once.slopes {
		for l := range once.slopes[s].n {
			mean, sd := once.slopes[s].of(l)
			again, sdAgain := twice.slopes[s].of(l)
			assert.Equal(t, [2]float64{mean, sd}, [2]float64{again, sdAgain})
		}
	}
}

// Draws are evenly spread for any number of replicates: no quarter of them has many more than another.
func TestDrawsAreEvenlySpread(t *testing.T) {
	for _, replicates := range []int{40, 99, 399} {
		var quarter [4]int
		for n := range replicates {
			quarter[DrawOf(n, 1000)/250]++
		}
		for _, q := range quarter {
			assert.InDelta(t, float64(replicates)/4, q, 3)
		}
	}
	assert.Zero(t, DrawOf(17, 1))
}

// Neither what is well inside of the replicated studies nor what is far beyond all of them is at stake.
func TestAtStake(t *testing.T) {
	assert.True(t, judgement{far: -4.8, farthest: 3.4, familywise: 0.0125}.atStake())
	assert.False(t, judgement{far: -5.2, farthest: 3.4, familywise: 0.0125}.atStake())
	assert.False(t, judgement{far: 2.2, farthest: 3.4, familywise: 0.2}.atStake())
}

// Where a doubt is at stake more replicates are drawn, else not.
func TestMoreReplicatesWhereADoubtIsAtStake(t *testing.T) {
	o := Options{Replicates: fewest, more: Enough, Workers: 2, Level: 0.95}
	odd := regular(family.Gaussian{})
	odd.item = func(rng *rand.Rand) float64 { return 2 * rng.ExpFloat64() }
	fit, err := model.Fit(context.Background(), odd.table(t, 1), spec.Spec{}, quick(1))
	require.NoError(t, err)
	c, err := run(context.Background(), sourceOf(fit, fit.Table().Len(), 1), o)
	require.NoError(t, err)
	assert.Equal(t, Enough, c.Replicates)
	require.NotEmpty(t, c.Doubts)
	assert.Contains(t, c.Doubts[0].Statistics, ItemSkewness)
	fit, err = model.Fit(context.Background(), regular(family.Gaussian{}).table(t, 1), spec.Spec{}, quick(1))
	require.NoError(t, err)
	c, err = run(context.Background(), sourceOf(fit, fit.Table().Len(), 1), o)
	require.NoError(t, err)
	assert.Equal(t, fewest, c.Replicates)
	assert.Empty(t, c.Doubts)
}
