package view

import (
	"fmt"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// DataSection describes the input.
func DataSection(d result.Data) document.Section {
	t := &document.Table{Name: "data", Caption: "Data", Columns: []document.Column{{}, {Head: "labels"},
		{Head: "items"},
		{Head: "labels/item", Decimals: 1, Priority: document.Useful}}}
	if d.Labelers > 0 {
		t.Columns = append(t.Columns, document.Column{Head: "labelers"})
	}
	means := false
	for _, s := range d.Studies {
		means = means || s.Mean.Defined()
	}
	if means {
		t.Columns = append(t.Columns, document.Column{Head: MeanHead(d.Kind), Decimals: 1, Priority: document.Useful})
	}
	for _, s := range d.Studies {
		if n := len(t.Groups); n == 0 || t.Groups[n-1].Title != s.Grouping {
			t.Groups = append(t.Groups, document.Group{Title: s.Grouping})
		}
		row := document.Row{Name: result.Marked(s.Name, s.Caution()), Cells: []document.Cell{document.Count(s.Labels),
			document.Count(s.Items), document.Number{Value: float64(s.Labels) / float64(s.Items)}}}
		if d.Labelers > 0 {
			row.Cells = append(row.Cells, document.Count(s.Labelers))
		}
		if means {
			row.Cells = append(row.Cells, MeanCell(d.Kind, s.Mean))
		}
		g := &t.Groups[len(t.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	t.Notes = append(t.Notes, d.MeanNotes()...)
	return document.Section{ID: "data", Title: "Data", Parts: []document.Part{{Table: t}, {Text: dataNotes(d)}}}
}

// dataNotes say which items studies share, how columns were read, and what was chosen or left out.
func dataNotes(d result.Data) []string {
	var all []string
	if text := sharedItems(d.SharedItems); text != "" {
		all = append(all, text)
	}
	columns := "Columns: " + strings.Join(d.Roles(), ", ")
	if len(d.Roles()) == 0 {
		columns = "Columns: not known"
	}
	if d.Positive != "" {
		columns += fmt.Sprintf(" (positive: %s)", d.Positive)
	}
	if len(d.Order) > 0 {
		columns += fmt.Sprintf(" (order: %s)", strings.Join(d.Order, " < "))
	}
	all = append(all, columns+".")
	if text := NotUsed(d.UnusedColumns); text != "" {
		all = append(all, text)
	}
	return append(all, d.Notes...)
}

func sharedItems(pairs []result.SharedItems) string {
	if len(pairs) == 0 {
		return ""
	}
	same := true
	for _, p := range pairs {
		same = same && p.Items == pairs[0].Items
	}
	if same && len(pairs) > 1 {
		return fmt.Sprintf("Items in common: %s in each pair of groups.", document.Integer(pairs[0].Items))
	}
	const most = 30
	var each []string
	for _, p := range pairs[:min(most, len(pairs))] {
		each = append(each, fmt.Sprintf("%s × %s %s", p.Studies[0], p.Studies[1], document.Integer(p.Items)))
	}
	if more := len(pairs) - most; more > 0 {
		each = append(each, fmt.Sprintf("%s more pairs", document.Integer(more)))
	}
	return "Items in common: " + strings.Join(each, ", ") + "."
}

// NotUsed names the columns that are not used, as many as a few lines hold.
func NotUsed(columns []string) string {
	const most = 20
	var names []string
	for _, c := range columns[:min(most, len(columns))] {
		if strings.TrimSpace(c) == "" {
			c = fmt.Sprintf("%q", c)
		}
		names = append(names, c)
	}
	switch more := len(columns) - most; {
	case len(columns) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf("Not used: %s and %s more.", strings.Join(names, ", "), document.Integer(more))
	}
	return "Not used: " + strings.Join(names, ", ") + "."
}

// MeanHead names the mean label of a kind of labels.
func MeanHead(kind string) string {
	if kind == "binary" {
		return "positive"
	}
	return "mean"
}

func MeanCell(kind string, mean result.Number) document.Cell {
	if kind == "binary" {
		return document.Share(mean)
	}
	return document.MeanLabel(mean)
}
