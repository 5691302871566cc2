package export

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// outputOf fits a file of testdata shortly.
func outputOf(t testing.TB, name string, sp spec.Spec, draws int) Output {
	path := filepath.Join("..", "..", "..", "testdata", name)
	table, err := read.Read(t.Context(), nil, path, read.Options{})
	require.NoError(t, err)
	return fitted(t, name, table, sp, draws)
}

func fitted(t testing.TB, name string, table *study.Table, sp spec.Spec, draws int) Output {
	settings := sampler.Settings{Chains: 2, Draws: draws, Seed: 7}
	p, err := model.Fit(context.Background(), table, sp, settings)
	require.NoError(t, err)
	fit := result.Fit{Posterior: p, Settings: settings, Reference: p.StudyAt(0), Sampling: time.Second}
	diagnostics := &result.Diagnostics{MaxRHat: 1, MinESSBulk: 500, MinESSTail: 400, MinEBFMI: result.Undefined(),
		Messages: []string{}}
	a := answer.New("fit", result.NewData(name, table, p.Spec().Labelers, nil),
		result.Intervals{Level: 0.95, Kind: "eti"})
	a.Runs = []answer.Run{{Model: &result.Model{
		Family: p.Spec().Family.String(), Labelers: p.Spec().Labelers.String(),
		Residual: p.Spec().Residual.String(), Reference: fit.Reference.Name()},
		Sampler: &result.Sampler{Chains: 2, Draws: draws, SetupSeconds: 0.25, WarmupSeconds: 0.5, SamplingSeconds: 1},
		Trust:   diagnostics}}
	a.Add("doubts", answer.Key{}, 0)
	return Output{
		Origin: Origin{Program: ThisProgram("test"), Arguments: []string{name},
			Flags: map[string][]string{"draws": {"100"}}, Input: Input{Path: name, SHA256: "00", Bytes: 1}},
		Fit: fit, Effects: sp.Effects,
		Result: a,
	}
}

func TestFolderHoldsTheRun(t *testing.T) {
	out := outputOf(t, "policy.csv", spec.Spec{}, 60)
	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, out.Write(dir))
	for _, name := range []string{"run.json", "draws.json", "summary.csv", "report.txt", "report.json",
		"chains/chain_1.csv", "chains/chain_2.csv"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}
	left, err := os.ReadDir(filepath.Dir(dir))
	require.NoError(t, err)
	assert.Len(t, left, 1, "nothing temporary is left")

	saved, err := Open(dir)
	require.NoError(t, err)
	want, err := json.Marshal(out.Result)
	require.NoError(t, err)
	got, err := json.Marshal(saved.Result)
	require.NoError(t, err)
	assert.JSONEq(t, string(want), string(got))
	again, err := saved.Manifest.Repeats(out.Fit)
	require.NoError(t, err)
	assert.True(t, again)

	draws, err := saved.Draws()
	require.NoError(t, err)
	assert.Equal(t, out.Fit.Posterior.Studies(), draws.Fit.Studies())
	for s, study := range draws.Fit.EachStudy() {
		assert.Equal(t, out.Fit.Posterior.StudyAt(s).ItemSD().Chains, study.ItemSD().Chains)
	}
	written := Variables(out.Fit.Posterior, out.Fit.Reference, false)
	require.Len(t, draws.Variables, len(written))
	for v, w := range written {
		for n, q := range w.Elements {
			assert.Equal(t, q.Chains, draws.Variables[v].Elements[n].Chains, w.bracketName(n))
		}
	}
	assert.Equal(t, out.Fit.Posterior.Run().Energies().Chains, draws.Stats[0].Energy)
	assert.Len(t, draws.Scalars(), 3*3+3+2*3+2*3+2*3+3+3+2+3+3+2, "means and SDs, correlations, ICCs and "+
		"consistency on two scales, rates, xCC, differences, and on the label scale ρ, xCC, differences")
}

// Two runs with the same seed leave the same bytes, but for times.
func TestRepetitionIsTheSameToTheByte(t *testing.T) {
	base := t.TempDir()
	read := func(dir, name string) string {
		b, err := os.ReadFile(filepath.Join(base, dir, name))
		require.NoError(t, err)
		return string(b)
	}
	for _, dir := range []string{"a", "b"} {
		require.NoError(t, outputOf(t, "single.csv", spec.Spec{Effects: true}, 40).Write(filepath.Join(base, dir)))
	}
	for _, name := range []string{"draws.json", "summary.csv"} {
		assert.Equal(t, read("a", name), read("b", name))
	}
	assert.Equal(t, withoutTimes(read("a", "chains/chain_2.csv")), withoutTimes(read("b", "chains/chain_2.csv")))
}
