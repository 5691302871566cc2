package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/visible"
)

// mostPeople is how many labelers of a group are listed; of more, the best and the worst ones.
const mostPeople = 10

// Tables returns what is printed of the comparison: how well one gold label follows each group, what the mean of k
// labels has to do with it, which of two groups is closer, how often answers are right, and those of each labeler.
func (gd *Gold) Tables() []Table {
	tables := gd.validity()
	for _, group := range gd.Groups {
		if t, ok := gd.curve(group); ok {
			tables = append(tables, t)
		}
	}
	if len(gd.Pairs) > 0 {
		tables = append(tables, gd.closer())
	}
	tables = append(tables, gd.right())
	if len(gd.Differences) > 0 {
		tables = append(tables, gd.moreRight())
	}
	for _, group := range gd.Groups {
		if len(group.People) > 1 {
			tables = append(tables, gd.people(group))
		}
	}
	return tables
}

// validity is a table for each scale.
func (gd *Gold) validity() []Table {
	var tables []Table
	for s := gd.scales() - 1; s >= 0; s-- {
		t := Table{Head: []string{"r", gd.Interval.name("CrI"), "a person's r", "worth, labels",
			gd.Interval.name("CrI")}, label: "validity", spare: []int{3}}
		stated := gd.Standard.Reliability.Defined() && s == gd.scales()-1
		if stated {
			t.Head = append(t.Head, "ρ", gd.Interval.name("CrI"), "like a gold label", gd.Interval.name("CrI"))
			t.Notes = append(t.Notes, fmt.Sprintf("ρ = r/√reliability, with the stated reliability %s of a label of "+
				"%s. Like a gold label: so many labels have a mean that follows a gold label as well as another gold "+
				"label would.", gd.Standard.Reliability.fixed(2), visible.Text(gd.Standard.Study)))
		}
		var rows TableGroup
		for _, group := range gd.Groups {
			if len(group.Validity) == 0 {
				continue
			}
			v, span := group.Validity[s].span(2)
			person, _ := group.Person[s].span(2)
			worth, worthSpan := group.Worth[s].labels()
			if worthSpan == "" {
				worthSpan = "–"
			}
			row := []string{group.Study, v, span, person, worth, worthSpan}
			if stated {
				rho, rhoSpan := group.Rho.span(2)
				row = append(row, rho, rhoSpan)
				row = append(row, group.Like.counted()...)
			}
			rows.Rows = append(rows.Rows, row)
			t.Title = fmt.Sprintf("One label of %s, %s", gd.Standard.Study, ScaleName(group.Validity[s].Scale))
		}
		t.Groups = []TableGroup{rows}
		tables = append(tables, t)
	}
	return tables
}

// counted prints median and interval of a number of labels that may be infinite.
func (measure Measure) counted() []string {
	show := func(n Number) string {
		if !n.Defined() {
			return "∞"
		}
		return n.fixed(1)
	}
	return []string{show(measure.Median), "[" + show(measure.Lower) + ", " + show(measure.Upper) + "]"}
}

// labels prints median and interval of a number of labels that one gold label is worth. Numbers beyond the last of
// [goldKs] are not counted out: if the whole interval lies there, only its lower end is printed.
func (measure Measure) labels() (value, span string) {
	if !measure.Median.Defined() {
		return measure.span(1)
	}
	most := Number(goldKs[len(goldKs)-1])
	if measure.Lower > most {
		return "more than " + count(int(measure.Lower)), ""
	}
	show := func(n Number) string {
		if n > most {
			return fmt.Sprintf("> %v", most)
		}
		return n.fixed(1)
	}
	return show(measure.Median), "[" + show(measure.Lower) + ", " + show(measure.Upper) + "]"
}

// scales is the number of scales on which there are quantities of the fit.
func (gd *Gold) scales() int {
	for _, group := range gd.Groups {
		if len(group.Validity) > 0 {
			return len(group.Validity)
		}
	}
	return 0
}

// curve is what the mean of k labels of a group has to do with a gold label.
func (gd *Gold) curve(group GoldGroup) (t Table, ok bool) {
	if group.Labels == group.Items {
		return Table{}, false
	}
	voted := group.Votes.Right != nil
	t = Table{Title: "k labels of " + group.Study + " beside one of " + gd.Standard.Study, label: "curve",
		Head: []string{"r of their mean", gd.Interval.name("CrI"), "observed"}, spare: []int{6}}
	if voted {
		t.Head = append(t.Head, "vote right", gd.Interval.name("CI"))
	}
	t.Head = append(t.Head, "items")
	var rows TableGroup
	for _, k := range group.Curve {
		row := []string{strconv.Itoa(k.K), "–", "–", k.Observed.fixed(2)}
		if k.Correlation != nil {
			row[1], row[2] = k.Correlation.span(2)
		}
		if voted {
			row = append(row, k.Right.cells()...)
		}
		if k.Right == nil && !k.Observed.Defined() {
			row = append(row, "–")
		} else {
			row = append(row, count(k.Items))
		}
		rows.Rows = append(rows.Rows, row)
	}
	if n := len(group.Validity); n > 0 {
		v, span := group.Validity[n-1].span(2)
		row := make([]string, len(t.Head)+1)
		copy(row, []string{"endlessly many", v, span})
		rows.Rows = append(rows.Rows, row)
	}
	if group.Caution != "" {
		t.Head[2] = Marked(t.Head[2], group.Caution)
		if voted {
			t.Head[3] = Marked(t.Head[3], group.Caution)
		}
		t.Notes = append(t.Notes, dependentNote)
	}
	t.Groups = []TableGroup{rows}
	return t, true
}

// cells prints a share and its interval.
func (sh *GoldShare) cells() []string {
	if sh == nil || !sh.Estimate.Defined() {
		return []string{"–", "–"}
	}
	return []string{percentage(sh.Estimate), "[" + percentage(sh.Lower) + ", " + percentage(sh.Upper) + "]"}
}

// cells prints a number and its interval.
func (gn *GoldNumber) cells() []string {
	switch {
	case gn == nil || !gn.Estimate.Defined():
		return []string{"–", "–"}
	case !gn.Lower.Defined():
		return []string{gn.Estimate.fixed(2), "–"}
	}
	return []string{gn.Estimate.fixed(2), "[" + gn.Lower.fixed(2) + ", " + gn.Upper.fixed(2) + "]"}
}

// closer compares each two groups.
func (gd *Gold) closer() Table {
	t := Table{Title: "Which is closer to " + gd.Standard.Study, label: "closer",
		Head: []string{"P(closer)", "Δr", gd.Interval.name("CrI"), "ΔxCC", gd.Interval.name("CrI")},
		Notes: []string{"P(closer) is that of ρ too, whatever the reliability of " + visible.Text(gd.Standard.Study) +
			" is, and |Δr| is the least that |Δρ| can be."}}
	stated := gd.Standard.Reliability.Defined()
	if stated {
		t.Head = append(t.Head, "Δρ", gd.Interval.name("CrI"))
	}
	for s := gd.scales() - 1; s >= 0; s-- {
		rows := TableGroup{}
		if gd.scales() > 1 {
			rows.Title = ScaleName(gd.Pairs[0].ByValidity[s].Scale)
		}
		for _, p := range gd.Pairs {
			d, span := p.ByValidity[s].span(2)
			x, xSpan := p.BySingle[s].span(2)
			row := []string{p.Groups[0] + " than " + p.Groups[1], p.Closer[s].Value.AsProbability(), d, span, x,
				xSpan}
			if stated {
				rho, rhoSpan := "", ""
				if s == gd.scales()-1 {
					rho, rhoSpan = p.ByRho.span(2)
				}
				row = append(row, rho, rhoSpan)
			}
			rows.Rows = append(rows.Rows, row)
		}
		t.Groups = append(t.Groups, rows)
	}
	return t
}

// answerHead names the columns of answers.
func (gd *Gold) answerHead() []string {
	ci := gd.Interval.name("CI")
	switch gd.Data.Kind {
	case "binary":
		return []string{"items", "right", ci, "sensitivity", ci, "specificity", ci}
	case "numeric":
		return []string{"items", "level", ci, "RMSE, level aside", ci, "correlation", ci}
	case "ordinal":
		return []string{"items", "right", ci, "level", ci, "RMSE, level aside", ci}
	}
	return []string{"items", "right", ci}
}

// row prints answers in the columns of [Gold.answerHead].
func (ga GoldAnswers) row(name, kind string) []string {
	row := []string{name, count(ga.Items)}
	add := func(cells []string) { row = append(row, cells...) }
	switch kind {
	case "binary":
		add(ga.Right.cells())
		add(ga.ByCategory[1].cells())
		add(ga.ByCategory[0].cells())
	case "numeric":
		add(ga.Level.cells())
		add(ga.RMSE.cells())
		add(ga.Correlation.cells())
	case "ordinal":
		add(ga.Right.cells())
		add(ga.Level.cells())
		add(ga.RMSE.cells())
	default:
		add(ga.Right.cells())
	}
	return row
}

// intervals prints the intervals alone, in so many columns.
func (ga GoldAnswers) intervals(name, kind string, columns int) []string {
	row := make([]string, columns)
	for i, text := range ga.row(name, kind) {
		if i == 0 || strings.HasPrefix(text, "[") {
			row[i] = text
		}
	}
	return row
}

// answer is one way in which a group answers.
type answer struct {
	name string
	GoldAnswers
	others *GoldAnswers // with intervals for other people; nil: none
}

// answers are the ways in which a group answers.
func (group GoldGroup) answers() []answer {
	if group.Labels == group.Items {
		return []answer{{"its labels", group.Votes, group.VotesOfOthers}}
	}
	votes := answer{"votes", group.Votes, group.VotesOfOthers}
	if group.Votes.Right == nil {
		votes.name = "mean of labels"
	}
	all := []answer{votes}
	if group.Consensus != nil {
		all = append(all, answer{"consensus of the fit", *group.Consensus, nil})
	}
	all = append(all, answer{Marked("a single label", group.Caution), group.Single, group.SingleOfOthers})
	if group.SingleByFit != nil {
		all = append(all, answer{"a single label by the fit", *group.SingleByFit, nil})
	}
	return all
}

// right is how often the answers of groups are those of the standard, or how near they are.
func (gd *Gold) right() Table {
	t := Table{Title: "Answers beside " + gd.Standard.Study, Head: gd.answerHead(), label: "answers",
		spare: []int{7, 5, 3}} // intervals
	categories, others := gd.byCategory(), false
	if categories {
		for _, s := range gd.Groups[0].Votes.ByCategory {
			t.Head = append(t.Head, s.Category)
		}
		t.Notes = append(t.Notes, "The last columns are the share that is right of the items of that gold label.")
	}
	for _, group := range gd.Groups {
		rows := TableGroup{Title: group.Study}
		for _, a := range group.answers() {
			row := a.row(a.name, gd.Data.Kind)
			if categories {
				for _, s := range a.ByCategory {
					row = append(row, s.cells()[0])
				}
			}
			rows.Rows = append(rows.Rows, row)
			if a.others != nil {
				rows.Rows = append(rows.Rows, a.others.intervals("  for other people", gd.Data.Kind, len(row)))
				others = true
			}
		}
		t.Groups = append(t.Groups, rows)
	}
	if slices.ContainsFunc(gd.Groups, func(g GoldGroup) bool { return g.Caution != "" && g.Labels > g.Items }) {
		t.Notes = append(t.Notes, dependentNote)
	}
	t.Notes = append(t.Notes, "Intervals are for other items and the same people: of shares by Wilson, of levels by "+
		"Student's t, of root mean squares by Bonett (2006).")
	if others {
		t.Notes = append(t.Notes, "“For other people”: intervals for other items and other people, of whom these are "+
			"a sample. Take them to tell what new labelers would do.")
	}
	return t
}

// moreRight is by how much more often answers of one group are right than those of another.
func (gd *Gold) moreRight() Table {
	t := Table{Title: "More often right beside " + gd.Standard.Study, label: "differences",
		Head:  []string{"difference", gd.Interval.name("CI"), "items of both"},
		Notes: []string{"Of the items that both label, one by one; intervals by Bonett and Price (2012)."}}
	names := map[string]string{"votes": "votes", "consensus": "consensus of the fit", "single": "a single label"}
	points := func(n Number) string { return (100 * n).fixed(1) + "%" }
	noted := false
	for _, d := range gd.Differences {
		title := d.Groups[0] + " − " + d.Groups[1]
		if n := len(t.Groups); n == 0 || t.Groups[n-1].Title != title {
			t.Groups = append(t.Groups, TableGroup{Title: title})
		}
		row := []string{names[d.By], "–", "–", count(d.Items)}
		if caution := gd.caution(d.Groups[0]) + gd.caution(d.Groups[1]); caution != "" && d.By == "single" {
			row[0] = Marked(row[0], caution)
			noted = true
		}
		if d.Estimate.Defined() {
			row[1], row[2] = points(d.Estimate), "["+points(d.Lower)+", "+points(d.Upper)+"]"
		}
		g := &t.Groups[len(t.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	if noted {
		t.Notes = append(t.Notes, dependentNote)
	}
	return t
}

// byCategory reports whether there is a column for each category.
func (gd *Gold) byCategory() bool {
	const mostShown = 9
	kind := gd.Data.Kind
	return (kind == "ordinal" || kind == "nominal") && len(gd.Groups) > 0 &&
		len(gd.Groups[0].Votes.ByCategory) <= mostShown
}

// People returns all labelers of a group, the best first, as rows of a table with a head for all columns but the first.
func (gd *Gold) People(group GoldGroup) (head []string, rows [][]string) {
	for _, p := range group.People {
		rows = append(rows, p.row(p.Labeler, gd.Data.Kind))
	}
	return gd.answerHead(), rows
}

// people lists the labelers of a group, the best first.
func (gd *Gold) people(group GoldGroup) Table {
	head, listed := gd.People(group)
	t := Table{Title: "Labelers of " + group.Study + " beside " + gd.Standard.Study, Head: head, label: "labelers",
		spare: []int{7, 5, 3}}
	var rows TableGroup
	for i, row := range listed {
		switch left := len(listed) - mostPeople; {
		case left > 0 && i == mostPeople/2:
			rows.Rows = append(rows.Rows, append([]string{fmt.Sprintf("… %d others", left)},
				make([]string, len(t.Head))...))
		case left > 0 && i > mostPeople/2 && i < len(listed)-mostPeople/2:
		default:
			rows.Rows = append(rows.Rows, row)
		}
	}
	if group.Caution != "" {
		t.Title = Marked(t.Title, group.Caution)
		t.Notes = append(t.Notes, dependentNote)
	}
	if len(listed) > mostPeople {
		t.Notes = append(t.Notes, "All of them are in JSON and CSV, and on the page.")
	}
	t.Groups = []TableGroup{rows}
	return t
}
