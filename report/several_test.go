package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/tasks/fits"
	"concord/internal/view"
	"concord/posterior"
)

// tasksOf is tasks of which one has no fit and one has no result, with names that mean something elsewhere, and further
// ones.
func tasksOf(t *testing.T, further ...fits.Task) *answer.Answer {
	agreement := []result.Agreement{{Coefficient: "kripp_alpha", Distance: "nominal", Studies: []string{"experts"},
		Estimate: 0.52, SE: 0.024, Lower: 0.472, Upper: 0.568, Items: 300, Ratings: 3000}}
	one := example(t)
	one.Runs[0].Sampler.Seed = 1<<53 - 1
	coefficients := ask.WithoutFit(one.Data, agreement, 0.95)
	all := append([]fits.Task{
		{Key: []string{"=joy|1"}, Seed: 1<<53 - 1, Result: one},
		{Key: []string{"awe"}, Seed: 2, Undefined: "it is too rare", Result: coefficients},
		{Key: []string{"fear"}, Seed: 3, Undefined: "it broke"},
	}, further...)
	a := ask.Tasks(one.Data, posterior.Interval{Level: 0.95}, []string{"category"}, all, agreement)
	for y, row := range [][]float64{{0.5, 0.1, 0.2}, {0, 0.2, 0}, {0, 0, 0}} {
		for z, share := range row {
			names := []string{"=joy|1", "awe", "fear"}
			at := answer.Key{Group: "experts", Of: "old", Category: names[y], Against: names[z]}
			a.Add("confused", at, share).N = 5
		}
	}
	ask.Together(a, nil)
	return a
}

// laid lays tasks out.
func laid(a *answer.Answer, level document.Level) *document.Document {
	return Tasks(a, "fit 'a b'", "v0", level)
}

// Every format has the number of each task that has one, says why another has none, and goes on.
func TestSeveralInEachFormat(t *testing.T) {
	d := laid(tasksOf(t), document.Detail)
	golden(t, "several.text", written(t, d, "text", document.Detail, 0))
	for format, want := range map[string][]string{
		"text": {"Model of each task", "awe has no fit: it is too rare.",
			"fear has no fit: it broke.", "62.5", "Krippendorff's α", "9007199254740991"},
		"markdown": {`=joy\|1`, "awe has no fit: it is too rare.", "62.5"},
		"latex":    {`\begin{table}`, "62.5"},
	} {
		text := written(t, d, format, document.Detail, 0)
		for _, part := range want {
			assert.Contains(t, text, part, format)
		}
		assert.NotContains(t, text, "NaN", format)
	}
}

func TestRecordsOfSeveralAreATable(t *testing.T) {
	text := written(t, laid(tasksOf(t), document.Answer), "csv", document.Answer, 0)
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll() // all rows have as many cells
	require.NoError(t, err)
	tasks := map[string]int{}
	for _, row := range rows[1:] {
		tasks[row[1]]++
	}
	assert.Positive(t, tasks[""], "the coefficients of all together")
	assert.Greater(t, tasks["'=joy|1"], tasks["awe"])
	assert.Equal(t, 1, tasks["fear"])
}

// However many tasks there are, what is said of all of them is said once, on one screen.
func TestFirstScreenOfSeveral(t *testing.T) {
	for _, studies := range []int{1, 2, 3, 7} {
		data := result.Data{File: "many.csv", Kind: "binary"}
		var all []fits.Task
		for s := range studies {
			data.Studies = append(data.Studies, result.Study{Name: fmt.Sprint("group ", s), Items: 9, Labels: 99})
		}
		for i := range 31 {
			r := emptied(t, data)
			r.Runs[0].Trust = &result.Diagnostics{OK: i > 1, Converged: i > 1,
				Messages: []string{"NOT CONVERGED: R̂ 1.4."}}
			r.Set["reference"] = ""
			if studies > 1 {
				r.Set["reference"] = "group 0"
			}
			r.Runs[0].Model.Reference = r.Set["reference"]
			for s := range studies {
				name := fmt.Sprint("group ", s)
				estimated(r, "icc", float64(i)/40, name)
				r.Add("icc", answer.Key{Group: name, Prior: "sd"}, float64(i)/50).Reason = say.PriorMatters
				if s > 0 {
					estimated(r, "rho", float64(i)/50, "group 0", name)
				}
			}
			all = append(all, fits.Task{Key: []string{fmt.Sprint("label ", i)}, Result: r})
		}
		a := ask.Tasks(data, posterior.Interval{Level: 0.95}, []string{"label"}, all, nil)
		ask.Together(a, nil)
		text := screen(t, laid(a, document.Answer), 24)
		for _, want := range []string{"… 25 more", "2 tasks not converged", "31 tasks (label 0, label 1, label 2 " +
			"and 28 more): too few labels to be sure"} {
			assert.Contains(t, strings.Join(strings.Fields(text), " "), want)
		}
		assert.Equal(t, 1, strings.Count(text, "too few labels to be sure"))
		for i := range 31 { // 0 and 1 have the lowest numbers, and have not converged
			assert.Equal(t, i < 2, strings.Contains(text, fmt.Sprintf("\n  label %d ✗ ", i)), text)
		}
		assert.Equal(t, 1, strings.Count(text, "✗ The fit has not converged: do not use the numbers of this row."))
		assert.Contains(t, strings.Split(text, "\n")[2], "; the order is unclear")
		full := written(t, laid(a, document.Detail), "text", document.Detail, 0)
		assert.NotContains(t, full, "… 25 more")
	}
}

// The page of several fits names every task, links to the pages of tasks and says which has no fit.
func TestPageOfSeveral(t *testing.T) {
	a := tasksOf(t)
	a.Partial = "PARTIAL"
	for i, r := range a.Runs {
		a.Runs[i].Page = "tasks/" + r.Task[1:] + ".html"
	}
	var b bytes.Buffer
	require.NoError(t, page.Write(&b, laid(a, document.Appendix), page.Options{Version: "v0"}))
	text := b.String()
	for _, want := range []string{"PARTIAL", "=joy|1", "tasks/we.html", "it is too rare", "All categories together",
		"Which category is which"} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "NaN")
}

// Of five tasks on the page has pictures of all of them.
func TestPageShowsAllTasksAtOnce(t *testing.T) {
	has := func(d *document.Document) bool {
		for _, s := range d.Sections {
			if s.ID == "across" {
				return true
			}
		}
		return false
	}
	assert.False(t, has(laid(tasksOf(t), document.Appendix)))
	var further []fits.Task
	for i := range 5 {
		further = append(further, fits.Task{Key: []string{fmt.Sprint(i)}, Result: example(t)})
	}
	assert.True(t, has(laid(tasksOf(t, further...), document.Appendix)))
}

// Tasks stand from the highest ρ to the lowest, those without a fit last, and the verdict names the ends.
func TestRanked(t *testing.T) {
	task := func(name string, rho float64) fits.Task {
		r := example(t)
		r.Runs[0].Trust = &result.Diagnostics{Converged: true}
		for _, e := range r.Of("rho") {
			if e.Scale == "" && e.Defined() {
				e.Value = rho
			}
		}
		return fits.Task{Key: []string{name}, Result: r}
	}
	of := func(over *answer.Answer) *answer.Answer {
		a := ask.Tasks(example(t).Data, posterior.Interval{Level: 0.95}, []string{"by"}, []fits.Task{
			{Key: []string{"none"}, Undefined: "too rare"}, task("low", 0.1), task("high", 0.9), task("middle",
				0.5)}, nil)
		ask.Together(a, over)
		return a
	}
	a := of(nil)
	var names []string
	for _, row := range laid(a, document.Answer).Sections[0].Parts[0].Table.Groups[0].Rows {
		names = append(names, row.Name)
	}
	assert.Equal(t, []string{"high", "middle", "low", "none"}, names)
	assert.Equal(t, []string{"Agreement of experts and old (ρ): highest in high (0.90), lowest in low (0.10)"},
		a.Verdict)
	over := answer.New("batch", result.Data{}, result.Intervals{})
	over.Add("over_middle", answer.Key{Term: "rho_difference", Group: "r", Of: "a", Against: "b"}, -1).P = 0.01
	a = of(over)
	assert.Equal(t, "b is closer to r than a is: probability 99.0%, over all tasks", a.Verdict[0])
	a.Partial = "PARTIAL"
	assert.Equal(t, []string{"No verdict over the tasks: the run was interrupted"}, say.TasksVerdict(a))
}

func TestBatchSaysWhatBecameOfTheTasks(t *testing.T) {
	one := example(t)
	bt := ask.NewBatch(one.Data, []string{"by"}, 9, 1, "runs")
	add := func(task fits.Task) { bt.Add(task, ask.Task(task)) }
	for i := range 3 {
		add(fits.Task{Key: []string{fmt.Sprint(i)}, Result: one})
	}
	for i := range 7 {
		add(fits.Task{Key: []string{fmt.Sprint("x", i)}, Undefined: fmt.Sprint("reason ", i/2)})
	}
	bt.Together(posterior.Interval{Level: 0.95}, nil)
	d := view.Document(bt.Answer, document.Detail)
	text := screen(t, d, 25)
	for _, want := range []string{"9 tasks: 3 fitted", "without fit", "No fit of 2 tasks (x0 first): reason 0.",
		"tasks.parquet in runs"} {
		assert.Contains(t, strings.Join(strings.Fields(text), " "), want)
	}
	assert.Contains(t, written(t, d, "text", document.Detail, 0), "Model of each task")
}

// screen checks that the first screen of a document has at most so many lines of 100 characters.
func screen(t *testing.T, d *document.Document, most int) string {
	t.Helper()
	text := written(t, d, "text", document.Answer, 0)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	assert.LessOrEqual(t, len(lines), most, text)
	for _, line := range lines {
		assert.LessOrEqual(t, len([]rune(line)), 100, line)
	}
	return text
}
