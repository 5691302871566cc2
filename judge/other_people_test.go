package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// answered is a table of a gold standard and of people, whose answers are right or wrong.
func answered(t *testing.T, gold []float64, right [][]bool) (*Gold, study.View) {
	var b study.Builder
	for j, y := range gold {
		item := fmt.Sprint("i", j)
		b.Add(item, "expert", "gold", y)
		for l, ok := range right[j] {
			x := y
			if !ok {
				x = 1 - y
			}
			b.Add(item, fmt.Sprint("p", l), "people", x)
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	standard, err := table.Study("gold")
	require.NoError(t, err)
	people, err := table.Study("people")
	require.NoError(t, err)
	g, err := NewGold(standard)
	require.NoError(t, err)
	return g, people
}

// Oracle: the mean squares of a two-way layout, where everybody labels every item (Searle, Casella and McCulloch 1992):
// the variance of the grand mean is V_items + V_people − V_answers of its margins.
func TestOtherPeopleByMeanSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const items, people = 30, 6
	gold, right := make([]float64, items), make([][]bool, items)
	for j := range right {
		gold[j] = float64(j % 2)
		for l := range people {
			right[j] = append(right[j], rng.Float64() < 0.9-0.1*float64(l))
		}
	}
	g, v := answered(t, gold, right)
	got := g.SingleOfOthers(v).Right
	var mean float64
	rows, columns := make([]float64, items), make([]float64, people)
	for j := range right {
		for l, ok := range right[j] {
			if ok {
				mean += 1.0 / (items * people)
				rows[j] += 1.0 / people
				columns[l] += 1.0 / items
			}
		}
	}
	var byItem, byPerson, byAnswer float64
	for _, x := range rows {
		byItem += (x - mean) * (x - mean) / (items * (items - 1))
	}
	for _, x := range columns {
		byPerson += (x - mean) * (x - mean) / (people * (people - 1))
	}
	for j := range right {
		for _, ok := range right[j] {
			x := 0.0
			if ok {
				x = 1
			}
			d := (rows[j] - x) / (people - 1) / items
			byAnswer += d * d
		}
	}
	assert.InEpsilon(t, mean, got.value, 1e-12)
	assert.InEpsilon(t, byItem, got.byItem, 1e-9)
	assert.InEpsilon(t, byPerson, got.byPerson, 1e-9)
	assert.InEpsilon(t, byAnswer, got.byAnswer, 1e-9)
	assert.Equal(t, []int{items, people}, []int{got.Items, got.People})
}

// Oracle: leaving out one person's answers and comparing anew.
func TestOtherPeopleByLeavingOneOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	gold, right := make([]float64, 25), make([][]bool, 25)
	for j := range right {
		gold[j] = float64(rng.IntN(2))
		for range 1 + rng.IntN(5) {
			right[j] = append(right[j], rng.Float64() < 0.7)
		}
	}
	g, v := answered(t, gold, right)
	for name, c := range map[string]struct {
		got    *OthersAnswers
		answer func(*Gold, study.View) Answers
	}{
		"votes":  {g.VotesOfOthers(v), func(g *Gold, v study.View) Answers { return g.Votes(v) }},
		"single": {g.SingleOfOthers(v), func(g *Gold, v study.View) Answers { return g.Single(v) }},
	} {
		all := c.answer(g, v)
		assert.InEpsilon(t, all.Right.Value(), c.got.Right.value, 1e-12, name)
		assert.InEpsilon(t, all.ByCategory[1].Value(), c.got.ByCategory[1].value, 1e-12, name)
		assert.Equal(t, all.ByCategory[1].N, c.got.ByCategory[1].Items, name)
		sum := 0.0
		for l := range 5 {
			fewer := make([][]bool, len(right))
			for j, of := range right {
				for i, ok := range of {
					if i != l {
						fewer[j] = append(fewer[j], ok)
					}
				}
			}
			a := c.answer(answered(t, gold, fewer))
			sum += math.Pow(a.Right.Value()-all.Right.Value(), 2)
		}
		assert.InEpsilon(t, sum*4/5, c.got.Right.byPerson, 1e-9, name)
	}
}

// Oracle: simulated studies by five people, each of whom is right more or less often than others, and of items of which
// some are harder. The interval for other items alone held the sensitivity of people like these in 88%.
func TestOtherPeopleHoldWhatOthersAnswer(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	const items, people, studies = 150, 5, 400
	skill := func(hard, person float64) float64 { return 1 / (1 + math.Exp(-1.4-0.8*hard-0.6*person)) }
	draw := func(items int) (gold []float64, right [][]bool) {
		persons := make([]float64, people)
		for l := range persons {
			persons[l] = rng.NormFloat64()
		}
		gold, right = make([]float64, items), make([][]bool, items)
		for j := range right {
			gold[j] = float64(j % 2)
			hard := rng.NormFloat64()
			for _, person := range persons {
				right[j] = append(right[j], rng.Float64() < skill(hard, person))
			}
		}
		return gold, right
	}
	var single, voted float64
	const n = 40000
	for range n {
		_, right := draw(1)
		yes := 0
		for _, ok := range right[0] {
			if ok {
				yes++
			}
		}
		single += float64(yes) / people / n
		if 2*yes > people {
			voted += 1.0 / n
		}
	}
	held, those := 0, 0
	heldVotes := 0
	for range studies {
		gold, right := draw(items)
		g, v := answered(t, gold, right)
		inside := func(truth, lower, upper float64) int {
			if lower <= truth && truth <= upper {
				return 1
			}
			return 0
		}
		lower, upper := g.SingleOfOthers(v).ByCategory[1].Interval(0.95)
		held += inside(single, lower, upper)
		lower, upper = g.VotesOfOthers(v).ByCategory[1].Interval(0.95)
		heldVotes += inside(voted, lower, upper)
		lower, upper = g.Single(v).ByCategory[1].Interval(0.95)
		those += inside(single, lower, upper)
	}
	se := math.Sqrt(0.95 * 0.05 / studies)
	t.Logf("other people %.3f, votes %.3f, these people %.3f (SE %.3f)", float64(held)/studies,
		float64(heldVotes)/studies, float64(those)/studies, se)
	assert.InDelta(t, 0.95, float64(held)/studies, 3*se)
	assert.InDelta(t, 0.95, float64(heldVotes)/studies, 3.5*se)
	assert.Less(t, float64(those)/studies, 0.95-3*se, "the interval for these people is no answer for others")
}

func TestOtherPeopleOfFew(t *testing.T) {
	g, v := answered(t, []float64{1, 0}, [][]bool{{true}, {true}})
	lower, _ := g.SingleOfOthers(v).Right.Interval(0.95)
	assert.True(t, math.IsNaN(lower), "one person")
	g, v = answered(t, []float64{1, 0, 1}, [][]bool{{true, true}, {true, true}, {true, true}})
	lower, upper := g.SingleOfOthers(v).Right.Interval(0.95)
	assert.True(t, lower > 0 && lower < 0.5 && upper == 1, "two people who are always right say little of others")
	mean, lower, _ := g.SingleOfOthers(v).Level.Level(0.95)
	assert.True(t, mean == 0 && math.IsNaN(lower), "nothing varies")
	lower, _ = g.SingleOfOthers(v).ByCategory[0].Interval(0.95)
	assert.True(t, math.IsNaN(lower), "one item")
}
