package fits

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study/read"
)

// What is kept for a summary over tasks is median and spread of the draws of each quantity on its own scale.
func TestUnboundedIsOfTheDraws(t *testing.T) {
	table, err := read.Read(t.Context(), nil, "../../../testdata/policy.csv", read.Options{})
	require.NoError(t, err)
	fitted, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Draws: 60, Warmup: 50})
	require.NoError(t, err)
	names := fitted.Studies()
	reference, err := fitted.Study(names[0])
	require.NoError(t, err)
	fit := result.Fit{Posterior: fitted, Reference: reference, OfMany: true}
	of := catalogue.NewEvaluator(fitted)
	pooled := func(q posterior.Quantity) []float64 { return slices.Sorted(slices.Values(slices.Concat(q.Chains...))) }
	icc := func(s model.StudyPosterior) posterior.Quantity { return of.Labels().Partition(s).ICC() }
	found := map[string]Transformed{}
	for _, u := range Unbounded(fit) {
		found[fmt.Sprint(u.Quantity, u.Studies)] = u
	}
	assert.Len(t, found, 3+3+3+1)
	studies := fitted.EachStudy()
	for a, s := range studies {
		x := pooled(icc(s))
		u := found[fmt.Sprint("icc", []string{s.Name()})]
		assert.InDelta(t, logit((x[119]+x[120])/2), float64(u.Mean), 0.01, "medians are transformed as draws are")
		assert.InDelta(t, (logit(x[201])-logit(x[38]))/2, float64(u.SD), 0.05)
		for _, b := range studies[a+1:] {
			d := posterior.Map("", func(x []float64) float64 { return logit(x[1]) - logit(x[0]) }, icc(s), icc(b))
			u := found[fmt.Sprint(ICCDifference, []string{s.Name(), b.Name()})]
			assert.InDelta(t, d.Summary(0.5).Median, float64(u.Mean), 1e-12)
			rho := pooled(of.Labels().Rho(s, b))
			u = found[fmt.Sprint("rho", []string{s.Name(), b.Name()})]
			assert.InDelta(t, math.Atanh((rho[119]+rho[120])/2), float64(u.Mean), 0.02)
		}
	}
}

// fitOf is a fit of a family.
func fitOf(family string, groups ...result.Study) *answer.Answer {
	a := answer.New("fit", result.Data{Studies: groups}, result.Intervals{})
	a.Runs = []answer.Run{{Model: &result.Model{Family: family}}}
	return a
}

// taskOf is a task of which a reliability and a difference are known.
func taskOf(icc, difference, sd float64, key ...string) Task {
	return Task{Key: key, Result: fitOf("bernoulli"), Transformed: []Transformed{
		{Quantity: "icc", Studies: []string{"a"}, Transform: Logit, Mean: result.Number(logit(icc)),
			SD:         result.Number(sd),
			Likelihood: normalLikelihood(logit(icc), sd)},
		{Quantity: ICCDifference, Studies: []string{"a", "b"}, Transform: Logit, Mean: result.Number(difference),
			SD: result.Number(sd), Likelihood: normalLikelihood(difference, sd)},
		{Quantity: "rho", Studies: []string{"a", "b"}, Transform: FisherZ, Mean: result.Undefined(),
			SD: result.Undefined()},
	}}
}

func normalLikelihood(mean, sd float64) *Likelihood {
	l := &Likelihood{Step: sd / 4, First: int(math.Floor((mean - 8*sd) / sd * 4)), Draws: 400}
	for k := range 65 {
		u := (float64(l.First+k)*l.Step - mean) / sd
		l.Log, l.LogPrior = append(l.Log, -u*u/2), append(l.LogPrior, 0)
	}
	return l
}

func overOf(t *testing.T, o TaskSummaryOptions, tasks ...Task) *answer.Answer {
	t.Helper()
	var all TaskSummarizer
	for _, task := range tasks {
		all.Add(task, "", task.Key)
	}
	o.Interval = posterior.Interval{Level: 0.95}
	over, err := all.Summarize(context.Background(), o)
	require.NoError(t, err)
	return over
}

// The quantities of taskOf.
var iccOfTasks, differenceOfTasks = answer.Key{Term: "icc", Group: "a"}, answer.Key{Term: ICCDifference, Of: "a",
	Against: "b"}

// Tasks that are known well say where their middle is, which is the best, and whether they moved.
func TestOverTasks(t *testing.T) {
	var tasks []Task
	for week := range 10 {
		icc := 0.5 + 0.02*float64(week%3)
		if week >= 7 {
			icc = 0.8
		}
		tasks = append(tasks, taskOf(icc, 1+0.1*float64(week%2), 0.05, fmt.Sprintf("week %d", 12-week)))
	}
	tasks = append(tasks, Task{Key: []string{"week 1"}, Undefined: "none"})
	over := overOf(t, TaskSummaryOptions{Each: true, Ordered: true}, tasks...)
	require.Len(t, over.Of("over_middle"), 2, "ρ is undefined")
	icc, difference := over.Get("over_middle", iccOfTasks), over.Get("over_middle", differenceOfTasks)
	assert.InDelta(t, 0.6, icc.Value, 0.08)
	assert.Less(t, over.Get("over_further", iccOfTasks).Lower, icc.Lower)
	assert.True(t, math.IsNaN(icc.P))
	assert.InDelta(t, 1.05, difference.Value, 0.03)
	assert.Greater(t, difference.P, 0.999)
	each := over.Of("over_task")[:10]
	best := 0.0
	for i, r := range each {
		assert.Equal(t, tasks[i].Key[0], r.Task)
		assert.InDelta(t, back(Logit, float64(tasks[i].Transformed[0].Mean)), r.Value, 0.01)
		if i >= 7 {
			best += r.P
		}
	}
	assert.InDelta(t, 1, best, 1e-3)
	said := func(name string) string { return over.Get(name, iccOfTasks).Said }
	assert.Equal(t, []string{"week 3", "week 12", "week 6", "week 5", "week 6", "week 6"}, []string{said("trend_first"),
		said("trend_last"), said("trend_new"), said("trend_until"), said("trend_earliest"), said("trend_latest")})
	assert.Less(t, over.Value("trend", iccOfTasks), 0.0, "from the week with the smallest number on")
	p := func(event string) float64 {
		at := iccOfTasks
		at.Event = event
		return over.Get("trend", at).P
	}
	assert.Greater(t, p("changed"), 0.95)
	assert.InDelta(t, p("changed"), p("steady")+p("moved")+p("wandered"), 1e-9)
	assert.GreaterOrEqual(t, p("differ"), p("changed"))
	assert.Greater(t, p("moved"), 0.8)
	assert.Greater(t, over.Get("trend_new", iccOfTasks).P, 0.9)
	assert.Less(t, over.Get("trend_after", iccOfTasks).Upper, over.Get("trend_before", iccOfTasks).Lower)

	assert.Empty(t, overOf(t, TaskSummaryOptions{}, tasks[:2]...).Rows, "two tasks tell no spread")
	assert.Empty(t, overOf(t, TaskSummaryOptions{Ordered: true}, tasks[:3]...).Of("trend"))
}

// Weeks, months and quarters have a trend, by the steps between them; what keeps tasks from being times is known.
func TestTrendOfTimes(t *testing.T) {
	for _, c := range []struct {
		keys, steps, untimed string
	}{
		{"2025-W10 2025-W09 2025-W11 2025-W12", "1 to 1 week", ""},
		{"2024-11 2024-12 2025-01 2025-04", "1 to 3 month", ""},
		{"2024Q4 2025Q1 2025Q2 2025Q4", "1 to 2 quarter", ""},
		{"2025-01-01 2025-02-01 2025-03-01 2025-04-01", "28 to 31 day", ""},
		{"2025-W10 2025-W09 2025-W11 other", "", "other"},
		{"red green blue white", "", ""},
	} {
		var tasks []Task
		keys := strings.Fields(c.keys)
		for i, key := range keys {
			tasks = append(tasks, taskOf(0.5+0.1*float64(i), 1, 0.05, key))
		}
		over := overOf(t, TaskSummaryOptions{Ordered: true}, tasks...)
		untimed := over.Get("over_untimed", answer.Key{})
		require.Equal(t, c.untimed != "", untimed != nil)
		if c.untimed != "" {
			assert.Equal(t, c.untimed, untimed.Said)
		}
		if c.steps == "" {
			assert.Empty(t, over.Of("trend"), c.keys)
			continue
		}
		assert.Equal(t, keys[3], over.Get("trend_last", iccOfTasks).Said)
		assert.Equal(t, c.steps, fmt.Sprintf("%v to %v %s", over.Value("trend_shortest_step", iccOfTasks),
			over.Value("trend_longest_step", iccOfTasks), over.Get("trend_unit", iccOfTasks).Said))
	}
}

// A task that has not converged says nothing of the others, and is counted.
func TestOverLeavesOutTasksThatHaveNotConverged(t *testing.T) {
	var tasks []Task
	for n := range 6 {
		tasks = append(tasks, taskOf(0.5+0.01*float64(n), 1, 0.05, fmt.Sprint(n)))
	}
	want := overOf(t, TaskSummaryOptions{Each: true}, tasks...)
	wild := taskOf(0.999, 9, 0.01, "wild")
	wild.Result.Runs[0].Trust = &result.Diagnostics{Converged: false}
	require.Equal(t, TaskNotConverged, wild.Status())
	over := overOf(t, TaskSummaryOptions{Each: true}, append(tasks, wild)...)
	numbers := func(a *answer.Answer) string { // but for the counts of tasks that are left out
		var rows []*answer.Row
		for _, r := range a.Rows {
			if r.Q.Name != "over_not_converged" {
				rows = append(rows, r)
			}
		}
		text, err := json.Marshal(rows)
		require.NoError(t, err)
		return string(text)
	}
	for _, at := range []answer.Key{iccOfTasks, differenceOfTasks} {
		assert.EqualValues(t, 1, over.Value("over_not_converged", at))
	}
	assert.Equal(t, numbers(want), numbers(over))
	assert.Empty(t, overOf(t, TaskSummaryOptions{}, append(tasks[:2:2], wild)...).Rows, "two tasks tell no spread")
}

// A task whose draws do not tell what its labels say, as one of a folder without likelihoods, is left out and counted.
func TestOverLeavesOutTasksThatDoNotTell(t *testing.T) {
	var tasks []Task
	for n := range 6 {
		tasks = append(tasks, taskOf(0.5+0.01*float64(n), 1, 0.05, fmt.Sprint(n)))
	}
	silent := taskOf(0.999, 9, 0.01, "silent")
	for i := range silent.Transformed {
		silent.Transformed[i].Likelihood = nil
	}
	over := overOf(t, TaskSummaryOptions{}, append(tasks, silent)...)
	assert.Equal(t, 6, over.Get("over_middle", iccOfTasks).N)
	assert.EqualValues(t, 1, over.Value("over_not_told", iccOfTasks))
	assert.Less(t, over.Get("over_further", iccOfTasks).Upper, 0.9)
}

// Two ρ with one reference are known of every task, and their difference of none by itself. Oracle: the middles that
// the summary has for either, and the variances of independent variables.
func TestDifferenceOfMiddles(t *testing.T) {
	var tasks []Task
	for n := range 8 {
		rho := func(other string, z float64) Transformed {
			return Transformed{Quantity: "rho", Studies: []string{"r", other}, Transform: FisherZ,
				Mean: result.Number(z),
				SD:   0.1, Likelihood: normalLikelihood(z+0.02*float64(n%3), 0.1)}
		}
		of := rho("a", 1.2)
		of.Quantity, of.Studies, of.Likelihood = "rho_difference", []string{"r", "a", "b"}, nil
		tasks = append(tasks, Task{Key: []string{fmt.Sprint(n)},
			Result:      fitOf("bernoulli"),
			Transformed: []Transformed{rho("a", 1.2), rho("b", 0.8), of}})
	}
	over := overOf(t, TaskSummaryOptions{}, tasks...)
	middles := over.Of("over_middle")
	require.Len(t, middles, 3)
	d := middles[2]
	assert.NotEmpty(t, d.Method)
	assert.EqualValues(t, 8, over.Value("over_not_told", d.Key))
	z := func(r *answer.Row) (middle, width float64) {
		return math.Atanh(r.Value), math.Atanh(r.Upper) - math.Atanh(r.Lower)
	}
	za, wa := z(middles[0])
	zb, wb := z(middles[1])
	assert.InDelta(t, za-zb, d.Value, 0.01)
	assert.InEpsilon(t, math.Hypot(wa, wb), d.Upper-d.Lower, 0.15)
	assert.Greater(t, d.P, 0.99)
	assert.False(t, over.Get("over_spread", d.Key).Defined())
	// Without one of the two there is nothing to subtract.
	for i := range tasks {
		tasks[i].Transformed[1].Likelihood = nil
	}
	over = overOf(t, TaskSummaryOptions{}, tasks...)
	d = over.Get("over_middle", d.Key)
	assert.False(t, d.Method != "" || d.Defined() || !math.IsNaN(d.P))
	assert.EqualValues(t, 8, over.Value("over_not_told", middles[1].Key))
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		keys []string
		ok   bool
	}{
		{[]string{"3", "1", "2.5"}, true}, {[]string{"2024-01-31", "2024-02-07"}, true}, {[]string{"w1", "w10"}, true},
		{[]string{"1", "1.0"}, false}, {[]string{"task1", "task2"}, false}, {[]string{"w1", "v2"}, false},
		{[]string{"1", "NaN"}, false}, {[]string{"awe", "joy"}, false}, {[]string{""}, false},
	} {
		var keys [][]string
		for _, k := range c.keys {
			keys = append(keys, []string{k})
		}
		_, ok := timesOf(keys)
		assert.Equal(t, c.ok, ok, "%q", c.keys)
	}
	_, ok := timesOf([][]string{{"1", "en"}, {"2", "en"}})
	assert.False(t, ok)
}

// Small tasks of numbers are counted; binary ones and large ones are not.
func TestSmallTasksOfNumbersAreCounted(t *testing.T) {
	small := func(family string, items, labels int) float64 {
		var tasks []Task
		for n := range 4 {
			task := Task{Key: []string{fmt.Sprint(n)}, Result: fitOf(family,
				result.Study{Name: "a", Items: 200, Labels: 1000},
				result.Study{Name: "b", Items: items, Labels: labels}),
				Transformed: []Transformed{{Quantity: "rho", Studies: []string{"a", "b"}, Transform: FisherZ, Mean: 1,
					SD: 0.2, Likelihood: normalLikelihood(1+0.1*float64(n), 0.2)}}}
			tasks = append(tasks, task)
		}
		over := overOf(t, TaskSummaryOptions{}, tasks...)
		if r := over.Get("over_small", over.Of("over_middle")[0].Key); r != nil {
			return r.Value
		}
		return 0
	}
	assert.EqualValues(t, 4, small("gaussian", 60, 300))
	assert.EqualValues(t, 4, small("gaussian", 200, 999))
	assert.Zero(t, small("gaussian", 200, 1000))
	assert.Zero(t, small("bernoulli", 60, 180))
}
