package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/slowtest"
)

// criteria are labels of three criteria by people and two judges; of the criterion "odd", one judge alone has labels.
func criteriaFile(t *testing.T, odd bool) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 9))
	var rows []string
	add := func(item int, criterion, labeler, study string, latent float64) {
		label := "no"
		if latent+logistic(rng) > 0 {
			label = "yes"
		}
		rows = append(rows, fmt.Sprintf("i%d,%s,%s,%s,%s", item, criterion, labeler, study, label))
	}
	for c, criterion := range []string{"style", "facts"} {
		for i := range 40 {
			z := 2 * rng.NormFloat64()
			for _, p := range rng.Perm(12)[:3] {
				add(i, criterion, fmt.Sprint("p", p), "people", z+0.1*float64(p))
			}
			add(i, criterion, "gpt", "gpt", float64(2-2*c)*z)
			add(i, criterion, "llama", "llama", 0.2*z)
		}
	}
	for i := range 40 {
		if odd {
			add(i, "odd", "gpt", "gpt", 0)
		}
	}
	return written(t, "item,criterion,labeler,study,label", rows)
}

// manyCriteria are labels of more criteria than a first screen lists: by people, by students who label at random, and
// by a judge who follows people closely.
func manyCriteria(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 8))
	var rows []string
	for c := range 9 {
		for i := range 30 {
			z := 2 * rng.NormFloat64()
			add := func(labeler, study string, latent float64) {
				label := "no"
				if latent+logistic(rng) > 0 {
					label = "yes"
				}
				rows = append(rows, fmt.Sprintf("i%d,a criterion of translations %d,%s,%s,%s", i, c, labeler, study,
					label))
			}
			for _, p := range rng.Perm(12)[:4] {
				add(fmt.Sprint("p", p), "people", z)
			}
			for _, p := range rng.Perm(6)[:2] {
				add(fmt.Sprint("s", p), "students", 0.1*z)
			}
			add("gpt", "gpt", 9*z)
		}
	}
	for i := range 9 {
		rows = append(rows, fmt.Sprintf("i%d,unlabelled,gpt,gpt,no", i))
	}
	return written(t, "item,criterion,labeler,study,label", rows)
}

// Each task has the numbers of the labels of that criterion alone, with the seed of the task.
func TestJudgesByTask(t *testing.T) {
	slowtest.Only(t)
	file := criteriaFile(t, true)
	args := []string{"judge", "--humans", "people", "--draws", "200", "--chains", "2", "--quiet"}
	by := append(args, "--by", "Criterion", file)
	page := filepath.Join(t.TempDir(), "page.html")
	of := inFormats(t, append(by, "--full", "--html", page)...)
	all := foundIn(t, of["json"])
	require.Equal(t, []string{"criterion"}, all.Data.By)
	together := func(r foundRow) bool { return strings.HasPrefix(r.Quantity, "validity_") }
	for _, task := range []string{"style", "facts"} {
		out, _ := runFit(t, exitFine, append(args, "--format", "json", "--where", "criterion="+task, "--seed",
			fmt.Sprint(all.seed(task)), file)...)
		one := foundIn(t, out)
		require.Equal(t, 120, one.Data.Studies[0].Labels)
		require.JSONEq(t, asJSON(t, one.Rows), asJSON(t, without(all.where(func(r foundRow) bool {
			return r.Task == task
		}), together)), task)
		require.Contains(t, of["txt"], one.Verdict[0])
	}
	require.NotEqual(t, all.seed("style"), all.seed("facts"))
	odd := all.where(func(r foundRow) bool { return r.Task == "odd" })
	require.Len(t, odd, 1)
	require.Equal(t, "people labels none of its items", odd[0].Why)
	saved := filepath.Join(t.TempDir(), "judges.json")
	require.NoError(t, os.WriteFile(saved, []byte(of["json"]), 0o600))
	_, told := runFit(t, exitUsage, "plan", "--judge", "gpt", saved)
	require.Contains(t, told, "compares judges task by task")

	out := of["txt"]
	require.Contains(t, out, "odd has no comparison: people labels none of its items.")
	require.Regexp(t, `(?m)^  style +gpt +0\.\d+ \[`, out)
	require.Regexp(t, `(?m)^style\n\n`, out)
	require.NotContains(t, out, "facet = criterion")
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(html), "facts: Items on which judges are furthest from people")
}

// Judges that are labelers of one study are those in each task; a column of a judge is cut too.
func TestJudgesByTaskThatAreNamed(t *testing.T) {
	text, err := os.ReadFile(criteriaFile(t, false))
	require.NoError(t, err)
	var rows, wide []string
	judged := map[string]string{}
	lines := strings.Split(string(text), "\n")[1:]
	for _, line := range lines {
		cells := strings.Split(line, ",")
		rows = append(rows, strings.Join([]string{cells[0], cells[1], cells[2], cells[4]}, ","))
		if cells[2] == "gpt" {
			judged[cells[0]+cells[1]] = cells[4]
		}
	}
	for _, line := range lines {
		cells := strings.Split(line, ",")
		if cells[3] == "people" {
			wide = append(wide, strings.Join([]string{cells[0], cells[1], cells[2], cells[4],
				judged[cells[0]+cells[1]]}, ","))
		}
	}
	of := func(args ...string) (tasks []string) {
		out, _ := runFit(t, exitFine, append([]string{"judge", "--draws", "200", "--chains", "2", "--quiet",
			"--by", "criterion", "--format", "json"}, args...)...)
		for _, r := range foundIn(t, out).of("validity", "") {
			if r.By == "" {
				require.Equal(t, "gpt", r.Of)
				require.Equal(t, 40, r.N)
			}
			tasks = append(tasks, asJSON(t, r))
		}
		return tasks
	}
	named := of("--judge", "gpt", "--exclude-labelers", "llama", written(t, "item,criterion,labeler,label", rows))
	require.Len(t, named, 8, "of judge and person in two tasks on two scales")
	require.Equal(t, named, of("--judge-column", "gpt", written(t, "item,criterion,labeler,label,gpt", wide)))
}

// Comparisons that --by cannot make are refused, with what works.
func TestJudgesByTaskRefused(t *testing.T) {
	words := written(t, "item,criterion,labeler,study,label", []string{"1,a,x,people,ant", "1,a,y,people,bee",
		"1,a,j,judge,cat", "2,b,x,people,ant", "2,b,y,people,bee", "2,b,j,judge,cat", "2,a,x,people,cat",
		"2,a,y,people,bee", "2,a,j,judge,ant", "1,b,x,people,bee", "1,b,y,people,bee", "1,b,j,judge,cat"})
	_, told := runFit(t, exitInput, "judge", "--humans", "people", "--by", "criterion", words)
	commands := 0
	for line := range strings.Lines(told) {
		if command := strings.TrimSpace(line); strings.HasPrefix(command, "fit judge") {
			commands++
			runFit(t, exitFine, append(argumentsOf(t, command), "--quiet")...)
		}
	}
	require.Equal(t, 2, commands, told)
	_, told = runFit(t, exitUsage, "judge", "--humans", "people", "--by", "criterion", "--each-category", words)
	require.Contains(t, told, "--each-category")
	_, told = runFit(t, exitInput, "judge", "--humans", "people", "--by", "study", criteriaFile(t, false))
	require.Contains(t, told, "study")
	run := filepath.Join(t.TempDir(), "run.json")
	f, err := os.Create(run)
	require.NoError(t, err)
	compared := export.AnswerOutput{Origin: export.Origin{Flags: map[string][]string{"humans": {"people"}}},
		Answer: answer.New("judge", result.Data{}, result.Intervals{})}
	require.NoError(t, compared.WriteManifest(f))
	require.NoError(t, f.Close())
	_, told = runFit(t, exitUsage, "judge", "--from", run, "--by", "criterion", criteriaFile(t, false))
	require.Contains(t, told, "--from repeats one comparison")
	one := written(t, "item,criterion,labeler,study,label", []string{"1,a,x,people,1", "2,a,x,people,0",
		"1,b,y,people,0", "2,b,y,people,1", "1,a,j,judge,1", "2,a,j,judge,0", "1,b,j,judge,1", "2,b,j,judge,0"})
	_, told = runFit(t, exitInput, "judge", "--humans", "people", "--by", "criterion", one)
	require.Contains(t, told, `group "people" has one labeler, "x"`)
}
