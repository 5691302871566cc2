package export

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/nominal"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study/read"
)

// The folder of a joint fit holds the draws of each estimate, at the place of its groups and category.
func TestFolderOfAJointFit(t *testing.T) {
	topics := filepath.Join("..", "..", "..", "testdata", "topics.csv")
	table, err := read.File(t.Context(), topics, read.Options{AllowNominal: true})
	require.NoError(t, err)
	settings := sampler.Settings{Chains: 2, Draws: 40, Warmup: 40, Seed: 7}
	p, err := nominal.Fit(t.Context(), table, nominal.Spec{Effects: true}, settings)
	require.NoError(t, err)
	agreement, err := result.JointCoefficients(t.Context(), table, "crowd", nonparam.Options{})
	require.NoError(t, err)
	fit := result.JointFit{Posterior: p, Settings: settings}
	j := result.NewJointly(result.NewData("topics.csv", table, model.Nested, nil), "crowd", fit, agreement,
		posterior.Interval{Level: 0.95})
	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, JointOutput{Origin: Origin{Program: ThisProgram("test")}, Fit: fit, Result: j}.Write(dir))
	for _, name := range []string{"summary.csv", "report.txt", "chains/chain_2.csv"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}

	saved, err := Open(dir)
	require.NoError(t, err)
	assert.Nil(t, saved.Result)
	assert.Equal(t, j.Verdict, saved.Jointly.Verdict)
	again, err := saved.Manifest.RepeatsJointly(fit, "crowd")
	require.NoError(t, err)
	assert.True(t, again)
	draws, err := saved.Draws()
	require.NoError(t, err)
	require.NotEmpty(t, draws.Stats[0].Energy)
	assert.NotEmpty(t, draws.Scalars())
	places := saved.Manifest.Coordinates
	found := 0
	for _, e := range j.Estimates {
		i := slices.IndexFunc(draws.Variables, func(v Variable) bool {
			return v.Name == e.Quantity && (e.Category == "" || v.Name == result.JointRate) ||
				v.Name == e.Quantity+"_category" && e.Category != ""
		})
		require.GreaterOrEqual(t, i, 0, e)
		v := draws.Variables[i]
		for n, q := range v.Elements {
			want := slices.Clone(e.Studies)
			if e.Category != "" {
				want = append(want, e.Category)
			}
			if v.place(n, places) != strings.Join(want, " | ") {
				continue
			}
			found++
			if mean := q.Mean(); e.Defined() {
				assert.InDelta(t, float64(e.Mean), mean, 1e-12, v.Name)
			} else {
				assert.True(t, math.IsNaN(mean), "%s of what a group never uses", v.Name)
			}
		}
	}
	assert.Equal(t, len(j.Estimates), found)
	for _, v := range draws.Variables {
		if v.Name == "xcc" { // a group with itself
			icc, ok := j.Find(catalogue.ICC, "", "experts")
			require.True(t, ok)
			assert.InDelta(t, float64(icc.Mean), v.Elements[3].Mean(), 1e-12)
		}
	}
	assertForArviZ(t, saved, dir)
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
