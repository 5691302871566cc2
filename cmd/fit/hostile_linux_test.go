package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
	"concord/internal/quoting"
)

// hostile is a name that would write elsewhere on a terminal: it sets its title, clears it, goes back a line, turns
// the direction of what follows, and pretends to be a line of the command itself.
const hostile = "\x1b]0;owned\a\x1b[2J\x1b[1A\u009b31m\u202eevil\u2066\u0085\x7f\b\rfit: all\nis well\u2028\t"

// hostileStudy writes a study of which the file, columns, studies, items, labelers and labels have hostile names.
func hostileStudy(t *testing.T, labels [2]string) (path string, flags []string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a"+strings.ReplaceAll(hostile, "/", "")+".csv")
	column := func(name string) string { return name + hostile + "x" }
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	require.NoError(t, w.Write([]string{column("item"), column("labeler"), column("study"), column("label"),
		column("unused")}))
	for n := range 160 {
		study, item, labeler := n%2, n/2%20, n/40
		label := labels[(item/3+study*labeler+n/7)%2]
		require.NoError(t, w.Write([]string{fmt.Sprint("i", hostile, item), fmt.Sprint("l", hostile, labeler),
			fmt.Sprint("s", hostile, study), label,
			fmt.Sprint("u", hostile, n%3)}))
	}
	w.Flush()
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path, []string{"--item", column("item"), "--labeler", column("labeler"), "--group", column("study"),
		"--label", column("label")}
}

// requireShown requires that a text holds nothing that is obeyed rather than shown, and no line that a name made.
func requireShown(t *testing.T, text, what string) {
	t.Helper()
	for i, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) ||
			unicode.In(r, unicode.Zl, unicode.Zp)) {
			require.Fail(t, "obeyed", "%s: %U in %q", what, r, text[max(0, i-40):min(len(text), i+40)])
		}
	}
	for line := range strings.Lines(text) {
		require.False(t, strings.HasPrefix(line, "is well"), "%s: a name broke a line: %q", what, line)
	}
}

// Names can write nothing on a terminal but themselves: in every format, command, warning and error.
func TestHostileNames(t *testing.T) {
	plainly := []string{"TERM=dumb", "NO_COLOR=1"}
	yes, no := "yes"+hostile+"!", "no"+hostile+"!"
	path, columns := hostileStudy(t, [2]string{yes, no})
	run := filepath.Join(t.TempDir(), "run")
	page := filepath.Join(t.TempDir(), "page.html")
	positive := `"` + yes + `"`
	few := []string{"--draws", "20", "--warmup", "20", "--chains", "2"}
	short := slices.Concat(few, []string{"--bootstrap", "10", "--replications", "20"}, columns)
	fit := slices.Concat(short, []string{"--positive", positive, path})

	show := func(what string, args ...string) string {
		out := onTerminal(t, plainly, args...)
		requireShown(t, out, what)
		return out
	}
	out := show("fit", slices.Concat(fit, []string{"--out", run, "--html", page})...)
	assert.Contains(t, out, `\x1b[2J`, "names are shown")
	assert.Contains(t, out, `\u202eevil`)
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	requireShown(t, strings.ReplaceAll(string(html), "\n", " "), "page") // in which ends of lines are blanks
	assert.Contains(t, string(html), `\u202eevil`)
	for _, format := range option.FormatAPA.Choices {
		out := show("report "+format, "report", run, "--format", format)
		assert.Contains(t, out, "evil", format)
	}
	for _, format := range []string{"text", "json"} {
		show("check "+format,
			slices.Concat([]string{"check", path, "--positive", positive, "--format", format}, columns)...)
		show("plan "+format, "plan", run, "--format", format)
		show("diagnose "+format, "diagnose", run, "--format", format)
	}
	labelers := slices.Concat([]string{"labelers", path, "--positive", positive}, few, columns)
	for _, format := range option.Format.Choices {
		out := show("labelers "+format, slices.Concat(labelers, []string{"--drop", "flagged", "--format", format})...)
		assert.Contains(t, out, "evil", format)
	}
	show("labelers dropped", slices.Concat(labelers, []string{"--drop", "nobody" + hostile})...)
	agreement := slices.Concat([]string{"agreement", path, "--bootstrap", "0"}, columns)
	for _, format := range option.FormatAPA.Choices[:5] {
		show("agreement "+format, slices.Concat(agreement, []string{"--format", format})...)
		if format != "latex" {
			labels := []string{"--label", `label` + hostile + `x,unused` + hostile + `x`, "--format", format}
			show("label columns "+format, slices.Concat(agreement, labels)...)
		}
	}
	for _, format := range option.FormatAPA.Choices {
		numbers := []string{"measurement", path, "--order", `z,x`, "--format", format}
		show("measurement "+format, slices.Concat(numbers, columns)...)
	}
	show("simulate", "simulate", "--items", "3", "--labelers", "3", "--labels-per-item", "2", "--studies", hostile+"x")

	// Messages for programs, of which a terminal may be shown too.
	asked := []string{messagesVariable + "=json"}
	requireShown(t, onTerminal(t, asked, path, "--item", hostile), "error as JSON")
	requireShown(t, onTerminal(t, asked, slices.Concat(fit, []string{"--format", "json"})...), "news as JSON")

	// Errors, and the conditions that hold.
	for what, args := range map[string][]string{
		"reference":     slices.Concat(fit, []string{"--reference", "nobody"}),
		"own reference": slices.Concat(fit, []string{"--reference", hostile}),
		"words":         slices.Concat(short, []string{path}),
		"positive":      slices.Concat(short, []string{"--positive", "maybe", path}),
		"order": slices.Concat(agreement, []string{"--order",
			positive + ",\"mid" + hostile + "x\",\"" + no + "\""}),
		"outside order": slices.Concat(agreement, []string{"--order", "a,b,\"c" + hostile + "x\""}),
		"columns":       {path},
		"column":        {path, "--item", hostile},
		"duplicates":    slices.Concat(fit, []string{"--labeler", "unused" + hostile + "x"}),
		"absent":        {path + "2"},
		"flag":          {"--" + hostile},
		"command":       {hostile, path},
		"condition":     slices.Concat(fit, []string{"--fail-if", "rho<1"}),
		"condition's":   slices.Concat(fit, []string{"--fail-if", "rho(" + hostile + ")<1"}),
		"wide":          {path, "--item", "item" + hostile + "x", "--wide", hostile + "*"},
		"from":          {"--from", hostile},
		"out":           slices.Concat(fit, []string{"--out", filepath.Join(run, hostile, "b")}),
		"compare":       slices.Concat([]string{"compare", "--positive", positive}, columns, []string{path, path}),
		"plan":          {"plan", path},
		"report":        {"report", path},
		"completion":    {"completion", hostile},
		"html":          slices.Concat(fit, []string{"--html", filepath.Join(run, hostile, "b")}),
	} {
		out := show(what, args...)
		assert.NotEmpty(t, out, what)
	}

	// What the model says of labels that determine none.
	once := filepath.Join(t.TempDir(), hostile+".csv")
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	require.NoError(t, w.WriteAll([][]string{{"item", "labeler", "study", "label"},
		{"a", "x", hostile + "s", "1.5"}, {"b", "x", hostile + "s", "2"}, {"a", "y", hostile + "t", "3"},
		{"b", "z", hostile + "t", "4"}}))
	require.NoError(t, os.WriteFile(once, b.Bytes(), 0o644))
	assert.Contains(t, show("once", once), "cannot separate items from noise")
	show("check of it", "check", once)

	// Files and pipes keep the bytes.
	piped, _ := runFit(t, exitFine, slices.Concat(agreement, []string{"--format", "csv"})...)
	assert.Contains(t, piped, hostile[:len(hostile)-1])
}

// A comparison with a gold standard shows hostile names of studies, labelers and items too, in every format.
func TestHostileNamesBesideGold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "labels.csv")
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	require.NoError(t, w.Write([]string{"item", "labeler", "study", "label"}))
	for n := range 80 {
		item := fmt.Sprint("i", hostile, n/4)
		label := fmt.Sprint((n/12 + n%4/3) % 2)
		study, labeler := fmt.Sprint("crowd", hostile), fmt.Sprint("l", hostile, n%4)
		if n%4 == 3 {
			study = fmt.Sprint("gold", hostile)
		}
		require.NoError(t, w.Write([]string{item, labeler, study, label}))
	}
	w.Flush()
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	page := filepath.Join(t.TempDir(), "page.html")
	for _, format := range option.FormatAPA.Choices[:5] {
		out := onTerminal(t, []string{"TERM=dumb", "NO_COLOR=1"}, "gold", "--draws", "20", "--warmup", "20",
			"--chains", "2", "--format", format, "--html", page, "--reliability", "0.7", path)
		requireShown(t, out, "gold "+format)
		assert.Contains(t, out, "evil", format)
	}
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	requireShown(t, strings.ReplaceAll(string(html), "\n", " "), "page")
	for what, args := range map[string][]string{
		"no standard": {"--gold", hostile}, "reliability": {"--reliability", hostile},
		"other": {"--reliability", "x=1"},
		"group": {"--gold", "crowd" + hostile},
	} {
		requireShown(t, onTerminal(t, []string{"TERM=dumb"}, append([]string{"gold", path}, args...)...), what)
	}
}

// Names of versions of a judge, periods and items can write nothing but themselves.
func TestHostileVersions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "drift.csv")
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	old, recent := "v1"+hostile, "v2"+hostile
	require.NoError(t, w.Write([]string{"item", "month" + hostile, old, recent}))
	for i := range 60 {
		row := []string{fmt.Sprint("i", hostile, i), "January" + hostile, fmt.Sprint(i * 7 % 5), fmt.Sprint(i * 3 % 5)}
		if i >= 40 {
			row[1], row[2] = "February"+hostile, ""
		} else if i >= 20 {
			row[3] = ""
		}
		require.NoError(t, w.Write(row))
	}
	w.Flush()
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	quoted := `"` + old + `","` + recent + `"`
	for _, format := range option.FormatAPA.Choices[:5] {
		out := onTerminal(t, []string{"TERM=dumb", "NO_COLOR=1"}, "score", "--anchor", quoted, "--system",
			"month"+hostile, "--format", format, file)
		requireShown(t, out, "drift "+format)
		assert.Contains(t, out, "evil", format)
	}
	requireShown(t, onTerminal(t, []string{"TERM=dumb"}, "score", "--anchor", quoted, "--system", "month"+hostile,
		"--where", `"month`+hostile+`=February`+hostile+`"`, file), "an error")
}

// Names of candidates, labelers, prompts and studies can write nothing but themselves.
func TestHostileCandidates(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pairs.csv")
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	row := func(cells ...string) { require.NoError(t, w.Write(cells)) }
	row("prompt", "model_a", "model_b", "winner", "labeler", "study")
	for i := range 24 {
		names := []string{"m1" + hostile, "m2" + hostile}
		row(fmt.Sprint("p", hostile, i/4), names[i%2], names[1-i%2], []string{"model_a", "model_b", "tie"}[i%5%3],
			fmt.Sprint("l", hostile, i%3), fmt.Sprint("s", hostile, i/2%2))
	}
	w.Flush()
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o600))
	page := filepath.Join(t.TempDir(), "page.html")
	for _, format := range option.Format.Choices {
		for _, study := range []string{"study", "-"} {
			out := onTerminal(t, []string{"TERM=dumb", "NO_COLOR=1"}, "rank", "--draws", "20", "--warmup", "20",
				"--chains", "2", "--full", "--format", format, "--html", page, "--group", study, file)
			requireShown(t, out, "rank "+format)
			assert.Contains(t, out, "owned", format)
			assert.NotContains(t, out, "cannot be both")
		}
	}
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	requireShown(t, strings.ReplaceAll(string(html), "\n", " "), "page")
	apart := strings.NewReplacer("m2", "m1").Replace(b.String())
	require.NoError(t, os.WriteFile(file, []byte(apart), 0o600))
	requireShown(t, onTerminal(t, []string{"TERM=dumb"}, "rank", file), "alike")
}

// Names of tasks, and of the columns that divide labels into them, can write nothing but themselves.
func TestHostileTasks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tasks.csv")
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	row := func(cells ...string) { require.NoError(t, w.Write(cells)) }
	row("item", "labeler", "study", "label", "task"+hostile+"x")
	for i := range 60 {
		task := fmt.Sprint("u", hostile, i%2)
		for p := range 3 {
			row(fmt.Sprint("i", i), fmt.Sprint("p", p), "people"+hostile+"x", fmt.Sprint((i/4+p*i/7)%2), task)
		}
		row(fmt.Sprint("i", i), "j", "judge"+hostile+"x", fmt.Sprint(i/4%2), task)
		row(fmt.Sprint("i", i), "j", "judge"+hostile+"x", fmt.Sprint(i/4%2), "odd"+hostile+"x")
	}
	w.Flush()
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o600))
	page := filepath.Join(t.TempDir(), "page.html")
	for _, command := range [][]string{{"judge", "--humans", "people" + hostile + "x"},
		{"gold", "--gold", "judge" + hostile + "x"}} {
		for _, format := range option.Format.Choices {
			args := []string{"--by", `"task` + hostile + `x"`, "--draws", "20", "--warmup", "20", "--chains", "2",
				"--full", "--format", format, "--html", page, file}
			out := onTerminal(t, []string{"TERM=dumb", "NO_COLOR=1"}, slices.Concat(command, args)...)
			requireShown(t, out, command[0]+" "+format)
			assert.Contains(t, out, "u\\x1b]0;owned", "%s %s", command[0], format)
		}
		html, err := os.ReadFile(page)
		require.NoError(t, err)
		requireShown(t, strings.ReplaceAll(string(html), "\n", " "), "page")
	}
}

// Names of criteria can write nothing but themselves, in a column each too, however long they are.
func TestHostileCriteria(t *testing.T) {
	dir := t.TempDir()
	long, wide := filepath.Join(dir, "long.csv"), filepath.Join(dir, "wide.csv")
	names := []string{"a" + hostile + "x", `b,"` + hostile + strings.Repeat("y", 3000), "c"}
	rows := [][]string{{"item", "labeler", "study", "criterion", "label"}}
	columns := [][]string{append([]string{"item", "labeler", "study"}, names...)}
	for i := range 20 {
		for l := range 4 {
			row := []string{fmt.Sprint("i", hostile, i), fmt.Sprint("l", hostile, l), "s" + hostile + "x"}
			of := slices.Clone(row)
			for c, name := range names {
				label := fmt.Sprint((i/(c+2) + (i+l)*l/(3+c)) % 2)
				rows, of = append(rows, append(slices.Clone(row), name, label)), append(of, label)
			}
			columns = append(columns, of)
		}
	}
	for path, rows := range map[string][][]string{long: rows, wide: columns} {
		var b bytes.Buffer
		require.NoError(t, csv.NewWriter(&b).WriteAll(rows))
		require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	}
	page := filepath.Join(dir, "page.html")
	quick := []string{"--draws", "20", "--warmup", "20", "--chains", "2", "--full", "--html", page}
	for _, format := range option.Format.Choices {
		args := append(slices.Clone(quick), "--criteria", "criterion", "--format", format, long)
		out := onTerminal(t, []string{"TERM=dumb", "NO_COLOR=1"}, args...)
		requireShown(t, out, "criteria "+format)
		assert.Contains(t, out, "owned", format)
	}
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	requireShown(t, strings.ReplaceAll(string(html), "\n", " "), "page")
	out := onTerminal(t, []string{"TERM=dumb"}, append(quick, "--criteria", quoting.List(names...), wide)...)
	requireShown(t, out, "columns")
	assert.Contains(t, out, "3 criteria")
	for _, criteria := range []string{quoting.List(names[0], "no"+hostile), "item" + hostile, "c,c"} {
		requireShown(t, onTerminal(t, []string{"TERM=dumb"}, "--criteria", criteria, wide), "an error")
	}
}

// Labelers who change with a covariate, and categories that one labeler has, may have hostile names.
func TestHostileNamesOfLabelersWhoChange(t *testing.T) {
	text, err := os.ReadFile(driftingFile(t))
	require.NoError(t, err)
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	require.NoError(t, err)
	for i, row := range rows {
		row[1] += hostile + "x"
		if i == 0 {
			row[3] += hostile + "x"
		}
		row[4] += hostile + "x"
		if strings.HasPrefix(row[1], "p7") {
			row[4] = "AR" + hostile + "x"
		}
	}
	var b bytes.Buffer
	require.NoError(t, csv.NewWriter(&b).WriteAll(rows))
	file := filepath.Join(t.TempDir(), "drift.csv")
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	quoted := func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
	week, country := quoted("week"+hostile+"x"), quoted("country"+hostile+"x")
	for _, format := range option.Format.Choices {
		out := onTerminal(t, []string{"TERM=dumb", "NO_COLOR=1"}, "labelers", "--labeler", "labeler"+hostile+"x",
			"--covariate", week+","+country, "--slopes", week, "--draws", "50", "--warmup", "50", "--chains", "2",
			"--format", format, file)
		requireShown(t, out, format)
		assert.Contains(t, out, "evil", format)
		assert.NotContains(t, out, "fit: there is no")
	}
}
