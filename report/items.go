package report

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
)

// Items lays out the label of each item.
func Items(t *result.ItemTable) *document.Document {
	d := &document.Document{Title: "Labels of items: " + path.Base(filepath.ToSlash(t.Data.File)),
		Read: view.ReadLine(t.Data), Verdict: view.Findings(t.Verdict), Alerts: t.Data.CautionTexts(),
		Records: itemRecords(t)}
	d.Sections = []document.Section{itemsAnswer(t),
		{ID: "items", Title: "Every item", Level: document.Detail, Parts: []document.Part{{Table: everyItem(t)}}},
		aboutRun(t.Data, t.Notes, t.Sampler, t.Diagnostics)}
	return d
}

// itemsAnswer is the first screen after the verdict.
func itemsAnswer(t *result.ItemTable) document.Section {
	s := document.Section{ID: "answer", Title: "In short"}
	text := fmt.Sprintf("Score: the label to expect from a labeler drawn at random, with %s.",
		levelName(t.Interval, "credible intervals"))
	if t.Categorical() {
		s.Parts = append(s.Parts,
			shorterTable(mostGroups, func(most int) *document.Table { return standings(t, most) }))
		text = "Probability: that unlimited labelers would " + consensusOf(t.Data.Kind) + "; certain: 95% or more. " +
			"Too close: another label is at least half as probable."
	}
	s.Parts = append(s.Parts,
		shorterTable(shortRows, func(most int) *document.Table { return doubtfulItems(t, most) }),
		document.Part{List: view.Noted(t.Notes)})
	if t.Data.DefaultKind != nil {
		s.Parts = append(s.Parts, document.Part{Shorter: document.LeftOut, List: []document.Entry{{Term: "Scale",
			Text: t.Data.DefaultKind.Text}}})
	}
	s.Parts = append(s.Parts, taskChecks(nil, t.Diagnostics),
		document.Part{Text: []string{text + view.Draws(t.Sampler)}})
	return s
}

// consensusOf defines the consensus of unlimited labelers for a kind of label.
func consensusOf(kind string) string {
	if kind == "ordinal" {
		return "have the label as their median"
	}
	return "give the label most often"
}

// standings counts the items of each study.
func standings(t *result.ItemTable, most int) *document.Table {
	table := &document.Table{Name: "standings", Caption: "Items", Columns: []document.Column{{},
		{Head: "certain"}, {Head: "doubtful"}, {Head: "too\nclose"}, {Head: "expected\nwrong", Decimals: 1},
		{Head: "not the\nmajority", Priority: document.Useful}, {Head: "majority\ntied", Priority: document.Spare},
		{Head: "not Dawid–\nSkene's", Priority: document.Useful}}}
	var rows []document.Row
	for i, s := range t.Studies {
		if i == most-1 && len(t.Studies) > most {
			rows = append(rows, document.Row{Name: fmt.Sprintf("… %d more", len(t.Studies)-i)})
			break
		}
		row := document.Row{Name: document.Clip(s.Study), Cells: []document.Cell{document.Count(s.Certain),
			document.Count(s.Doubtful), document.Count(s.Close), document.Share(s.Wrong), document.Count(s.Against),
			document.Count(s.Tied)}}
		if s.AgainstDawidSkene != nil {
			row.Cells = append(row.Cells, document.Count(*s.AgainstDawidSkene))
		}
		rows = append(rows, row)
	}
	table.Groups = document.Rows(rows...)
	return table
}

// doubtfulItems has the items with the least certain consensus.
func doubtfulItems(t *result.ItemTable, most int) *document.Table {
	all := t.ByDoubt()
	table := itemTable(t, all[:min(most, len(all))], true)
	table.Name, table.Caption = "doubtful", "Most doubtful"
	return table
}

// everyItem has all items in their order.
func everyItem(t *result.ItemTable) *document.Table {
	table := itemTable(t, t.Items, false)
	table.Name, table.Caption, table.Sortable = "every-item", "Item", true
	return table
}

// itemTable has a row for each of some items.
func itemTable(t *result.ItemTable, items []result.ItemRow, short bool) *document.Table {
	several := len(t.Studies) > 1
	name := func(text string) document.Text {
		if short {
			return document.Text(document.Shortened(text, 16))
		}
		return document.Text(visible.Text(text))
	}
	table := &document.Table{Columns: []document.Column{{}}}
	column := func(c document.Column) { table.Columns = append(table.Columns, c) }
	if several {
		column(document.Column{Head: "group", Words: true})
	}
	categorical := t.Categorical()
	if categorical {
		column(document.Column{Head: "label", Words: true})
		column(document.Column{Head: "probability"})
		column(document.Column{Head: "second", Words: true, Priority: document.Useful})
		column(document.Column{Head: "labels given", Words: true, Priority: document.Useful})
		column(document.Column{Head: "Dawid–Skene", Words: true, Priority: document.Spare})
	} else {
		column(document.Column{Head: "score", Decimals: document.WithUnit})
		column(document.Column{Head: "mean of\nlabels", Decimals: 2, Priority: document.Useful})
		column(document.Column{Head: "labels"})
	}
	modes := !short && t.Data.Kind == "ordinal"
	if modes {
		column(document.Column{Head: "most\nfrequent", Words: true, Priority: document.Spare})
	}
	if categorical && !short {
		column(document.Column{Head: "differed", Words: true, Priority: document.Spare})
	}
	var rows []document.Row
	for _, one := range items {
		row := document.Row{Name: document.Clip(one.Item)}
		if several {
			row.Cells = append(row.Cells, name(one.Study))
		}
		if !categorical {
			row.Cells = append(row.Cells, document.Estimate{Value: float64(one.Mean), Lower: float64(one.Lower),
				Upper: float64(one.Upper)}, document.MeanLabel(one.LabelsMean), document.Count(one.Labels))
			rows = append(rows, row)
			continue
		}
		row.Cells = append(row.Cells, name(one.Label), document.Chances(one.Probability), name(one.Second),
			given(one.Given), document.Text(besides(one, name)))
		if modes {
			row.Cells = append(row.Cells, name(one.Mode))
		}
		if !short {
			row.Cells = append(row.Cells, document.Text(visible.Names(one.Differed)))
		}
		rows = append(rows, row)
	}
	table.Groups = document.Rows(rows...)
	return table
}

// given says how often each label was given.
func given(counts []result.LabelCount) document.Cell {
	var t document.Tally
	for _, c := range counts {
		t.Names, t.Counts = append(t.Names, c.Label), append(t.Counts, c.Count)
	}
	return t
}

// besides is the label by Dawid and Skene with its probability, or says that several are tied.
func besides(one result.ItemRow, name func(string) document.Text) string {
	switch {
	case len(one.DawidSkene) == 0:
		return ""
	case len(one.DawidSkene) > 1:
		return "tied"
	}
	return string(name(one.DawidSkene[0])) + " " + document.Chance(float64(one.DawidSkeneProbability))
}

// itemRecords has a row for each item.
func itemRecords(t *result.ItemTable) *document.Table {
	columns := []string{"item", "study", "labels"}
	if t.Categorical() {
		columns = append(columns, "label", "probability", "second", "second_probability", "standing", "given",
			"majority", "dawid_skene", "dawid_skene_probability", "differed", "mode")
	}
	scored := len(t.Items) > 0 && t.Items[0].Mean.Defined()
	if scored {
		columns = append(columns, "mean", "lower", "upper", "labels_mean")
	}
	out := &document.Table{Name: "items", Columns: recordColumns(columns...)}
	var rows []document.Row
	for _, one := range t.Items {
		row := document.Row{Name: one.Item, Cells: []document.Cell{document.Text(one.Study),
			document.Count(one.Labels)}}
		if t.Categorical() {
			row.Cells = append(row.Cells, document.Text(one.Label), exact(one.Probability), document.Text(one.Second),
				exact(one.SecondProbability), document.Text(one.Standing), document.Text(counted(one.Given)),
				document.Text(several(one.Majority)), document.Text(several(one.DawidSkene)),
				exact(one.DawidSkeneProbability), document.Text(several(one.Differed)), document.Text(one.Mode))
		}
		if scored {
			row.Cells = append(row.Cells, exact(one.Mean), exact(one.Lower), exact(one.Upper), exact(one.LabelsMean))
		}
		rows = append(rows, row)
	}
	out.Groups = document.Rows(rows...)
	return out
}

// counted lists the labels of an item for records: "no 2 | yes 3".
func counted(all []result.LabelCount) string {
	var parts []string
	for _, c := range all {
		parts = append(parts, fmt.Sprintf("%s %d", c.Label, c.Count))
	}
	return strings.Join(parts, " | ")
}
