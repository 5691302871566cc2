package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
)

// manySystems writes outputs of seven systems with labels of two judges, and of people for some.
func manySystems(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 6))
	var rows []string
	mark := func(z float64) string { return fmt.Sprint(math.Max(1, math.Min(5, math.Floor(3.5+z)))) }
	for s := range 7 {
		for i := range 80 {
			z := rng.NormFloat64() + 0.2*float64(s)
			human := ""
			if i%2 == 0 {
				human = mark(z + rng.NormFloat64()/2)
			}
			rows = append(rows, fmt.Sprintf("q%d,system %d,%s,%s,%s", i, s, mark(z+rng.NormFloat64()),
				mark(1+0.5*z+rng.NormFloat64()), human))
		}
	}
	return written(t, "item,model,gpt,llama,human", rows)
}

// versionsFile writes labels of two versions of a judge in two periods, and of people for some.
func versionsFile(t *testing.T) string {
	t.Helper()
	var rows []string
	for i := range 60 {
		v1, v2, human := fmt.Sprint(i%5), fmt.Sprint(i*3%5), ""
		if i%4 == 0 {
			human = fmt.Sprint(i * 2 % 5)
		}
		if i < 20 {
			v2 = ""
		} else if i >= 40 {
			v1 = ""
		}
		rows = append(rows, fmt.Sprintf("q%d,%s,%s,%s,%s,%s", i, []string{"A", "B"}[i%2], []string{"old", "new"}[i/40],
			v1, v2, human))
	}
	return written(t, "item,model,period,v1,v2,human", rows)
}

// Differences are of each two systems, the best of all are one, and the table of CSV has the numbers of the JSON.
func TestScoresOfSystems(t *testing.T) {
	slowtest.Only(t)
	file := manySystems(t)
	args := []string{"score", "--judge-column", "gpt,llama", "--label", "human", "--draws", "300", "--quiet",
		"--format"}
	out, _ := runFit(t, exitFine, append(args, "json", file)...)
	scores := foundIn(t, out)
	systems := scores.of("people_score", "mean label")
	require.Len(t, systems, 7)
	require.Len(t, scores.of("score_difference", ""), 21)
	best := 0.0
	for i, s := range systems {
		best += *s.P
		require.Equal(t, 40., *scores.about("labelled_items", s.Of).Value)
		require.Equal(t, 160., *scores.about("judge_labels", s.Of).Value)
		require.InDelta(t, *scores.about("plain_score", s.Of).Value, *s.Value, 0.1)
		require.True(t, i == 0 || *s.Value <= *systems[i-1].Value)
	}
	require.InDelta(t, 1, best, 1e-9)
	d := scores.of("score_difference", "")[0]
	require.Equal(t, []string{systems[0].Of, systems[1].Of}, []string{d.Of, d.Against})
	require.InDelta(t, *systems[0].Value-*systems[1].Value, *d.Value, 0.02)

	table, _ := runFit(t, exitFine, append(args, "csv", file)...)
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(scores.Rows))
}
