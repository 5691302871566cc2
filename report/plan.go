package report

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strconv"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
	"concord/study"
)

// Plan lays out how many labels an item needs, the best use of a budget, and how many labels show which study is closer
// to the reference.
func Plan(p *result.Plan) *document.Document {
	d := &document.Document{Title: "Plan: " + path.Base(filepath.ToSlash(p.Data.File)),
		Read: "Plan from " + view.ReadLine(p.Data), Verdict: p.Verdict, Alerts: p.Data.CautionTexts()}
	answer := document.Section{ID: "answer", Title: "In short", Level: document.Answer, Parts: []document.Part{
		neededPart(p, 6), {Table: buysTable(p), Shorter: document.LeftOut},
		{Table: differencesTable(p, mostDifferences), Shorter: func() document.Part { return shownDifference(p) }}}}
	var notes []document.Entry
	if p.Data.DefaultKind != nil {
		notes = append(notes, document.Entry{Term: "Scale", Text: p.Data.DefaultKind.Text})
	}
	var doubts []document.Check
	for _, text := range p.Warnings {
		doubts = append(doubts, document.Check{Text: text})
	}
	text := "Reliability: means of labels by different labelers."
	if p.Data.Kind == study.Binary.String() {
		text = "Reliability: shares of positive labels by different labelers (label scale)."
	}
	if len(p.Designs) > 0 {
		text += " Labels that an item needs, and ICC(k), are of labels that share nothing but the item: each has " +
			"other levels of all facets."
	}
	answer.Parts = append(answer.Parts, document.Part{List: notes}, document.Part{Checks: doubts},
		document.Part{Text: []string{text}})
	d.Sections = []document.Section{answer}
	add := func(id, title string, tables ...*document.Table) {
		s := document.Section{ID: id, Title: title, Level: document.Detail}
		for _, t := range tables {
			if !t.Empty() {
				s.Parts = append(s.Parts, document.Part{Table: t})
			}
		}
		if len(s.Parts) > 0 {
			d.Sections = append(d.Sections, s)
		}
	}
	add("needed", "Labels an item needs", everyNeed(p))
	add("curve", "Reliability of k labels", curveTable(p))
	var spending []*document.Table
	for _, s := range p.Data.Studies {
		spending = append(spending, spendingTable(p, s.Name), designsTable(p, s.Name))
	}
	add("spending", "What a cost buys", spending...)
	add("agreement", "Precision of the agreement with the reference", plannedAgreement(p))
	if n := len(result.CheapestDifferences(p.Differences)); n > mostDifferences {
		add("differences", "Which is closer to the reference", differencesTable(p, n))
	}
	return d
}

// mostDifferences is how many pairs of studies the first screen of a plan has.
const mostDifferences = 3

// neededPart is the table of needed labels. A shorter one has two studies fewer.
func neededPart(p *result.Plan, most int) document.Part {
	part := document.Part{Table: neededTable(p, most)}
	if most := min(most, len(p.Data.Studies)); most > leastTasks {
		part.Shorter = func() document.Part { return neededPart(p, most-2) }
	}
	return part
}

// neededTable has a row for each study, or for the first and the last of many, and a column for each target
// reliability.
func neededTable(p *result.Plan, most int) *document.Table {
	t := &document.Table{Name: "labels", Caption: "Labels an item needs", Columns: []document.Column{{}}}
	var targets []float64
	var names []string
	cells := map[string]map[float64]result.LabelsNeeded{}
	for _, l := range p.Labels {
		if cells[l.Study] == nil {
			names, cells[l.Study] = append(names, l.Study), map[float64]result.LabelsNeeded{}
		}
		if _, known := cells[l.Study][l.Target]; !known && len(names) == 1 {
			targets = append(targets, l.Target)
		}
		cells[l.Study][l.Target] = l
	}
	lead := p.LeadingTarget()
	for _, target := range targets {
		c := document.Column{Head: fmt.Sprintf("for a mean of\nreliability %v", target)}
		if target != lead {
			c.Priority = document.Spare
		}
		t.Columns = append(t.Columns, c)
	}
	t.Columns = append(t.Columns, document.Column{Head: fmt.Sprintf("enough for %v\nwith %s", lead, sure(p)),
		Priority: document.Useful})
	var rows []document.Row
	for _, name := range ends(names, most, func(left int) string { return fmt.Sprintf("… %d more", left) }) {
		row := document.Row{Name: document.Clip(name)}
		if cells[name] != nil {
			for _, target := range targets {
				row.Cells = append(row.Cells, cells[name][target].Needed())
			}
			row.Cells = append(row.Cells, cells[name][lead].IsEnough())
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// sure is the assurance of a plan.
func sure(p *result.Plan) string { return fmt.Sprintf("%.4g%%", 100*p.Assurance) }

// everyNeed has a row for each study and target.
func everyNeed(p *result.Plan) *document.Table {
	t := &document.Table{Name: "needed", Caption: "Labels an item needs", Columns: []document.Column{{},
		{Head: bracketed("median", p.Interval, "CrI")}, {Head: "enough with " + sure(p)}}}
	for _, l := range p.Labels {
		if n := len(t.Groups); n == 0 || t.Groups[n-1].Title != l.Study {
			t.Groups = append(t.Groups, document.Group{Title: l.Study})
		}
		g := &t.Groups[len(t.Groups)-1]
		g.Rows = append(g.Rows, document.Row{Name: "target " + document.Full(l.Target), Cells: []document.Cell{
			l.Needed(), l.IsEnough()}})
	}
	return t
}

// curveTable has the reliability of the mean of k labels, a column for each study.
func curveTable(p *result.Plan) *document.Table {
	t := &document.Table{Name: "curve", Caption: "Reliability of k labels", Columns: []document.Column{{}},
		Groups: []document.Group{{}}}
	known := map[string]bool{}
	for _, c := range p.Curve {
		if !known[c.Study] {
			known[c.Study] = true
			t.Columns = append(t.Columns, document.Column{Head: c.Study, Decimals: 2})
		}
		g := &t.Groups[0]
		for len(g.Rows) < c.K {
			g.Rows = append(g.Rows, document.Row{Name: strconv.Itoa(len(g.Rows) + 1)})
		}
		g.Rows[c.K-1].Cells = append(g.Rows[c.K-1].Cells, document.Estimate{Value: float64(c.Mean),
			Lower: float64(c.Lower), Upper: float64(c.Upper)})
	}
	return t
}

// best returns, for a study, the number of labels that shows its ICC best for the cost.
func best(p *result.Plan, name string) (found result.Spending, ok bool) {
	for _, s := range p.Spending {
		if s.Study == name && s.ICCSE.Defined() && (!ok || s.ICCSE < found.ICCSE) {
			found, ok = s, true
		}
	}
	return found, ok
}

// buysTable has the best way to spend the budget of each study.
func buysTable(p *result.Plan) *document.Table {
	t := &document.Table{Name: "buys", Caption: "Best for the ICC at the same cost", Columns: []document.Column{{},
		{Head: "cost,\nlabels"}, {Head: "labels\nper item"}, {Head: "items"},
		{Head: "people", Priority: document.Useful},
		{Head: "reliability\nof a mean", Decimals: 2}, {Head: "SE of\nthe mean", Decimals: 3, Priority: document.Spare},
		{Head: "SE of\nthe ICC", Decimals: 3, Priority: document.Spare}}}
	var rows []document.Row
	for _, s := range p.Data.Studies {
		if b, ok := best(p, s.Name); ok {
			rows = append(rows, document.Row{Name: document.Clip(s.Name),
				Cells: append([]document.Cell{document.Count(b.Budget)}, spendingCells(b)...)})
		}
	}
	const most = 4
	t.Groups = document.Rows(ends(rows, most, moreRows)...)
	if t.Empty() && len(p.Designs) > 0 {
		return bestDesigns(p, most)
	}
	return t
}

// spendingCells are the numbers of a way to spend a budget.
func spendingCells(s result.Spending) []document.Cell {
	var people document.Cell = document.Text("–")
	if s.Labelers.Defined() {
		people = document.Count(s.Labelers)
	}
	return []document.Cell{document.Count(s.K), document.Count(s.Items), people,
		document.Number{Value: float64(s.Reliability)}, precise(s.MeanSE), precise(s.ICCSE)}
}

// precise is a standard error, which decides how many decimals its column has.
func precise(n result.Number) document.Cell {
	if !n.Defined() {
		return document.Text("–")
	}
	return document.Number{Value: float64(n)}
}

// spendingTable compares numbers of labels of an item at the same cost.
func spendingTable(p *result.Plan, name string) *document.Table {
	t := &document.Table{Name: "spending-" + strconv.Itoa(placeOf(p, name)), Columns: []document.Column{{},
		{Head: "items"}, {Head: "people"}, {Head: "reliability of an\nitem's mean", Decimals: 2},
		{Head: "SE of the\nstudy's mean", Decimals: document.WithUnit}, {Head: "SE of\nthe ICC", Decimals: 3},
		{Words: true}}}
	shown, known := best(p, name)
	var rows []document.Row
	for _, s := range p.Spending {
		if s.Study != name {
			continue
		}
		t.Caption = fmt.Sprintf("%s, labels/item at a cost of %s", visible.Text(name), document.Plural(s.Budget,
			"label"))
		mark := ""
		if known && s.K == shown.K {
			mark = "← shows the reliability best"
		}
		cells := spendingCells(s)[1:]
		if s.MeanSE.Defined() {
			cells[3] = document.Number{Value: float64(s.MeanSE), SD: float64(s.MeanSE)}
		}
		rows = append(rows, document.Row{Name: strconv.Itoa(s.K), Cells: append(cells, document.Text(mark))})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// placeOf is the number of a study, from 1.
func placeOf(p *result.Plan, name string) int {
	for i, s := range p.Data.Studies {
		if s.Name == name {
			return i + 1
		}
	}
	return 0
}

// designHeads are the columns of designs of a model with facets.
func designHeads(first ...document.Column) []document.Column {
	return append(first, document.Column{Head: "design", Words: true}, document.Column{Head: "items"},
		document.Column{Head: "Eρ²", Decimals: 2}, document.Column{Head: "Φ", Decimals: 2},
		document.Column{Head: "SE of the\nstudy's mean", Decimals: document.WithUnit, Priority: document.Useful})
}

func designCells(d result.PlannedDesign) []document.Cell {
	return []document.Cell{document.Text(d.Design), document.Count(d.Items),
		document.Number{Value: float64(d.Generalizability)}, document.Number{Value: float64(d.Dependability)},
		document.Number{Value: float64(d.MeanSE), SD: float64(d.MeanSE)}}
}

// designsTable lists for each number of labels the design of a study that shows the level of items best.
func designsTable(p *result.Plan, name string) *document.Table {
	t := &document.Table{Name: "designs-" + strconv.Itoa(placeOf(p, name)), Columns: designHeads(document.Column{})}
	var rows []document.Row
	for _, d := range p.Designs {
		if d.Study == name && d.Best {
			t.Caption = fmt.Sprintf("%s, labels/item at a cost of %s, with the same labelers and levels for all items",
				visible.Text(name), document.Plural(d.Budget, "label"))
			rows = append(rows, document.Row{Name: strconv.Itoa(d.LabelsPerItem), Cells: designCells(d)})
		}
	}
	t.Groups = document.Rows(rows...)
	return t
}

// bestDesigns has for each study the design with the highest dependability.
func bestDesigns(p *result.Plan, most int) *document.Table {
	t := &document.Table{Name: "best-designs", Caption: "Best design at the same cost",
		Columns: designHeads(document.Column{}, document.Column{Head: "labels\nper item"})}
	var rows []document.Row
	for _, s := range p.Data.Studies {
		var found *result.PlannedDesign
		for i, d := range p.Designs {
			if d.Study == s.Name && d.Best && (found == nil || d.Dependability > found.Dependability) {
				found = &p.Designs[i]
			}
		}
		if found != nil {
			rows = append(rows, document.Row{Name: document.Clip(s.Name), Cells: append([]document.Cell{
				document.Count(found.LabelsPerItem)}, designCells(*found)...)})
		}
	}
	t.Groups = document.Rows(ends(rows, most, moreRows)...)
	return t
}

// plannedAgreement lists how precisely studies show their agreement with the reference.
func plannedAgreement(p *result.Plan) *document.Table {
	if len(p.Agreement) == 0 {
		return nil
	}
	first := p.Agreement[0]
	t := &document.Table{Name: "rho-se", Columns: []document.Column{{}, {Head: "items"}}, Groups: []document.Group{{}}}
	place := map[int]int{}
	for _, a := range p.Agreement {
		if a.K == first.K {
			t.Columns = append(t.Columns, document.Column{Head: a.Study, Decimals: 3})
		}
		g := &t.Groups[0]
		if _, known := place[a.K]; !known {
			place[a.K] = len(g.Rows)
			g.Rows = append(g.Rows, document.Row{Name: strconv.Itoa(a.K),
				Cells: []document.Cell{document.Count(a.Items)}})
		}
		row := &g.Rows[place[a.K]]
		row.Cells = append(row.Cells, precise(a.RhoSE))
	}
	t.Caption = fmt.Sprintf("SE of ρ with %s, labels/item in each group", visible.Text(first.Reference))
	t.Notes = []string{fmt.Sprintf("A cost of %s, if all %s label the same items.", document.Plural(first.Budget,
		"label"), document.Plural(len(t.Columns)-1, "group"))}
	return t
}

// shownDifference says with which probability the budget shows which of two studies is closer to the reference.
func shownDifference(p *result.Plan) document.Part {
	all := result.CheapestDifferences(p.Differences)
	if len(all) == 0 {
		return document.Part{}
	}
	d := all[0]
	text := fmt.Sprintf("%s, %s: %s for all groups, %s of each item, show it with probability %s.",
		document.Clip(d.Study),
		document.Clip(d.Other), document.Plural(d.Budget, "label"), document.Integer(d.K),
		document.Percent(float64(d.Power), 1))
	return document.Part{Shorter: document.LeftOut, List: []document.Entry{{Term: "Closer", Text: text}}}
}

// differencesTable lists for each two studies the design that most probably shows which is closer to the reference.
func differencesTable(p *result.Plan, most int) *document.Table {
	all := result.CheapestDifferences(p.Differences)
	if len(all) == 0 {
		return nil
	}
	t := &document.Table{Name: "closer", Caption: "Which is closer to " + document.Clip(all[0].Reference) + "?",
		Columns: []document.Column{{}, {Head: "labels\nper item"}, {Head: "items"}, {Head: "SE of the\ndifference of ρ",
			Decimals: 3, Priority: document.Spare}, {Head: "probability\nthat it shows", Decimals: 1},
			{Head: "items that show\nit with " + sure(p), Priority: document.Useful}},
		Notes: []string{fmt.Sprintf("A cost of %s for all groups.", document.Plural(all[0].Budget, "label"))}}
	var rows []document.Row
	for _, d := range all[:min(cmp.Or(most, len(all)), len(all))] {
		rows = append(rows, document.Row{Name: document.Clip(d.Study) + ", " + document.Clip(d.Other),
			Cells: []document.Cell{
				document.Count(d.K), document.Count(d.Items), precise(d.DifferenceSE), document.Share(d.Power),
				planned(d.ItemsNeeded)}})
	}
	if more := len(all) - most; more > 0 {
		rows = append(rows, moreRows(more))
	}
	t.Groups = document.Rows(rows...)
	return t
}
