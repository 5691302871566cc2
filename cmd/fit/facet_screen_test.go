package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
)

// templatesFile writes numbers that six labelers give to items under four templates, twice each.
func templatesFile(t *testing.T) string {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 2))
	var b strings.Builder
	b.WriteString("item,labeler,template,label\n")
	var labelers [6]float64
	var templates [4]float64
	for k := range labelers {
		labelers[k] = 0.5 * r.NormFloat64()
	}
	for k := range templates {
		templates[k] = 0.8 * r.NormFloat64()
	}
	for i := range 30 {
		item := 2 * r.NormFloat64()
		for l, labeler := range labelers {
			own := 0.7 * r.NormFloat64()
			for k, template := range templates {
				for range 2 {
					fmt.Fprintf(&b, "i%d,l%d,t%d,%.2f\n", i, l, k, item+labeler+own+template+r.NormFloat64())
				}
			}
		}
	}
	path := filepath.Join(t.TempDir(), "templates.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	return path
}

// A fit with a facet has the first screen of any fit. Every number has the facet's too: its standard deviation and
// share, and the coefficients of a design; each as in the JSON, below the name of its quantity.
func TestScreensOfAFacet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	out, _ := runFit(t, exitFine, "--facet", "template", "--duplicates", "keep", "--replications", "0", "--bootstrap",
		"0", "--quiet", "--format", "json", "--out", dir, templatesFile(t))
	r := answerIn(t, out)
	estimate := func(quantity, term string) *answer.Row {
		for _, e := range estimates(r) {
			if e.Q.Name == quantity && e.Term == term {
				return e
			}
		}
		require.Fail(t, "there is no such estimate", "%s %s", quantity, term)
		return nil
	}
	first, _ := runFit(t, exitFine, "report", dir)
	icc := estimate("icc", "")
	row := lineAfter(t, first, "Reliability ", "  everyone ")
	fields := strings.Fields(row)
	assertPrinted(t, strings.Join(fields[1:4], " "), estimate("label_difference", "").Value,
		estimate("label_difference_by_chance", "").Value)
	assertPrinted(t, strings.Join(fields[4:7], " "), icc.Value, icc.Lower, icc.Upper)
	assert.NotContains(t, first, "standard deviation")

	full, _ := runFit(t, exitFine, "report", dir, "--full")
	assert.Contains(t, full, "labeler = labeler, label = label, facet = template.\n")
	assert.Contains(t, full, "effects of template, effects of item:labeler\n")
	for _, c := range []struct{ title, row, quantity, term string }{
		{"  intra-labeler ICC", "    all ", "intra_labeler_icc", ""},
		{"  generalizability Eρ² of a design", "    all, labeler=6,template=4,label=2 ", "generalizability", ""},
		{"  dependability Φ of a design", "    all, labeler=6,template=4,label=2 ", "dependability", ""},
		{"  share of template", "    all ", "component", "template"},
		{"  share of item:labeler", "    all ", "component", "item:labeler"},
		{"  standard deviation of template", "    all ", "facet_sd", "template"},
		{"  standard deviation of item:labeler", "    all ", "interaction_sd", "item:labeler"},
	} {
		e := estimate(c.quantity, c.term)
		row := strings.TrimPrefix(lineAfter(t, full, c.title+"\n", c.row), c.row)
		mean := strings.Fields(row)[0]
		assertPrinted(t, mean, e.Value)
		_, interval, found := strings.Cut(row, "[")
		require.True(t, found, row)
		interval, _, _ = strings.Cut(interval, "]")
		assertPrinted(t, interval, e.Lower, e.Upper)
	}
}

// lineAfter returns the first line that begins so behind the line that a title begins.
func lineAfter(t *testing.T, text, title, begins string) string {
	t.Helper()
	_, rest, found := strings.Cut("\n"+text, "\n"+title)
	require.True(t, found, "%q in\n%s", title, text)
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, begins) {
			return strings.TrimRight(line, "\n")
		}
	}
	require.Fail(t, "there is no such line", "%q in\n%s", begins, rest)
	return ""
}
