package say

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/answer"
	"concord/internal/result"
)

// judgesWith has judges that follow people better than a random person with the given probabilities, in a task.
func judgesWith(a *answer.Answer, task string, converged bool, all ...float64) Scope {
	at := answer.Key{Task: task, Group: "people"}
	a.Runs = append(a.Runs, answer.Run{Task: task, Trust: &result.Diagnostics{OK: converged, Converged: converged}})
	for i, p := range all {
		at.Of = fmt.Sprint("j", i)
		a.Add("validity", at, p).P = p
	}
	at.Of = ""
	return Scope{a, at}
}

func newJudges() *answer.Answer {
	return answer.New("judge", result.Data{Kind: "binary"}, result.Intervals{Level: 0.95})
}

// A verdict names the judges that are surely better, with a probability of 0.95 or more, and how the others stand.
func TestVerdictOfJudges(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		of   []float64
		want []string
	}{
		{[]float64{0.95, 0.5, 0.04, 0.96}, []string{"Better than one person: j0 and j3",
			"j1 could be better or worse: 50.0% that it is better than a person",
			"j2 is worse than a person: probability 96.0%"}},
		{[]float64{0.99, nan}, []string{"Better than one person: j0",
			"j1 cannot be compared with a person: there is no r"}},
		{[]float64{0.94, 0.06}, []string{"No judge has been shown to be as good as one person",
			"j0 could be better or worse: 94.0% that it is better than a person",
			"j1 could be better or worse: 6.0% that it is better than a person"}},
		{[]float64{1, 1, 1}, []string{"Better than one person: j0, j1 and j2"}},
		{[]float64{0.5, 0.5, 0.5, 0.5, 0.5}, []string{"No judge has been shown to be as good as one person",
			"j0 could be better or worse: 50.0% that it is better than a person",
			"j1 could be better or worse: 50.0% that it is better than a person",
			"j2 could be better or worse: 50.0% that it is better than a person", "2 more judges could be either, " +
				"or worse"}},
		{[]float64{0.988}, []string{
			"j0 follows people's true scores better than one random person: probability 98.8%"}},
		{[]float64{0.012}, []string{"j0 follows people's true scores less well than one random person: probability " +
			"98.8%"}},
		{[]float64{0.6}, []string{"It is unclear whether j0 follows people's true scores better than one random " +
			"person: probability 60.0%"}},
		{[]float64{nan}, []string{"j0 cannot be compared with a person: there is no r"}},
	} {
		assert.Equal(t, c.want, JudgesOf(judgesWith(newJudges(), "", true, c.of...)))
		assert.Equal(t, []string{"No verdict: the chains have not converged"},
			JudgesOf(judgesWith(newJudges(), "", false, c.of...)))
	}
}

// Errors count as shared if judges are surely worth less than as many independent ones.
func TestSharedErrors(t *testing.T) {
	s := judgesWith(newJudges(), "", true, 0.9, 0.9, 0.9, math.NaN())
	assert.Empty(t, SharedErrors(s))
	pair := s.At
	pair.Of, pair.Against = "a", "b"
	s.Add("common_errors", pair, 0.2).Within(0.1, 0.3)
	pair.Against = "c"
	s.Add("common_errors", pair, 0.55).Within(0.4, 0.7)
	r := s.Add("independent_judges", s.At, 2.4).Within(2.1, 2.8)
	r.N = 3
	assert.Equal(t, "Errors are shared: all 3 together are worth 2.4 [2.1, 2.8] independent judges. Most alike: a × "+
		"c 0.55.",
		SharedErrors(s))
	r.Upper = 3
	assert.Equal(t, "Judges do not clearly share errors: all 3 together are worth 2.4 [2.1, 3.0] independent judges.",
		SharedErrors(s))
}

// Over all categories the judge that gives people's labels most often comes first, and the verdict names judges that
// follow people better in some category.
func TestVerdictByCategory(t *testing.T) {
	a := newJudges()
	judgesWith(a, "ant", true, 0.99, 0.01)
	judgesWith(a, "bee", true, 0.97, 0.5)
	at := answer.Key{Group: "people", Of: "j1"}
	a.Add("gives_same_label", at, 0.8)
	at.Of = "j0"
	a.Add("gives_same_label", at, 0.75)
	a.Add("gives_same_label", answer.Key{Group: "people", By: answer.Person}, 0.7)
	assert.Equal(t, []string{"j1 gives a random person's label on 80.0% of items, another person on 70.0%",
		"Better than one random person: j0 (2 of 2 categories)"}, JudgesOfCategories(a))
	better, worse, all := Scope{a, answer.Key{Group: "people", Of: "j1"}}.Tally()
	assert.Equal(t, [3]int{0, 1, 2}, [3]int{better, worse, all})
	a = newJudges()
	judgesWith(a, "ant", true, 0.5, 0.5)
	assert.Equal(t, []string{"No judge follows people's true scores better than one random person in any category"},
		JudgesOfCategories(a))
}

// A verdict on tasks counts conclusive tasks of each judge, names a single one, and leaves out chains that have not
// converged.
func TestVerdictOfJudgesByTask(t *testing.T) {
	for _, c := range []struct {
		of   [][]float64 // of each task, of each judge
		not  int         // this task has not converged; −1: all have
		want []string
	}{
		{[][]float64{{0.99, 0.5}, {0.96, 0.01}, {0.5, 0.02}}, -1, []string{
			"Better than one random person: j0 (2 of 3 tasks)",
			"Less well than one random person: j1 (2 of 3 tasks)"}},
		{[][]float64{{0.5}, {0.97}}, -1, []string{"Better than one random person: j0 (1 of 2 tasks: t1)"}},
		{[][]float64{{0.97}, nil}, -1, []string{"Better than one random person: j0 (1 of 1 tasks)"}},
		{[][]float64{{0.5}, {0.5}}, -1,
			[]string{"No judge follows people's true scores better than one random person in any task"}},
		{[][]float64{{0.99}, {0.99}}, 1, []string{"Better than one random person: j0 (1 of 1 tasks)",
			"No verdict on 1 task: the chains have not converged"}},
		{[][]float64{{0.99}}, 0, []string{"No verdict: the chains of no task have converged"}},
		{[][]float64{{0.1, 0.99}, {0.5, 0.96}}, -1, []string{"Better than one random person: j1 (2 of 2 tasks)"}},
	} {
		a := newJudges()
		for n, of := range c.of {
			judgesWith(a, fmt.Sprint("t", n), n != c.not, of...)
		}
		assert.Equal(t, c.want, JudgesOfTasks(a))
	}
}

// Of several judges a verdict is about the one whose bias is surest, and names others that are biased.
func TestVerdictOfCovariates(t *testing.T) {
	a := newJudges()
	judge := func(name, high, low string, its, people, p float64, biases string) answer.Key {
		of := answer.Key{Group: "people", Of: name, Term: "country"}
		a.Words("biases", of, biases)
		at := of
		at.Category, at.Against = high, low
		a.Add("rate_moves", at, its).Within(its-0.2, its+0.2)
		a.Add("rate_moves_more", at, its-people).Within(its-people-0.2, its-people+0.2).P = p
		at.By = answer.Person
		a.Add("rate_moves", at, people)
		return of
	}
	judge("c", "BR", "US", 0.5, 0.1, 0.999, "yes")
	b := judge("b", "BR", "US", -0.3, 0.1, 0.01, "yes")
	first := judge("a", "BR", "", 0.3, 0.1, 0.98, "unclear")
	assert.Equal(t, []string{"country biases c: with country BR rather than US, its labels are positive 50 points " +
		"more often, people's 10 points more often. The difference is 40 points [20, 60], probability 99.9%; it " +
		"also biases b"}, Biases(a))
	assert.Equal(t, "No clear bias of a by country: with country BR rather than another, its labels are positive 30 "+
		"points more often, people's 10 points more often. The difference is 20 points [0, 40], probability 98.0%",
		Bias(Scope{a, first}))
	assert.Equal(t, "country biases b: with country BR rather than US, its labels are positive 30 points less often, "+
		"people's 10 points more often. The difference is 40 points [20, 60], probability 99.0%", Bias(Scope{a, b}))
	none := answer.Key{Group: "people", Of: "d", Term: "country"}
	a.Add("biases", none, math.NaN()).Why = NotMoved
	assert.Equal(t, "Whether country biases d cannot be said: labels of d do not differ in it", Bias(Scope{a, none}))
}
