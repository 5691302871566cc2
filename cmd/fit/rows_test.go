package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
)

// found is the JSON of an answer, as a program reads it.
type found struct {
	Verdict, Notes, Doubts []string
	Set                    map[string]string
	Data                   struct {
		Items   int
		By      []string
		Studies []struct{ Labels int }
	}
	Runs []struct {
		Task, Group, Of string
		Sampler         struct{ Seed uint64 }
	}
	Rows []foundRow
}

// foundRow is a row; a number that it has not is nil.
type foundRow struct {
	Quantity, Task, Group, Of, Against, By, Term, Category, Scale string
	Said, Method, Why, Reason                                     string
	K, N                                                          int
	Value, Lower, Upper, P, RHat                                  *float64
	MCSE                                                          *float64 `json:"mcse_mean"`
}

// foundIn reads the JSON of an answer.
func foundIn(t *testing.T, out string) (a found) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(out), &a))
	return a
}

// of returns the rows of a quantity, of a group if it is not "".
func (a found) of(quantity, group string) (rows []foundRow) {
	for _, r := range a.Rows {
		if r.Quantity == quantity && (group == "" || r.Group == group) {
			rows = append(rows, r)
		}
	}
	return rows
}

// where returns the rows that a function chooses.
func (a found) where(chosen func(foundRow) bool) (rows []foundRow) {
	for _, r := range a.Rows {
		if chosen(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

// seed is that of a task.
func (a found) seed(task string) uint64 {
	for _, r := range a.Runs {
		if r.Task == task && r.Of == "" {
			return r.Sampler.Seed
		}
	}
	return 0
}

// without returns rows without their task, group and what a function drops.
func without(rows []foundRow, dropped func(foundRow) bool) (all []foundRow) {
	for _, r := range rows {
		if r.Task = ""; !dropped(r) {
			all = append(all, r)
		}
	}
	return all
}

// one returns the only row of a quantity in a group.
func (a found) one(t *testing.T, quantity, group string) foundRow {
	t.Helper()
	rows := a.of(quantity, group)
	require.Len(t, rows, 1, quantity)
	return rows[0]
}

// value returns the only number of a quantity in a group; NaN if it is undefined.
func (a found) value(t *testing.T, quantity, group string) float64 {
	t.Helper()
	if v := a.one(t, quantity, group).Value; v != nil {
		return *v
	}
	return math.NaN()
}

// The contract of answers: the keys of the JSON, which are the same for each command, and the keys of a row, which are
// the columns of CSV.
func TestAnswerContract(t *testing.T) {
	shapes := map[string]bool{}
	words := written(t, "item,labeler,study,label", []string{"1,g,gold,cat", "2,g,gold,dog", "3,g,gold,ant",
		"1,a,crowd,cat", "1,b,crowd,ant", "2,a,crowd,dog", "3,b,crowd,ant", "1,y,others,cat", "1,z,others,cat",
		"2,z,others,ant"})
	numbers := filepath.Join(t.TempDir(), "numbers.csv")
	runFit(t, exitFine, "simulate", "--family", "gaussian", "--studies", "a,b,gold", "--items", "40", "--labelers",
		"3,3,1", "--labels-per-item", "3,3,1", "--mean", "0", "--item-sd", "1.5", "--labeler-sd", "0", "--residual-sd",
		"1", "--correlation", "0.8", "--output", numbers)
	clusters := func(yes, no string) []string {
		var rows []string
		for i := range 24 {
			for k, reader := range []string{"A", "B"} {
				label := fmt.Sprintf("%d.5", i+k*(i%3))
				if yes != "" {
					label = []string{yes, no}[(i/3+k*(i%4)/3)%2]
				}
				rows = append(rows, fmt.Sprintf("l%d,p%d,%s,%s", i, i/2, reader, label))
			}
		}
		return []string{"agreement", "--coefficients", "all", "--item", "lesion", "--labeler", "reader", "--cluster",
			"patient", written(t, "lesion,patient,reader,label", rows)}
	}
	for _, args := range [][]string{
		clusters("1", "0"), clusters("", ""),
		{"agreement", "--label", "label_01,label_02", testdata("emotions.csv")},
		{"check", testdata("answers.csv")}, {"gold", words},
		{"gold", "--labeler-effects", "none", "--draws", "500", "--reliability", "0.9", numbers},
		{"--criteria", "criterion", "--draws", "300", "--fail-if", "P(halo>0.99)>0.9", testdata("criteria.csv")},
		{"measurement", testdata("peak_flow.csv")}, {"measurement", testdata("stars.csv")},
		{"measurement", "--log", "--by", "rater", "--labeler", "occasion", testdata("peak_flow.csv")},
		{"rank", "--draws", "300", testdata("battles.csv")},
		{"next", "--cost", "critics=2,crowd=0.5", "--new-items", "x,y", "--chains", "2", "--draws", "300",
			testdata("stars.csv")},
		{"consensus", "--chains", "2", "--draws", "300", testdata("stars.csv")},
		{"score", "--judge-column", "gpt,llama", "--label", "human", "--bar", "4", "--cost", "people=1,judge=0",
			"--draws", "300", manySystems(t)},
		{"score", "--anchor", "v1,v2", "--label", "human", "--system", "period", "--bar", "3", versionsFile(t)},
		{"score", "--anchor", "v1,v2", "--where", "period=old", "--system", "-", versionsFile(t)},
		{"labelers", "--draws", "300", "--drop", "flagged", testdata("misfit_random.csv")},
		{"labelers", "--draws", "300", "--covariate", "week,country", "--slopes", "week", driftingFile(t)},
		{"next", "--goal", "estimate", "--chains", "2", "--draws", "300", testdata("funniness.csv")},
		{"judge", "--judge-column", "gpt_prob,mistral_prob", "--draws", "300",
			testdata("strangers/probabilities_two.csv")},
		{"plan", "--draws", "200", testdata("policy.csv")},
		{"plan", "--judge", "gpt", "--humans", "people", "--draws", "200", "--budget", "900", testdata("answers.csv")},
		{"plan", "--assume", "icc=0.6", "--max-labels", "2"},
		{"plan", "score", "--judge", "checker", "--humans", "crowd", "--cost", "people=1,judge=0.1",
			testdata("claims.csv")},
		{"compare", "--draws", "300", testdata("people_march.csv"), testdata("people_april.csv")},
		{"judge", "--humans", "crowd", "--draws", "300", testdata("claims.csv")},
		{"judge", "--judge-column", "gpt", "--label", "label", "--covariate", "length,criterion", "--draws", "300",
			fromJudge(t)},
		{"judge", "--judge-column", "gpt", "--label", "label", "--by", "criterion", "--draws", "300", fromJudge(t)},
		{"judge", "--judge", "gpt", "--label", "kind", "--draws", "300", "--chains", "2", "--humans", "people",
			judgedWords(t)},
	} {
		if args[0] != "check" { // which has nothing to leave out
			args = append(args, "-q")
		}
		all := inFormats(t, args...)
		var v map[string]any
		require.NoError(t, json.Unmarshal([]byte(all["json"]), &v))
		for _, part := range []string{"data", "set"} {
			v[part] = nil
		}
		for _, run := range v["runs"].([]any) {
			run.(map[string]any)["model"] = nil
		}
		collectShapes(shapes, "", v)
		assert.Regexp(t,
			"^quantity,task,group,of,against,by,scale,distance,k,value,lower,upper,p,sd,n,said,method,why,reason,"+
				"term,category,design,event,prior,median,rhat,ess_bulk,ess_tail,mcse_mean\n",
			all["csv"])
	}
	for _, sentences := range []string{"doubts", "notes", "verdict", "runs[].diagnostics.messages"} {
		shapes["."+sentences+"[] string"] = true
	}
	goldenShapes(t, "contract_answer.golden", shapes)
}

// estimates are the rows of estimates.
func estimates(a *answer.Answer) (rows []*answer.Row) {
	for _, r := range a.Rows {
		if r.Draws != nil && r.Defined() {
			rows = append(rows, r)
		}
	}
	return rows
}

// isTruth reports whether a row is of a true value.
func isTruth(r *answer.Row, q result.TrueValue) bool {
	return r.Q.Name == q.Quantity && scaleOf(r) == q.Scale && r.K == q.K && r.Term == q.Term &&
		slices.Equal(r.Groups(), q.Studies)
}
