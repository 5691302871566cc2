package report

import (
	"fmt"
	"path"
	"path/filepath"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
)

// Drifts lays out how much of a score's change is due to the judge.
func Drifts(r *result.Drifts) *document.Document {
	d := &document.Document{Title: "Drift: " + path.Base(filepath.ToSlash(r.Data.File)), Read: driftRead(r),
		Verdict: view.Findings(r.Verdict), Alerts: r.Data.CautionTexts(), Records: driftRecords(r)}
	a := document.Section{ID: "answer", Title: "In short"}
	a.Parts = append(a.Parts, document.Part{Table: driftParts(r, shortRows),
		Shorter: func() document.Part { return document.Part{Table: driftParts(r, bestRows)} }},
		document.Part{Table: driftMeans(r, shortRows), Shorter: document.LeftOut},
		document.Part{List: view.Noted(r.Notes)})
	var checks []document.Check
	for _, text := range r.Doubts {
		checks = append(checks, document.Check{Text: text})
	}
	if len(checks) == 0 && r.Drifts[0].Judge.Undefined == "" {
		checks = append(checks, document.Check{OK: true, Text: "anchors look drawn at random"})
	}
	a.Parts = append(a.Parts, document.Part{Checks: view.ShortChecks(checks, view.MostMessages)},
		document.Part{Text: []string{fmt.Sprintf(
			"The judge's part is by how much %s's labels of the same items are higher than %s's. %s, of these items.",
			visible.Text(r.Judges[1]), visible.Text(r.Judges[0]), levelName(r.Interval, "intervals"))}})
	d.Sections = []document.Section{a, aboutRun(r.Data, r.Notes, nil, nil)}
	return d
}

// driftRead describes the input.
func driftRead(r *result.Drifts) string {
	var earlier, later, anchors int
	for _, of := range r.Drifts {
		earlier, later = earlier+of.Earlier.Items, later+of.Later.Items
		anchors += of.Earlier.Anchors + of.Later.Anchors + of.OtherAnchors
	}
	text := fmt.Sprintf("%s  %s: %s · %s: %s · %s", r.Data.File, document.Clip(r.Judges[0]),
		document.Plural(earlier, "earlier item"), document.Clip(r.Judges[1]), document.Plural(later, "later item"),
		document.Plural(anchors, "anchor"))
	if r.Data.Positive != "" {
		text += " · positive = " + r.Data.Positive
	}
	return text
}

// driftUnit is the unit of the report's numbers, for headings.
func driftUnit(r *result.Drifts) string {
	if r.Measure == "mean" {
		return r.Words()
	}
	return r.Words() + ", percentage points"
}

// driftCell is a part of a change.
func driftCell(r *result.Drifts, o result.Observed) document.Cell {
	if o.Undefined != "" {
		return document.Undefined(o.Undefined)
	}
	return document.Estimate{Value: r.Scaled(o.Estimate), Lower: r.Scaled(o.Lower), Upper: r.Scaled(o.Upper)}
}

// driftParts has the parts of the change of each system, by anchors and by people.
func driftParts(r *result.Drifts, most int) *document.Table {
	decimals := 1
	if r.Measure == "mean" {
		decimals = 2
	}
	t := &document.Table{Name: "parts", Caption: driftUnit(r), Columns: []document.Column{{},
		{Head: "change", Decimals: decimals}, {Head: "judge's part", Decimals: decimals},
		{Head: "outputs' part", Decimals: decimals}, {Head: "items\nof both", Priority: document.Useful}}}
	var rows []document.Row
	for _, of := range r.Drifts {
		name := ""
		if of.System != "" {
			name = document.Clip(of.System) + ", "
		}
		var change document.Cell
		if of.Change.Defined() {
			change = document.Number{Value: r.Scaled(of.Change)}
		}
		if anchors := of.Earlier.Anchors + of.Later.Anchors + of.OtherAnchors; anchors > 0 {
			rows = append(rows, document.Row{Name: name + "by anchors", Cells: []document.Cell{change,
				driftCell(r, of.Judge), driftCell(r, of.Outputs), document.Count(anchors)}})
		}
		if p := of.ByPeople; p != nil {
			rows = append(rows, document.Row{Name: name + "by people", Cells: []document.Cell{change,
				driftCell(r, p.Judge), driftCell(r, p.Outputs), document.Count(p.Labelled[0] + p.Labelled[1])}})
		}
	}
	if left := len(rows) - most; left > 0 {
		rows = append(rows[:most], document.Row{Name: fmt.Sprintf("… %d more", left)})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// driftMeans has the mean label of each period.
func driftMeans(r *result.Drifts, most int) *document.Table {
	t := &document.Table{Name: "means", Caption: "Mean label", Columns: []document.Column{{}, {Head: "judge"},
		{Head: "mean", Decimals: 3}, {Head: "items"}, {Head: "anchors"}}}
	var rows []document.Row
	for _, of := range r.Drifts {
		for k, p := range []result.DriftPeriod{of.Earlier, of.Later} {
			name := p.Name
			if name == "" {
				name = []string{"earlier", "later"}[k]
			}
			if of.System != "" {
				name = of.System + ", " + name
			}
			if p.Items > 0 {
				rows = append(rows, document.Row{Name: document.Clip(name), Cells: []document.Cell{
					document.Text(document.Clip(r.Judges[k])), document.Number{Value: float64(p.Mean)},
					document.Count(p.Items), document.Count(p.Anchors)}})
			}
		}
	}
	if left := len(rows) - most; left > 0 {
		rows = append(rows[:most], document.Row{Name: fmt.Sprintf("… %d more", left)})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// driftRecords are the numbers as rows, on the scale of labels.
func driftRecords(r *result.Drifts) *document.Table {
	t := &document.Table{Name: "drifts", Columns: recordColumns("system", "by", "quantity", "estimate", "lower",
		"upper", "undefined")}
	var rows []document.Row
	none := result.Undefined()
	for _, of := range r.Drifts {
		add := func(by, quantity string, o result.Observed) {
			rows = append(rows, document.Row{Name: of.System, Cells: []document.Cell{document.Text(by),
				document.Text(quantity), exact(o.Estimate), exact(o.Lower), exact(o.Upper),
				document.Text(o.Undefined)}})
		}
		for _, mean := range []struct {
			quantity string
			value    result.Number
		}{{"earlier_mean", of.Earlier.Mean}, {"later_mean", of.Later.Mean}, {"change", of.Change}} {
			add("", mean.quantity, result.Observed{Estimate: mean.value, Lower: none, Upper: none})
		}
		add("anchors", "judge", of.Judge)
		add("anchors", "outputs", of.Outputs)
		if p := of.ByPeople; p != nil {
			add("people", "judge", p.Judge)
			add("people", "outputs", p.Outputs)
		}
	}
	t.Groups = document.Rows(rows...)
	return t
}
