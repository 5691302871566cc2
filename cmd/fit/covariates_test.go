package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/slowtest"
)

// fromCountries writes labels of 40 items by 12 people, four a country. Labels from BR are 1 more often by 25 points,
// and labels of longer items less often: by 1 point for 5 words.
func fromCountries(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	b.WriteString("item,labeler,label,country,length,day,constant,team,words,copy,seen,typo\n")
	for j := range 40 {
		for l := range 12 {
			chance := 60 - j
			if l%3 == 0 {
				chance += 25
			}
			label := 0
			if rng.IntN(100) < chance {
				label = 1
			}
			country := []string{"BR", "IN", "US"}[l%3]
			seen, typo := fmt.Sprintf("2025-03-%02d", 1+l), fmt.Sprint(l)
			if j == 3 && l < 2 {
				seen, typo = fmt.Sprintf("%02d/03/2025", 14+l), []string{"7;5", "7"}[l]
			}
			fmt.Fprintf(&b, "i%d,p%d,%d,%s,%d,2025-03-%02d,7,%s,%d,%d,%s,%s\n", j, l, label, country, 10+5*j,
				1+(j+l)%28, string(rune('a'+l)), 3+2*(10+5*j), 50+l+100*label, seen, typo)
		}
	}
	path := filepath.Join(t.TempDir(), "countries.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return path
}

func TestCovariatesOnTheFirstScreen(t *testing.T) {
	file := fromCountries(t)
	of := inFormats(t, "--covariate", "country,length,Day", "--seed", "3", file)
	out := of["txt"]
	assert.LessOrEqual(t, strings.Count(out, "\n"), 25)
	assert.Contains(t, out, "country matters: labels with country BR are positive ")
	assert.Contains(t, out, "Whether length matters cannot be said, because labels of one item do not differ in it: "+
		"between\n  items, labels with length 185 are positive ")
	assert.Contains(t, out, "length 185, between items")

	r := answerIn(t, of["json"])
	assert.Equal(t, []string{"yes", "unclear"}, []string{r.Of("matters")[0].Said, r.Of("matters")[1].Said})
	between := map[string]string{}
	for _, e := range r.Of("covariate_difference") {
		between[e.Key.Of] = e.Reason
	}
	assert.Equal(t, map[string]string{"country": "labeler", "length": "item", "day": ""}, between)
	assert.Equal(t, []result.ModelCovariate{
		{Name: "country", Kind: "category", Of: "labeler", Categories: []string{"BR", "IN", "US"}},
		{Name: "length", Kind: "number", Of: "item", SD: r.Model().Covariates[1].SD},
		{Name: "day", Kind: "time", Of: "label", SD: r.Model().Covariates[2].SD, ItemPart: true, LabelerPart: true},
	}, r.Model().Covariates)
	rates := map[string]float64{}
	for _, e := range r.Of("covariate_difference") {
		rates[e.Term] = e.Value
	}
	assert.InDelta(t, 0.25, rates["country=BR"], 0.1)
	assert.InDelta(t, -0.31, rates["length"], 0.12) // of 31 items: the ends are 155 words apart
}

// Tables of items and labelers, the page and fit consensus know of covariates.
func TestTablesGivenCovariates(t *testing.T) {
	file, dir := fromCountries(t), t.TempDir()
	items, labelers, page := filepath.Join(dir, "i.csv"), filepath.Join(dir, "l.csv"), filepath.Join(dir, "p.html")
	args := []string{"--covariate", "country,length", "--draws", "200", "--chains", "2", "--quiet", file}
	runFit(t, exitFine, append(args, "--items", items, "--labelers", labelers, "--html", page)...)
	mean := func(path, column string, of func(name string) bool) float64 {
		f, err := os.Open(path)
		require.NoError(t, err)
		rows, err := csv.NewReader(f).ReadAll()
		require.NoError(t, err)
		at := slices.Index(rows[0], column)
		sum, n := 0.0, 0.0
		for _, row := range rows[1:] {
			if of(row[0]) {
				x, err := strconv.ParseFloat(row[at], 64)
				require.NoError(t, err)
				sum, n = sum+x, n+1
			}
		}
		return sum / n
	}
	short := func(name string) bool { return name == "i0" || name == "i1" || name == "i2" || name == "i3" }
	long := func(name string) bool { return name == "i36" || name == "i37" || name == "i38" || name == "i39" }
	assert.InDelta(t, 0.36, mean(items, "score", short)-mean(items, "score", long), 0.1)
	brazil := func(name string) bool { return name == "p0" || name == "p3" || name == "p6" || name == "p9" }
	others := func(name string) bool { return !brazil(name) }
	assert.Greater(t, mean(labelers, "level", brazil)-mean(labelers, "level", others), 0.7)
	out, _ := runFit(t, exitFine, "consensus", "--covariate", "country,length", "--where", "study=people", "--chains",
		"2", "--quiet", testdata("answers.csv"))
	assert.Contains(t, out, "Labels are of average labelers at average country, length, but each item has its own")
}

// Each fault names the file, and a command that does without.
func TestCovariatesThatCannotBe(t *testing.T) {
	file := fromCountries(t)
	for _, c := range []struct{ covariate, says, command string }{
		{"contry", `no column is named "contry"`, "--covariate country"},
		{"constant", `all labels have the same value of covariate constant, "7"`, "without constant:"},
		{"country,constant", "covariate constant", "--covariate country"},
		{"team", "each category of covariate team is one labeler", "without team:"},
		{"length,words", "covariate words follows from length", "--covariate length"},
		{"country:number", `should be numbers; "BR" of item i0 by labeler p0 and 2 other values are not`,
			"--covariate country:category"},
		{"length,length", "covariate length is named twice", "--covariate length"},
		{"country,copy", "all labels follow from covariate copy", "--covariate country"},
		{"seen", `should be times, all written in one way; "14/03/2025" of item i3 by labeler p0 and 1 other value`,
			"--covariate seen:category"},
		{"country:category,typo", `should be numbers, and "7;5" of item i3 by labeler p0 is none`,
			"--where 'typo!=7;5'"},
		{"country:category,constant", "covariate constant", "--covariate country:category"}, // as it was asked for
	} {
		_, err := runFit(t, exitInput, "--covariate", c.covariate, file)
		assert.Contains(t, err, c.says)
		assert.Contains(t, err, c.command)
	}
	_, err := runFit(t, exitUsage, "--covariate", "label", "--label", "label", file)
	assert.Contains(t, err, "labels cannot be regressed on the column of the item, labeler, group or label")
	_, err = runFit(t, exitUsage, "--covariate", "country", "--covariate-effects", "some", file)
	assert.Contains(t, err, "it is one of study, common")
}

// Labels that hardly determine an effect are fitted with a warning. The command below a warning does without its cause.
func TestCovariatesWithWarnings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	var rows []string
	for j := range 40 {
		for l := range 6 {
			label, sure, length, odd := rng.IntN(2), "a", rng.IntN(100), fmt.Sprint(l+j)
			if rng.IntN(4) == 0 {
				label, sure = 1, "b"
			}
			if j == 7 && l < 2 {
				odd = "9999"
			}
			rows = append(rows, fmt.Sprintf("i%d,p%d,%d,%s,%s,%d,%d,%s", j, l, label,
				[]string{"AR", "BR", "BR", "BR", "IN", "IN"}[l], sure, length, 10*length+rng.IntN(40), odd))
		}
	}
	file := written(t, "item,labeler,label,land,sure,length,words,odd", rows)
	args := []string{"--covariate", "land,sure,length,words,odd", "--group", "-", "--chains", "1", "--warmup", "20",
		"--draws", "10", "--bootstrap", "0", "--replications", "0"}
	_, err := runFit(t, exitNotConverged, append(args, file)...)
	for _, says := range []string{
		"one labeler has land AR, so the labels cannot separate its effect from the labeler",
		"all labels with sure b are the same category",
		"words nearly follows from length",
		"--covariate land,sure,length,odd ",
		`"9999" of covariate odd (2 labels) is far from all other values, so it decides the effect of odd`,
		"--where 'odd!=9999'",
	} {
		assert.Contains(t, err, says)
	}
	_, err = runFit(t, exitNotConverged, append(args, "--where", "odd!=9999", file)...)
	assert.NotContains(t, err, "far from")
}

// fromJudge writes labels of 120 items by ten people and a judge. The judge says yes by the length of an answer more
// than people do. day differs between the rows of an item, and kind has the words of three categories.
func fromJudge(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var rows []string
	for j := range 120 {
		length := rng.IntN(100)
		for l := range 4 {
			label := []string{"no", "yes"}[min(1, rng.IntN(100)/50)]
			judge := []string{"no", "yes"}[min(1, (rng.IntN(100)+length)/100)]
			if l > 0 {
				judge = ""
			}
			rows = append(rows, fmt.Sprintf("i%d,p%d,%s,%s,%d,%d,%s,%s", j, (j+l)%10, label, judge, length, l,
				string(rune('a'+j%2)), []string{"ant", "bee", "cat"}[rng.IntN(3)]))
		}
	}
	return written(t, "item,labeler,label,gpt,length,day,criterion,kind", rows)
}

func TestJudgeByCovariates(t *testing.T) {
	slowtest.Only(t)
	args := []string{"judge", "--judge-column", "gpt", "--label", "label", "--covariate", "length", "--quiet",
		"--chains", "2", "--draws", "200", fromJudge(t)}
	of := inFormats(t, args...)
	assert.Contains(t, of["txt"], "length biases gpt: with length ")
	assert.Contains(t, of["txt"], "Bias by covariates")
	out, _ := runFit(t, exitFine, append(args, "--full")...)
	assert.Contains(t, out, "These numbers are from another fit of people and each judge, with the covariates.")
	assert.Regexp(t, `(?m)^rate_moves_more,,\w+,gpt,\d+,,,,,0\.\d+,.*,length,\d+,`, of["csv"])
	js := foundIn(t, of["json"])
	assert.Equal(t, "yes", js.one(t, "biases", "").Said)
	assert.Equal(t, "gpt with covariates", js.Runs[2].Of)
	without, _ := runFit(t, exitFine, append(slices.DeleteFunc(slices.Clone(args), func(s string) bool {
		return s == "--covariate" || s == "length"
	}), "--format", "json")...)
	assert.Equal(t, foundIn(t, without).Rows, js.where(func(r foundRow) bool { return r.Term == "" }),
		"validity is of labels as they are")
}

// A summary of many fits says nothing of covariates: fit refuses them, with commands of one fit.
func TestCovariatesOfSeveralFits(t *testing.T) {
	file := fromJudge(t)
	for flags, command := range map[string]string{
		"--label label --covariate length --by Criterion":           "--where criterion=a",
		"--label kind --covariate length":                           "--positive ",
		"--label label,gpt --covariate length":                      "--label label --covariate length\n",
		"--label label --covariate length --each-category --seed 2": "--negative ",
	} {
		_, err := runFit(t, exitInput, append(strings.Fields(flags), file)...)
		assert.Contains(t, err, "whether a covariate matters is said of one fit, and each ")
		assert.Contains(t, err, command)
	}
}

// What has no fit with covariates is refused with commands that do.
func TestJudgeByCovariatesThatCannotBe(t *testing.T) {
	file := fromJudge(t)
	for _, c := range []struct{ args, says, command string }{
		{"--judge-column gpt --label label --covariate length,day", "rows of one item differ in day",
			"--covariate length"},
		{"--judge-column gpt --label label --covariate length --by criterion",
			"judges are compared by length in one task at a time", "--where criterion=a"},
		{"--judge p0,p1 --label kind --covariate length", "the labels are words without order",
			"one category against the rest:"},
		{"--judge-column gpt --label label --covariate lenght", `no column is named "lenght"`, "--covariate length"},
		{"--judge-column length --label label --covariate criterion", "length has probabilities", "--threshold 50"},
	} {
		args := append([]string{"judge"}, append(strings.Fields(c.args), file)...)
		if strings.Contains(c.args, "column length") {
			args = append(args, "--percent")
		}
		_, err := runFit(t, exitInput, args...)
		assert.Contains(t, err, c.says)
		assert.Contains(t, err, c.command)
	}
}

// The fit finds the truth of simulated covariates: within 4 posterior standard deviations.
func TestFitFindsTrueCovariates(t *testing.T) {
	slowtest.Only(t)
	out, _ := runFit(t, exitFine, "--covariate", "length,country,position", "--bootstrap", "0", "--replications", "0",
		"--format", "json", "--quiet", testdata("answers.csv"))
	r := answerIn(t, out)
	text, err := os.ReadFile(testdata("answers_truth.json"))
	require.NoError(t, err)
	var truth result.Truth
	require.NoError(t, json.Unmarshal(text, &truth))
	require.Len(t, truth.Covariates, 3)
	found := map[string]int{}
	for _, q := range truth.Quantities {
		for _, e := range estimates(r) {
			if q.Term == "" && q.Quantity != "raw_icc" || !isTruth(e, q) {
				continue
			}
			found[q.Quantity]++
			assert.InDelta(t, float64(q.Value), e.Value, 4*e.SD, "%s %s of %v", q.Quantity, q.Term, q.Studies)
		}
	}
	// A judge is of one country.
	want := map[string]int{"coefficient": 12, "covariate_difference": 12, "effect_difference": 9, "raw_icc": 2,
		"item_coefficient": 2, "labeler_coefficient": 2}
	assert.Equal(t, want, found)
}

// A gate on the bias of a judge, and what it cannot be on.
func TestFailIfOfCovariates(t *testing.T) {
	slowtest.Only(t)
	args := []string{"--covariate", "length", "--bootstrap", "0", "--replications", "0", "--draws", "300", "--quiet",
		testdata("answers.csv"), "--fail-if"}
	_, err := runFit(t, exitCondition, append(args, "P(effect_difference:length(gpt,people)>0.05)>0.95",
		"--fail-if", "P(effect_difference:length(people,gpt)<0)>0.95", "--fail-if", "covariate_difference(gpt)>0.2")...)
	assert.Contains(t, err, "the probability of effect_difference:length(gpt,people) > 0.05 is 0.9")
	assert.Equal(t, 3, strings.Count(err, "FAILED: "), err)
	runFit(t, exitFine, append(args, "effect_difference:length(mistral,people)>0.5")...)
	_, err = runFit(t, exitUsage, append(args, "effect_difference:words(gpt,people)>0")...)
	assert.Contains(t, err, `there is no covariate "words"; there are "length"`)
	_, err = runFit(t, exitUsage, append(args, "icc@label:length>0")...)
	assert.Contains(t, err, "icc is of no covariate: leave out :length")
	_, err = runFit(t, exitUsage, "--fail-if", "covariate_difference>0", testdata("answers.csv"))
	assert.Contains(t, err, "name their columns, --covariate NAMES")
	_, err = runFit(t, exitCondition, "judge", "--humans", "people", "--covariate", "length", "--draws", "200",
		"--quiet",
		"--fail-if", "validity(mistral)<0.99", "--fail-if", "rate_moves_more(gpt)>5", testdata("answers.csv"))
	assert.Equal(t, 2, strings.Count(err, "FAILED: "), "on both scales: "+err)
}
