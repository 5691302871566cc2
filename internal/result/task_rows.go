package result

import (
	"cmp"
	"slices"
	"strings"

	"concord/internal/result/catalogue"
)

// TaskStatus is the outcome of a task.
type TaskStatus string

const (
	TaskFitted       TaskStatus = "fitted"
	TaskNotConverged TaskStatus = "not converged" // there are estimates, which are not to be trusted
	TaskNoFit        TaskStatus = "no fit"        // there are coefficients at most
)

// TaskRow is a row of the tidy table of many tasks: one quantity or one coefficient of one task. A task without any has
// one row with the reason.
type TaskRow struct {
	Key      []string // a value for each cut
	Quantity string   // as in [Estimate], "mean" of the labels, "P(EVENT)", a coefficient, or "fit" of a task without
	Term     string
	Studies  []string
	Scale    string // as in [Estimate]; the distance of a coefficient
	K        int    // 0: none
	Design   string
	Category string // that ends at a threshold
	// Estimate is the posterior's mean, if it has one, a probability, or a coefficient, whose SD is its standard error.
	Estimate, SD, Median, Lower, Upper Number
	RHat, ESSBulk, ESSTail, MCSE       Number
	// Coefficient measures the same without a model; "" if none does.
	Coefficient                            string
	Observed, ObservedLower, ObservedUpper Number
	// Tail is the two-sided tail probability of the observed coefficient among replicated studies.
	Tail   Number
	Status TaskStatus // of the task
	Reason string     // why numbers are missing, or a warning about the task
	Seed   uint64
}

// Status returns the outcome of the task.
func (task Task) Status() TaskStatus {
	switch {
	case !task.Fitted():
		return TaskNoFit
	case task.Result.Diagnostics != nil && !task.Result.Diagnostics.Converged:
		return TaskNotConverged
	}
	return TaskFitted
}

// Rows returns the task's rows of the tidy table, in the order of its result: means of the labels, estimates,
// probabilities, coefficients. They are the same in each run.
func (task Task) Rows() []TaskRow {
	none := Undefined()
	status := task.Status()
	blank := TaskRow{Key: task.Key, Estimate: none, SD: none, Median: none, Lower: none, Upper: none, RHat: none,
		ESSBulk: none, ESSTail: none, MCSE: none, Observed: none, ObservedLower: none, ObservedUpper: none, Tail: none,
		Status: status, Seed: task.Seed}
	var rows []TaskRow
	if status == TaskNoFit {
		row := blank
		row.Quantity, row.Reason = "fit", task.Undefined
		rows = append(rows, row)
	}
	if task.Result == nil {
		return rows
	}
	r := task.Result
	if status == TaskNotConverged {
		blank.Reason = strings.Join(r.Diagnostics.Messages, " ")
	}
	for _, s := range r.Data.Studies {
		row := blank
		row.Quantity, row.Studies, row.Estimate = "mean", []string{s.Name}, s.Mean
		rows = append(rows, row)
	}
	for _, e := range r.Estimates {
		rows = append(rows, task.estimateRow(blank, e))
	}
	for _, p := range r.Probabilities {
		row := blank
		row.Quantity, row.Studies, row.Scale, row.Estimate = "P("+p.Event+")", p.Studies, p.Scale, p.Probability
		rows = append(rows, row)
	}
	for _, a := range r.Agreement {
		row := blank
		row.Quantity, row.Studies, row.Scale, row.K = a.Coefficient, a.Studies, a.Distance, a.K
		row.Estimate, row.SD, row.Lower, row.Upper = a.Estimate, a.SE, a.Lower, a.Upper
		row.Tail = task.Tail(a.Coefficient, a.Studies)
		row.Reason = a.Undefined
		rows = append(rows, row)
	}
	return rows
}

// estimateRow returns the row of an estimate, with the coefficient that measures the same.
func (task Task) estimateRow(row TaskRow, e Estimate) TaskRow {
	row.Quantity, row.Term, row.Studies, row.Scale = e.Quantity, e.Term, e.Studies, e.Scale
	row.K, row.Design, row.Category = e.K, e.Design, e.Category
	row.Estimate, row.SD, row.Median, row.Lower, row.Upper = e.Mean, e.SD, e.Median, e.Lower, e.Upper
	row.RHat, row.ESSBulk, row.ESSTail, row.MCSE = e.RHat, e.ESSBulk, e.ESSTail, e.MCSE
	row.Reason = cmp.Or(e.Undefined, row.Reason, e.noMean())
	q, _ := catalogue.Find(e.Quantity)
	if q.Coefficient == "" || e.Scale != task.Result.LabelScale() {
		return row
	}
	if a, known := task.coefficient(q.Coefficient, e.Studies); known {
		row.Coefficient, row.Tail = q.Coefficient, task.Tail(q.Coefficient, e.Studies)
		row.Observed, row.ObservedLower, row.ObservedUpper = a.Estimate, a.Lower, a.Upper
	}
	return row
}

// TaskColumn is a column of the tidy table of many tasks.
type TaskColumn struct {
	Name string
	// Number and Whole say what its cells hold if not text.
	Number, Whole bool
}

// TaskColumns returns the columns of the tidy table of tasks with certain cuts. First comes a column for each cut, by
// its name, or "task_NAME" if another column has that name; then the columns that every such table has.
func TaskColumns(cut []string) []TaskColumn {
	fixed := []TaskColumn{{Name: "quantity"}, {Name: "term"}, {Name: "studies"}, {Name: "scale"},
		{Name: "k", Whole: true}, {Name: "design"}, {Name: "category_below"}}
	for _, name := range []string{"estimate", "sd", "median", "lower", "upper", "rhat", "ess_bulk", "ess_tail",
		"mcse_mean"} {
		fixed = append(fixed, TaskColumn{Name: name, Number: true})
	}
	fixed = append(fixed, TaskColumn{Name: "coefficient"})
	for _, name := range []string{"observed", "observed_lower", "observed_upper", "tail_probability"} {
		fixed = append(fixed, TaskColumn{Name: name, Number: true})
	}
	fixed = append(fixed, TaskColumn{Name: "status"}, TaskColumn{Name: "reason"}, TaskColumn{Name: "seed", Whole: true})
	return append(KeyColumns(cut, fixed), fixed...)
}

// KeyColumns returns the columns of the cuts in a table with other columns, by their names, or "task_NAME" if another
// column has the name.
func KeyColumns(cut []string, others []TaskColumn) []TaskColumn {
	var columns []TaskColumn
	for _, name := range cut {
		taken := func(c TaskColumn) bool { return c.Name == name }
		for slices.ContainsFunc(others, taken) || slices.ContainsFunc(columns, taken) {
			name = "task_" + name
		}
		columns = append(columns, TaskColumn{Name: name})
	}
	return columns
}

// Cells returns the cells of the row in the order of [TaskColumns]: a string, a float64, an int64, or nil for an empty
// cell. Studies are joined by " | ".
func (row TaskRow) Cells() []any {
	var cells []any
	text := func(texts ...string) {
		for _, s := range texts {
			if s == "" {
				cells = append(cells, nil)
			} else {
				cells = append(cells, s)
			}
		}
	}
	number := func(numbers ...Number) {
		for _, n := range numbers {
			if n.Defined() {
				cells = append(cells, float64(n))
			} else {
				cells = append(cells, nil)
			}
		}
	}
	for _, value := range row.Key {
		cells = append(cells, value)
	}
	text(row.Quantity, row.Term, strings.Join(row.Studies, " | "), row.Scale)
	if row.K > 0 {
		cells = append(cells, int64(row.K))
	} else {
		cells = append(cells, nil)
	}
	text(row.Design, row.Category)
	number(row.Estimate, row.SD, row.Median, row.Lower, row.Upper, row.RHat, row.ESSBulk, row.ESSTail, row.MCSE)
	text(row.Coefficient)
	number(row.Observed, row.ObservedLower, row.ObservedUpper, row.Tail)
	text(string(row.Status), row.Reason)
	return append(cells, int64(row.Seed)) // seeds of tasks have 53 bits
}
