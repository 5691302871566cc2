package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/beam/settings"
)

// asCommand, set in the environment, has the test binary be the command.
const asCommand = "CONCORD_BEAM_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// pipelineOf is a run of the command.
func pipelineOf(arguments ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], arguments...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	return cmd
}

// fitCommand builds the command whose bytes the pipeline has to give.
func fitCommand(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fit")
	out, err := exec.Command("go", "build", "-C", "..", "-o", path, "./cmd/fit").CombinedOutput()
	require.NoError(t, err, string(out))
	return path
}

// seconds are all that differs between runs.
var seconds = regexp.MustCompile(`"(seconds|[a-z]+_seconds)":[-+.e0-9]+`)

// folderOf returns the files of a folder that are to be the same in every run, by name.
func folderOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"tasks.csv", "tasks.jsonl", "tasks.parquet", "over.csv", "tasks/*.json"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		require.NoError(t, err)
		for _, f := range files {
			b, err := os.ReadFile(f)
			require.NoError(t, err)
			name, err := filepath.Rel(dir, f)
			require.NoError(t, err)
			if pattern == "tasks.parquet" {
				all[name] = string(b)
				continue
			}
			all[name] = seconds.ReplaceAllString(string(b), `"$1":0`)
		}
	}
	require.Contains(t, all, "tasks.csv")
	return all
}

// sameFiles compares files by name and says where they begin to differ, of which there may be megabytes.
func sameFiles(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name, text := range want {
		other, there := got[name]
		if !assert.True(t, there, name) || text == other {
			continue
		}
		at := 0
		for at < min(len(text), len(other)) && text[at] == other[at] {
			at++
		}
		around := func(s string) string { return s[max(0, at-80):min(len(s), at+80)] }
		assert.Fail(t, name, "%q\n%q", around(text), around(other))
	}
	assert.Len(t, got, len(want))
}

// quick are settings for tests, whose fits need not converge.
func quick(more ...string) []string {
	return append([]string{"--draws", "40", "--warmup", "40", "--chains", "2", "--replications", "0"}, more...)
}

// weeksText is labels of some weeks, unsorted, with line ends in quotes, labels that are missing, and a week of one
// label.
func weeksText(weeks int) []byte {
	var b bytes.Buffer
	b.WriteString("week,item,labeler,study,label,note\n")
	for n := range weeks * 120 {
		k := n * 77 % (weeks * 120)
		w, i, l := k%weeks, k/weeks%20, k/weeks/20
		label := fmt.Sprint((i/4 + (i+w)*l/9) % 2)
		if n%50 == 7 {
			label = "NA"
		}
		fmt.Fprintf(&b, "%d,\"i\n%d\",l%d,s%d,%s,\"a, \"\"b\"\"\n\"\n", w, (i+w*3)%25, l, l%2, label)
	}
	b.WriteString("alone,i,l1,s1,1,\n")
	return b.Bytes()
}

// The pipeline keeps the bytes that fit batch keeps, however the file is cut into shards.
func TestSameBytesAsTheLocalEngine(t *testing.T) {
	fit, base := fitCommand(t), t.TempDir()
	weeks := filepath.Join(base, "weeks.csv")
	require.NoError(t, os.WriteFile(weeks, weeksText(4), 0o644))
	type rating struct{ Task, Item, Rater, Pool, Label string }
	var ratings []rating
	for n := range 600 {
		ratings = append(ratings, rating{fmt.Sprint("t", n%3), fmt.Sprint("i", n/12), fmt.Sprint("r", n%12),
			fmt.Sprint("p", n%2), fmt.Sprint(1 + (n/12+n*n%5)%4)})
	}
	table := filepath.Join(base, "ratings.parquet")
	file, err := os.Create(table)
	require.NoError(t, err)
	w := parquet.NewGenericWriter[rating](file, parquet.MaxRowsPerRowGroup(50))
	_, err = w.Write(ratings)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, file.Close())
	var scales, words strings.Builder
	scales.WriteString("task,item,rater,label\n")
	words.WriteString("task,item,rater,label\n")
	for n := range 360 {
		task, item, at := n%3, n/3%20, (n/3%20/5+n*n%7/4)%(2+n%3)
		fmt.Fprintf(&scales, "t%d,i%d,r%d,%d\n", task, item, n/60, 1+at+task)
		fmt.Fprintf(&words, "t%d,i%d,r%d,word%d\n", task, item, n/60, at+3*task)
	}
	for name, text := range map[string]string{"scales.csv": scales.String(), "words.csv": words.String()} {
		require.NoError(t, os.WriteFile(filepath.Join(base, name), []byte(text), 0o644))
	}
	for name, c := range map[string]struct {
		file      string
		arguments []string
	}{
		"scales":     {filepath.Join(base, "scales.csv"), quick("--by", "task")},
		"words":      {filepath.Join(base, "words.csv"), quick("--by", "task")},
		"by":         {weeks, quick("--by", "week", "--missing", "x")},
		"bootstrap":  {weeks, quick("--by", "week", "--resample", "both", "--bootstrap", "20", "--seed", "7")},
		"categories": {"../testdata/topics.csv", quick()},
		"columns":    {"../testdata/emotions.csv", quick("--label", "label_03,label_01", "--prior-sd", "normal(0, 1)")},
		"parquet":    {table, quick("--by", "Task", "--order", "1,2,3,4", "--item", "Item,Pool", "--group", "-")},
		"checked":    {weeks, append(quick("--by", "week")[:6], "--by", "week", "--replications", "50")},
	} {
		t.Run(name, func(t *testing.T) {
			local, dir := filepath.Join(base, name+".local"), filepath.Join(base, name+".beam")
			out, err := exec.Command(fit, append(append([]string{"batch"}, c.arguments...), "--out", local,
				c.file)...).CombinedOutput()
			var code *exec.ExitError
			if err != nil {
				require.ErrorAs(t, err, &code)
				require.Equal(t, 4, code.ExitCode(), string(out)) // so few draws do not converge
			}
			c.arguments = append(c.arguments, "--shard-bytes", "2000", "--out", dir, c.file)
			out, err = pipelineOf(c.arguments...).CombinedOutput()
			require.NoError(t, err, string(out))
			want := folderOf(t, local)
			sameFiles(t, want, folderOf(t, dir))
			if name == "by" {
				assert.Contains(t, want["tasks.csv"], "alone,fit,")
				assert.Contains(t, string(out), "5 tasks: 4 fitted")
			}
		})
	}
}

// A run whose process is killed goes on where it was: no task is lost, and none that was kept is fitted again.
func TestKilledRunGoesOn(t *testing.T) {
	base := t.TempDir()
	weeks := filepath.Join(base, "weeks.csv")
	require.NoError(t, os.WriteFile(weeks, weeksText(12), 0o644))
	run := func(dir string) *exec.Cmd {
		return pipelineOf("--by", "week", "--draws", "400", "--warmup", "100", "--replications", "0", "--shard-bytes",
			"3000", "--out", filepath.Join(base, dir), weeks)
	}
	out, err := run("whole").CombinedOutput()
	require.NoError(t, err, string(out))
	killed := run("killed")
	require.NoError(t, killed.Start())
	kept := map[string]time.Time{}
	require.Eventually(t, func() bool {
		files, _ := filepath.Glob(filepath.Join(base, "killed", "tasks", "*.json"))
		for _, f := range files {
			if info, err := os.Stat(f); err == nil {
				kept[f] = info.ModTime()
			}
		}
		return len(kept) >= 2
	}, 2*time.Minute, time.Millisecond)
	require.NoError(t, killed.Process.Kill())
	require.Error(t, killed.Wait())
	files, err := filepath.Glob(filepath.Join(base, "killed", "tasks", "*.json"))
	require.NoError(t, err)
	require.Less(t, len(files), 13, "it was killed before the end")
	out, err = run("killed").CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Contains(t, string(out), "done before")
	sameFiles(t, folderOf(t, filepath.Join(base, "whole")), folderOf(t, filepath.Join(base, "killed")))
	for f, written := range kept {
		info, err := os.Stat(f)
		require.NoError(t, err)
		assert.Equal(t, written, info.ModTime(), "%s is not written again", f)
	}
	left, err := filepath.Glob(filepath.Join(base, "killed", "*", ".part*"))
	require.NoError(t, err)
	assert.Empty(t, left)

	out, err = pipelineOf("--by", "week", "--draws", "401", "--out", filepath.Join(base, "killed"),
		weeks).CombinedOutput()
	require.Error(t, err, "other settings")
	assert.Contains(t, string(out), "holds tasks of another run: draws was 400 and is now 401")
}

// What is wrong is said before anything runs, where it can be, and in words of the command.
func TestFaults(t *testing.T) {
	base := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(base, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	var twice strings.Builder
	twice.WriteString("week,item,rater,label\n")
	for n := range 40 {
		fmt.Fprintf(&twice, "%d,i%d,r%d,%d\n", n%2, n/8, n/2%4, n/3%2)
	}
	twice.WriteString("1,i4,r3,0\n")
	ids := put("ids.csv", "id,item,label\n1,a,1\n2,a,0\n3,b,1\n4,b,1\n5,c,0\n")
	weeks := put("weeks.csv", string(weeksText(2)))
	out := filepath.Join(base, "out")
	for want, arguments := range map[string][]string{
		"name one file":                           {"--out", out},
		"--out FOLDER":                            {weeks},
		`no column is named "wek"`:                {"--by", "wek", "--out", out, weeks},
		"use --by week":                           {"--by", "wek", "--out", out, weeks},
		"there is one task only":                  {"--out", out, weeks},
		"half of the tasks have at most 1 label":  {"--by", "id", "--out", out, ids},
		"where is its job service? --endpoint":    {"--runner", "flink", "--by", "week", "--out", out, weeks},
		"--runner storm: it is one of":            {"--runner", "storm", "--by", "week", "--out", out, weeks},
		"for \"--facet\" flag: not in a pipeline": {"--facet", "note", "--by", "week", "--out", out, weeks},
		"put the condition on tasks.csv":          {"--fail-if", "icc<1", "--by", "week", "--out", out, weeks},
		"mount the store of":                      {"--by", "week", "--out", "gs://x/y", weeks},
		"--family poison: it is one of":           {"--family", "poison", "--by", "week", "--out", out, weeks},
		"--chains 0: there must be at least one":  {"--chains", "0", "--by", "week", "--out", out, weeks},
		"--prior-sd wide: write the prior as":     {"--prior-sd", "wide", "--by", "week", "--out", out, weeks},
		"no such file":                            {"--by", "week", "--out", out, filepath.Join(base, "none")},
		`labeler "r3" gave item "i4" a second label`: {"--by", "week", "--shard-bytes", "50", "--out",
			filepath.Join(base, "twice"), put("twice.csv", twice.String())},
	} {
		said, err := pipelineOf(arguments...).CombinedOutput()
		assert.Error(t, err, want)
		assert.Contains(t, string(said), want)
	}
	assert.NoDirExists(t, out, "nothing was begun")
	assert.NoFileExists(t, filepath.Join(base, "twice", "tasks.csv"))
}

// Every flag of fit batch is taken, or refused in words.
func TestFlagsOfTheCommand(t *testing.T) {
	help, err := exec.Command(fitCommand(t), "batch", "--help").Output()
	require.NoError(t, err)
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(settings.Settings).Register(fs)
	names := regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)`).FindAllStringSubmatch(string(help), -1)
	require.Greater(t, len(names), 40)
	for _, name := range names {
		if name[1] != "out" && name[1] != "help" {
			assert.NotNil(t, fs.Lookup(name[1]), "--%s", name[1])
		}
	}
	for _, name := range settings.Refused() {
		assert.ErrorContains(t, fs.Set(name, "1"), "not in a pipeline: ")
	}
}

// Arguments go to workers as they were given, whatever is in them.
func TestSettingsAsArguments(t *testing.T) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(settings.Settings).Register(fs)
	require.NoError(t, fs.Parse([]string{"--by", `a,"b,c"`, "--positive", "yes", "--positive", `"x ""y"""`, "--seed=9",
		"--discrimination", "--prior-mean", "normal(0, 1)", "--item", ""}))
	again := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(settings.Settings).Register(again)
	arguments := settingsOf(fs)
	text, err := json.Marshal(arguments)
	require.NoError(t, err)
	var sent []string
	require.NoError(t, json.Unmarshal(text, &sent))
	require.NoError(t, again.Parse(sent))
	fs.VisitAll(func(f *pflag.Flag) {
		assert.Equal(t, f.Value.String(), again.Lookup(f.Name).Value.String(), f.Name)
	})
	by, err := again.GetStringSlice("by")
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b,c"}, by)
}
