package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/slowtest"
)

// The first screen of every command has 25 lines at most on a terminal of 80 columns, and its verdict begins in the
// first three. A pipe has more columns. Some commands are tried in a pipe too.
func TestFirstScreens(t *testing.T) {
	// Commands that take less than a second of processor time, and one fit.
	quick := []string{"fit two", "plan", "measurement", "measurement of two", "agreement", "agreement four",
		"assumptions", "check", "check misfit", "many columns", "columns without a model",
		"batch", "labelers of four", "criteria of people"}
	dir, tasks := t.TempDir(), manyCriteria(t)
	march, april := months(t)
	for name, c := range map[string]struct {
		verdict string
		args    []string
	}{
		"fit": {"treatment is closer to reference", []string{testdata("policy.csv")}},
		"fit far": {"With unlimited labels, crowd and critics", []string{"--items-are", "t", "--family", "gaussian",
			testdata("stars.csv")}},
		"fit two":  {"With unlimited labels, crowd and critics", []string{testdata("stars.csv")}},
		"fit four": {"It is unclear which group is closest to expert", []string{testdata("four.csv")}},
		"judge": {"No judge has been shown to be as good as one person", []string{"judge", "--humans", "crowd",
			testdata("claims.csv")}},
		"judge by covariates": {"No judge has been shown to be as good as one " +
			"person", []string{"judge", "--humans", "people",
			"--covariate", "length,position", testdata("answers.csv")}},
		"covariates": {"One label has a reliability", []string{"--covariate", "country,length",
			"--where", "study=people", testdata("answers.csv")}},
		"covariates of judges": {"One label from people has a reliability", []string{"--covariate", "length,position",
			"--draws", "500", testdata("answers.csv")}},
		"slopes": {"One label has a reliability", []string{"--covariate", "week", "--slopes", "week",
			driftingFile(t)}},
		"judge by": {"Better than one random person: ", []string{"judge", "--humans", "people", "--by",
			"criterion", "--draws", "150", "--chains", "2", tasks}},
		"gold by": {"Closest to gpt: ", []string{"gold", "--gold", "gpt", "--by", "criterion", "--draws", "190",
			tasks}},
		"score": {"which of 7 systems has the highest mean label", []string{"score", "--judge-column", "gpt,llama",
			"--label", "human", "--bar", "4", "--cost", "people=0.4,judge=0.002", "--chains", "2", manySystems(t)}},
		"drift": {"The score rose by 0.38: 0.31", []string{"score", "--anchor", "judge_v1,judge_v2", "--system",
			"month", testdata("drift.csv")}},
		"compare": {"ICC fell by ", []string{"compare", march, april}},
		"compare people": {"The mean label of these 5 people rose", []string{"compare", testdata("people_march.csv"),
			testdata("people_april.csv")}},
		"gold":      {"students is closer to checker", []string{"gold", testdata("claims.csv")}},
		"rank":      {"is ", []string{"rank", "--draws", "300", "--chains", "2", testdata("battles.csv")}},
		"consensus": {" labels are certain, ", []string{"consensus", testdata("claims.csv")}},
		"consensus of words": {" labels are certain, ", []string{"consensus", "--chains", "2",
			testdata("topics.csv")}},
		"consensus of numbers": {"are known within ±", []string{"consensus", testdata("funniness.csv")}},
		"next":                 {" labels: ", []string{"next", "--draws", "300", testdata("misfit_random.csv")}},
		"next by groups": {" labels: ", []string{"next", "--cost", "expert=2,vendor_a=0.2,vendor_b=0.3",
			"--draws", "500", testdata("four.csv")}},
		"measurement": {"A single label is typically about 26.4 away", []string{"measurement",
			testdata("peak_flow.csv")}},
		"measurement of two": {"A single label of crowd is typically", []string{"measurement", testdata("stars.csv")}},
		"labelers":           {"5 of 30 raters need retraining", []string{"labelers", testdata("misfit_random.csv")}},
		"labelers dropped": {"5 of 30 raters need retraining", []string{"labelers", "--drop", "flagged",
			testdata("misfit_random.csv")}},
		"labelers who change": {"2 of 12 raters need retraining: p", []string{"labelers", "--covariate",
			"week,country", "--slopes", "week", "--drop", "flagged", driftingFile(t)}},
		"labelers of four": {"is clearly off", []string{"labelers", "--draws", "400", "--chains", "2",
			testdata("four.csv")}},
		"rank alone": {"atlas is probably best", []string{"rank", "--where", "study=judge",
			testdata("battles.csv")}},
		"agreement": {"People agree with each other more in control", []string{"agreement", testdata("policy.csv")}},
		"agreement four": {"Krippendorff's α: ",
			[]string{"agreement", testdata("four.csv")}},
		"criteria": {"Criteria colour each other more in labels from judge ", []string{"--criteria", "criterion",
			"--chains", "2", testdata("criteria.csv")}},
		"criteria of people": {"Halo: one person's errors", []string{"--criteria", "criterion", "--draws",
			"100", "--where", "study=people", testdata("criteria.csv")}},
		"plan":      {"For a mean of reliability 0.8", []string{"plan", "--draws", "300", testdata("policy.csv")}},
		"plan four": {"For a mean of reliability 0.8", []string{"plan", "--draws", "300", testdata("four.csv")}},
		"plan judge": {" items with ", []string{"plan", "--judge", "checker", "--humans", "crowd",
			testdata("claims.csv")}},
		"assumptions": {"299 items with 5 labels", []string{"plan", "--assume", "icc=0.4,worth=2"}},
		"plan a study": {"raters each give κ ± 0.10", []string{"plan", "--assume", "kappa=0.6,labelers=same",
			"--max-labels", "3"}},
		"plan a difference": {"show that ICC differs", []string{"plan", "--assume",
			"icc=0.5,difference=0.4,rho=0.9,labelers=30,labeler_icc=0.05", "--max-labels", "2"}},
		"plan score": {" items with 1 label of people each", []string{"plan", "score", "--judge", "checker",
			"--humans", "crowd", "--judged", "5000", testdata("claims.csv")}},
		"check": {"This file can be fitted", []string{"check", testdata("policy.csv")}},
		"check misfit": {"This file can be fitted", []string{"check",
			testdata("misfit_opinions.csv")}},
		"many columns": {"No verdict: the chains of no task have converged", []string{"--label", "all", "--draws", "20",
			"--chains", "2", testdata("emotions.csv")}},
		"columns without a model": {"Krippendorff's α of mexico", []string{"agreement", "--label", "all",
			testdata("emotions.csv")}},
		"categories": {"Agreement of crowd and experts", []string{"--draws", "300", "--chains", "2",
			testdata("topics.csv")}},
		"batch": {"No verdict: the chains of no task have converged", []string{"batch", "--label",
			"label_01,label_02,label_03", "--draws", "20", "--out", "", testdata("emotions.csv")}},
	} {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(quick, name) {
				slowtest.Only(t)
			}
			of := func(place string) []string {
				args := slices.Clone(c.args)
				if i := slices.Index(args, "--out"); i >= 0 {
					args[i+1] = filepath.Join(dir, place)
				}
				return args
			}
			screens := map[string]string{"80 columns": screenOf(t, document.ScreenColumns, of("terminal")...)}
			if slices.Contains([]string{"fit two", "agreement", "check", "score"}, name) { // wider, and so no longer
				screens["a pipe"] = piped(of("pipe"))
			}
			for place, text := range screens {
				lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
				require.Greater(t, len(lines), 3, "%s: %s", place, text)
				assert.LessOrEqual(t, len(lines), document.ScreenLines, "%s:\n%s", place, text)
				assert.Contains(t, strings.Join(lines[1:3], "\n"), c.verdict, "%s:\n%s", place, text)
			}
		})
	}
}

// piped is all that a command writes to a pipe.
func piped(args []string) string {
	out, _ := exec.Command("fit", args...).Output() // few draws: the exit code may be 4
	return string(out)
}
