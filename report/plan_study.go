package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/nonparam"
)

// PlanStudy lays out how precise studies will be if their labels are as assumed.
func PlanStudy(p *result.StudyPlan) *document.Document {
	d := &document.Document{Title: "Plan of a study", Read: "Plan from assumptions, without a pilot",
		Verdict: p.Verdict}
	var doubts []document.Check
	for _, text := range p.Warnings {
		doubts = append(doubts, document.Check{Text: text})
	}
	d.Sections = []document.Section{{ID: "answer", Title: "Designs", Parts: []document.Part{
		{Table: studyDesigns(p)},
		{List: []document.Entry{{Term: "Assumed", Text: studyAssumed(p.Assumed)}}}, {Checks: doubts},
		{Text: []string{studyIntervals(p) + " " + studyErrors(p)}}}}}
	return d
}

// studyDesigns is the table of items by labels per item, with the items that are enough below it.
func studyDesigns(p *result.StudyPlan) *document.Table {
	caption := "Half width, by labelers of an item"
	wanted := "items for ± " + document.Fixed(float64(p.Width), 2)
	if !p.Width.Defined() {
		wanted = fmt.Sprintf("items for power %s", document.Percent(float64(p.Power), 0))
		caption = fmt.Sprintf("Probability that it is beyond %s", document.Full(float64(p.Target)))
	}
	t := &document.Table{Name: "designs", Caption: caption, Columns: []document.Column{{}}}
	rows := []document.Row{}
	items, labels := document.Row{Name: wanted}, document.Row{Name: "labels for it"}
	for _, n := range p.Needed {
		t.Columns = append(t.Columns, studyColumn(p, n.K))
		items.Cells = append(items.Cells, enoughItems(n.Items))
		labels.Cells = append(labels.Cells, enoughItems(n.Labels))
	}
	for _, d := range p.Designs {
		at := slices.IndexFunc(rows, func(r document.Row) bool { return r.Name == document.Plural(d.Items, "item") })
		if at < 0 {
			at = len(rows)
			rows = append(rows, document.Row{Name: document.Plural(d.Items, "item")})
		}
		var cell document.Cell = document.Share(d.Probability)
		if p.Width.Defined() {
			cell = document.Number{Value: float64(d.HalfWidth), SD: float64(d.HalfWidthError)}
		}
		rows[at].Cells = append(rows[at].Cells, cell)
	}
	t.Groups = []document.Group{{Rows: rows}, {Rows: []document.Row{items, labels}}}
	return t
}

func studyColumn(p *result.StudyPlan, k int) document.Column {
	c := document.Column{Head: document.Integer(k) + "\nlabelers"}
	if p.Width.Defined() {
		c.Decimals = 2
	}
	return c
}

// enoughItems is a number of items or labels. It is undefined if no number is enough.
func enoughItems(n result.Number) document.Cell {
	if !n.Defined() {
		return document.Undefined("no number of items that was tried is enough")
	}
	return document.Count(int(n))
}

// studyAssumed says in words what is assumed.
func studyAssumed(a result.StudyAssumption) string {
	value := document.Full
	all := []string{fmt.Sprintf("%s of two labelers is %s.", a.Symbol(), value(a.Value))}
	if a.Groups == 2 {
		all[0] = fmt.Sprintf("%s of two labelers is %s in one group and %s in the other.", a.Symbol(),
			value(a.Value+a.Difference), value(a.Value))
	}
	var shares []string
	for _, r := range a.Rates {
		shares = append(shares, document.Percent(r, 0))
	}
	switch a.Labels {
	case "binary":
		all = append(all, fmt.Sprintf("%s of labels are yes.", document.Percent(a.Rates[1], 0)))
	case "numeric":
		all = append(all, "Labels are numbers.")
	case "ordinal":
		all = append(all, fmt.Sprintf("Labels are %d ordered categories: %s.", len(a.Rates),
			strings.Join(shares, ", ")))
	default:
		all = append(all, fmt.Sprintf("Labels are %d categories without order: %s.", len(a.Rates),
			strings.Join(shares, ", ")))
	}
	switch a.Who {
	case result.WhoSame:
		all = append(all, "The same people label all items.")
	case result.WhoOther:
		all = append(all, "Other people label each item.")
	default:
		all = append(all, document.Integer(a.Labelers)+" people label, and each of them sees some items.")
	}
	switch {
	case a.LabelerICC > 0:
		all = append(all, fmt.Sprintf("Labelers differ in their level: labeler ICC %s.", value(a.LabelerICC)))
	case a.Who != result.WhoOther:
		all = append(all, "No labeler is stricter than others (labeler ICC 0).")
	}
	if a.Groups == 2 && a.Rho > 0 {
		all = append(all, fmt.Sprintf("Both groups label the same items, with ρ = %s.", value(a.Rho)))
	} else if a.Groups == 2 {
		all = append(all, "The groups label different items.")
	}
	return strings.Join(all, " ")
}

// studyIntervals says which intervals are planned.
func studyIntervals(p *result.StudyPlan) string {
	var names []string
	for _, d := range p.Designs {
		if name := catalogue.CoefficientName(d.Coefficient); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	how := "by a jackknife"
	if c := p.Designs[0].Coefficient; c == string(nonparam.ICCA1Name) || c == string(nonparam.ICCC1Name) {
		how = "by F limits"
	}
	return fmt.Sprintf("%s intervals of %s, %s.", document.Percent(float64(p.Level), 0),
		strings.Join(names, " or "), how)
}

// studyErrors says how exact the numbers are.
func studyErrors(p *result.StudyPlan) string {
	worst, items, least, most := 0.0, 0.0, p.Designs[0].Replications, 0
	for _, d := range p.Designs {
		e := d.ProbabilityError
		if p.Width.Defined() {
			e = d.HalfWidthError
		}
		if e.Defined() {
			worst = max(worst, float64(e))
		}
		least, most = min(least, d.Replications), max(most, d.Replications)
	}
	for _, n := range p.Needed {
		if n.Items.Defined() {
			items = max(items, float64(n.ItemsError/n.Items))
		}
	}
	studies := strconv.Itoa(least)
	if most > least {
		studies += " to " + strconv.Itoa(most)
	}
	errors := "of " + document.Percent(worst, 0)
	if p.Width.Defined() {
		errors = "of " + document.Fixed(worst, 3)
	}
	return fmt.Sprintf("Each number is from %s simulated studies, with Monte Carlo errors %s or less, and %s "+
		"for numbers of items.", studies, errors, document.Percent(items, 0))
}
