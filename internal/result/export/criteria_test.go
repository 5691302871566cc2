package export

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/criteria"
	"concord/internal/ask"
	"concord/internal/result"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// The folder of a fit of criteria holds the draws of each number at the place of its group and criteria, and the
// parameters and statistics of both fits.
func TestFolderOfCriteria(t *testing.T) {
	file := filepath.Join("..", "..", "..", "testdata", "criteria.csv")
	table, err := read.Read(t.Context(), nil, file, read.Options{Factors: []string{"criterion"}})
	require.NoError(t, err)
	design, err := criteria.NewDesign(table, "criterion", "people")
	require.NoError(t, err)
	settings := sampler.Settings{Chains: 2, Draws: 30, Warmup: 30, Seed: 7, MaxDepth: 3}
	p, err := criteria.Fit(t.Context(), design, criteria.Spec{Labelers: spec.Nested}, settings)
	require.NoError(t, err)
	fit := ask.CriteriaFit{Posterior: p, Settings: settings, Asked: []result.Asked{{Quantity: "halo", Bound: 0.3}}}
	a := ask.Criteria(result.NewDataOf("criteria.csv", table, study.Describe(table), spec.Nested, nil), fit,
		posterior.Interval{Level: 0.95})
	dir := filepath.Join(t.TempDir(), "run")
	out := CriteriaOutput{Origin: Origin{Program: ThisProgram("test")}, Fit: p, Settings: settings, Answer: a}
	require.NoError(t, out.Write(dir))
	require.NoError(t, out.Write(dir), "a run replaces an earlier one")
	for _, name := range []string{"summary.csv", "report.txt", "chains/chain_2.csv"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}

	saved, err := Open(dir)
	require.NoError(t, err)
	assert.True(t, saved.OfCriteria())
	assert.Equal(t, a.Verdict, saved.Result.Verdict)
	again, err := saved.Manifest.RepeatsCriteria(p, settings)
	require.NoError(t, err)
	assert.True(t, again)
	draws, err := saved.Draws()
	require.NoError(t, err)
	require.Len(t, draws.Stats, 2)
	places := saved.Manifest.Coordinates
	found := 0
	for _, r := range a.Rows {
		name, place := r.Q.Name, r.Group
		switch {
		case r.Event != "" || r.Term != "":
			continue
		case r.Against != "":
			name += "_criterion"
			place += " | " + r.Key.Of + " | " + r.Against
		case r.Key.Of != "":
			place += " | " + r.Key.Of
		}
		i := slices.IndexFunc(draws.Variables, func(v Variable) bool { return v.Name == name })
		if i < 0 {
			assert.NotEmpty(t, r.Why, name)
			continue
		}
		v := draws.Variables[i]
		for e, q := range v.Elements {
			if v.place(e, places) != place {
				continue
			}
			found++
			if median := q.Quantile(0.5); r.Why == "" {
				assert.InDelta(t, r.Value, median, 1e-12, v.Name)
			} else {
				assert.True(t, math.IsNaN(median), "%s: %s", v.Name, r.Why)
			}
		}
	}
	assert.Greater(t, found, 40)
	for _, r := range a.Of("halo") {
		at := r.Key
		at.Event = "halo > 0.3"
		asked := a.Get("halo", at)
		assert.Equal(t, r.Defined(), asked != nil && asked.P >= 0, r.Key)
	}

	assertForArviZ(t, saved, dir)
	for fit, groups := range p.EachFit() {
		end := ending(len(groups) - 1)
		assert.InDelta(t, fit.Run().Stats[1][17].Leapfrogs, draws.Stats[len(groups)-1].Leapfrogs[1][17], 0)
		i := slices.IndexFunc(draws.Variables, func(v Variable) bool { return v.Name == "cor_item"+end })
		require.GreaterOrEqual(t, i, 0)
		correlation := fit.StudyAt(0).ItemCorrelation(fit.StudyAt(1))
		assert.InDelta(t, correlation.Chains[1][17], draws.Variables[i].Elements[1].Chains[1][17], 0)
	}
	for _, s := range draws.Scalars() {
		assert.NotContains(t, s.Name, "halo_criterion[1,2,1]", "each pair once")
	}
}

// A thinned run has every third draw, with the statistics of all iterations: sums of steps, means of acceptances, and
// whether one of them diverged.
func TestThinnedRun(t *testing.T) {
	run := &sampler.Run{Thin: 2, Stats: [][]sampler.Stat{{
		{Energy: 1, Leapfrogs: 3, AcceptStat: 0.5}, {Energy: 2, Leapfrogs: 4, AcceptStat: 0.75, Divergent: true},
		{Energy: 3, Leapfrogs: 5, AcceptStat: 1}, {Energy: 4, Leapfrogs: 1, AcceptStat: 0.25, MaxDepthHit: true},
		{Energy: 5, Leapfrogs: 1, AcceptStat: 0.5}, {Energy: 6, Leapfrogs: 2, AcceptStat: 0.75}, {Energy: 7},
	}}}
	of := thinned(run, 2, 3)
	assert.Equal(t, 6, of.Thin)
	assert.Equal(t, [][]sampler.Stat{{{Energy: 1, Leapfrogs: 12, AcceptStat: 0.75, Divergent: true},
		{Energy: 4, Leapfrogs: 4, AcceptStat: 0.5, MaxDepthHit: true}}}, of.Stats)
	assert.Len(t, run.Stats[0], 7)
	q := posterior.Quantity{Name: "x", Chains: [][]float64{{0, 1, 2, 3, 4, 5, 6}}}
	assert.Equal(t, posterior.Quantity{Name: "x", Chains: [][]float64{{0, 3}}}, spaced(q, 2, 3))
}

// assertForArviZ asserts that a folder has all variables, each as long as the names along its dimensions, and that no
// dimension is called as a variable, which ArviZ would not take.
func assertForArviZ(t *testing.T, saved *Saved, dir string) {
	t.Helper()
	var kept struct{ Posterior map[string]json.RawMessage }
	b, err := os.ReadFile(filepath.Join(dir, "draws.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &kept))
	for _, v := range saved.Manifest.Variables {
		assert.Contains(t, kept.Posterior, v.Name)
		for i, dim := range v.Dims {
			assert.NotContains(t, kept.Posterior, dim)
			assert.Len(t, saved.Manifest.Coordinates[dim], v.Shape[i], v.Name)
		}
	}
}
