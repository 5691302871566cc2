package report

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// Check lays out the description of a file before a model is fitted.
func Check(c *result.Check) *document.Document {
	d := &document.Document{Title: "Check: " + path.Base(filepath.ToSlash(c.Data.File)), Read: view.ReadLine(c.Data),
		Verdict: c.Verdict, Alerts: c.Data.CautionTexts()}
	answer := document.Section{ID: "answer", Title: "In short", Level: document.Answer}
	if _, more, ok := strings.Cut(c.Problem, "\n"); ok {
		answer.Parts = append(answer.Parts, withCommands(more)...)
	}
	answer.Parts = append(answer.Parts, checkedPart(c, mostGroups))
	if len(c.Columns) > 0 {
		answer.Parts = append(answer.Parts, fileColumnsPart(c, mostColumns))
	}
	var notes []document.Entry
	if c.Data.DefaultKind != nil {
		notes = append(notes, document.Entry{Term: "Scale", Text: c.Data.DefaultKind.Text})
	}
	if c.Model != nil {
		notes = append(notes, document.Entry{Term: "Model", Text: modelWords(c.Model)})
	}
	answer.Parts = append(answer.Parts, document.Part{List: notes})
	for _, text := range c.Data.Warnings {
		answer.Parts = append(answer.Parts, withCommands("Warning: "+text)...)
	}
	if len(c.Data.Warnings) == 0 && c.Problem == "" {
		answer.Parts = append(answer.Parts, document.Part{Text: []string{"Nothing to warn of."}})
	}
	d.Sections = append(d.Sections, answer)
	if len(c.Columns) > mostColumns {
		d.Sections = append(d.Sections, document.Section{ID: "columns", Title: "Columns", Level: document.Detail,
			Parts: []document.Part{{Table: fileColumns(c, len(c.Columns))}}})
	}
	data := view.DataSection(c.Data)
	design := document.Section{ID: "design", Title: "Design", Parts: []document.Part{{Table: designTable(c)}}}
	all := []document.Section{data, design}
	if c.Model != nil {
		all = append(all, modelSection(result.Look(&result.Result{Data: c.Data, Model: c.Model})), document.Section{
			ID: "code", Title: "The same posterior in R by brms", Parts: []document.Part{{Code: &document.Code{
				Language: "r", Text: c.Model.BRMSCode}}}})
	}
	for i := range all {
		all[i].Level = document.Detail
	}
	d.Sections = append(d.Sections, all...)
	return d
}

// checkedPart is the table of studies. A shorter one has two studies fewer.
func checkedPart(c *result.Check, most int) document.Part {
	p := document.Part{Table: checkedStudies(c, most)}
	if most := min(most, len(c.Data.Studies)); most > leastGroups {
		p.Shorter = func() document.Part { return checkedPart(c, most-2) }
	}
	return p
}

// withCommands lays out lines of text. Commands to paste stand alone.
func withCommands(text string) []document.Part {
	var all []document.Part
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		n := len(all)
		switch {
		case strings.HasPrefix(line, "fit "):
			all = append(all, document.Part{Code: &document.Code{Language: "sh", Text: line}})
		case n > 0 && all[n-1].Text != nil:
			all[n-1].Text = append(all[n-1].Text, line)
		default:
			all = append(all, document.Part{Text: []string{line}})
		}
	}
	return all
}

// checkedStudies has a row for each study: who labelled how much.
func checkedStudies(c *result.Check, most int) *document.Table {
	t := &document.Table{Name: "studies", Caption: "Group", Columns: []document.Column{{}, {Head: "labels"},
		{Head: "items"}, {Head: "labels\nper item", Priority: document.Useful}}}
	labelers := c.Data.Labelers > 0
	if labelers {
		t.Columns = append(t.Columns, document.Column{Head: "labelers"}, document.Column{Head: "labels\nper labeler",
			Priority: document.Spare}, document.Column{Head: "connected", Priority: document.Spare})
	}
	means := false
	for _, s := range c.Data.Studies {
		means = means || s.Mean.Defined()
	}
	if means {
		t.Columns = append(t.Columns, document.Column{Head: view.MeanHead(c.Data.Kind), Decimals: 1})
	}
	var rows []document.Row
	for i, s := range c.Data.Studies {
		row := document.Row{Name: document.Clip(result.Marked(s.Name, s.Caution())), Cells: []document.Cell{
			document.Count(s.Labels), document.Count(s.Items), nil}}
		var of result.StudyDesign
		if i < len(c.Design) {
			of = c.Design[i]
			row.Cells[2] = spread(of.LabelsPerItem)
		}
		if labelers {
			row.Cells = append(row.Cells, document.Count(s.Labelers), spread(of.LabelsPerLabeler), connected(of))
		}
		if means {
			row.Cells = append(row.Cells, view.MeanCell(c.Data.Kind, s.Mean))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(ends(rows, most, func(left int) document.Row {
		return document.Row{Name: fmt.Sprintf("… %s more", document.Integer(left))}
	})...)
	return t
}

// designTable says who labelled what in each study.
func designTable(c *result.Check) *document.Table {
	t := &document.Table{Name: "design", Caption: "Design", Columns: []document.Column{{}, {Head: "labels/item"}}}
	if c.Data.Labelers > 0 {
		t.Columns = append(t.Columns, document.Column{Head: "labels/labeler"}, document.Column{Head: "connected"},
			document.Column{Head: "one label only"})
	}
	for _, s := range c.Design {
		if n := len(t.Groups); n == 0 || t.Groups[n-1].Title != s.Grouping {
			t.Groups = append(t.Groups, document.Group{Title: s.Grouping})
		}
		row := document.Row{Name: s.Study, Cells: []document.Cell{spreadText(s.LabelsPerItem)}}
		if c.Data.Labelers > 0 {
			only := "none"
			if n := len(s.OneClassLabelers); n > 0 {
				only = document.Plural(n, "labeler")
			}
			row.Cells = append(row.Cells, spreadText(s.LabelsPerLabeler), connected(s), document.Text(only))
		}
		g := &t.Groups[len(t.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	return t
}

// spread is the smallest and the largest number.
func spread(s result.Spread) document.Cell {
	if s.Min == s.Max {
		return document.Count(s.Min)
	}
	return document.Text(document.Integer(s.Min) + "–" + document.Integer(s.Max))
}

// spreadText is the smallest, the largest and the middle number, or the one number if they are the same.
func spreadText(s result.Spread) document.Cell {
	if s.Min == s.Max {
		return document.Count(s.Min)
	}
	return document.Text(fmt.Sprintf("%s–%s, median %v", document.Integer(s.Min), document.Integer(s.Max), s.Median))
}

// connected says whether items and labelers of a study are connected.
func connected(s result.StudyDesign) document.Cell {
	if s.Components > 1 {
		return document.Text(fmt.Sprintf("%d parts", s.Components))
	}
	return document.Text("yes")
}
