package score

import (
	"bytes"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/besidetest"
)

// real is a public study: labels of people and of a judge by item.
type real struct {
	judge []float64
	votes [][]Vote // of each item; Item is the index
	names map[string]int
}

// readReal reads a file of labels with columns for the item, the labeler, the study and the label.
func readReal(t *testing.T, file, judge string, item []string, value func(string) float64) *real {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(besidetest.Read(t, "data", file))).ReadAll()
	require.NoError(t, err)
	column := map[string]int{}
	for c, name := range rows[0] {
		column[name] = c
	}
	r := &real{names: map[string]int{}}
	index := map[string]int{}
	for _, row := range rows[1:] {
		name := ""
		for _, c := range item {
			name += row[column[c]] + "|"
		}
		i, ok := index[name]
		if !ok {
			i = len(r.votes)
			index[name] = i
			r.votes, r.judge = append(r.votes, nil), append(r.judge, math.NaN())
		}
		y := value(row[column["label"]])
		switch row[column["study"]] {
		case judge:
			r.judge[i] = y
		case "human":
			who := row[column["labeler"]]
			if _, ok := r.names[who]; !ok {
				r.names[who] = len(r.names)
			}
			r.votes[i] = append(r.votes[i], Vote{i, r.names[who], y})
		}
	}
	return r
}

// half returns a system with the labels of one half of the people, of items with labels of both halves; labelled says
// which of these have them.
func (r *real) half(first []bool, want bool, labelled func(n int) bool) *System {
	y := &System{Name: "all"}
	n := 0
	for i, votes := range r.votes {
		var mine []Vote
		for _, v := range votes {
			if first[v.Labeler] == want {
				mine = append(mine, Vote{n, v.Labeler, v.Value})
			}
		}
		if len(mine) == 0 || len(mine) == len(votes) || math.IsNaN(r.judge[i]) {
			continue
		}
		mean, squares := 0.0, 0.0
		for _, v := range mine {
			mean += v.Value / float64(len(mine))
		}
		for _, v := range mine {
			squares += (v.Value - mean) * (v.Value - mean)
		}
		y.Judge, y.People = append(y.Judge, r.judge[i]), append(y.People, mean)
		y.Spread = append(y.Spread, squares/float64(max(1, len(mine)-1)))
		y.Labels = append(y.Labels, 0)
		if labelled(n) {
			y.Labels[n] = len(mine)
			y.Votes = append(y.Votes, mine...)
		}
		n++
	}
	return y
}

// Half of the people of a public study label 100 items, and the other half all of them. The first half's labels and
// the judge's give a score, and the other half's mean is held against it. The error of the difference is of both
// halves. The mean square of differences is the one that errors say, or less. Intervals have the held-back mean as
// often as they say, or more often, because Student's t has few degrees of freedom if people are few and label
// unequally much. Without people's levels in the error, they have it in about half of all cases. Halves and items are
// drawn 300 times, which are not independent.
func TestHeldBackPeople(t *testing.T) {
	number := func(s string) float64 {
		y, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		return y
	}
	positive := func(s string) float64 {
		if s == "Positive" {
			return 1
		}
		return 0
	}
	for _, c := range []struct {
		file  string
		item  []string
		value func(string) float64
	}{
		{"prompts_judges.csv", []string{"item"}, number},
		{"cebab_aspects_judges.csv", []string{"item", "criterion"}, positive},
	} {
		for _, judge := range []string{"gpt-4o", "mistral-v03"} {
			r := readReal(t, c.file, judge, c.item, c.value)
			rng := rand.New(rand.NewPCG(31, 32))
			const studies, labelled = 300, 100
			inside, normal, blind := 0, 0, 0
			var squares, errors float64
			for range studies {
				first := make([]bool, len(r.names))
				for k, p := range rng.Perm(len(first)) {
					first[p] = k < len(first)/2
				}
				held := r.half(first, false, func(int) bool { return true })
				chosen := map[int]bool{}
				for _, i := range rng.Perm(len(held.Judge))[:labelled] {
					chosen[i] = true
				}
				m, err := Mean(r.half(first, true, func(n int) bool { return chosen[n] }), Options{})
				require.NoError(t, err)
				truth, err := Mean(held, Options{})
				require.NoError(t, err)
				d := m.Value - truth.Alone.Value
				within := func(v, t float64) int {
					if math.Abs(d) <= t*math.Sqrt(v) {
						return 1
					}
					return 0
				}
				a, b := m.SE*m.SE, truth.Alone.SE*truth.Alone.SE
				squares, errors = squares+d*d, errors+a+b
				student := distuv.StudentsT{Sigma: 1, Nu: welch(a, m.DF, b, truth.Alone.DF)}.Quantile(0.975)
				inside += within(a+b, student)
				normal += within(a+b, 1.96)
				levels := m.PeopleSE*m.PeopleSE + truth.Alone.PeopleSE*truth.Alone.PeopleSE
				blind += within(a+b-levels, 1.96)
			}
			share := func(n int) float64 { return float64(n) / studies }
			t.Logf("%s, %s: within t %.3f, within 1.96 errors %.3f, without levels of people %.3f; "+
				"root of mean squares over errors %.2f", c.file, judge,
				share(inside), share(normal), share(blind), math.Sqrt(squares/errors))
			assert.Greater(t, share(inside), 0.93)
			assert.Less(t, math.Sqrt(squares/errors), 1.05)
			assert.Less(t, share(blind), 0.8)
		}
	}
}
