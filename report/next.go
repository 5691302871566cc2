package report

import (
	"fmt"
	"path"
	"path/filepath"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// Next lays out which items should get the next labels.
func Next(a *result.Allocation) *document.Document {
	d := &document.Document{Title: "Next labels: " + path.Base(filepath.ToSlash(a.Data.File)),
		Read:    view.ReadLine(a.Data),
		Verdict: view.Findings(a.Verdict), Alerts: a.Data.CautionTexts(), Records: nextRecords(a)}
	d.Sections = []document.Section{nextAnswer(a),
		{ID: "items", Title: "Items that get labels", Level: document.Detail,
			Parts: []document.Part{{Table: nextTable(a, len(a.Items))}}},
		aboutRun(a.Data, a.Notes, a.Sampler, a.Diagnostics)}
	return d
}

// nextAnswer is the first screen after the verdict.
func nextAnswer(a *result.Allocation) document.Section {
	s := document.Section{ID: "answer", Title: "In short"}
	if len(a.Groups) > 1 {
		s.Parts = append(s.Parts,
			shorterTable(mostGroups, func(most int) *document.Table { return nextGroups(a, most) }))
	}
	if len(a.Items) > 0 {
		s.Parts = append(s.Parts,
			shorterTable(shortRows, func(most int) *document.Table { return nextTable(a, most) }))
	}
	right := "the one that unlimited labelers would give most often"
	if a.Data.Kind == "ordinal" {
		right = "the median of unlimited labelers"
	}
	text := "Wrong: the label is not " + right + ". New labels are by labelers drawn at random."
	if a.Goal == "estimate" {
		text = "Error: the posterior standard deviation of an item's score, root mean square over items. New labels " +
			"are by labelers drawn at random."
	}
	s.Parts = append(s.Parts, document.Part{List: view.Noted(a.Notes)},
		document.Part{Checks: view.ChainChecks(a.Diagnostics, view.MostMessages)},
		document.Part{Text: []string{text + view.Draws(a.Sampler)}})
	return s
}

// nextGroups has a row for each group that may label.
func nextGroups(a *result.Allocation, most int) *document.Table {
	t := &document.Table{Name: "groups", Caption: "Labels by", Columns: []document.Column{{}, {Head: "cost of one"},
		{Head: "labels"}, {Head: "items"}, {Head: "cost"}}}
	var rows []document.Row
	for i, g := range a.Groups {
		if i == most-1 && len(a.Groups) > most {
			rows = append(rows, document.Row{Name: fmt.Sprintf("… %d more", len(a.Groups)-i)})
			break
		}
		rows = append(rows, document.Row{Name: document.Clip(g.Group), Cells: []document.Cell{document.Exact(g.Cost),
			document.Count(g.Labels), document.Count(g.Items), document.Exact(g.Cost * float64(g.Labels))}})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// nextTable has a row for each item that gets labels, the largest gain per cost first.
func nextTable(a *result.Allocation, most int) *document.Table {
	t := &document.Table{Name: "next", Caption: "Largest gain per cost", Columns: []document.Column{{},
		{Head: "labels"}}}
	several := len(a.Groups) > 1
	if several {
		t.Columns = append(t.Columns, document.Column{Head: "by", Words: true})
	}
	what, decimals := "wrong", 1
	if a.Goal == "estimate" {
		what, decimals = "error", document.WithUnit
	}
	t.Columns = append(t.Columns, document.Column{Head: what + " now", Decimals: decimals},
		document.Column{Head: "expected\nafter", Decimals: decimals})
	var rows []document.Row
	for _, one := range a.Items[:min(most, len(a.Items))] {
		row := document.Row{Name: document.Clip(one.Item), Cells: []document.Cell{document.Count(one.Labels)}}
		if several {
			row.Cells = append(row.Cells, document.Text(document.Shortened(one.Group, 16)))
		}
		if a.Goal == "estimate" {
			row.Cells = append(row.Cells, nextNumber(one.Before), nextNumber(one.After))
		} else {
			row.Cells = append(row.Cells, document.Share(one.Before), document.Share(one.After))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	if most == len(a.Items) {
		t.Name, t.Sortable = "all-next", true
	}
	return t
}

// nextNumber is an error with two digits.
func nextNumber(n result.Number) document.Cell {
	return document.Number{Value: float64(n), SD: float64(n) / 4}
}

// nextRecords has a row for each item that gets labels, for annotation tools.
func nextRecords(a *result.Allocation) *document.Table {
	t := &document.Table{Name: "next", Columns: recordColumns("item", "labels", "group", "gain")}
	var rows []document.Row
	for _, one := range a.Items {
		rows = append(rows, document.Row{Name: one.Item, Cells: []document.Cell{document.Count(one.Labels),
			document.Text(one.Group), exact(one.Gain)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}
