package report

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
	"concord/internal/visible"
	"concord/nonparam"
)

// Agreement lays out coefficients without a model: the main ones of each study and of each pair of studies on the
// first screen, then, from level Detail on, every coefficient.
func Agreement(r *result.Result, level document.Level) *document.Document {
	d := &document.Document{Title: "Agreement: " + path.Base(filepath.ToSlash(r.Data.File)),
		Read:    view.ReadLine(r.Data),
		Verdict: r.Verdict, Alerts: r.Data.CautionTexts(), Records: fitRecords(r)}
	d.Sections = []document.Section{agreementAnswer(r)}
	if level == document.Answer {
		return d
	}
	two := slices.DeleteFunc(slices.Clone(r.Agreement), func(a result.Agreement) bool { return !ofTwoRaters(a) })
	rest := slices.DeleteFunc(slices.Clone(r.Agreement), ofTwoRaters)
	all := document.Section{ID: "agreement", Title: "Agreement", Level: document.Detail}
	if len(rest) > 0 {
		all.Parts = append(all.Parts, document.Part{Table: coefficientsTable(rest, r.Interval)})
	}
	if len(two) > 0 {
		t := coefficientsTable(two, r.Interval)
		t.Name, t.Caption = "two_raters", "Two raters"
		all.Parts = append(all.Parts, document.Part{Table: t})
	}
	data := view.DataSection(r.Data)
	data.Level = document.Detail
	d.Sections = append(d.Sections, data, all)
	return d
}

// ofTwoRaters reports whether a coefficient belongs in the table about two raters and their categories.
func ofTwoRaters(a result.Agreement) bool {
	switch nonparam.Coefficient(a.Coefficient) {
	case nonparam.KappaMaxName, nonparam.KappaOverMaxName, nonparam.PrevalenceIndexName, nonparam.BiasIndexName,
		nonparam.PABAKName, nonparam.SpecificAgreementName:
		return true
	}
	return false
}

// mostCoefficients is how many coefficients a table of the first screen has.
const mostCoefficients = 4

// agreementAnswer is the first screen of coefficients.
func agreementAnswer(r *result.Result) document.Section {
	s := document.Section{ID: "answer", Title: "In short", Level: document.Answer}
	one, two := result.LeadingCoefficients(r.Agreement)
	const most, least = 4, 2 // rows of each table
	for _, t := range []func(most int) *document.Table{
		func(most int) *document.Table {
			return mainCoefficients(r.Agreement, "within", "Within each group", one, 1, most)
		},
		func(most int) *document.Table {
			return mainCoefficients(r.Agreement, "between", "Between groups", two, 2, most)
		},
	} {
		if all := t(most); !all.Empty() {
			s.Parts = append(s.Parts, document.Part{Table: all,
				Shorter: func() document.Part { return document.Part{Table: t(least)} }})
		}
	}
	var notes []document.Entry
	if r.Data.DefaultKind != nil {
		notes = append(notes, document.Entry{Term: "Scale", Text: r.Data.DefaultKind.Text})
	}
	foot := "Intervals: none were asked for."
	if r.Interval.Kind != "none" {
		foot = fmt.Sprintf("Coefficients without a model, with %.4g%% confidence intervals.", 100*r.Interval.Level)
	}
	s.Parts = append(s.Parts, document.Part{List: notes}, document.Part{Text: []string{foot}})
	return s
}

// column is a coefficient with one of its distances or categories.
type column struct{ coefficient, category, distance string }

// mainCoefficients has a row for each study, or for each combination of a number of studies, with the leading
// coefficient first. Rows of many studies are those with the highest and the lowest leading coefficient.
func mainCoefficients(all []result.Agreement, name, caption, leading string, studies, most int) *document.Table {
	t := &document.Table{Name: name, Caption: caption, Columns: []document.Column{{}}}
	var columns []column
	type coefficients struct {
		name  string
		cells map[column]result.Agreement
	}
	var rows []coefficients
	for _, a := range all {
		if len(a.Studies) != studies || a.IsDifference() {
			continue
		}
		c := column{a.Coefficient, a.Category, a.Distance}
		if !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
		of := strings.Join(a.Studies, " × ")
		k := slices.IndexFunc(rows, func(r coefficients) bool { return r.name == of })
		if k < 0 {
			k, rows = len(rows), append(rows, coefficients{of, map[column]result.Agreement{}})
		}
		rows[k].cells[c] = a
	}
	slices.SortStableFunc(columns, func(a, b column) int {
		return cmp.Compare(notLeading(a.coefficient, leading), notLeading(b.coefficient, leading))
	})
	columns = columns[:min(len(columns), mostCoefficients)]
	for i, c := range columns {
		head := document.Column{Head: twoLines(coefficientName(result.Agreement{Coefficient: c.coefficient,
			Category: c.category, Distance: c.distance})), Decimals: 2}
		if i > 0 {
			head.Priority = document.Spare
		}
		t.Columns = append(t.Columns, head)
	}
	if len(rows) > most+1 {
		slices.SortStableFunc(rows, func(a, b coefficients) int {
			return falling(a.cells[columns[0]].Estimate, b.cells[columns[0]].Estimate)
		})
	}
	var laid []document.Row
	for _, of := range ends(rows, most, func(left int) coefficients {
		return coefficients{name: fmt.Sprintf("… %s more", document.Integer(left))}
	}) {
		row := document.Row{Name: document.Clip(of.name)}
		if studies > 1 {
			row.Name = who(strings.Split(of.name, " × "))
		}
		caution := ""
		for _, c := range columns {
			if a, ok := of.cells[c]; ok {
				caution = cmp.Or(caution, a.Caution)
				row.Cells = append(row.Cells, coefficient(a))
			} else {
				row.Cells = append(row.Cells, nil)
			}
		}
		row.Name = result.Marked(row.Name, caution)
		laid = append(laid, row)
	}
	t.Groups = document.Rows(laid...)
	return t
}

// notLeading orders the leading coefficient before others.
func notLeading(name, leading string) int {
	if name == leading {
		return 0
	}
	return 1
}

// ends returns the first and the last of many rows, and between them a row for the rows that are left out.
func ends[T any](rows []T, most int, more func(left int) T) []T {
	left := len(rows) - most
	if left <= 1 {
		return rows
	}
	first := (most + 1) / 2
	return slices.Concat(rows[:first], []T{more(left)}, rows[first+left:])
}

// falling orders numbers from high to low, undefined ones last.
func falling(a, b result.Number) int {
	switch {
	case !a.Defined() && !b.Defined():
		return 0
	case !a.Defined():
		return 1
	case !b.Defined():
		return -1
	}
	return cmp.Compare(b, a)
}

// twoLines breaks a head before its distance.
func twoLines(head string) string { return strings.Replace(head, " (", "\n(", 1) }

// coefficientsTable lists coefficients, a group of rows for each.
func coefficientsTable(all []result.Agreement, iv result.Intervals) *document.Table {
	t := &document.Table{Name: "agreement", Caption: "Agreement", Columns: []document.Column{{}, {Head: "estimate",
		Decimals: 3}, {Head: "SE", Decimals: 3, Priority: document.Spare}, {Head: iv.Coefficients(), Decimals: 3},
		{Head: "items", Priority: document.Spare}, {Head: "ratings", Priority: document.Diagnostic}}}
	place := map[string]int{}
	for _, a := range all {
		name := qualified(catalogue.BothNames(a.Coefficient), a)
		if _, known := place[name]; !known {
			place[name] = len(t.Groups)
			t.Groups = append(t.Groups, document.Group{Title: name})
		}
		of := strings.Join(a.Studies, " × ")
		switch {
		case len(a.Studies) == 3: // the difference of two
			of = a.Studies[1] + " − " + a.Studies[2] + ", each against " + a.Studies[0]
		case a.IsDifference():
			of = a.Studies[0] + " − " + a.Studies[1]
		}
		row := document.Row{Name: result.Marked(visible.Text(of), a.Caution)}
		if a.Estimate.Defined() {
			sd := float64(a.SE)
			row.Cells = []document.Cell{document.Number{Value: float64(a.Estimate), SD: sd},
				document.Number{Value: sd, SD: sd},
				document.Interval{Lower: float64(a.Lower), Upper: float64(a.Upper), SD: sd}, document.Count(a.Items),
				document.Count(a.Ratings)}
		} else {
			row.Cells = []document.Cell{document.Undefined(a.Undefined)}
		}
		g := &t.Groups[place[name]]
		g.Rows = append(g.Rows, row)
	}
	for _, a := range all {
		if f := a.Friedman; f != nil {
			p := document.PValueText(float64(f.P))
			if !strings.HasPrefix(p, "<") {
				p = "= " + p
			}
			t.Notes = append(t.Notes, fmt.Sprintf("%s of %s: Friedman's χ² = %.2f with %s of freedom, p %s.",
				coefficientName(a), visible.Text(a.Studies[0]), float64(f.ChiSquared),
				document.Plural(f.DF, "degree"), p))
		}
	}
	t.Notes = append(t.Notes, result.IntervalNotes(all, iv)...)
	return t
}

// LabelColumns lays out the coefficients of several label columns: a row for each column.
func LabelColumns(lc *result.LabelColumns) *document.Document {
	var names []string
	for _, c := range lc.Columns {
		if !slices.Contains(names, c.Label) {
			names = append(names, c.Label)
		}
	}
	d := &document.Document{Title: "Agreement: " + path.Base(filepath.ToSlash(lc.Data.File)),
		Read: fmt.Sprintf("%s  %s · %s · %s", lc.Data.File,
			document.Plural(len(names), cmp.Or(taskWord(lc), "label column")), document.Plural(lc.Data.Items, "item"),
			lc.Data.StudiesCounted()),
		Verdict: lc.Verdict, Records: columnRecords(lc)}
	groups := lc.Groups()
	answer := document.Section{ID: "answer", Title: "In short", Level: document.Answer}
	for i, g := range groups {
		const most = 12
		answer.Parts = append(answer.Parts, columnsPart(g, fmt.Sprint("columns-", i+1),
			cmp.Or(strings.Join(lc.Data.By, ", "), "Label"), max(2, most/len(groups))))
	}
	if lc.Interval.Kind != "none" {
		answer.Parts = append(answer.Parts, document.Part{Text: []string{"Standard errors and intervals are " +
			"among all numbers."}})
	}
	d.Sections = append(d.Sections, answer)
	var all document.Section
	for _, c := range lc.Columns {
		name := c.Label
		if c.Grouping != "" {
			name += ", groups by " + c.Grouping
		}
		t := coefficientsTable(c.Agreement, lc.Interval)
		t.Name, t.Caption = fmt.Sprint("agreement-", len(all.Parts)+1), name
		if len(all.Parts) > 0 {
			t.Notes = nil // the first table has them
		}
		all.Parts = append(all.Parts, document.Part{Table: t})
	}
	all.ID, all.Title, all.Level = "agreement", "Every coefficient", document.Detail
	if text := view.NotUsed(lc.Data.UnusedColumns); text != "" {
		all.Parts = append([]document.Part{{Text: []string{text}}}, all.Parts...)
	}
	d.Sections = append(d.Sections, all)
	return d
}

// columnsPart is the table of label columns of a grouping. A shorter one has two rows fewer.
func columnsPart(g result.ColumnGroup, name, caption string, most int) document.Part {
	p := document.Part{Table: columnsTable(g, name, caption, most)}
	if most := min(most, len(g.Columns)); most > leastTasks {
		p.Shorter = func() document.Part { return columnsPart(g, name, caption, most-2) }
	}
	return p
}

// taskWord is the word for one of the tasks into which labels are cut; "" if they are not cut.
func taskWord(lc *result.LabelColumns) string {
	if len(lc.Data.By) > 0 {
		return "task"
	}
	return ""
}

// columnsTable has a row for each label column of a grouping and a column for the main coefficients of each study or
// pair.
func columnsTable(g result.ColumnGroup, name, caption string, most int) *document.Table {
	t := &document.Table{Name: name, Caption: caption, Columns: []document.Column{{}}}
	if g.Grouping != "" {
		t.Caption = "Groups by " + g.Grouping
	}
	var every []result.Agreement
	for _, c := range g.Columns {
		every = append(every, c.Agreement...)
	}
	type cell struct{ coefficient, studies string }
	var cells []cell
	one, two := result.LeadingCoefficients(g.Columns[0].Agreement)
	for _, leading := range []string{one, two} {
		for _, a := range every {
			c := cell{a.Coefficient, strings.Join(a.Studies, " × ")}
			if a.Coefficient != leading || slices.Contains(cells, c) || len(cells) >= mostCells {
				continue
			}
			cells = append(cells, c)
			head := document.Column{Head: symbol(leading) + "\n" + who(a.Studies), Decimals: 2}
			if len(cells) > mostCoefficients {
				head.Priority = document.Spare
			}
			t.Columns = append(t.Columns, head)
		}
	}
	found := func(c result.LabelColumn, of cell) (result.Agreement, bool) {
		i := slices.IndexFunc(c.Agreement, func(a result.Agreement) bool {
			return a.Coefficient == of.coefficient && strings.Join(a.Studies, " × ") == of.studies
		})
		if i < 0 {
			return result.Agreement{}, false
		}
		return c.Agreement[i], true
	}
	columns := slices.Clone(g.Columns)
	if len(columns) > most+1 && len(cells) > 0 {
		by := func(c result.LabelColumn) result.Number {
			if a, ok := found(c, cells[0]); ok {
				return a.Estimate
			}
			return result.Undefined()
		}
		slices.SortStableFunc(columns, func(a, b result.LabelColumn) int { return falling(by(a), by(b)) })
	}
	var rows []document.Row
	for _, c := range ends(columns, most, func(left int) result.LabelColumn {
		return result.LabelColumn{Label: fmt.Sprintf("… %s more", document.Integer(left))}
	}) {
		row := document.Row{Name: document.Clip(c.Label)}
		for _, of := range cells {
			switch a, ok := found(c, of); {
			case !ok:
				row.Cells = append(row.Cells, nil)
			case !a.Estimate.Defined():
				row.Cells = append(row.Cells, document.Undefined(a.Undefined))
			default:
				row.Cells = append(row.Cells, document.Number{Value: float64(a.Estimate)})
			}
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// mostCells is how many columns a table of many rows has on the first screen.
const mostCells = 6

// symbol is a short name of a coefficient.
func symbol(coefficient string) string {
	short := strings.NewReplacer("Krippendorff's ", "", "cross-kappa ", "")
	return short.Replace(catalogue.CoefficientName(coefficient))
}

// columnRecords returns the coefficients of label columns as rows for programs.
func columnRecords(lc *result.LabelColumns) *document.Table {
	grouped := slices.ContainsFunc(lc.Columns, func(c result.LabelColumn) bool { return c.Grouping != "" })
	categories := slices.ContainsFunc(lc.Columns, func(c result.LabelColumn) bool {
		return slices.ContainsFunc(c.Agreement, func(a result.Agreement) bool { return a.Category != "" })
	})
	t := &document.Table{Name: "agreement", Groups: []document.Group{{}}}
	for _, head := range []string{"label", "grouping", "coefficient", "distance", "studies", "estimate", "se", "lower",
		"upper", "items", "ratings", "undefined", "resampled", "category"} {
		if (head != "grouping" || grouped) && (head != "category" || categories) {
			t.Columns = append(t.Columns, document.Column{Head: head})
		}
	}
	for _, c := range lc.Columns {
		for _, a := range c.Agreement {
			row := document.Row{Name: c.Label}
			if grouped {
				row.Cells = append(row.Cells, document.Text(c.Grouping))
			}
			row.Cells = append(row.Cells, document.Text(a.Coefficient), document.Text(a.Distance),
				studiesCell(a.Studies), document.Exact(a.Estimate), document.Exact(a.SE), document.Exact(a.Lower),
				document.Exact(a.Upper), document.Count(a.Items), document.Count(a.Ratings),
				document.Text(a.Undefined), document.Text(a.Resampled))
			if categories {
				row.Cells = append(row.Cells, document.Text(a.Category))
			}
			t.Groups[0].Rows = append(t.Groups[0].Rows, row)
		}
	}
	return t
}
