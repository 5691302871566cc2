package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/tasks/fits"
)

// tasksOf is tasks of which one has no fit and one has no result, with names that mean something elsewhere.
func tasksOf(t *testing.T) *fits.Several {
	one := example(t)
	sev := &fits.Several{Data: one.Data, Interval: one.Interval, Cut: []string{"category"}, Agreement: one.Agreement,
		Tasks: []fits.Task{
			{Key: []string{"=joy|1"}, Seed: 1<<53 - 1, Result: one},
			{Key: []string{"awe"}, Seed: 2, Undefined: "it is too rare", Result: result.NewAgreement(one.Data,
				one.Agreement, 0.95)},
			{Key: []string{"fear"}, Seed: 3, Undefined: "it broke"},
		},
		Confusion: []fits.Confusion{
			{Studies: []string{"experts"}, Categories: []string{"=joy|1", "awe", "fear"}},
			{Studies: []string{"experts", "old"}, Categories: []string{"=joy|1", "awe", "fear"}, Items: 5,
				Shares: [][]result.Number{{0.5, 0.1, 0.2}, {0, 0.2, 0}, {0, 0, 0}}},
		}}
	sev.Conclude()
	return sev
}

// Every format has the number of each task that has one, says why another has none, and goes on.
func TestSeveralInEachFormat(t *testing.T) {
	d := Several(SeveralSource{Result: tasksOf(t)}, document.Detail)
	golden(t, "several.text", written(t, d, "text", document.Detail, 0))
	for format, want := range map[string][]string{
		"text": {"Model of 3 categories, each against the rest", "awe has no fit: it is too rare.",
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
	text := written(t, Several(SeveralSource{Result: tasksOf(t)}, document.Answer), "csv", document.Answer, 0)
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
		sev := &fits.Several{Cut: []string{"label"}, Interval: result.Intervals{Level: 0.95},
			Data: result.Data{File: "many.csv", Kind: "binary"}}
		for s := range studies {
			sev.Data.Studies = append(sev.Data.Studies, result.Study{Name: fmt.Sprint("group ", s), Items: 9,
				Labels: 99})
		}
		for i := range 31 {
			r := example(t)
			r.Data, r.Estimates, r.Doubts = sev.Data, nil, nil
			r.Diagnostics = &result.Diagnostics{OK: true, Converged: i > 1,
				Messages: []string{"NOT CONVERGED: R̂ 1.4."}}
			r.Diagnostics.OK = i > 1
			r.Model.Reference = ""
			if studies > 1 {
				r.Model.Reference = "study 0"
			}
			for s := range studies {
				r.Estimates = append(r.Estimates, estimateOf("icc", float64(i)/40, fmt.Sprint("group ", s)))
				if s > 0 {
					r.Estimates = append(r.Estimates, estimateOf("rho", float64(i)/50, "study 0",
						fmt.Sprint("group ", s)))
				}
			}
			sev.Tasks = append(sev.Tasks, fits.Task{Key: []string{fmt.Sprint("label ", i)}, Result: r})
		}
		sev.Conclude()
		text := screen(t, Several(SeveralSource{Result: sev}, document.Answer), 24)
		for _, want := range []string{"… 23 more", "2 tasks not converged", "31 tasks (label 0, label 1, label 2 " +
			"and 28 more): too few labels to be sure"} {
			assert.Contains(t, strings.Join(strings.Fields(text), " "), want)
		}
		assert.Equal(t, 1, strings.Count(text, "too few labels to be sure"))
		for i := range 31 { // 0 and 1 have the lowest numbers, and have not converged
			assert.Equal(t, i < 2, strings.Contains(text, fmt.Sprintf("\n  label %d ✗ ", i)), text)
		}
		assert.Equal(t, 1, strings.Count(text, "✗ The fit has not converged: do not use the numbers of this row."))
		assert.Contains(t, strings.Split(text, "\n")[2], "; the order is unclear")
		full := written(t, Several(SeveralSource{Result: sev}, document.Detail), "text", document.Detail, 0)
		assert.NotContains(t, full, "… 23 more")
	}
}

func estimateOf(quantity string, mean float64, studies ...string) result.Estimate {
	x := result.Number(mean)
	return result.Estimate{Quantity: quantity, Studies: studies, Scale: result.ScaleLabel, Mean: x, Median: x, SD: 0.02,
		Lower: x - 0.04, Upper: x + 0.04, RHat: 1, ESSBulk: 999, ESSTail: 999, MCSE: 0.001}
}

// The page of several fits names every task, links to the pages of tasks and says which has no fit.
func TestPageOfSeveral(t *testing.T) {
	sev := tasksOf(t)
	sev.Partial = true
	var b bytes.Buffer
	require.NoError(t, page.Write(&b, Several(SeveralSource{Result: sev, Command: "fit 'a b'", Version: "v0",
		Page: func(task fits.Task) string { return "tasks/" + task.Key[0][1:] + ".html" }}, document.Appendix),
		page.Options{Version: "v0"}))
	text := b.String()
	for _, want := range []string{"PARTIAL", "=joy|1", "tasks/we.html", "it is too rare", "All categories together",
		"Which category is which"} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "NaN")
	assert.PanicsWithValue(t, "report: there is no result", func() { Several(SeveralSource{}, document.Answer) })
}

// Of five tasks on the page has pictures of all of them.
func TestPageShowsAllTasksAtOnce(t *testing.T) {
	sev := tasksOf(t)
	one := sev.Tasks[0]
	d := Several(SeveralSource{Result: sev}, document.Appendix)
	has := func(d *document.Document) bool {
		for _, s := range d.Sections {
			if s.ID == "across" {
				return true
			}
		}
		return false
	}
	assert.False(t, has(d))
	for i := range 5 {
		sev.Tasks = append(sev.Tasks, fits.Task{Key: []string{fmt.Sprint(i)}, Result: one.Result})
	}
	assert.True(t, has(Several(SeveralSource{Result: sev}, document.Appendix)))
}

func TestBatchSaysWhatBecameOfTheTasks(t *testing.T) {
	one := example(t)
	bt := &fits.Batch{Data: one.Data, Interval: one.Interval, Tasks: 9, Folder: "runs", Earlier: 1}
	for i := range 3 {
		bt.Add(fits.Task{Key: []string{fmt.Sprint(i)}, Result: one})
	}
	for i := range 7 {
		bt.Add(fits.Task{Key: []string{fmt.Sprint("x", i)}, Undefined: fmt.Sprint("reason ", i/2)})
	}
	bt.Conclude()
	text := screen(t, Batch(bt), 25)
	for _, want := range []string{"9 tasks: 3 fitted", "without fit", "No fit of 2 tasks (x0 first): reason 0.",
		"tasks.parquet in runs"} {
		assert.Contains(t, strings.Join(strings.Fields(text), " "), want)
	}
	assert.Contains(t, written(t, Batch(bt), "text", document.Detail, 0), "Model of each task")
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
