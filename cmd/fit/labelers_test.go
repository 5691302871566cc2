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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
)

// The labelers who toss a coin are named by fit and by fit labelers, and reliability is higher without them.
func TestLabelersWhoTossACoin(t *testing.T) {
	coins := []string{"labeler_03", "labeler_08", "labeler_13", "labeler_18", "labeler_23", "labeler_28"}
	file := filepath.Join(t.TempDir(), "labelers.csv")
	out, _ := runFit(t, exitFine, "labelers", "--format", "json", "-q", "--drop", "flagged", "--out", file,
		testdata("misfit_random.csv"))
	got := foundIn(t, out)
	verdicts := got.of("verdict", "")
	require.Len(t, verdicts, 30)
	require.Equal(t, 5., got.value(t, "retrain", ""))
	screen, _ := runFit(t, exitFine, "-q", testdata("misfit_random.csv"))
	for i, l := range verdicts[:6] {
		assert.Contains(t, coins, l.Of)
		if i < 5 {
			assert.Equal(t, "retrain", l.Said)
			assert.Contains(t, screen, l.Of)
		}
	}
	assert.Contains(t, screen, "fit labelers FILE")
	require.Len(t, got.of("left_out", ""), 5)
	labels := 0.0
	for _, l := range got.of("left_out", "") {
		labels += *l.Value
	}
	assert.Equal(t, 160., labels)
	icc := got.of("icc", "")
	require.Len(t, icc, 2)
	assert.Equal(t, 2, icc[1].K)
	assert.Greater(t, *icc[1].Value, *icc[0].Value+0.1)
	// The same numbers as a fit without them.
	alone, _ := runFit(t, exitFine, "-q", "--format", "json", "--exclude-labelers",
		"labeler_03,labeler_08,labeler_13,labeler_23,labeler_28", testdata("misfit_random.csv"))
	r := answerIn(t, alone)
	for _, e := range r.Of("icc") {
		if e.Scale == "" {
			assert.InDelta(t, e.Value, *icc[1].Value, 0.01)
		}
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, 31, strings.Count(string(written), "\n"))
}

// Faults of the call are told in words.
func TestLabelersFaults(t *testing.T) {
	for want, args := range map[string][]string{
		`there is no labeler "nobody"`:         {"--drop", "nobody", testdata("single.csv")},
		"words without order":                  {testdata("topics.csv")},
		"fit labelers is about labelers":       {"--labeler-effects", "none", testdata("single.csv")},
		"it must be between 0 and 1":           {"--interval", "2", testdata("single.csv")},
		"the name ends in .csv or .json":       {"--out", "x.txt", testdata("single.csv")},
		"fit labelers is about one column of ": {"--label", "all", testdata("emotions.csv")},
	} {
		_, message := runFit(t, exitUsage, append([]string{"labelers", "-q"}, args...)...)
		assert.Contains(t, strings.Join(strings.Fields(message), " "), want)
	}
}

// ofLongTexts writes labels of 300 texts by 14 people: numbers, two labels a text or a third by somebody else. Long
// texts have higher labels, and so have labels in a late position. p0 gets long texts alone, and p1 late positions. No
// labeler is lenient. p2 is the only labeler of country AR.
func ofLongTexts(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 5))
	level := make([]float64, 14)
	for k := 2; k < len(level); k++ {
		level[k] = 0.25 * rng.NormFloat64()
	}
	var rows []string
	for j := range 300 {
		x, b := rng.NormFloat64(), 0.6*rng.NormFloat64()
		people := rng.Perm(13)[:2]
		if x > 1 {
			people = append(people, -1)
		}
		for _, k := range people {
			k++
			late := rng.NormFloat64()
			country := []string{"BR", "IN", "US"}[k%3]
			switch k {
			case 1:
				late += 2.5
			case 2:
				country = "AR"
			}
			y := 50 + 10*(1.2*x+b+level[k]+0.8*late+rng.NormFloat64())
			rows = append(rows, fmt.Sprintf("i%d,p%d,%.2f,%.0f,%.2f,%s", j, k, y, 100+30*x, late, country))
		}
	}
	return written(t, "item,labeler,label,length,position,country", rows)
}

// labelersOf returns the answer of fit labelers.
func labelersOf(t *testing.T, args ...string) found {
	t.Helper()
	out, _ := runFit(t, exitFine, append([]string{"labelers", "-q", "--format", "json"}, args...)...)
	return foundIn(t, out)
}

// about returns the row of a quantity of a labeler; one without anything if there is none.
func (a found) about(quantity, labeler string) foundRow {
	for _, r := range a.of(quantity, "") {
		if r.Of == labeler {
			return r
		}
	}
	return foundRow{}
}

// A labeler who got late positions, and one who got long texts, lean high without the covariates, and not given them.
func TestLabelersGivenCovariates(t *testing.T) {
	file := ofLongTexts(t)
	plain := labelersOf(t, file)
	assert.Equal(t, "retrain", plain.about("verdict", "p1").Said)
	assert.Equal(t, "leans high", plain.about("fault", "p1").Said)
	given := labelersOf(t, "--covariate", "length,position", file)
	for _, name := range []string{"p0", "p1"} {
		leaning := given.about("leaning", name)
		assert.Equal(t, "fine", given.about("verdict", name).Said, name)
		assert.InDelta(t, 0, *leaning.Value, *leaning.Upper-*leaning.Lower, name)
		assert.Less(t, math.Abs(*leaning.Value), math.Abs(*plain.about("leaning", name).Value), name)
	}
	assert.Contains(t, strings.Join(given.Notes, " "), "as if all labels had the same length and position.")
	require.Len(t, given.of("matters", ""), 2)
	assert.Equal(t, "yes", given.of("matters", "")[1].Said)
	assert.Empty(t, given.of("change", ""))
	assert.Empty(t, given.of("drifts", ""))

	// p2 is compared with nobody, and can be dropped.
	within := labelersOf(t, "--covariate", "country", "--drop", "p2", file)
	assert.Nil(t, within.about("leaning", "p2").Value)
	assert.NotNil(t, within.about("level", "p2").Value)
	assert.Contains(t, strings.Join(within.Notes, " "), "A leaning compares raters with the same country. "+
		"No other rater has the country of p2, so that the leaning is not known.")
	assert.NotEmpty(t, within.of("left_out", ""))
	for _, format := range option.Format.Choices {
		out, _ := runFit(t, exitFine, "labelers", "-q", "--covariate", "country", "--draws", "300", "--full",
			"--format", format, file)
		assert.Contains(t, out, "p2", format)
	}
}

// Labelers who change with the week need retraining. Their changes are in the table, on the first screen and in --out.
func TestLabelersWhoChange(t *testing.T) {
	file := driftingFile(t)
	t.Chdir(filepath.Dir(file)) // a short name, so that the next command fits into a line
	file = filepath.Base(file)
	table := filepath.Join(t.TempDir(), "labelers.csv")
	args := []string{"--covariate", "week", "--slopes", "week", "--out", table, file}
	got := labelersOf(t, args...)
	require.Len(t, got.of("verdict", ""), 12)
	assert.Equal(t, 2., got.value(t, "retrain", ""))
	for i, l := range got.of("verdict", "") {
		drifts := got.about("drifts", l.Of)
		if i < 2 {
			assert.Contains(t, []string{"p0", "p1"}, l.Of)
			assert.Equal(t, "changes with week", got.about("fault", l.Of).Said)
			assert.Greater(t, *drifts.Value, 0.95)
			assert.Equal(t, "week", drifts.Method)
		} else {
			assert.Less(t, *drifts.Value, 0.5, l.Of)
			assert.NotEqual(t, "retrain", l.Said)
		}
	}
	require.Len(t, got.Verdict, 2)
	assert.Regexp(t, "^2 of 12 raters change with week unlike the others: p[01], p[01]$", got.Verdict[1])
	for _, c := range got.of("rate_change", "") {
		assert.Equal(t, c.Of == "p0" || c.Of == "p1", got.about("differs", c.Of).Said == "yes", c.Of)
	}
	f, err := os.Open(table)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 13)
	assert.Equal(t, []string{"support", "drifts", "rate_change:week", "rate_change_p:week", "rate_change_lower:week",
		"rate_change_upper:week", "rate_beyond:week", "rate_beyond_p:week", "rate_beyond_lower:week",
		"rate_beyond_upper:week", "differs:week"}, rows[0][len(rows[0])-11:])
	out, _ := runFit(t, exitFine, append([]string{"labelers", "-q"}, args...)...)
	assert.Contains(t, out, "Change of each labeler with week")
	assert.LessOrEqual(t, strings.Count(out, "\n"), 25)
	out, _ = runFit(t, exitFine, append([]string{"labelers", "-q", "--full"}, args...)...)
	assert.Contains(t, out, "week makes no clear difference")
}

// Covariates that labelers cannot be compared by are refused, with a command to paste.
func TestLabelersByCovariatesThatCannotBe(t *testing.T) {
	file := driftingFile(t)
	for _, c := range []struct {
		args, says, command string
		exit                int
	}{
		{"--slopes week", "it is no covariate", "add it: --covariate week", exitUsage},
		{"--covariate country --slopes country", "covariate country has categories", ".csv --covariate country",
			exitInput},
		{"--covariate week --slopes week --discrimination", "cannot have slopes",
			".csv --covariate week --slopes week", exitInput},
		{"--covariate week --slopes week --labeler-effects none", "fit labelers is about labelers", "leave it out",
			exitUsage},
		{"--covariate country --group country", "labels cannot be regressed on the column of the item, labeler, group",
			"", exitUsage},
		{"--covariate wek", `no column is named "wek"`, "fit labelers", exitInput},
		{"--covariate country --drop p1,p3,p5,p7,p9,p11", "all labels have the same value of covariate country",
			".csv --drop", exitInput},
	} {
		_, text := runFit(t, c.exit, append(append([]string{"labelers"}, strings.Fields(c.args)...), "-q", file)...)
		assert.Contains(t, text, c.says)
		assert.Contains(t, text, c.command)
	}
}
