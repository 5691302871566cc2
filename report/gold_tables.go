package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// mostPeople is how many labelers of a group are listed. Of more labelers, the best and the worst are listed.
const mostPeople = 10

// dependentNote explains the mark of counted answers.
const dependentNote = "* The number of labels of an item depends on what the labels say, which biases this count. " +
	"The fit is not biased if the file has all labels that decided whether another label was collected."

// bracketed is a head with a text in brackets: "r [95% CrI]".
func bracketed(head string, i result.Intervals, noun string) string {
	return head + " [" + levelName(i, noun) + "]"
}

// standardOf is the name of the gold standard in a caption.
func standardOf(g *result.Gold) string { return visible.Text(g.Standard.Study) }

// goldValidity is how well one gold label follows each group on a scale.
func goldValidity(g *result.Gold, scale int, label bool) *document.Table {
	t := &document.Table{Name: "validity", Columns: []document.Column{{},
		{Head: bracketed("r", g.Interval, "CrI"), Decimals: 3}, {Head: "a person's r", Decimals: 3,
			Priority: document.Spare},
		{Head: bracketed("worth, labels", g.Interval, "CrI"), Decimals: 1}}}
	stated := label && g.Standard.Reliability.Defined()
	if stated {
		t.Columns = append(t.Columns, document.Column{Head: bracketed("ρ", g.Interval, "CrI"), Decimals: 3},
			document.Column{Head: bracketed("like a gold label", g.Interval, "CrI"), Decimals: 1})
		t.Notes = append(t.Notes, fmt.Sprintf("ρ = r/√reliability, with the stated reliability %s of a label of %s. "+
			"Like a "+
			"gold label: how many labels have a mean that follows a gold label as well as another gold label would.",
			document.Fixed(float64(g.Standard.Reliability), 2), standardOf(g)))
	}
	var rows []document.Row
	never := false
	for _, group := range g.Groups {
		if len(group.Validity) == 0 {
			continue
		}
		t.Caption = fmt.Sprintf("One label of %s, %s", standardOf(g), result.ScaleName(group.Validity[scale].Scale))
		row := document.Row{Name: group.Study, Cells: []document.Cell{measured(group.Validity[scale]),
			median(&group.Person[scale]), worth(group.Worth[scale], result.MostGoldLabels)}}
		if stated {
			row.Cells = append(row.Cells, measured(*group.Rho), unlimited(*group.Like))
			never = never || !group.Like.Lower.Defined()
		}
		rows = append(rows, row)
	}
	if never {
		t.Notes = append(t.Notes, "∞: no number of labels is enough, because one gold label follows the group's true "+
			"scores less well than the stated reliability says that it follows another.")
	}
	t.Groups = document.Rows(rows...)
	return t
}

// unlimited is a number of labels, or infinity if no number is enough.
func unlimited(m result.Measure) document.Cell {
	ends := [3]float64{}
	for i, n := range []result.Number{m.Median, m.Lower, m.Upper} {
		if ends[i] = float64(n); !n.Defined() {
			ends[i] = math.Inf(1)
		}
	}
	return document.Needed{Value: ends[0], Lower: ends[1], Upper: ends[2]}
}

// goldCurves is the agreement of the mean of k labels of each group with a gold label; nil if no item has several
// labels.
func goldCurves(g *result.Gold) document.Chart {
	voted := g.Data.Kind != "numeric"
	t := &document.Table{Name: "curve", Caption: "k labels compared with one of " + standardOf(g),
		Columns: []document.Column{{}, {Head: bracketed("r of their mean", g.Interval, "CrI"), Decimals: 3},
			{Head: "observed", Decimals: 3}}}
	if voted {
		t.Columns = append(t.Columns, document.Column{Head: bracketed("majority right", g.Interval, "CI"), Decimals: 1})
	}
	t.Columns = append(t.Columns, document.Column{Head: "items", Priority: document.Spare})
	c := document.Lines{About: document.About{ID: "curves", Caption: "Correlation of the mean of k labels with one " +
		"gold label"},
		X: "labels (k)", Y: "correlation", High: 1, Beat: none, Points: t}
	for n, group := range g.Groups {
		if group.Labels == group.Items || len(group.Curve) == 0 {
			continue
		}
		rows := document.Group{Title: result.Marked(group.Study, group.Caution)}
		fit := document.Line{Name: group.Study, Series: n}
		seen := document.Line{Name: group.Study + ", observed", Series: -1, Style: n}
		for _, k := range group.Curve {
			row := document.Row{Name: strconv.Itoa(k.K), Cells: []document.Cell{nil, plainNumber(k.Observed)}}
			if m := k.Correlation; m != nil && m.Median.Defined() {
				row.Cells[0] = measured(*m)
				fit.X, fit.Y = append(fit.X, float64(k.K)), append(fit.Y, float64(m.Median))
				fit.Lower, fit.Upper = append(fit.Lower, float64(m.Lower)), append(fit.Upper, float64(m.Upper))
			}
			if k.Observed.Defined() {
				seen.X, seen.Y = append(seen.X, float64(k.K)), append(seen.Y, float64(k.Observed))
			}
			if voted {
				row.Cells = append(row.Cells, goldShare(k.Right))
			}
			if k.Right != nil || k.Observed.Defined() {
				row.Cells = append(row.Cells, document.Count(k.Items))
			}
			rows.Rows = append(rows.Rows, row)
		}
		if n := len(group.Validity); n > 0 {
			rows.Rows = append(rows.Rows, document.Row{Name: "unlimited",
				Cells: []document.Cell{measured(group.Validity[n-1])}})
		}
		if group.Caution != "" && !slices.Contains(t.Notes, dependentNote) {
			t.Notes = append(t.Notes, dependentNote)
		}
		t.Groups = append(t.Groups, rows)
		for _, line := range []document.Line{fit, seen} {
			if len(line.X) > 0 {
				c.Lines = append(c.Lines, line)
			}
		}
	}
	if t.Empty() {
		return nil
	}
	return c
}

// plainNumber is a number without standard deviation.
func plainNumber(n result.Number) document.Cell {
	if !n.Defined() {
		return document.Undefined("")
	}
	return document.Number{Value: float64(n)}
}

// goldCloser compares each two groups on a scale.
func goldCloser(g *result.Gold, scale int, label bool) *document.Table {
	t := &document.Table{Name: "closer", Caption: "Which is closer to " + standardOf(g),
		Columns: []document.Column{{},
			{Head: "probability"}, {Head: bracketed("Δr", g.Interval, "CrI"), Decimals: 3},
			{Head: bracketed("ΔxCC", g.Interval, "CrI"), Decimals: 3}}}
	stated := label && g.Standard.Reliability.Defined()
	if stated {
		t.Columns = append(t.Columns, document.Column{Head: bracketed("Δρ", g.Interval, "CrI"), Decimals: 3})
	}
	if label {
		t.Notes = []string{"The probability holds for ρ too, for any reliability of " + standardOf(g) +
			". |Δρ| is at least |Δr|."}
	} else {
		t.Caption += ", " + result.ScaleName(g.Pairs[0].ByValidity[scale].Scale)
	}
	var rows []document.Row
	for _, p := range g.Pairs {
		row := document.Row{Name: p.Groups[0] + " than " + p.Groups[1], Cells: []document.Cell{
			document.Chances(p.Closer[scale].Value), measured(p.ByValidity[scale]), measured(p.BySingle[scale])}}
		if stated {
			row.Cells = append(row.Cells, measured(*p.ByRho))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// answerColumns describes the columns of answers.
func answerColumns(g *result.Gold) []document.Column {
	head := func(name string, decimals int, p document.Priority) document.Column {
		return document.Column{Head: bracketed(name, g.Interval, "CI"), Decimals: decimals, Priority: p}
	}
	columns := []document.Column{{}, {Head: "items", Priority: document.Useful}}
	switch g.Data.Kind {
	case "binary":
		return append(columns, head("right", 1, document.Essential), head("sensitivity", 1, document.Useful),
			head("specificity", 1, document.Useful))
	case "numeric":
		return append(columns, head("level", document.WithUnit, document.Useful),
			head("RMSE, level aside", document.WithUnit, document.Essential), head("correlation", 2, document.Useful))
	case "ordinal":
		return append(columns, head("right", 1, document.Essential), head("level", document.WithUnit, document.Useful),
			head("RMSE, level aside", document.WithUnit, document.Useful))
	}
	return append(columns, head("right", 1, document.Essential))
}

// answerCells returns the cells for [answerColumns] after the number of items.
func answerCells(a result.GoldAnswers, kind string) []document.Cell {
	switch kind {
	case "binary":
		return []document.Cell{goldShare(a.Right), goldShare(&a.ByCategory[1]), goldShare(&a.ByCategory[0])}
	case "numeric":
		return []document.Cell{goldNumber(a.Level), goldNumber(a.RMSE), goldNumber(a.Correlation)}
	case "ordinal":
		return []document.Cell{goldShare(a.Right), goldNumber(a.Level), goldNumber(a.RMSE)}
	}
	return []document.Cell{goldShare(a.Right)}
}

// intervals returns cells with the intervals of estimates alone.
func intervals(cells []document.Cell) []document.Cell {
	all := make([]document.Cell, len(cells))
	for i, c := range cells {
		if e, ok := c.(document.Estimate); ok {
			all[i] = document.Interval{Lower: e.Lower, Upper: e.Upper, Percent: e.Percent}
		}
	}
	return all
}

// mostCategories is how many categories have a column each.
const mostCategories = 9

// goldAnswers is how often the answers of groups equal the standard's, or how near they are.
func goldAnswers(g *result.Gold) *document.Table {
	t := &document.Table{Name: "answers", Caption: "Answers compared with " + standardOf(g),
		Columns: answerColumns(g)}
	kind := g.Data.Kind
	categories := (kind == "ordinal" || kind == "nominal") && len(g.Groups) > 0 &&
		len(g.Groups[0].Votes.ByCategory) <= mostCategories
	if categories {
		for _, s := range g.Groups[0].Votes.ByCategory {
			t.Columns = append(t.Columns, document.Column{Head: s.Category, Decimals: 1, Priority: document.Spare})
		}
		t.Notes = append(t.Notes, "The last columns have the share that is right among the items of each gold label.")
	}
	others, dependent := false, false
	for _, group := range g.Groups {
		rows := document.Group{Title: group.Study}
		add := func(name string, a result.GoldAnswers, others *result.GoldAnswers) {
			cells := append([]document.Cell{document.Count(a.Items)}, answerCells(a, kind)...)
			if categories {
				for _, s := range a.ByCategory {
					cells = append(cells, share(&s))
				}
			}
			rows.Rows = append(rows.Rows, document.Row{Name: name, Cells: cells})
			if others != nil {
				cells := append([]document.Cell{nil}, intervals(answerCells(*others, kind))...)
				rows.Rows = append(rows.Rows, document.Row{Name: "  for other people", Cells: cells})
			}
		}
		others = others || group.VotesOfOthers != nil
		switch {
		case group.Labels == group.Items:
			add("its labels", group.Votes, group.VotesOfOthers)
			t.Groups = append(t.Groups, rows)
			continue
		case group.Votes.Right == nil:
			add("mean of labels", group.Votes, group.VotesOfOthers)
		default:
			add("majority vote", group.Votes, group.VotesOfOthers)
		}
		if group.Consensus != nil {
			add("consensus of the fit", *group.Consensus, nil)
		}
		add(result.Marked("one label", group.Caution), group.Single, group.SingleOfOthers)
		if group.SingleByFit != nil {
			add("one label by the fit", *group.SingleByFit, nil)
		}
		dependent = dependent || group.Caution != ""
		t.Groups = append(t.Groups, rows)
	}
	if dependent {
		t.Notes = append(t.Notes, dependentNote)
	}
	t.Notes = append(t.Notes, "Intervals are for other items and the same people. Their methods are Wilson's for "+
		"shares, "+
		"Student's t for levels and Bonett's (2006) for root mean squares.")
	if others {
		t.Notes = append(t.Notes, "“For other people”: intervals for other items and other people, if these people "+
			"are a "+
			"sample of them. They show what new labelers would do.")
	}
	return t
}

// goldDifferences lists how much more often one group is right than another.
func goldDifferences(g *result.Gold) *document.Table {
	t := &document.Table{Name: "differences", Caption: "More often right compared with " + standardOf(g),
		Columns: []document.Column{{}, {Head: bracketed("difference", g.Interval, "CI"), Decimals: 1},
			{Head: "items of both", Priority: document.Useful}},
		Notes: []string{"Compared item by item, on the items that both groups label. Intervals by Bonett and Price " +
			"(2012)."}}
	names := map[string]string{"votes": "majority vote", "consensus": "consensus of the fit", "single": "one label"}
	dependent := map[string]string{}
	for _, group := range g.Groups {
		dependent[group.Study] = group.Caution
	}
	noted := false
	for _, d := range g.Differences {
		title := d.Groups[0] + " − " + d.Groups[1]
		if n := len(t.Groups); n == 0 || t.Groups[n-1].Title != title {
			t.Groups = append(t.Groups, document.Group{Title: title})
		}
		name := names[d.By]
		if caution := dependent[d.Groups[0]] + dependent[d.Groups[1]]; caution != "" && d.By == "single" {
			name, noted = result.Marked(name, caution), true
		}
		rows := &t.Groups[len(t.Groups)-1].Rows
		*rows = append(*rows, document.Row{Name: name,
			Cells: []document.Cell{document.Estimate{Value: float64(d.Estimate),
				Lower: float64(d.Lower), Upper: float64(d.Upper), Percent: true}, document.Count(d.Items)}})
	}
	if noted {
		t.Notes = append(t.Notes, dependentNote)
	}
	return t
}

// goldPeople lists the labelers of a group, the best first; if there are too many, the best and the worst.
func goldPeople(g *result.Gold, group result.GoldGroup, most int) *document.Table {
	name := visible.Text(result.Marked(group.Study, group.Caution))
	t := &document.Table{Name: "labelers", Caption: "Labelers of " + name + " compared with " + standardOf(g),
		Columns: answerColumns(g), Sortable: most >= len(group.People)}
	var rows []document.Row
	for i, p := range group.People {
		switch left := len(group.People) - most; {
		case left > 0 && i == most/2:
			rows = append(rows, document.Row{Name: fmt.Sprintf("… %d more", left)})
		case left > 0 && i > most/2 && i < len(group.People)-most/2:
		default:
			rows = append(rows, document.Row{Name: p.Labeler, Cells: append([]document.Cell{document.Count(p.Items)},
				answerCells(p, g.Data.Kind)...)})
		}
	}
	t.Groups = document.Rows(rows...)
	if group.Caution != "" {
		t.Notes = append(t.Notes, dependentNote)
	}
	if most < len(group.People) {
		t.Notes = append(t.Notes, "JSON, CSV and the page have all labelers.")
	}
	return t
}
