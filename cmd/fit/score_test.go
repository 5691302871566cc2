package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/result"
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

// The contract of the JSON of scores: every key and the type of its value.
func TestScoreContract(t *testing.T) {
	shapes := map[string]bool{".doubts[] string": true, ".data.warnings[] string": true,
		".measures[].diagnostics.messages[] string": true, ".data.judge_replies[].judge string": true,
		".data.judge_replies[].replies float64": true, ".data.judge_replies[].unusable float64": true,
		".data.judge_replies[].texts[] string": true, ".data.judge_replies[].own[] string": true,
		".data.judge_replies[].own_replies float64": true}
	file := manySystems(t)
	for _, args := range [][]string{{"--bar", "4", "--cost", "people=1,judge=0"}, {"--system", "-", "--where",
		"model=system 1", "--family", "gaussian"}} {
		out, _ := runFit(t, exitFine, append(append([]string{"score", "--judge-column", "gpt,llama", "--label", "human",
			"--draws", "300", "--quiet", "--format", "json"}, args...), file)...)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		collectShapes(shapes, "", v)
	}
	goldenShapes(t, "score_contract.golden", shapes)
}

// The contract of the JSON of drifts.
func TestDriftContract(t *testing.T) {
	shapes := map[string]bool{".doubts[] string": true, ".notes[] string": true, ".data.warnings[] string": true}
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
	file := written(t, "item,model,period,v1,v2,human", rows)
	for _, args := range [][]string{{"--label", "human"}, {"--label", "human", "--system", "period", "--bar", "3"},
		{"--where", "period=old", "--system", "-"}, {"--positive", "3,4"}} {
		args = append([]string{"score", "--anchor", "v1,v2", "--quiet", "--format", "json"}, args...)
		out, _ := runFit(t, exitFine, append(args, file)...)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		collectShapes(shapes, "", v)
	}
	goldenShapes(t, "drift_contract.golden", shapes)
}

// Differences are of each two systems, the best of all are one, and the table of CSV has the numbers of the JSON.
func TestScoresOfSystems(t *testing.T) {
	slowtest.Only(t)
	file := manySystems(t)
	args := []string{"score", "--judge-column", "gpt,llama", "--label", "human", "--draws", "300", "--quiet",
		"--format"}
	out, _ := runFit(t, exitFine, append(args, "json", file)...)
	var scores result.Scores
	require.NoError(t, json.Unmarshal([]byte(out), &scores))
	require.Len(t, scores.Measures, 1)
	m := scores.Measures[0]
	require.Len(t, m.Systems, 7)
	require.Len(t, m.Differences, 21)
	best := 0.0
	for _, s := range m.Systems {
		best += float64(s.Best)
		require.Equal(t, 40, s.Labelled)
		require.Equal(t, 160, s.Verdicts)
		require.InDelta(t, float64(s.WithoutModel.Estimate), float64(s.Score.Median), 0.1)
	}
	require.InDelta(t, 1, best, 1e-9)
	d := m.Differences[0]
	require.InDelta(t, float64(m.Systems[0].Score.Mean-m.Systems[1].Score.Mean), float64(d.Difference.Mean), 1e-9)
	require.Equal(t, -d.Difference.Median, m.Difference(d.Systems[1], d.Systems[0]).Difference.Median)

	table, _ := runFit(t, exitFine, append(args, "csv", file)...)
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+4*7+3*21)
	require.Equal(t, []string{"system 0", "", "mean", "", "", "score"}, rows[1][:6])
	var x float64
	require.NoError(t, json.Unmarshal([]byte(rows[1][6]), &x))
	require.Equal(t, float64(m.Systems[0].Score.Median), x)
}
