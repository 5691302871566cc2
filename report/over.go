package report

import (
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/tasks/fits"
)

// decimalsOver is how many decimals quantities over tasks have: how much tasks differ is known to two digits at best.
const decimalsOver = 2

// overSection lays out the summary over many tasks: their middle, their spread, and how they change.
func overSection(all []fits.TaskSummary, iv result.Intervals, onScale string) document.Section {
	s := document.Section{ID: "over", Title: "Over the tasks", Level: document.Detail}
	if len(all) == 0 {
		return s
	}
	level := iv.Name("CrI")
	middle := &document.Table{Name: "over", Caption: "Over the tasks" + onScale, Notes: fits.TaskSummaryNotes(all),
		Columns: []document.Column{{}, {Head: "tasks", Priority: document.Spare},
			{Head: "middle, " + level, Decimals: decimalsOver}, {Head: "spread, " + level, Decimals: decimalsOver},
			{Head: "a further task", Decimals: decimalsOver}, {Head: "P(middle > 0)"}}}
	change := &document.Table{Name: "trend", Caption: "Changes from first to last" + onScale,
		Notes: fits.TrendNotes(all), Columns: []document.Column{{}, {Head: "P(changed)"},
			{Head: "P(tasks\ndiffer)"}, {Head: "P(one step)", Priority: document.Useful},
			{Head: "new level\nfrom", Words: true},
			{Head: "before", Decimals: decimalsOver}, {Head: "after", Decimals: decimalsOver},
			{Head: "earliest", Words: true, Priority: document.Spare},
			{Head: "latest", Words: true, Priority: document.Spare},
			{Head: "change along\na line, " + level, Decimals: decimalsOver, Priority: document.Spare},
			{Head: "P(rises)", Priority: document.Spare}}}
	var rows, changes []document.Row
	for _, o := range all {
		row := document.Row{Name: o.Name(), Cells: []document.Cell{document.Count(o.Tasks), over(o.Typical),
			over(o.Spread), document.Interval{Lower: float64(o.Further.Lower), Upper: float64(o.Further.Upper),
				SD: coarse}, document.Text("–")}}
		if o.OfMiddles {
			row.Cells[0] = document.Text("–")
		}
		if o.Positive.Defined() {
			row.Cells[4] = document.Chances(o.Positive)
		}
		if o.Quantity != fits.MeanOverTime && o.Quantity != fits.RateOverTime { // which have a change alone
			rows = append(rows, row)
		}
		if t := o.Trend; t != nil {
			changes = append(changes, document.Row{Name: o.Name(), Cells: []document.Cell{document.Chances(t.Changed),
				document.Chances(t.Differ), document.Chances(t.Moved), keyCell(t.At),
				document.Number{Value: float64(t.Before.Median), SD: coarse},
				document.Number{Value: float64(t.After.Median), SD: coarse}, keyCell(t.Earliest), keyCell(t.Latest),
				over(t.Change), document.Chances(t.Rises)}})
		}
	}
	if rows != nil {
		middle.Groups = document.Rows(rows...)
		s.Parts = append(s.Parts, document.Part{Table: middle})
	}
	if changes != nil {
		change.Groups = document.Rows(changes...)
		s.Parts = append(s.Parts, document.Part{Table: change})
	}
	return s
}

// keyCell names a task.
func keyCell(key []string) document.Cell { return document.Text(strings.Join(key, ", ")) }

// coarse is a standard deviation with which numbers have two decimals.
const coarse = 0.1

// over is a posterior median with its interval as a cell.
func over(r fits.Range) document.Estimate {
	return document.Estimate{Value: float64(r.Median), Lower: float64(r.Lower), Upper: float64(r.Upper), SD: coarse}
}

// untimedCheck says why tasks have no trend although most are times.
func untimedCheck(why string) []document.Check {
	if why == "" {
		return nil
	}
	return []document.Check{{Text: why}}
}
