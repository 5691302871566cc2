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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
	"concord/internal/result"
)

// The contract of the JSON of fit labelers: every key and the type of its value.
func TestLabelersJSONContract(t *testing.T) {
	// There may be warnings or none.
	shapes := map[string]bool{".data.warnings[] string": true, ".diagnostics.messages[] string": true,
		".notes[] string": true}
	for _, args := range [][]string{
		{"--drop", "flagged", testdata("misfit_random.csv")},
		{"--residual", "labeler", testdata("misfit_noise.csv")},
		{"--discrimination", testdata("stars.csv")},
		{"--covariate", "week,country", "--slopes", "week", driftingFile(t)},
	} {
		out, _ := runFit(t, exitFine, append([]string{"labelers", "--format", "json", "--draws", "300", "-q"},
			args...)...)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		collectShapes(shapes, "", v)
	}
	goldenShapes(t, "labelers_contract.golden", shapes)
}

// The labelers who toss a coin are named by fit and by fit labelers, and reliability is higher without them.
func TestLabelersWhoTossACoin(t *testing.T) {
	coins := []string{"labeler_03", "labeler_08", "labeler_13", "labeler_18", "labeler_23", "labeler_28"}
	file := filepath.Join(t.TempDir(), "labelers.csv")
	out, _ := runFit(t, exitFine, "labelers", "--format", "json", "-q", "--drop", "flagged", "--out", file,
		testdata("misfit_random.csv"))
	var got result.LabelerTable
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Len(t, got.Labelers, 30)
	require.Equal(t, 5, got.Counts[0].Retrain)
	screen, _ := runFit(t, exitFine, "-q", testdata("misfit_random.csv"))
	for i, l := range got.Labelers[:6] {
		assert.Contains(t, coins, l.Labeler)
		if i < 5 {
			assert.Equal(t, "retrain", l.Verdict)
			assert.Contains(t, screen, l.Labeler)
		}
	}
	assert.Contains(t, screen, "fit labelers FILE")
	require.Len(t, got.Dropped.Labelers, 5)
	assert.Equal(t, 160, got.Dropped.Labels)
	icc := got.Dropped.Rows[0]
	assert.Equal(t, "icc", icc.Quantity)
	assert.Greater(t, float64(icc.After), float64(icc.Before)+0.1)
	// The same numbers as a fit without them.
	alone, _ := runFit(t, exitFine, "-q", "--format", "json", "--exclude-labelers",
		"labeler_03,labeler_08,labeler_13,labeler_23,labeler_28", testdata("misfit_random.csv"))
	var r result.Result
	require.NoError(t, json.Unmarshal([]byte(alone), &r))
	for _, e := range r.Estimates {
		if e.Quantity == "icc" && e.Scale == result.ScaleLabel {
			assert.InDelta(t, float64(e.Mean), float64(icc.After), 0.01)
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

// labelersOf returns the table of fit labelers.
func labelersOf(t *testing.T, args ...string) result.LabelerTable {
	t.Helper()
	out, _ := runFit(t, exitFine, append([]string{"labelers", "-q", "--format", "json"}, args...)...)
	var got result.LabelerTable
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	return got
}

// labelerNamed returns the labeler of a table with a name.
func labelerNamed(t *testing.T, table result.LabelerTable, name string) result.ConsensusLabeler {
	t.Helper()
	for _, l := range table.Labelers {
		if l.Labeler == name {
			return l
		}
	}
	require.Fail(t, "no labeler", name)
	return result.ConsensusLabeler{}
}

// A labeler who got late positions, and one who got long texts, lean high without the covariates, and not given them.
func TestLabelersGivenCovariates(t *testing.T) {
	file := ofLongTexts(t)
	plain := labelersOf(t, file)
	assert.Equal(t, "retrain", labelerNamed(t, plain, "p1").Verdict)
	assert.Equal(t, "leans high", labelerNamed(t, plain, "p1").Why())
	given := labelersOf(t, "--covariate", "length,position", file)
	for _, name := range []string{"p0", "p1"} {
		l := labelerNamed(t, given, name)
		assert.Equal(t, "fine", l.Verdict, name)
		sd := float64(l.LeaningUpper-l.LeaningLower) / 4
		assert.InDelta(t, 0, float64(l.Leaning), 4*sd, name)
		assert.Less(t, math.Abs(float64(l.Leaning)), math.Abs(float64(labelerNamed(t, plain, name).Leaning)), name)
	}
	assert.Contains(t, strings.Join(given.Notes, " "), "as if all labels had the same length and position.")
	require.Len(t, given.Covariates, 2)
	assert.Equal(t, "yes", given.Covariates[1].Matters)
	assert.Nil(t, given.Covariates[1].Slopes)
	assert.False(t, given.Labelers[0].Drifts.Defined())

	// p2 is compared with nobody, and can be dropped.
	within := labelersOf(t, "--covariate", "country", "--drop", "p2", file)
	assert.False(t, labelerNamed(t, within, "p2").Leaning.Defined())
	assert.True(t, labelerNamed(t, within, "p2").Level.Defined())
	assert.Contains(t, strings.Join(within.Notes, " "), "A leaning compares labelers with the same country. "+
		"No other labeler has the country of p2, so that the leaning is not known.")
	require.NotNil(t, within.Dropped)
	for _, format := range option.Format.Choices {
		out, _ := runFit(t, exitFine, "labelers", "-q", "--covariate", "country", "--draws", "300", "--full",
			"--format", format, file)
		assert.Contains(t, out, "p2", format)
	}
}

// Labelers who change with the week need retraining. Their changes are in the table, on the first screen and in --out.
func TestLabelersWhoChange(t *testing.T) {
	file := driftingFile(t)
	table := filepath.Join(t.TempDir(), "labelers.csv")
	args := []string{"--covariate", "week", "--slopes", "week", "--out", table, file}
	got := labelersOf(t, args...)
	require.Len(t, got.Labelers, 12)
	assert.Equal(t, 2, got.Counts[0].Retrain)
	for i, l := range got.Labelers {
		if i < 2 {
			assert.Contains(t, []string{"p0", "p1"}, l.Labeler)
			assert.Equal(t, "changes with week", l.Why())
			assert.Greater(t, float64(l.Drifts), 0.95)
			assert.Equal(t, "week", l.DriftsWith)
		} else {
			assert.Less(t, float64(l.Drifts), 0.5, l.Labeler)
			assert.NotEqual(t, "retrain", l.Verdict)
		}
	}
	require.Len(t, got.Verdict, 2)
	assert.Regexp(t, "^2 of 12 labelers change with week unlike the others: p[01], p[01]$", got.Verdict[1])
	for _, c := range got.Covariates[0].Slopes.Labelers {
		assert.Equal(t, c.Labeler == "p0" || c.Labeler == "p1", c.Differs, c.Labeler)
	}
	f, err := os.Open(table)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 13)
	assert.Equal(t, []string{"support", "drifts", "change:week", "change_lower:week", "change_upper:week",
		"beyond:week", "beyond_lower:week", "beyond_upper:week"}, rows[0][len(rows[0])-8:])
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
