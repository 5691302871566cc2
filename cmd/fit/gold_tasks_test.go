package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/result"
)

// Each task has the numbers of the labels of that criterion alone, with the seed of the task.
func TestGoldByTask(t *testing.T) {
	file := criteriaFile(t, true)
	args := []string{"gold", "--gold", "gpt", "--draws", "200", "--chains", "2", "--quiet"}
	by := append(args, "--by", "criterion", file)
	page := filepath.Join(t.TempDir(), "page.html")
	of := inFormats(t, append(by, "--full", "--html", page)...)
	var all result.GoldByTask
	require.NoError(t, json.Unmarshal([]byte(of["json"]), &all))
	require.Equal(t, []string{"criterion"}, all.By)
	require.Equal(t, "gpt", all.Standard)
	require.Len(t, all.Tasks, 3)
	for _, task := range all.Tasks[:2] {
		out, _ := runFit(t, exitFine, append(args, "--format", "json", "--where", "criterion="+task.Name(), "--seed",
			fmt.Sprint(task.Seed), file)...)
		var one result.Gold
		require.NoError(t, json.Unmarshal([]byte(out), &one))
		require.JSONEq(t, asJSON(t, one.Groups), asJSON(t, task.Gold.Groups), task.Key)
		require.JSONEq(t, asJSON(t, one.Differences), asJSON(t, task.Gold.Differences), task.Key)
		require.Equal(t, one.Verdict, task.Gold.Verdict)
	}
	require.Nil(t, all.Tasks[2].Gold)
	require.Equal(t, `all labels are of group "gpt", so there is nobody to compare with it`, all.Tasks[2].Undefined)

	rows, err := csv.NewReader(strings.NewReader(of["csv"])).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"criterion", "study", "answer", "labeler"}, rows[0][:4])
	require.Equal(t, all.Tasks[2].Undefined, rows[len(rows)-1][12])

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
	var all result.GoldByTask
	require.NoError(t, json.Unmarshal([]byte(out), &all))
	require.Equal(t, "expert", all.Standard)
	require.Len(t, all.Tasks, 2)
	for _, task := range all.Tasks {
		// Two of three people have the label of the expert always.
		require.Equal(t, result.Number(1), task.Gold.Groups[0].Votes.Right.Estimate)
	}
	_, told := runFit(t, exitUsage, "gold", "--by", "criterion", criteriaFile(t, false))
	require.Contains(t, told, "which group is the gold standard?")
	_, told = runFit(t, exitUsage, "gold", "--gold", "nobody", "--by", "criterion", file)
	require.Contains(t, told, "there is no such group")
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
