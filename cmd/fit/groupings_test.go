package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/slowtest"
)

// Truth of the people of [peopleFile], on the latent scale: what women and men think of the items is correlated so,
// whatever their age, which has no influence.
const (
	truthOfItems = 1.5
	truthOfRho   = 0.5
)

// peopleFile writes labels of 24 people, who are women or men and of one of three ages, of 120 items.
func peopleFile(t *testing.T) string {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 1))
	var b strings.Builder
	b.WriteString("item,rater,gender,age,week,label\n")
	var people [24]float64
	for k := range people {
		people[k] = 0.4 * r.NormFloat64()
	}
	for i := range 120 {
		first := r.NormFloat64()
		second := truthOfRho*first + math.Sqrt(1-truthOfRho*truthOfRho)*r.NormFloat64()
		for _, k := range r.Perm(len(people))[:16] {
			theta, label := people[k]+truthOfItems*[]float64{first, second}[k%2], 0
			if r.Float64() < 1/(1+math.Exp(-theta)) {
				label = 1
			}
			age := []string{"18-24", "25-39", "40+"}[k/2%3]
			fmt.Fprintf(&b, "i%d,r%d,%c,%s,%d,%d\n", i, k, "fm"[k%2], age, i%4, label)
		}
	}
	path := filepath.Join(t.TempDir(), "people.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	return path
}

// The page of groupings has the numbers of each grouping's fit: the ICC of each study, ρ and xCC of each pair, and the
// lowest and the highest of them in the row of the grouping.
func TestPageOfGroupingsHasTheNumbers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	out, _ := runFit(t, exitFine, "--group", "gender,age", "--draws", "400", "--warmup", "150", "--replications", "0",
		"--bootstrap", "0", "--html", path, "--format", "json", peopleFile(t))
	sev := answerIn(t, out)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	page := string(data)
	answer, reliability, validity := pageRows(t, page, "answer"), pageRows(t, page, "reliability"),
		pageRows(t, page, "validity")
	require.Len(t, answer, 2+1, "two groupings and the head")
	require.Len(t, reliability, 2+3+1)
	require.Len(t, validity, 1+3+1, "one pair of genders, three of ages")
	for _, task := range sev.Runs {
		low, high := map[string]float64{"icc": 2, "rho": 2}, map[string]float64{"icc": -2, "rho": -2}
		for _, r := range sev.Rows {
			cell, values, pair := "", []float64{r.Value, r.Lower, r.Upper}, r.Key.Of+" × "+r.Against
			switch {
			case r.Task != task.Task || r.Scale != "" || r.Event != "" || r.Prior != "":
				continue
			case r.Q.Name == "icc":
				cell = reliability[task.Task+" "+r.Group][1]
			case r.Q.Name == "rho":
				cell = validity[task.Task+" "+pair][0]
			case r.Q.Name == "xcc":
				cell = validity[task.Task+" "+pair][3]
			default:
				continue
			}
			assertPrinted(t, cell, values...)
			if name := r.Q.Name; name == "icc" || name == "rho" && slices.Contains(r.Names(), task.Model.Reference) {
				low[name], high[name] = min(low[name], r.Value), max(high[name], r.Value)
			}
		}
		assertPrinted(t, strings.Join(answer[task.Task], " "), low["icc"], high["icc"], low["rho"], high["rho"])
	}
}

// The fit of a grouping is that of its column alone with the seed that the result says, whatever stands beside it and
// on any number of cores, and both find the truth.
func TestFitOfGroupings(t *testing.T) {
	file := peopleFile(t)
	common := []string{"--draws", "400", "--warmup", "150", "--replications", "20", "--bootstrap", "0", "--format",
		"json"}
	run := func(args ...string) string {
		out, _ := runFit(t, exitFine, append(slices.Clone(common), args...)...)
		return out
	}
	text := run("--group", "gender,age", "--reference", "m", "--cores", "1", file)
	again := run("--group", "gender,age", "--reference", "m", "--cores", "2", file)
	assert.Equal(t, withoutTimes(text), withoutTimes(again))
	sev := answerIn(t, text)
	require.Equal(t, []string{"grouping"}, sev.Cut)
	assert.Nil(t, sev.Of("over_middle"), "they have their labels in common")
	assert.Equal(t, "gender, age", sev.Data.Columns["study"])
	for _, s := range sev.Data.Studies {
		assert.Equal(t, len(s.Name) == 1, s.Grouping == "gender", s.Name)
	}
	for k, column := range []string{"gender", "age"} {
		task := sev.Runs[k]
		require.Equal(t, []string{column}, task.Key)
		args := []string{"--group", column, "--seed", fmt.Sprint(task.Sampler.Seed), file}
		if column == "gender" {
			args = append([]string{"--reference", "m"}, args...)
		}
		one := oneFit(t, run(args...))
		assert.Equal(t, numbersOf(t, one, ""), numbersOf(t, sev, column))
		assert.Equal(t, jsonOf(t, one.Data.Studies), jsonOf(t, task.Data.Studies))
		assert.Equal(t, one.Runs[0].Model.Reference, task.Model.Reference)
	}
	of := func(task, quantity string) (all []*answer.Row) {
		for _, r := range sev.Of(quantity) {
			if r.Task == task && r.Scale == result.ScaleLatent {
				all = append(all, r)
			}
		}
		return all
	}
	between := func(r *answer.Row, truth float64) {
		assert.Less(t, r.Lower, truth)
		assert.Greater(t, r.Upper, truth)
	}
	for _, e := range of("gender", "item_sd") {
		between(e, truthOfItems)
	}
	rho := of("gender", "rho")
	require.Len(t, rho, 1)
	between(rho[0], truthOfRho)
	ages := of("age", "rho")
	require.Len(t, ages, 3)
	for _, e := range ages {
		assert.Greater(t, e.Lower, rho[0].Value, "people of all ages are alike")
	}
}

// Combinations of columns are studies of one fit, and groupings are cut further like all labels: then tasks of one
// grouping say something together.
func TestGroupingsOfWeeks(t *testing.T) {
	slowtest.Only(t)
	file := peopleFile(t)
	out, _ := runFit(t, exitFine, "--draws", "700", "--replications", "0", "--bootstrap", "0", "--format", "json",
		"--group", "gender,age", "--by", "week", file) // tasks that have not converged say nothing together
	sev := answerIn(t, out)
	require.Equal(t, []string{"grouping", "week"}, sev.Cut)
	require.Len(t, sev.Runs, 8)
	groupings := map[string]int{}
	for _, over := range sev.Of("over_middle") {
		silent := sev.Value("over_not_told", over.Key)
		switch {
		case over.N == 4:
			require.NotNil(t, sev.Get("trend", over.Key), "weeks of one grouping")
		case over.N >= 0:
			assert.EqualValues(t, 4-over.N, silent)
		}
		if !over.Defined() {
			assert.Greater(t, silent, 1.0, "too few weeks tell the correlations of studies with 30 items")
		}
		groupings[over.Design]++
	}
	for _, r := range sev.Of("trend") {
		if r.Term == say.MeanOverTime || r.Term == say.RateOverTime {
			groupings[r.Design]++
		}
	}
	// Mean and ICC of each study and ρ of each pair, differences of ICC of each pair, and of ρ with the reference of
	// each two others.
	assert.Equal(t, map[string]int{"gender": 2 + 2 + 1 + 1, "age": 3 + 3 + 3 + 3 + 1}, groupings)

	sev, _ = tasksOf(t, "--group", "gender,age*gender", "--by", "week", "--draws", "10", file)
	require.Len(t, sev.Runs, 8)
	require.Equal(t, []string{"age · gender", "3"}, sev.Runs[7].Key)
	require.Len(t, sev.Runs[7].Data.Studies, 6)

	out, _ = runFit(t, exitNotConverged, append(slices.Clone(quickly), "--group", "age*gender", "--reference", "40+*f",
		"--fail-if", "icc@label(40+*f)<1e-6", file)...)
	one := answerIn(t, out)
	assert.Equal(t, "40+ · f", one.Set["reference"])
	assert.Equal(t, "age · gender", one.Data.Columns["study"])
}
