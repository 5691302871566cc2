package say

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// The probability that the highest is the highest is at least what the bound says, by simulation, and the bound is
// sharp for two.
func TestExtremesAreSure(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		all  []Place
		sure bool
	}{
		{[]Place{{"a", 0.8, 0.03}, {"b", 0.6, 0.05}, {"c", 0.5, 0.05}, {"d", 0.4, 0.1}}, true},
		{[]Place{{"a", 0.8, 0.05}, {"b", 0.7, 0.05}}, false},
		{[]Place{{"a", 0.8, 0.03}, {"b", 0.7, 0.05}}, true}, // 0.1 is 1.71 standard deviations: probability 0.957
		{[]Place{{"a", 0.8, 0.06}, {"b", 0.66, 0.06}, {"c", 0.66, 0.06}, {"d", 0.66, 0.06}}, false},
		{[]Place{{"a", 0.8, 0}, {"b", 0.7, 0}}, true},
		{[]Place{{"a", 0.8, 0}, {"b", 0.8, 0}}, false},
		{[]Place{{"a", 0.8, math.NaN()}, {"b", 0.7, 0.01}}, false},
	} {
		first, sure := extreme(c.all, 1)
		assert.Equal(t, "a", first.Name)
		assert.Equal(t, c.sure, sure, c.all)
		const draws = 20_000
		highest := 0
		for range draws {
			best, at := -9.0, 0
			for k, p := range c.all {
				if x := p.Value + p.SD*random.NormFloat64(); x > best {
					best, at = x, k
				}
			}
			if at == 0 {
				highest++
			}
		}
		if sure { // a Monte Carlo standard error is 0.0015
			assert.Greater(t, float64(highest)/draws, result.Sure-0.0045, c.all)
		}
	}
}

// What is not known is not said.
func TestOrderInWords(t *testing.T) {
	low, high := Place{"low", 0.1, 0.01}, Place{"high", 0.9, 0.01}
	near := Place{"near", 0.89, 0.05}
	assert.Equal(t, "highest in high (0.90), lowest in low (0.10)", Order([]Place{high, low}, "in"))
	assert.Equal(t, "lowest for low (0.10); the order of the others is unclear, up to 0.90",
		Order([]Place{high, near, low}, "for"))
	assert.Equal(t, "highest in high (0.90); the order of the others is unclear, down to 0.10",
		Order([]Place{low, high, {"near", 0.11, 0.05}}, "in"))
	assert.Equal(t, "0.89 to 0.90; the order is unclear", Order([]Place{near, high}, "in"))
}

// The verdict over tasks in time says of means, of reliability and of agreement what changed, how and when, or that
// there is no sign of it, with both probabilities.
func TestChangesInWords(t *testing.T) {
	type numbers struct {
		changed, steady, moved, wandered, differ, before, after, step float64
		earliest                                                      string
	}
	trend := func(changed, steady, differ float64) *numbers {
		return &numbers{changed, steady, changed - steady, 0, differ, 0.61, 0.48, 1, "w5"}
	}
	type quantity struct {
		at answer.Key
		*numbers
	}
	icc := func(group string, of *numbers) quantity {
		return quantity{answer.Key{Term: catalogue.ICC, Group: group}, of}
	}
	said := func(all ...quantity) []string {
		a := answer.New("batch", result.Data{}, result.Intervals{})
		for _, q := range all {
			if q.numbers == nil {
				continue
			}
			for i, p := range []float64{q.changed, q.steady, q.moved, q.wandered, q.differ} {
				at := q.at
				at.Event = []string{"changed", "steady", "moved", "wandered", "differ"}[i]
				a.Add("trend", at, 0).P = p
			}
			a.Add("trend", q.at, 0).N = 9
			a.Add("trend_before", q.at, q.before)
			a.Add("trend_after", q.at, q.after)
			a.Add("trend_shortest_step", q.at, q.step)
			for i, text := range []string{"week", "w1", "w9", "w4", q.earliest, "w5"} {
				a.Words([]string{"trend_unit", "trend_first", "trend_last", "trend_until", "trend_earliest",
					"trend_latest"}[i], q.at, text)
			}
		}
		return changeSentences(a, "experts")
	}
	const reliability = "Reliability of one label (ICC)"
	assert.Equal(t, []string{reliability + " fell from 0.61 to 0.48 after w4 (changed: 97.0%, weeks differ: 98.0%)"},
		said(icc("all", trend(0.97, 0.1, 0.98))))
	wide := trend(0.97, 0.1, 0.98)
	wide.earliest, wide.before, wide.after = "w3", wide.after, wide.before
	assert.Equal(t, []string{reliability + " of crowd rose from 0.48 to 0.61 after w4 (changed: 97.0%, weeks differ: " +
		"98.0%); the new level began from w3 to w5"}, said(icc("experts", trend(0.5, 0.5, 0.6)), icc("crowd", wide)))
	assert.Equal(t, []string{"Agreement with experts (ρ) fell from 0.61 to 0.48, steadily from w1 to w9 (changed: " +
		"99.0%, weeks differ: >99.9%)"}, said(quantity{answer.Key{Term: catalogue.Rho, Of: "experts",
		Against: "crowd"}, trend(0.99, 0.8, 0.9999)}))
	assert.Equal(t, []string{reliability + ": no change in 9 weeks (changed: 8.0%, weeks differ: 12.0%)"},
		said(icc("all", trend(0.08, 0.04, 0.12))))
	assert.Equal(t, []string{reliability + " of b: no sign of a change in 9 weeks (changed: 40.0%, weeks differ: " +
		"45.0%)"},
		said(icc("a", trend(0.08, 0.04, 0.1)), icc("b", trend(0.4, 0.1, 0.45))))
	assert.Equal(t, []string{reliability + " differs between weeks for sure; most probably it fell from 0.61 to 0.48 " +
		"after w4 (changed: 92.0%, weeks differ: 99.0%)"}, said(icc("all", trend(0.92, 0.1, 0.99))))
	assert.Equal(t, []string{reliability + " differs between weeks for sure, in no clear order (changed: 30.0%, " +
		"weeks differ: 99.0%)"}, said(icc("all", trend(0.3, 0.1, 0.99))))
	wander := trend(0.97, 0.1, 0.98)
	wander.wandered, wander.moved, wander.earliest = 0.8, 0.07, "w2"
	assert.Equal(t, []string{reliability + " wandered or fell from 0.61 to 0.48, steadily from w1 to w9 " +
		"(changed: 97.0%, weeks differ: 98.0%)"}, said(icc("all", wander)))
	gaps := trend(0.7, 0.2, 0.8)
	gaps.step = 2
	mean := quantity{answer.Key{Term: MeanOverTime, Group: "all"}, gaps}
	rate := quantity{answer.Key{Term: RateOverTime, Group: "all"}, trend(0.97, 0.1, 0.98)}
	assert.Equal(t, []string{"9 tasks do not show for sure whether the mean changed; most probably it fell from 0.61 " +
		"to 0.48 after w4 (changed: 70.0%, tasks differ: 80.0%)"}, said(mean))
	assert.Equal(t, []string{"The rate fell from 0.61 to 0.48 after w4 (changed: 97.0%, weeks differ: 98.0%)",
		reliability + ": no change in 9 weeks (changed: 8.0%, weeks differ: 12.0%)"},
		said(icc("all", trend(0.08, 0.04, 0.12)), rate), "each quantity, the surest first")
	assert.Empty(t, said(icc("all", nil)))
}

// A verdict over tasks has numbers that are in a row: of several groups, each stands alone.
func TestRankingOfGroups(t *testing.T) {
	a := answer.New("fit", result.Data{}, result.Intervals{})
	var rk Ranking
	for task, rho := range map[string][2]float64{"one": {0.9, 0.5}, "two": {0.7, 0.3}} {
		for i, group := range []string{"a", "b"} {
			a.Add(catalogue.Rho, answer.Key{Task: task, Of: "r", Against: group}, rho[i]).SD = 0.01
		}
		rk.Add(a, answer.Run{Task: task, Model: &result.Model{Reference: "r"},
			Trust: &result.Diagnostics{Converged: true},
			Data:  &result.Data{Studies: []result.Study{{Name: "r"}, {Name: "a"}, {Name: "b"}}}})
	}
	assert.Equal(t, "Agreement with the reference (ρ): highest in one of a (0.90), lowest in two of b (0.30)",
		rk.sentence())
}
