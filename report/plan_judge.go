package report

import (
	"fmt"
	"math"
	"strconv"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// PlanJudge lays out how many items show whether a judge is as good as a person.
func PlanJudge(p *result.JudgePlan) *document.Document {
	d := &document.Document{Title: "Plan of a study of a judge", Read: "Plan from assumptions, without a pilot",
		Verdict: p.Verdict}
	if p.Data != nil {
		d.Read = "Plan from a pilot: " + view.ReadLine(*p.Data)
	}
	s := document.Section{ID: "answer", Title: "Designs", Parts: []document.Part{{Table: planDesigns(p, true)}}}
	about := document.Entry{Term: "Pilot", Text: fmt.Sprintf("One label of %s is worth %s labels of %s.",
		document.Clip(p.Judge),
		document.Say(worth(p.Worth, 0), 1), document.Clip(p.People))}
	if p.Assumed != nil {
		about = document.Entry{Term: "Assumed", Text: assumedText(*p.Assumed, p.Worth)}
	}
	list := []document.Entry{about}
	if p.Data != nil && p.Data.DefaultKind != nil {
		list = append(list, document.Entry{Term: "Scale", Text: p.Data.DefaultKind.Text})
	}
	var doubts []document.Check
	for _, text := range p.Warnings {
		doubts = append(doubts, document.Check{Text: text})
	}
	s.Parts = append(s.Parts, document.Part{List: list}, document.Part{Checks: doubts},
		document.Part{Text: []string{fmt.Sprintf("The judge labels each item once. A study is conclusive if the "+
			"posterior probability is %s or more. Costs are in labels of people: an item %s, a label of the judge %s.",
			document.Percent(p.Settled, 0), document.Full(p.ItemCost), document.Full(p.JudgeCost))}})
	d.Sections = []document.Section{s}
	if len(p.Designs) > mostDesigns {
		d.Sections = append(d.Sections, document.Section{ID: "designs", Title: "All designs", Level: document.Detail,
			Parts: []document.Part{{Table: planDesigns(p, false)}}})
	}
	return d
}

// assumedText states the assumptions.
func assumedText(a result.JudgeAssumption, worth result.Measure) string {
	text := fmt.Sprintf("Labels of people have ICC %s. One label of the judge follows their true scores with r = %s "+
		"and is "+
		"worth %s of their labels", document.Fixed(a.ICC, 2), document.Fixed(a.Validity, 2),
		document.Fixed(float64(worth.Median), 1))
	if a.Share > 0 {
		text += fmt.Sprintf("; %s of labels are yes", document.Percent(a.Share, 1))
	}
	if a.LabelerICC > 0 {
		text += "; labeler ICC " + document.Fixed(a.LabelerICC, 2)
	}
	if a.Labelers > 0 {
		text += "; " + document.Plural(a.Labelers, "labeler")
	}
	return text + "."
}

// mostDesigns is how many designs a first screen has.
const mostDesigns = 5

// planDesigns is the table of designs. A first screen has the designs around the cheapest one.
func planDesigns(p *result.JudgePlan, few bool) *document.Table {
	pilot := p.Data != nil
	t := &document.Table{Name: "designs", Caption: "Labels per item", Columns: []document.Column{{},
		{Head: "items"}}}
	if pilot {
		t.Columns[1].Head = bracketed("items", p.Interval, "CrI")
		t.Columns = append(t.Columns, document.Column{Head: "enough with\n" + fmt.Sprintf("probability %.4g%%",
			100*p.Assurance), Priority: document.Spare})
	}
	t.Columns = append(t.Columns, document.Column{Head: "labels of\npeople", Priority: document.Useful},
		document.Column{Head: "cost"})
	if p.Budget > 0 {
		t.Columns = append(t.Columns, document.Column{Head: "items for\n" + document.Integer(p.Budget),
			Priority: document.Useful}, document.Column{Head: "power", Decimals: 0, Priority: document.Useful})
	}
	t.Columns = append(t.Columns, document.Column{Words: true})
	var rows []document.Row
	cheapest := 0
	for i, d := range p.Designs {
		row := document.Row{Name: strconv.Itoa(d.K)}
		if pilot {
			row.Cells = append(row.Cells, plannedSpan(d.Items, d.Lower, d.Upper, true), planned(d.Enough))
		} else {
			row.Cells = append(row.Cells, planned(d.Items))
		}
		row.Cells = append(row.Cells, planned(d.Labels), planned(d.Cost))
		if p.Budget > 0 {
			row.Cells = append(row.Cells, document.Count(d.BudgetItems), document.Share(d.BudgetPower))
		}
		if d.Cheapest {
			cheapest = i
			row.Cells = append(row.Cells, document.Text("← cheapest"))
		}
		rows = append(rows, row)
	}
	if few && len(rows) > mostDesigns {
		from := min(max(0, cheapest-mostDesigns/2), len(rows)-mostDesigns)
		rows, t.Name = rows[from:from+mostDesigns], "cheapest"
	}
	t.Groups = document.Rows(rows...)
	return t
}

// mostPlanned is the largest number of items or labels that a plan prints.
const mostPlanned = 99_999

// planned is a number of items or labels. It is undefined if no number is enough.
func planned(n result.Number) document.Cell {
	return plannedSpan(n, result.Undefined(), result.Undefined(), false)
}

// plannedSpan is planned with an interval, if there is one.
func plannedSpan(n, lower, upper result.Number, interval bool) document.Cell {
	whole := func(n result.Number) float64 {
		if !n.Defined() {
			return math.Inf(1)
		}
		return math.Trunc(float64(n))
	}
	l := document.Labels{Value: whole(n), Lower: none, Upper: none, Most: mostPlanned}
	if interval {
		l.Lower, l.Upper = whole(lower), whole(upper)
	}
	return l
}
