package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Bland and Altman (1986), Statistical methods for assessing agreement between two methods of clinical measurement, The
// Lancet 327: standard deviations of readings by one meter are 15.3 and 19.9 litres a minute.
func TestReadingsOfOccasions(t *testing.T) {
	for where, want := range map[string]float64{"rater=Wright": 15.3, "rater=mini Wright": 19.9} {
		out, _ := runFit(t, exitFine, "measurement", "-q", "--format", "json", "--where", where,
			"--item", "subject", "--label", "value", testdata("peak_flow.csv"))
		m := foundIn(t, out)
		for _, quantity := range []string{"sem", "repeatability_sd"} {
			assert.InDelta(t, want, m.value(t, quantity, ""), 0.05)
		}
		assert.Equal(t, 17.0, m.value(t, "repeated", ""))
	}
}

// A task of --by is measured as its labels alone are.
func TestMeasurementOfTasks(t *testing.T) {
	labels, err := os.ReadFile(testdata("funniness.csv"))
	require.NoError(t, err)
	panels := filepath.Join(t.TempDir(), "panels.csv")
	require.NoError(t, os.WriteFile(panels, []byte(strings.Replace(string(labels), "study", "panel", 1)), 0o644))
	var by, alone found
	for m, args := range map[*found][]string{
		&by:    {"--by", "panel", panels},
		&alone: {testdata("funniness.csv")},
	} {
		out, _ := runFit(t, exitFine, append([]string{"measurement", "-q", "--format", "json"}, args...)...)
		*m = foundIn(t, out)
	}
	require.Len(t, by.of("sem_agreement", ""), 2)
	for _, quantity := range []string{"sem_agreement", "lin_ccc"} {
		for n, r := range by.of(quantity, "") {
			r.Task, r.Group = "", r.Task
			assert.Equal(t, alone.of(quantity, "")[n], r)
		}
	}
}

// Faults of the call are told in words.
func TestMeasurementFaults(t *testing.T) {
	for want, args := range map[string][]string{
		"it must be between 0 and 1":  {"--interval", "2", testdata("peak_flow.csv")},
		"--format pdf: choose one of": {"--format", "pdf", testdata("peak_flow.csv")},
	} {
		_, message := runFit(t, exitUsage, append([]string{"measurement", "-q"}, args...)...)
		assert.Contains(t, strings.Join(strings.Fields(message), " "), want)
	}
	_, message := runFit(t, exitInput, "measurement", testdata("topics.csv"))
	assert.Contains(t, message, "fit agreement ../../testdata/topics.csv")
}

// --log takes amounts above 0 alone, and reads differences of logarithms as factors. --format apa has both names.
func TestMeasurementOfAmounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "amounts.csv")
	require.NoError(t, os.WriteFile(path, []byte("item,labeler,label\na,x,1.5\na,y,2\nb,x,4\nb,y,-3\nc,x,2\nc,y,0\n"),
		0o644))
	_, message := runFit(t, exitInput, "measurement", "--log", "-q", path)
	assert.Contains(t, message, `amounts.csv:5: label "-3" is not above 0, and has no logarithm (1 row)`)
	assert.Contains(t, message, "--missing -3")
	out, _ := runFit(t, exitFine, "measurement", "--log", "-q", "--format", "json", testdata("peak_flow.csv"))
	m := foundIn(t, out)
	sem := m.value(t, "sem_agreement", "")
	assert.InDelta(t, math.Exp(sem), m.value(t, "sem_factor_agreement", ""), 1e-12)
	assert.InDelta(t, math.Sqrt(math.Exp(sem*sem)-1), m.value(t, "cv_agreement", ""), 1e-12)
	assert.Contains(t, m.Verdict[0], "a factor of 1.09")
	out, _ = runFit(t, exitFine, "measurement", "-q", "--format", "apa", testdata("peak_flow.csv"))
	assert.Contains(t, out, "ICC(2,1) = .95, 95% CI [.88, .98] (two-way random effects, absolute agreement, single "+
		"rater; Shrout & Fleiss, 1979; ICC(A,1) of McGraw & Wong, 1996)")
}

// Bland and Altman (1986), as above: first readings by two meters differ by −2.1 on average, with an interval from
// −22.0 to 17.8 and a standard deviation of 38.8. The page has the plot. Two items are too few.
func TestLimitsOfAgreementOfTwoMeters(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	args := []string{"measurement", "-q", "--format", "json", "--item", "subject", "--label", "value"}
	out, _ := runFit(t, exitFine, append(args, "--where", "occasion=1", "--html", page, testdata("peak_flow.csv"))...)
	m := foundIn(t, out)
	bias := m.one(t, "bias", "")
	assert.Equal(t, [3]string{"Wright", "mini Wright", "single"},
		[3]string{bias.Of, bias.Against, m.one(t, "compared_items", "").Method})
	assert.InDelta(t, -2.1, *bias.Value, 0.05)
	assert.InDelta(t, -22.0, *bias.Lower, 0.1)
	assert.InDelta(t, 17.8, *bias.Upper, 0.1)
	assert.InDelta(t, 38.8, m.value(t, "difference_sd", ""), 0.05)
	assert.Contains(t, strings.Join(m.Verdict, " "),
		"On 95 of 100 items, Wright minus mini Wright is between −78.1 and 73.9")
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(html), "Differences and means: Wright − mini Wright")

	few := filepath.Join(t.TempDir(), "few.csv")
	require.NoError(t, os.WriteFile(few, []byte("item,labeler,label\na,x,1.5\na,y,2\nb,x,3\nb,y,5\n"), 0o600))
	out, _ = runFit(t, exitFine, "measurement", "-q", "--format", "json", few)
	assert.Equal(t, "few_items", foundIn(t, out).one(t, "upper_limit", "").Reason)
}
