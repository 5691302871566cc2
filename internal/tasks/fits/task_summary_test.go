package fits

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	table, err := read.Read(t.Context(), nil, "../../testdata/policy.csv", read.Options{})
	require.NoError(t, err)
	fitted, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Draws: 60, Warmup: 50})
	require.NoError(t, err)
	names := fitted.Studies()
	reference, err := fitted.Study(names[0])
	require.NoError(t, err)
	fit := result.Fit{Posterior: fitted, Reference: reference, OfMany: true}
	r := result.New(result.Data{}, fit, nil, posterior.Interval{Level: 0.9})
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
			high := 0
			for _, v := range rho {
				if v > result.HighRho {
					high++
				}
			}
			i := slices.IndexFunc(r.Probabilities, func(p result.Probability) bool {
				return p.Event == "rho > 0.9" && slices.Equal(p.Studies, []string{s.Name(), b.Name()})
			})
			require.GreaterOrEqual(t, i, 0)
			assert.InDelta(t, float64(high)/float64(len(rho)), float64(r.Probabilities[i].Probability), 1e-12)
		}
	}
}

// taskOf is a task of which a reliability and a difference are known.
func taskOf(icc, difference, sd float64, key ...string) Task {
	return Task{Key: key, Result: &result.Result{Model: &result.Model{Family: "bernoulli"}}, Transformed: []Transformed{
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

func overOf(t *testing.T, o TaskSummaryOptions, tasks ...Task) []TaskSummary {
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
	require.Len(t, over, 2, "ρ is undefined")
	assert.InDelta(t, 0.6, float64(over[0].Typical.Median), 0.08)
	assert.Less(t, over[0].Further.Lower, over[0].Typical.Lower)
	assert.False(t, over[0].Positive.Defined())
	assert.InDelta(t, 1.05, float64(over[1].Typical.Median), 0.03)
	assert.Greater(t, float64(over[1].Positive), 0.999)
	require.Len(t, over[0].Each, 10)
	best := 0.0
	for i, task := range over[0].Each {
		assert.Equal(t, tasks[i].Key, task.Key)
		assert.InDelta(t, back(Logit, float64(tasks[i].Transformed[0].Mean)), float64(task.Median), 0.01)
		if i >= 7 {
			best += float64(task.Best)
		}
	}
	assert.InDelta(t, 1, best, 1e-3)
	trend := over[0].Trend
	require.NotNil(t, trend)
	assert.Equal(t, [][]string{{"week 3"}, {"week 12"}, {"week 6"}}, [][]string{trend.First, trend.Last, trend.At})
	assert.Equal(t, [][]string{{"week 5"}, {"week 6"}, {"week 6"}}, [][]string{trend.Until, trend.Earliest,
		trend.Latest})
	assert.Less(t, float64(trend.Change.Median), 0.0, "from the week with the smallest number on")
	assert.Greater(t, float64(trend.Changed), 0.95)
	assert.InDelta(t, float64(trend.Changed), float64(trend.Steady+trend.Moved+trend.Wandered), 1e-9)
	assert.GreaterOrEqual(t, trend.Differ, trend.Changed)
	assert.Greater(t, float64(trend.Moved), 0.8)
	assert.Greater(t, float64(trend.AtProbability), 0.9)
	assert.Less(t, trend.After.Upper, trend.Before.Lower)

	assert.Empty(t, overOf(t, TaskSummaryOptions{}, tasks[:2]...), "two tasks tell no spread")
	assert.Nil(t, overOf(t, TaskSummaryOptions{Ordered: true}, tasks[:3]...)[0].Trend)
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
		assert.Equal(t, c.untimed, strings.Join(over[0].Untimed, " "))
		if c.untimed != "" || keys[0] == "red" {
			assert.Nil(t, over[0].Trend)
			continue
		}
		require.NotNil(t, over[0].Trend, c.keys)
		assert.Equal(t, keys[3], over[0].Trend.Last[0])
		trend := over[0].Trend
		steps := fmt.Sprintf("%v to %v %s", float64(trend.ShortestStep), float64(trend.LongestStep), trend.Unit)
		assert.Equal(t, c.steps, steps)
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
	wild.Result.Diagnostics = &result.Diagnostics{Converged: false}
	require.Equal(t, TaskNotConverged, wild.Status())
	over := overOf(t, TaskSummaryOptions{Each: true}, append(tasks, wild)...)
	require.Len(t, over, len(want))
	for i := range over {
		assert.Equal(t, 1, over[i].NotConverged)
		over[i].NotConverged = 0
	}
	assert.Equal(t, fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", over), "by their text, as NaN is not itself")
	assert.Empty(t, overOf(t, TaskSummaryOptions{}, append(tasks[:2:2], wild)...), "two tasks tell no spread")
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
	assert.Equal(t, []int{6, 1}, []int{over[0].Tasks, over[0].NotTold})
	assert.Less(t, float64(over[0].Further.Upper), 0.9)
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
			Result:      &result.Result{Model: &result.Model{Family: "bernoulli"}},
			Transformed: []Transformed{rho("a", 1.2), rho("b", 0.8), of}})
	}
	over := overOf(t, TaskSummaryOptions{}, tasks...)
	require.Len(t, over, 3)
	a, b, d := over[0].Typical, over[1].Typical, over[2]
	assert.True(t, d.OfMiddles)
	assert.Equal(t, []int{0, 8}, []int{d.Tasks, d.NotTold})
	z := func(r Range) (middle, width float64) {
		return math.Atanh(float64(r.Median)), math.Atanh(float64(r.Upper)) - math.Atanh(float64(r.Lower))
	}
	za, wa := z(a)
	zb, wb := z(b)
	assert.InDelta(t, za-zb, float64(d.Typical.Median), 0.01)
	assert.InEpsilon(t, math.Hypot(wa, wb), float64(d.Typical.Upper-d.Typical.Lower), 0.15)
	assert.Greater(t, float64(d.Positive), 0.99)
	assert.False(t, d.Spread.Median.Defined())
	// Without one of the two there is nothing to subtract.
	for i := range tasks {
		tasks[i].Transformed[1].Likelihood = nil
	}
	over = overOf(t, TaskSummaryOptions{}, tasks...)
	assert.False(t, over[2].OfMiddles || over[2].Typical.Median.Defined() || over[2].Positive.Defined())
	assert.Equal(t, 8, over[1].NotTold)
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
	small := func(family string, items, labels int) int {
		var tasks []Task
		for n := range 4 {
			task := Task{Key: []string{fmt.Sprint(n)}, Result: &result.Result{Model: &result.Model{Family: family},
				Data: result.Data{Studies: []result.Study{{Name: "a", Items: 200, Labels: 1000}, {Name: "b",
					Items:  items,
					Labels: labels}}}},
				Transformed: []Transformed{{Quantity: "rho", Studies: []string{"a", "b"}, Transform: FisherZ, Mean: 1,
					SD: 0.2, Likelihood: normalLikelihood(1+0.1*float64(n), 0.2)}}}
			tasks = append(tasks, task)
		}
		over := overOf(t, TaskSummaryOptions{}, tasks...)
		return over[0].Small
	}
	assert.Equal(t, 4, small("gaussian", 60, 300))
	assert.Equal(t, 4, small("gaussian", 200, 999))
	assert.Zero(t, small("gaussian", 200, 1000))
	assert.Zero(t, small("bernoulli", 60, 180))
}
