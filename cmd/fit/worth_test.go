package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// oneLabelEach writes labels of pools, of six people each, and of a model that gave each item one label.
func oneLabelEach(t *testing.T, pools ...string) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 7))
	var rows []string
	for i := range 40 {
		z := rng.NormFloat64()
		label := func(slope float64) int { return map[bool]int{true: 1}[slope*z+logistic(rng) > 0] }
		for _, pool := range pools {
			for _, p := range rng.Perm(6)[:3] {
				rows = append(rows, fmt.Sprintf("i%d,%s %d,%s,%d", i, pool, p, pool, label(1.5)))
			}
		}
		rows = append(rows, fmt.Sprintf("i%d,m,model,%d", i, label(2)))
	}
	return written(t, "item,labeler,study,label", rows)
}

// The worth of a label has no mean. A run says its median on the page, in the folder and in the diagnostics, and a
// condition is about the median.
func TestWorthHasAMedianOnly(t *testing.T) {
	file, dir := oneLabelEach(t, "people", "others"), t.TempDir()
	folder, page := filepath.Join(dir, "run"), filepath.Join(dir, "page.html")
	quick := []string{"--draws", "300", "--bootstrap", "0", "--replications", "0", "--quiet", "--reference", "people"}
	out, _ := runFit(t, exitFine, append(quick, "--out", folder, "--html", page, "--format", "json", file)...)
	r := answerIn(t, out)
	var worth []*answer.Row
	for _, e := range estimates(r) {
		none := math.IsNaN(e.Draws.Mean)
		require.Equal(t, e.Q.Name == catalogue.Worth, none, e.Q.Name)
		if none {
			worth = append(worth, e)
		}
	}
	require.Len(t, worth, 4, "two pools on two scales")

	text, err := os.ReadFile(page)
	require.NoError(t, err)
	for _, e := range worth {
		require.True(t, math.IsNaN(e.SD) && math.IsNaN(e.Draws.MCSEMean))
		section := map[string]string{result.ScaleLabel: "validity", result.ScaleLatent: "latent"}[scaleOf(e)]
		_, table, ok := strings.Cut(string(text), `<section id="`+section+`"`)
		require.True(t, ok)
		_, table, ok = strings.Cut(table, "(median)")
		require.True(t, ok, "a caption says median")
		_, row, ok := strings.Cut(table, "model for "+e.Group)
		require.True(t, ok)
		row, _, _ = strings.Cut(row, "</tr>")
		var cells []string
		for _, m := range regexp.MustCompile(`<td[^>]*>([^<]*)</td>`).FindAllStringSubmatch(row, -1) {
			cells = append(cells, m[1])
		}
		require.GreaterOrEqual(t, len(cells), 3, row)
		shown, err := strconv.ParseFloat(cells[0], 64)
		require.NoError(t, err, row)
		require.InEpsilon(t, e.Draws.Median, shown, 0.05)
		require.Empty(t, cells[1], "the SD")
	}

	rows := csvOf(t, filepath.Join(folder, "summary.csv"))
	summarised := 0
	for _, row := range rows[1:] {
		if !strings.HasPrefix(row[0], "worth") || row[4] == "" {
			continue
		}
		summarised++
		for c, name := range rows[0] {
			none := name == "mean" || name == "sd" || name == "mcse_mean" || name == "mcse_sd"
			require.Equal(t, none, row[c] == "", "%s of %s", name, row[0])
		}
	}
	require.Equal(t, len(worth), summarised)

	diagnosed, _ := runFit(t, exitFine, "diagnose", "--format", "json", folder)
	told := 0
	for _, r := range foundIn(t, diagnosed).of("variable", "") {
		if r.RHat != nil {
			is := strings.HasPrefix(r.Of, "worth")
			require.Equal(t, is, r.MCSE == nil, r.Of)
			told += map[bool]int{true: 1}[is]
		}
	}
	require.Equal(t, len(worth), told)

	// The mean of the draws is above a bound that the median is below, and --fail-if says which of them it compares.
	label := worth[2]
	mean := meanOfDraws(t, folder, "worth_label", 0, 2)
	require.Equal(t, []string{result.ScaleLabel, "people"}, []string{scaleOf(label), label.Group})
	bound := (label.Draws.Median + mean) / 2
	require.Greater(t, mean, 1.1*label.Draws.Median, "the mean and the median must differ for this to test anything")
	condition := func(sign string) string { return fmt.Sprintf("worth@label(people,model)%s%.4f", sign, bound) }
	runFit(t, exitFine, append(quick, "--fail-if", condition(">"), file)...)
	_, stderr := runFit(t, exitCondition, append(quick, "--fail-if", condition("<"), file)...)
	require.Contains(t, stderr, fmt.Sprintf("worth(people,model) has no mean, and its median is %.4g on the label "+
		"scale", label.Draws.Median))
}

// A run of one pool and of a study with one label of each item has no ρ that is told. It is read again all the same.
func TestRunsOfOnePoolAndOneLabelEachAreReadAgain(t *testing.T) {
	folder, page := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "page.html")
	runFit(t, exitFine, "--draws", "300", "--bootstrap", "0", "--replications", "0", "--quiet", "--out", folder,
		oneLabelEach(t, "people"))
	diagnosed, _ := runFit(t, exitFine, "diagnose", "--full", folder)
	require.Regexp(t, `worth_label\[1,2\] +– +– +[0-9.]+ +[0-9]+ +[0-9]+`, diagnosed)
	runFit(t, exitFine, "report", "--html", page, folder)
	require.FileExists(t, page)
}

// A plan is of studies whose ICC the fit knows. It says which study it leaves out, whether the labels
// or a run is planned from. The section of the page has the same studies.
func TestPlansLeaveOutStudiesWithOneLabelEach(t *testing.T) {
	folder, page := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "page.html")
	file := oneLabelEach(t, "people")
	runFit(t, exitFine, "--draws", "300", "--bootstrap", "0", "--replications", "0", "--quiet", "--out", folder,
		"--html", page, file)
	for _, from := range [][]string{{folder}, {"--draws", "300", file}} {
		out, _ := runFit(t, exitFine, append([]string{"plan", "--format", "json"}, from...)...)
		plan := foundIn(t, out)
		for _, quantity := range []string{"labels_needed", "icc_k", "mean_se"} {
			rows := plan.of(quantity, "")
			require.NotEmpty(t, rows)
			for _, r := range rows {
				require.Equal(t, "people", r.Group)
				require.NotNil(t, r.Value)
			}
		}
		require.Contains(t, strings.Join(plan.Doubts, " "), "The plan leaves out group model,")
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	_, planning, ok := strings.Cut(string(text), `id="labels"`)
	require.True(t, ok)
	planning, _, _ = strings.Cut(planning, "</section>")
	require.Contains(t, planning, ">people<")
	require.NotContains(t, planning, "model")
}

func csvOf(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	return rows
}

// meanOfDraws is the mean of the draws of an element of a matrix in a run's draws.json.
func meanOfDraws(t *testing.T, folder, variable string, row, column int) float64 {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, "draws.json"))
	require.NoError(t, err)
	var kept struct{ Posterior map[string]json.RawMessage }
	require.NoError(t, json.Unmarshal(b, &kept))
	var draws [][][][]*float64
	require.NoError(t, json.Unmarshal(kept.Posterior[variable], &draws))
	sum, n := 0.0, 0
	for _, chain := range draws {
		for _, draw := range chain {
			sum, n = sum+*draw[row][column], n+1
		}
	}
	return sum / float64(n)
}
