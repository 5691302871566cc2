package pairs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// battles are comparisons of five candidates on 60 prompts by twelve people and a judge. The judge sees each two
// answers in both orders, and prefers the one that it sees first.
func battles() string {
	names := []string{"atlas", "birch", "cobalt", "dune", "ember"}
	skills := []float64{0.9, 0.6, 0.1, -0.5, -1.1}
	const prompts, edges, people, perEdge = 60, 3, 12, 3
	rng := rand.New(rand.NewPCG(46, 1))
	g := newGrades(3)
	weights, p := make([]float64, 2), make([]float64, 3)
	g.weights(weights, []float64{-0.6})
	tastes := make([][]float64, people)
	for l := range tastes {
		for range names {
			tastes[l] = append(tastes[l], 0.4*rng.NormFloat64())
		}
	}
	var s strings.Builder
	s.WriteString("question_id,model_a,model_b,winner,labeler,study\n")
	show := func(q, first, second int, eta float64, labeler, study string) {
		g.at(p, weights, eta)
		winner, u := "model_b", rng.Float64()
		switch {
		case u < p[2]:
			winner = "model_a"
		case u < p[2]+p[1]:
			winner = "tie"
		}
		fmt.Fprintf(&s, "q%02d,%s,%s,%s,%s,%s\n", q+1, names[first], names[second], winner, labeler, study)
	}
	for q := range prompts {
		answers := make([]float64, len(names))
		for a := range answers {
			answers[a] = skills[a] + 0.8*rng.NormFloat64()
		}
		order := rng.Perm(len(names) * (len(names) - 1) / 2)
		for _, edge := range order[:edges] {
			a, b := 0, edge
			for b >= len(names)-1-a {
				b -= len(names) - 1 - a
				a++
			}
			b += a + 1
			for _, l := range rng.Perm(people)[:perEdge] {
				x, y := a, b
				if rng.IntN(2) == 0 {
					x, y = b, a
				}
				show(q, x, y, answers[x]-answers[y]+tastes[l][x]-tastes[l][y]+0.1, fmt.Sprintf("p%02d", l+1), "people")
			}
			for _, xy := range [][2]int{{a, b}, {b, a}} {
				show(q, xy[0], xy[1], 1.3*(answers[xy[0]]-answers[xy[1]])+0.5, "gpt", "judge")
			}
		}
	}
	return s.String()
}

// testdata/battles.csv is made by this test, with UPDATE_GOLDEN=1.
func TestBattles(t *testing.T) {
	const path = "../testdata/battles.csv"
	want := battles()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o600))
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, want, string(got))
}
