package export

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/ask"
	"concord/internal/document"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/report"
	"concord/study/read"
)

// Thresholds are exported as a matrix whose places have the names of categories, and read back from a folder.
func TestThresholdsAreExported(t *testing.T) {
	rows := "item,labeler,study,label\n"
	words := []string{"poor", "fair", "good", "great"}
	for i := range 48 {
		rows += string(rune('a'+i%8)) + "," + string(rune('p'+i%3)) + "," + []string{"one", "two"}[i/24] + "," +
			words[(i%8/2+i%5)%3+1] + "\n" // nobody says poor
	}
	table, err := read.Read(t.Context(), strings.NewReader(rows), "words.csv", read.Options{Order: words})
	require.NoError(t, err)
	out := fitted(t, "words.csv", table, spec.Spec{Family: family.Ordinal{}}, 40)
	described := ask.Fit(out.Result.Data, out.Fit, nil, posterior.Interval{Level: 0.95})
	out.Result.Runs[0].Model = described.Model()

	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, out.Write(dir))
	saved, err := Open(dir)
	require.NoError(t, err)
	requireOwnNames(t, saved.Manifest.Variables)
	assert.Equal(t, words, saved.Manifest.Model.Distribution().(family.Adapting).Names())
	draws, err := saved.Draws()
	require.NoError(t, err)
	for s, study := range draws.Fit.EachStudy() {
		want := out.Fit.Posterior.StudyAt(s).Thresholds()
		require.Len(t, study.Thresholds(), 3)
		for c, q := range study.Thresholds() {
			assert.Equal(t, want[c].Chains, q.Chains)
		}
	}

	var summary bytes.Buffer
	variables := Variables(out.Fit.Posterior, out.Fit.Reference, false)
	require.NoError(t, Summary(&summary, variables, saved.Manifest.Coordinates, posterior.Interval{Level: 0.95}))
	assert.Contains(t, summary.String(), "\n\"threshold[2,3]\",two | good|great,")
	assert.NotContains(t, summary.String(), "mu[")
	var chain bytes.Buffer
	require.NoError(t, CmdStan(&chain, out.Fit.Posterior.Run(), 0, Settings{}, variables))
	assert.Contains(t, chain.String(), ",threshold.1.1,threshold.2.1,threshold.1.2,")

	var sheet bytes.Buffer
	require.NoError(t, document.WriteCSV(&sheet, report.Fit(report.Source{Result: described}, document.Answer)))
	assert.Contains(t, sheet.String(), "\nthreshold,,two,good,great,,latent,")
}
