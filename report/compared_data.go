package report

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// noNumber is an undefined number.
var noNumber = math.NaN()

// seconds prints a time with two digits, or minutes.
func seconds(s float64) string {
	switch {
	case s >= 120:
		return document.Integer(int(s/60+0.5)) + " min"
	case s >= 10:
		return document.Fixed(s, 0) + " s"
	case s >= 1:
		return document.Fixed(s, 1) + " s"
	}
	return document.Fixed(s, 2) + " s"
}

// studiesSection describes the input.
func studiesSection(d result.Data) document.Section {
	t := &document.Table{Name: "data", Caption: "Group", Columns: []document.Column{{}, {Head: "labels"},
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
		t.Columns = append(t.Columns, document.Column{Head: headOfMean(d.Kind), Decimals: 1, Priority: document.Useful})
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
			row.Cells = append(row.Cells, meanLabel(d.Kind, s.Mean))
		}
		g := &t.Groups[len(t.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	t.Notes = append(t.Notes, d.MeanNotes()...)
	return document.Section{ID: "data", Title: "Data", Parts: []document.Part{{Table: t}, {Text: studiesNotes(d)}}}
}

// studiesNotes say which items studies share, how columns were read, and what was chosen or left out.
func studiesNotes(d result.Data) []string {
	var all []string
	if text := itemsInCommon(d.SharedItems); text != "" {
		all = append(all, text)
	}
	columns := "Columns: " + strings.Join(d.Roles(), ", ")
	if d.Positive != "" {
		columns += fmt.Sprintf(" (positive: %s)", d.Positive)
	}
	if len(d.Order) > 0 {
		columns += fmt.Sprintf(" (order: %s)", strings.Join(d.Order, " < "))
	}
	all = append(all, columns+".")
	if text := columnsNotUsed(d.UnusedColumns); text != "" {
		all = append(all, text)
	}
	return append(all, d.Notes...)
}

func itemsInCommon(pairs []result.SharedItems) string {
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

// columnsNotUsed names the columns that play no part, as many as a few lines hold.
func columnsNotUsed(columns []string) string {
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

// headOfMean names the mean label of a kind of labels.
func headOfMean(kind string) string {
	if kind == "binary" {
		return "positive"
	}
	return "mean"
}

func meanLabel(kind string, mean result.Number) document.Cell {
	if kind == "binary" {
		return document.Share(mean)
	}
	return document.MeanLabel(mean)
}
