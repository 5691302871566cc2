package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/say"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// driftingFile has labels of twelve labelers in nine weeks. p0 says yes more often from week to week, p1 less often,
// and the others do not change.
func driftingFile(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 2))
	var b strings.Builder
	b.WriteString("item,labeler,label,week,country\n")
	for j := range 80 {
		good := rng.NormFloat64()
		for _, l := range rng.Perm(12)[:6] {
			week := 1 + rng.IntN(9)
			drift := map[int]float64{0: 1.2, 1: -1.2}[l] * float64(week-5)
			yes := good+drift+rng.NormFloat64() > 0
			fmt.Fprintf(&b, "i%d,p%d,%v,%d,%s\n", j, l, yes, week, []string{"BR", "US"}[l%2])
		}
	}
	file := filepath.Join(t.TempDir(), "drift.csv")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o600))
	return file
}

// The labelers who drift are found, in words, in the table and in the JSON, and no others.
func TestSlopesFindLabelersWhoDrift(t *testing.T) {
	file := driftingFile(t)
	out, _ := runFit(t, exitFine, "--covariate", "week", "--slopes", "week", "--quiet", file)
	assert.Contains(t, strings.Join(strings.Fields(out), " "), "2 of 12 raters change with week, labels of p")
	assert.Contains(t, out, "week makes no clear difference")
	out, _ = runFit(t, exitFine, "--covariate", "week", "--slopes", "week", "--quiet", "--format", "json", file)
	r := answerIn(t, out)
	assert.Equal(t, 2., r.Of("changed")[0].Value)
	changes := append(r.Of("change"), r.Of("rate_change")...)
	require.Len(t, changes, 12)
	for _, c := range changes {
		switch c.Key.Of {
		case "p0":
			assert.Greater(t, c.Lower, 0.3)
			assert.Greater(t, r.Get("beyond|rate_beyond", c.Key).P, 0.99)
		case "p1":
			assert.Less(t, c.Upper, -0.3)
		default:
			assert.Less(t, say.Surely(c), result.Surely(12), c.Key.Of)
		}
	}
	assert.Contains(t, r.Model().BRMS, "(0 + week | labeler)")
	assert.Contains(t, r.Model().BRMSCode, "(0 + x1 | labeler)")
	assert.Equal(t, "student_t(3, 0, 2.5)", r.Model().Priors["slope_sd"])
	out, _ = runFit(t, exitFine, "--covariate", "week", "--slopes", "week", "--quiet", "--full", file)
	for _, words := range []string{"Change of each labeler with week", "standard deviation of slope:week",
		"share of slope:week"} {
		assert.Contains(t, out, words)
	}
}

// The fit finds the truth of labelers whose slopes differ: within 4 posterior standard deviations.
func TestFitFindsTrueSlopes(t *testing.T) {
	design, err := simulate.Plan{Items: 150, Labelers: spec.Nested,
		Studies: []simulate.StudyPlan{{Name: "all", Labelers: 16, LabelsPerItem: 5}}}.Generate(1)
	require.NoError(t, err)
	design, err = design.WithCovariate("week", simulate.LabelUnit, nil, 1)
	require.NoError(t, err)
	drawn := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested,
		Studies: []simulate.StudyTruth{{ItemSD: 1, LabelerSD: 0.5, ResidualSD: 1}},
		Covariates: []simulate.CovariateTruth{{
			Covariate:    spec.Covariate{Factor: "week", Kind: spec.NumberCovariate, Slopes: true},
			Coefficients: [][]float64{{0.3}}, SlopeSD: []float64{0.8}}}}
	table, err := simulate.Simulate(drawn, design, 1)
	require.NoError(t, err)
	truth, err := result.NewTruth(drawn, design, 1)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "drift.csv")
	require.NoError(t, writeFile(file, func(w io.Writer) error { return study.Write(w, table) }))
	out, _ := runFit(t, exitFine, "--covariate", "week", "--slopes", "week", "--bootstrap", "0", "--replications", "0",
		"--draws", "300", "--format", "json", "--quiet", file)
	r := answerIn(t, out)
	require.Len(t, truth.Covariates, 1)
	assert.True(t, truth.Covariates[0].Slopes)
	found := 0
	for _, q := range truth.Quantities {
		for _, e := range estimates(r) {
			if isTruth(e, q) {
				found++
				assert.InDelta(t, float64(q.Value), e.Value, 4*e.SD, "%s %s", q.Quantity, q.Term)
			}
		}
		if q.Quantity == "slope_sd" {
			assert.InDelta(t, 0.8, float64(q.Value), 1e-9)
		}
	}
	assert.Greater(t, found, 8)
	assert.Greater(t, r.Of("changed")[0].Value, 3.)
}

// Slopes that a model cannot have are refused, with a command without them.
func TestSlopesAreRefused(t *testing.T) {
	file := driftingFile(t)
	for _, c := range []struct {
		args []string
		want string
		exit int
	}{
		{[]string{"--slopes", "week"}, "add it: --covariate week", exitUsage},
		{[]string{"--covariate", "country", "--slopes", "country"}, "covariate country has categories", exitInput},
		{[]string{"--covariate", "week", "--slopes", "week", "--discrimination"}, "cannot have slopes", exitInput},
		{[]string{"--covariate", "week", "--slopes", "week", "--labeler-effects", "none"}, "no labeler effects",
			exitInput},
	} {
		_, text := runFit(t, c.exit, append(c.args, "--quiet", file)...)
		assert.Contains(t, text, c.want)
		if c.exit == exitInput {
			assert.Contains(t, text, "--covariate ")
		}
	}
}
