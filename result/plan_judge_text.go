package result

import (
	"fmt"
	"io"
	"strconv"
)

// JudgePlanJSON writes a plan as one JSON object, indented. Numbers that are undefined are null.
func JudgePlanJSON(w io.Writer, p *JudgePlan) error {
	return WriteJSON(w, p)
}

// JudgePlanText writes a plan as a page for a terminal.
func JudgePlanText(w io.Writer, p *JudgePlan) error {
	head := &block{}
	judge, people := "the judge", "a person"
	if p.Data != nil {
		judge, people = p.Judge, "a labeler of "+p.People
		head.heading(fmt.Sprintf("Plan from %s: is %s as good as %s?", p.Data.File, judge, people))
		head.defaultKind(*p.Data)
		value, span := p.Worth.span(1)
		head.heading(fmt.Sprintf("  By the pilot one label of %s is worth %s labels %s on the %s.", judge, value, span,
			ScaleName(p.Scale)))
	} else {
		head.heading("Plan from assumptions: is the judge as good as a person?")
		head.heading("  " + p.Assumed.sentence(p.Worth))
	}
	blocks := []*block{head, p.designs()}
	end := &block{}
	end.paragraph("", p.verdict(judge))
	for _, text := range p.Warnings {
		end.heading(text)
	}
	return writeBlocks(w, append(blocks, end))
}

// sentence says what is assumed.
func (ja JudgeAssumption) sentence(worth Measure) string {
	text := fmt.Sprintf("Labels of people have ICC %s, one of the judge follows their true scores with r = %s and is "+
		"worth %s of theirs", Number(ja.ICC).fixed(2), Number(ja.Validity).fixed(2), worth.Median.fixed(1))
	if ja.Share > 0 {
		text += fmt.Sprintf("; %s of labels are yes", percentage(Number(ja.Share)))
	}
	if ja.LabelerICC > 0 {
		text += fmt.Sprintf("; labeler ICC %s", Number(ja.LabelerICC).fixed(2))
	}
	if ja.Labelers > 0 {
		text += fmt.Sprintf("; %s", plural(ja.Labelers, "labeler"))
	}
	return text + "."
}

// designs is the table of designs.
func (jp *JudgePlan) designs() *block {
	b := &block{}
	pilot := jp.Data != nil
	head := []string{"Items needed, labels of people/item", "items"}
	if pilot {
		head = append(head, jp.Interval.name("CrI"), "enough with "+percent(jp.Assurance))
	}
	head = append(head, "labels of people", "cost")
	if jp.Budget > 0 {
		head = append(head, "items for "+count(jp.Budget), "settled with probability")
	}
	b.row("", head...)
	for _, d := range jp.Designs {
		row := []string{"  " + strconv.Itoa(d.K), labels(d.Items)}
		if pilot {
			row = append(row, fmt.Sprintf("[%s, %s]", labels(d.Lower), labels(d.Upper)), labels(d.Enough))
		}
		row = append(row, labels(d.Labels), labels(d.Cost))
		if jp.Budget > 0 {
			row = append(row, count(d.BudgetItems), d.BudgetPower.fixed(2))
		}
		mark := ""
		if d.Cheapest {
			mark = "← cheapest"
		}
		b.row(mark, row...)
	}
	return b
}

// verdict says what the numbers mean.
func (jp *JudgePlan) verdict(judge string) string {
	text := fmt.Sprintf("So many items, of which the judge labels each once, settle with probability %s whether one "+
		"label of %s is worth more than %s or less: a posterior probability of %s or more.",
		Number(jp.Power).fixed(2), judge, pluralNumber(jp.AtLeast), Number(jp.Settled).fixed(2))
	for _, d := range jp.Designs {
		if d.Cheapest {
			return text + fmt.Sprintf(" The cheapest design has %s of each of %s items and costs %s labels, with %s "+
				"for an item and %s for a label of the judge.", plural(d.K, "label"), labels(d.Items), labels(d.Cost),
				Number(jp.ItemCost).short(), Number(jp.JudgeCost).short())
		}
	}
	return text + " No number of items is enough: the worth is too near."
}

// pluralNumber prints a number of labels.
func pluralNumber(x float64) string {
	if x == 1 {
		return "1 label of a person"
	}
	return Number(x).short() + " labels of people"
}

// short prints n with as many digits as it has.
func (n Number) short() string { return strconv.FormatFloat(float64(n), 'g', 4, 64) }
