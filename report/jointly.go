package report

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
	"concord/internal/visible"
)

// Jointly lays out a joint fit of categories without order: how reliable each category is and which ones people confuse
// on the first screen, then every number.
func Jointly(j *result.Jointly) *document.Document {
	d := &document.Document{Title: "Rating quality: " + path.Base(filepath.ToSlash(j.Data.File)),
		Read:    view.ReadLine(j.Data) + fmt.Sprintf(" · %d categories", len(j.Categories)),
		Verdict: view.Findings(j.Verdict), Alerts: j.Data.CautionTexts(), Records: jointRecords(j)}
	if j.Sampler.Partial {
		d.Alerts = append(d.Alerts, "PARTIAL: interrupted. These are the draws until then.")
	}
	d.Sections = append([]document.Section{jointAnswer(j)}, jointDetail(j)...)
	return d
}

// mostJointRows is how many categories the first screen lists, and leastJointRows how many if it is too long.
const (
	mostJointRows  = 12
	leastJointRows = 4
)

// jointTogether names the row of all categories together.
const jointTogether = "together"

// jointAnswer is the first screen.
func jointAnswer(j *result.Jointly) document.Section {
	s := document.Section{ID: "answer", Title: "In short"}
	if len(j.Data.Studies) > 2 {
		s.Parts = append(s.Parts, document.Part{Table: jointGroups(j)})
	}
	s.Parts = append(s.Parts, jointPart(j, mostJointRows), document.Part{List: jointNotes(j)},
		jointChecks(j), document.Part{Text: []string{levelName(j.Interval,
			"credible intervals") + "." + view.Draws(j.Sampler)}})
	return s
}

// jointPart is the table of categories with its chart. A shorter one has two rows fewer.
func jointPart(j *result.Jointly, most int) document.Part {
	p := document.Part{Table: jointCategories(j, most), Chart: jointStrips(j)}
	if most := min(most, len(j.Categories)); most > leastJointRows {
		p.Shorter = func() document.Part { return jointPart(j, max(leastJointRows, most-2)) }
	}
	return p
}

// jointGroups has a row for each of many groups, for all categories together.
func jointGroups(j *result.Jointly) *document.Table {
	reference := j.Model.Reference
	t := &document.Table{Name: "groups", Caption: "All categories", Columns: []document.Column{{},
		{Head: "reliability of\none label (ICC)", Decimals: 2},
		{Head: "agreement with\n" + document.Shortened(reference, mostHead) + " (ρ)", Decimals: 2},
		{Head: "one label\neach (xCC)", Decimals: 2, Priority: document.Spare}}}
	var rows []document.Row
	for _, s := range j.Data.Studies {
		row := document.Row{Name: document.Clip(s.Name), Cells: []document.Cell{jointCell(j, catalogue.ICC, "",
			s.Name)}}
		if s.Name != reference {
			row.Cells = append(row.Cells, jointCell(j, catalogue.Rho, "", reference, s.Name),
				jointCell(j, catalogue.XCC, "", reference, s.Name))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(ends(rows, mostGroups, func(left int) document.Row {
		return document.Row{Name: fmt.Sprintf("… %d more", left)}
	})...)
	return t
}

// jointCategories has a row for each category and one for all together. One or two groups have intervals.
func jointCategories(j *result.Jointly, most int) *document.Table {
	t := &document.Table{Name: "categories", Caption: "Category", Columns: []document.Column{{}}}
	groups := len(j.Data.Studies)
	column := func(head string, priority document.Priority) {
		t.Columns = append(t.Columns, document.Column{Head: head, Decimals: 2, Priority: priority})
	}
	for _, s := range j.Data.Studies {
		head := "share"
		if groups > 1 {
			head += "\n" + document.Shortened(s.Name, mostHead)
		}
		t.Columns = append(t.Columns, document.Column{Head: head, Priority: document.Useful})
	}
	for _, s := range j.Data.Studies {
		head := "reliability of\none label (ICC)"
		if groups > 1 {
			head = "reliability (ICC)\n" + document.Shortened(s.Name, mostHead)
		}
		if groups > 2 {
			head = "ICC\n" + document.Shortened(s.Name, mostHead)
		}
		column(head, document.Essential)
	}
	switch groups {
	case 1:
		column("without a\nmodel (α)", document.Spare)
		column("due to labelers\n(labeler ICC)", document.Spare)
	case 2:
		column("agreement\n(ρ)", document.Essential)
		column("one label\neach (xCC)", document.Spare)
	}
	names := ends(j.Categories, most, func(left int) string { return fmt.Sprintf("… %d more", left) })
	var rows []document.Row
	for _, category := range names {
		row := document.Row{Name: document.Clip(category)}
		if _, known := j.Find(result.JointRate, category, j.Data.Studies[0].Name); known {
			row.Cells = jointCells(j, category)
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(append(rows, document.Row{Name: jointTogether, Cells: jointCells(j, "")})...)
	return t
}

// jointCells are the cells of a category, or of all together (""), on the first screen.
func jointCells(j *result.Jointly, category string) []document.Cell {
	var cells []document.Cell
	groups := j.Data.Studies
	bare := func(c document.Cell) document.Cell {
		if e, ok := c.(document.Estimate); ok {
			e.Lower, e.Upper = none, none
			return e
		}
		return c
	}
	for _, s := range groups {
		var share document.Cell
		if e, ok := j.Find(result.JointRate, category, s.Name); ok {
			of := estimate(e)
			of.Percent = true
			if share = of; len(groups) > 1 {
				share = document.Share(e.Centre())
			}
		}
		cells = append(cells, share)
	}
	for _, s := range groups {
		if icc := jointCell(j, catalogue.ICC, category, s.Name); len(groups) > 2 {
			cells = append(cells, bare(icc))
		} else {
			cells = append(cells, icc)
		}
	}
	switch len(groups) {
	case 1:
		var alpha document.Cell
		for _, c := range j.Comparison {
			if c.Category == category && c.Coefficient == "kripp_alpha" {
				alpha = document.Number{Value: float64(c.Observed)}
			}
		}
		cells = append(cells, alpha, jointCell(j, catalogue.LabelerICC, category, groups[0].Name))
	case 2:
		for _, quantity := range []string{catalogue.Rho, catalogue.XCC} {
			cells = append(cells, jointCell(j, quantity, category, groups[0].Name, groups[1].Name))
		}
	}
	return cells
}

// jointCell is an estimate as a cell, with the reason if it is undefined; "–" if there is none.
func jointCell(j *result.Jointly, quantity, category string, studies ...string) document.Cell {
	if e, ok := j.Find(quantity, category, studies...); ok {
		return estimate(e)
	}
	return document.Text("–")
}

// jointNotes say which labelers are far from others.
func jointNotes(j *result.Jointly) []document.Entry {
	const most = 2
	habits := j.Habits()
	if len(j.Labelers) == 0 || !j.Trusted() {
		return nil
	}
	if len(habits) == 0 {
		return []document.Entry{{Term: "Labelers", Text: "None gives a category clearly more or less often than " +
			"others do."}}
	}
	text := "Compared with others, " + habits[0].Says(len(j.Data.Studies) > 1)
	for _, h := range habits[1:min(most, len(habits))] {
		text += "; " + h.Says(len(j.Data.Studies) > 1)
	}
	if more := len(habits) - most; more > 0 {
		text += fmt.Sprintf("; %d more differ from others", more)
	}
	return []document.Entry{{Term: "Labelers", Text: text + "."}}
}

// jointChecks are checks of the chains and of the model, and the coefficients that need none. A shorter part leaves the
// coefficients out.
func jointChecks(j *result.Jointly) document.Part {
	all := view.ChainChecks(j.Diagnostics, view.MostMessages)
	doubts := 0
	for _, c := range j.Checks {
		if !c.Doubt {
			continue
		}
		if doubts++; doubts > view.MostMessages {
			continue
		}
		all = append(all, document.Check{Text: fmt.Sprintf("%s of %s: %s in the labels, %s by the model. Take "+
			"its estimates for rough.", jointCheckName(c), visible.Text(c.Study), document.Percent(float64(c.Observed),
			1), document.Percent(float64(c.Mean), 1))})
	}
	if len(j.Checks) > 0 && doubts == 0 {
		all = append(all, document.Check{OK: true, Text: fmt.Sprintf("labels look as the model expects (%s)",
			document.Plural(len(j.Checks), "statistic"))})
	}
	short := document.Part{Checks: all}
	return document.Part{Checks: append(slices.Clone(all), jointWithoutModel(j)...),
		Shorter: func() document.Part { return short }}
}

func jointCheckName(c result.JointCheck) string {
	if c.Category == "" {
		return "equal pairs of labels"
	}
	return "share of " + visible.Text(c.Category)
}

// jointWithoutModel are the coefficients of all categories, with the values that the model implies for them.
func jointWithoutModel(j *result.Jointly) []document.Check {
	text := ""
	for _, name := range []struct{ coefficient, symbol string }{{"kripp_alpha", "α"},
		{"normalized_cross_kappa", "normalized κx"}} {
		of := ""
		for _, c := range j.Comparison {
			if c.Coefficient == name.coefficient && c.Category == "" && c.Undefined == "" {
				of += fmt.Sprintf(" %s (model %s)", document.Fixed(float64(c.Observed), 2),
					document.Fixed(float64(c.ImpliedMean), 2))
			}
		}
		if of != "" && text != "" {
			text += ","
		}
		if of != "" {
			text += " " + name.symbol + of
		}
	}
	if text == "" || len(j.Data.Studies) > mostApart {
		return nil
	}
	return []document.Check{{OK: true, Text: "without a model:" + text}}
}

// jointStrips draws the reliability and the agreement of each category.
func jointStrips(j *result.Jointly) document.Chart {
	c := document.Strips{About: document.About{ID: "categories-chart", Caption: "Reliability and agreement of each " +
		"category"}, Panels: []document.Panel{{Title: "agrees with itself (ICC)", High: 1, Decimals: 2, Beat: none}}}
	reference := j.Model.Reference
	if reference != "" {
		c.Panels = append(c.Panels, document.Panel{Title: "agrees with " + reference + " (ρ)", High: 1, Decimals: 2,
			Beat: none})
	}
	value := func(quantity, category string, studies ...string) document.Estimate {
		if e, ok := j.Find(quantity, category, studies...); ok && e.Defined() {
			return estimate(e)
		}
		return document.Estimate{Value: none, Lower: none, Upper: none}
	}
	for _, category := range append([]string{""}, j.Categories...) {
		g := document.StripGroup{Title: category}
		if category == "" {
			g.Title = jointTogether
		}
		for i, s := range j.Data.Studies {
			strip := document.Strip{Name: s.Name, Series: i,
				Values: []document.Estimate{value(catalogue.ICC, category, s.Name)}}
			if reference != "" {
				strip.Values = append(strip.Values, value(catalogue.Rho, category, reference, s.Name))
			}
			g.Rows = append(g.Rows, strip)
		}
		c.Groups = append(c.Groups, g)
	}
	return c
}
