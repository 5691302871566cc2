package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/report"
)

// Of words without order each category is compared as it is where it is said to be the positive one, with its seed; the
// chance of the same label is counted by hand.
func TestJudgeOfWords(t *testing.T) {
	file := filepath.Join(t.TempDir(), "words.csv")
	rows := []string{"item,labeler,study,label"}
	words := []string{"ant", "bee", "cat"}
	same, pairs := 0.0, 0.0
	for i := range 24 {
		truth := i % 3
		labels := []int{truth, (truth + i%4/3) % 3, (truth + i%5/4) % 3}
		judge := (truth + i%6/5) % 3
		for p, y := range labels {
			rows = append(rows, fmt.Sprintf("i%d,p%d,people,%s", i, p, words[y]))
			pairs++
			if y == judge {
				same++
			}
		}
		rows = append(rows, fmt.Sprintf("i%d,j,judge,%s", i, words[judge]),
			fmt.Sprintf("i%d,s,same,ant", i))
	}
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(rows, "\n")), 0o644))
	args := []string{"judge", "--humans", "people", "--draws", "150", "--quiet", "--format", "json"}
	out, _ := runFit(t, exitFine, append(args, file)...)
	var all report.JudgesByCategory
	require.NoError(t, json.Unmarshal([]byte(out), &all))
	require.Len(t, all.Categories, 3)
	for _, c := range all.Categories {
		rest := strings.Join(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == c.Category }), ",")
		out, _ := runFit(t, exitFine, append(args, "--positive", c.Category, "--negative", rest, "--seed",
			fmt.Sprint(c.Seed), file)...)
		var one report.Judges
		require.NoError(t, json.Unmarshal([]byte(out), &one))
		require.JSONEq(t, asJSON(t, one.Judges), asJSON(t, c.Judges.Judges), c.Category)
		require.JSONEq(t, asJSON(t, one.People), asJSON(t, c.Judges.People), c.Category)
		require.InDelta(t, 1.0/3, float64(c.Share), 0.2)
	}
	require.Equal(t, "", all.Agreement[0].Judge)
	require.Equal(t, "judge", all.Agreement[1].Judge)
	require.InDelta(t, same/pairs, float64(all.Agreement[1].Same), 1e-12)
	require.Equal(t, "same", all.Agreement[2].Judge)

	page := filepath.Join(t.TempDir(), "page.html")
	out, _ = runFit(t, exitFine, "judge", "--humans", "people", "--draws", "150", "--quiet", "--html", page, file)
	require.Contains(t, out, "The labels are 3 words without order")
	require.Contains(t, out, "All categories together")
	require.Contains(t, out, "same: its labels are all the same, and follow nothing")
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(html), "All categories together")
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}
