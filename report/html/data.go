package html

import (
	"fmt"
	"slices"
	"strings"

	"concord/result"
)

// dataSection describes the study as it was read.
func dataSection(r Report) (section, bool) {
	d := r.Result.Data
	s := section{ID: "data", Title: "Data"}
	mean := "mean label"
	if d.Kind == "binary" {
		mean = "positive"
	}
	t := &table{Caption: "Labels by study", Head: []string{"Study", "Labels", "Items", "Labels per item"}}
	if d.Labelers > 0 {
		t.Head = append(t.Head, "Labelers")
	}
	means := slices.ContainsFunc(d.Studies, func(s result.Study) bool { return s.Mean.Defined() })
	if means {
		t.Head = append(t.Head, mean)
	}
	for _, one := range d.Studies {
		name := result.Marked(inGrouping(one.Name, one.Grouping), one.Caution())
		row := cells(name, count(one.Labels), count(one.Items),
			fixed(float64(one.Labels)/float64(one.Items), 1))
		if d.Labelers > 0 {
			row = append(row, cell{Text: count(one.Labelers)})
		}
		switch {
		case means && d.Kind == "binary":
			row = append(row, cell{Text: fixed(100*float64(one.Mean), 1) + "%"})
		case means:
			row = append(row, cell{Text: result.Mean(float64(one.Mean))})
		}
		t.Rows = append(t.Rows, row)
	}
	s.Parts = append(s.Parts, part{Table: t})
	for _, note := range d.MeanNotes() {
		s.Parts = append(s.Parts, part{Note: note})
	}
	var facts []entry
	if len(d.SharedItems) > 0 {
		var pairs []string
		for _, p := range d.SharedItems {
			pairs = append(pairs, fmt.Sprintf("%s %s",
				inGrouping(p.Studies[0]+" × "+p.Studies[1], p.Grouping), count(p.Items)))
		}
		facts = append(facts, entry{"Items in common", strings.Join(pairs, ", ")})
	}
	if columns := d.Roles(); len(columns) > 0 {
		facts = append(facts, entry{"Columns", strings.Join(columns, ", ")})
	}
	if len(d.UnusedColumns) > 0 {
		facts = append(facts, entry{"Columns not used", strings.Join(d.UnusedColumns, ", ")})
	}
	if d.Positive != "" {
		facts = append(facts, entry{"Labels", "positive: " + d.Positive + "; negative: " + d.Negative})
	}
	if len(d.Order) > 0 {
		facts = append(facts, entry{"Order of the labels", strings.Join(d.Order, " < ")})
	}
	for _, n := range d.Notes {
		facts = append(facts, entry{"Note", n})
	}
	for _, w := range d.Warnings {
		facts = append(facts, entry{"Warning", w})
	}
	if len(facts) > 0 {
		s.Parts = append(s.Parts, part{List: facts})
	}
	return s, true
}

// inGrouping says of studies which grouping they are of, "" for the only one.
func inGrouping(studies, grouping string) string {
	if grouping == "" {
		return studies
	}
	return studies + " (" + grouping + ")"
}
