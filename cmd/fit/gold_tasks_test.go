package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each task has the numbers of the labels of that criterion alone, with the seed of the task.
func TestGoldByTask(t *testing.T) {
	file := criteriaFile(t, true)
	args := []string{"gold", "--gold", "gpt", "--draws", "200", "--chains", "2", "--quiet"}
	by := append(args, "--by", "criterion", file)
	page := filepath.Join(t.TempDir(), "page.html")
	of := inFormats(t, append(by, "--full", "--html", page)...)
	all := foundIn(t, of["json"])
	require.Equal(t, "gpt", all.Set["source"])
	numbers := func(a found, task string) (rows []foundRow) {
		for _, r := range a.Rows {
			if r.Task == task && !strings.HasPrefix(r.Quantity, "validity_t") {
				r.Task = ""
				rows = append(rows, r)
			}
		}
		return rows
	}
	require.Len(t, all.Runs, 2)
	for _, run := range all.Runs {
		out, _ := runFit(t, exitFine, append(args, "--format", "json", "--where", "criterion="+run.Task, "--seed",
			fmt.Sprint(run.Sampler.Seed), file)...)
		require.Equal(t, numbers(foundIn(t, out), ""), numbers(all, run.Task))
		require.NotEmpty(t, numbers(all, run.Task))
	}
	odd := numbers(all, "odd")
	require.Len(t, odd, 1)
	require.Equal(t, `all labels are of group "gpt", so there is nobody to compare with it`, odd[0].Why)

	rows, err := csv.NewReader(strings.NewReader(of["csv"])).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, len(all.Rows)+1)

	require.Contains(t, of["txt"], "odd has no comparison: all labels are of group")
	require.Regexp(t, `(?m)^  facts +people +\d+% \[`, of["txt"])
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(html), "facts")
}

// The standard is the only study with one label of each item in every task, though it has several of an item in all.
func TestStandardOfTasks(t *testing.T) {
	var rows []string
	for i := range 12 {
		for _, criterion := range []string{"a", "b"} {
			rows = append(rows, fmt.Sprintf("%d,%s,g,expert,%d", i, criterion, i%3%2))
			for p := range 3 {
				rows = append(rows, fmt.Sprintf("%d,%s,p%d,crowd,%d", i, criterion, p, (i+p/2)%3%2))
			}
		}
	}
	file := written(t, "item,criterion,labeler,study,label", rows)
	// What is counted needs no draws, and a group that is right always takes many.
	out, _ := runFit(t, exitNotConverged, "gold", "--by", "criterion", "--quiet", "--draws", "20", "--warmup", "20",
		"--chains", "2", "--format", "json", file)
	all := foundIn(t, out)
	require.Equal(t, "expert", all.Set["source"])
	n := 0
	for _, r := range all.of("right", "crowd") {
		if r.By == "votes" { // two of three people have the label of the expert always
			n++
			require.Equal(t, 1.0, *r.Value)
		}
	}
	require.Equal(t, 2, n)
	_, told := runFit(t, exitUsage, "gold", "--by", "criterion", criteriaFile(t, false))
	require.Contains(t, told, "which group is the gold standard?")
	_, told = runFit(t, exitUsage, "gold", "--gold", "nobody", "--by", "criterion", file)
	require.Contains(t, told, `there is no group "nobody"`)
}

// Tasks of several kinds of labels stand in one table: a task of 0 and 1 is binary among tasks of other numbers.
func TestTasksOfSeveralKinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var rows []string
	for i := range 40 {
		for _, criterion := range []string{"stars", "yesno"} {
			most, z := 4.0, 2*rng.NormFloat64()
			if criterion == "yesno" {
				most = 1
			}
			for _, who := range []string{"a,crowd", "b,crowd", "c,crowd", "d,crowd", "g,expert"} {
				y := math.Round(most / (1 + math.Exp(-z-logistic(rng))))
				rows = append(rows, fmt.Sprintf("%d,%s,%s,%v", i, criterion, who, y))
			}
		}
	}
	file := written(t, "item,criterion,labeler,study,label", rows)
	for _, args := range [][]string{{"gold", "--gold", "expert"}, {"judge", "--humans", "crowd"}} {
		args = append(args, "--by", "criterion", "--draws", "300", "--chains", "2", "--full", file)
		out, _ := runFit(t, exitFine, args...)
		require.Regexp(t, `(?m)^  stars +\d`, out)
		require.Regexp(t, `(?m)^  yesno +\d`, out)
		require.NotContains(t, out, "labels as 0 and 1")
	}
}
