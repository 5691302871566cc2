package report

import (
	"fmt"
	"path"
	"path/filepath"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
)

// Scores lays out the scores that people would have given.
func Scores(s *result.Scores) *document.Document {
	d := &document.Document{Title: "Scores: " + path.Base(filepath.ToSlash(s.Data.File)), Read: scoreRead(s),
		Verdict: view.Findings(s.Verdict), Alerts: s.Data.CautionTexts(), Records: scoreRecords(s)}
	d.Sections = append([]document.Section{scoreAnswer(s)}, scoreDetail(s)...)
	return d
}

// scoreRead describes the input.
func scoreRead(s *result.Scores) string {
	items, labelled, labels, verdicts := 0, 0, 0, 0
	first := s.Measures[0]
	for _, of := range first.Systems {
		items, labelled, labels, verdicts = items+of.Items, labelled+of.Labelled, labels+of.Labels, verdicts+of.Verdicts
	}
	text := fmt.Sprintf("%s  %s", s.Data.File, document.Plural(items, "item"))
	if n := len(first.Systems); n > 1 {
		text += " of " + document.Plural(n, "system")
	}
	judge := document.Clip(s.Judges[0])
	if n := len(s.Judges); n > 1 {
		judge = document.Plural(n, "judge")
	}
	text += fmt.Sprintf(" · %s: %s · people: %s of %s", judge, document.Plural(verdicts, "label"),
		document.Plural(labels, "label"), document.Plural(labelled, "item"))
	if s.Data.Positive != "" {
		text += " · positive = " + s.Data.Positive
	}
	return text
}

// scoreAnswer is the first screen after the verdict.
func scoreAnswer(s *result.Scores) document.Section {
	a := document.Section{ID: "answer", Title: "In short"}
	a.Parts = append(a.Parts, document.Part{Table: scoreShort(s, shortRows), Chart: scoreStrips(s),
		Shorter: func() document.Part { return document.Part{Table: scoreShort(s, bestRows)} }})
	first := s.Measures[0]
	a.Parts = append(a.Parts, document.Part{Text: scoreBought(s, first),
		Shorter: func() document.Part { return document.Part{Text: scoreBought(s, first)[:1]} }})
	a.Parts = append(a.Parts, document.Part{List: view.Noted(s.Notes)})
	if s.Data.DefaultKind != nil {
		a.Parts = append(a.Parts, document.Part{Shorter: document.LeftOut, List: []document.Entry{{Term: "Scale",
			Text: s.Data.DefaultKind.Text}}})
	}
	var checks []document.Check
	for i, text := range s.Doubts {
		if left := len(s.Doubts) - i; i >= view.MostMessages && left > 1 {
			checks = append(checks, document.Check{Text: fmt.Sprintf("… and %d more doubts", left)})
			break
		}
		checks = append(checks, document.Check{Text: text})
	}
	if len(s.Doubts) == 0 {
		checks = append(checks, document.Check{OK: true, Text: "people's items look drawn at random"},
			document.Check{OK: true, Text: "the model agrees with PPI++"})
	}
	checks = append(view.ChainChecks(s.Trust(), view.MostMessages), checks...)
	a.Parts = append(a.Parts, document.Part{Checks: checks},
		document.Part{Text: []string{scoreTarget(s) + view.Draws(first.Sampler)}})
	return a
}

// scoreTarget names the scored quantity, and the people.
func scoreTarget(s *result.Scores) string {
	first := s.Measures[0]
	what := "mean label"
	if s.Data.Kind == "binary" || s.Data.Kind == "nominal" {
		what = "share of labels"
	}
	who := "unlimited people like these"
	switch first.Labelers {
	case 0:
	case 1:
		who = "this person"
	default:
		who = fmt.Sprintf("unlimited people like these %d", first.Labelers)
	}
	return fmt.Sprintf("Score: the %s that %s would give to these items; medians and %s. Without a model: PPI++.",
		what, who, levelName(s.Interval, "credible intervals"))
}

// scoreBought says how much precision the labels of judges add.
func scoreBought(s *result.Scores, t result.ScoreTable) []string {
	of := t.ByScore()[0]
	name := "The judge's labels"
	if len(s.Judges) > 1 {
		name = "The judges' labels"
	}
	with := ""
	if len(t.Systems) > 1 {
		with = " for " + document.Clip(of.System)
	}
	all := []string{fmt.Sprintf("%s and people's of %s give ±%s%s, people's alone ±%s: as good as people's of %s.",
		name, document.Plural(of.Labelled, "item"), size(of.Half), with, size(of.Alone),
		document.Plural(int(of.EqualItems+0.5), "item"))}
	if s.Costs != nil {
		cost, alone := 0.0, 0.0
		for _, of := range t.Systems {
			cost, alone = cost+float64(*of.Cost), alone+float64(*of.CostAlone)
		}
		all = append(all, fmt.Sprintf("Cost of all labels: %s. As good labels of people alone: %s.",
			document.Fixed(cost, 2), document.Fixed(alone, 2)))
	}
	return all
}

// size prints half the width of an interval with two digits.
func size(half result.Number) string {
	return document.Fixed(float64(half), document.Places(float64(half)/2, 0, 3))
}

// scoreShort is the table of the first screen: a row for each system or, of one system, for each measure.
func scoreShort(s *result.Scores, most int) *document.Table {
	first := s.Measures[0]
	decimals := 2
	if s.Data.Kind == "numeric" {
		decimals = document.WithUnit
	}
	table := &document.Table{Name: "scores", Caption: first.Words(), Columns: []document.Column{{},
		{Head: "score by people", Decimals: decimals},
		{Head: "without a model", Decimals: decimals, Priority: document.Useful}}}
	if len(first.Systems) == 1 {
		table.Caption = "score"
		var rows []document.Row
		for _, t := range s.Measures[:min(most, len(s.Measures))] {
			rows = append(rows, document.Row{Name: document.Clip(t.Words()), Cells: scorePair(t.Systems[0])})
		}
		if left := len(s.Measures) - most; left > 0 {
			rows = append(rows, document.Row{Name: fmt.Sprintf("… %d more", left)})
		}
		table.Groups = document.Rows(rows...)
		return table
	}
	others := s.Measures[1:min(most, len(s.Measures))]
	for _, t := range others {
		table.Columns = append(table.Columns, document.Column{Head: scoreHead(t), Decimals: decimals,
			Priority: document.Useful})
	}
	table.Columns = append(table.Columns, document.Column{Head: "mean of\n" + scoreJudge(s), Decimals: 2,
		Priority: document.Spare}, document.Column{Head: "items", Priority: document.Spare},
		document.Column{Head: "people\nlabelled", Priority: document.Spare}, document.Column{Head: "as good\nas",
			Priority: document.Spare}, document.Column{Head: "best"})
	var rows []document.Row
	order := first.ByScore()
	for _, of := range order {
		row := document.Row{Name: document.Clip(of.System), Cells: scorePair(of)}
		for _, t := range others {
			row.Cells = append(row.Cells, measured(t.System(of.System).Score))
		}
		row.Cells = append(row.Cells, document.Number{Value: float64(of.JudgeMeans[0])}, document.Count(of.Items),
			document.Count(of.Labelled), document.Count(int(of.EqualItems+0.5)), chance(of.Best))
		rows = append(rows, row)
	}
	if left := len(rows) - most; left > 0 {
		rows = append(rows[:most], document.Row{Name: fmt.Sprintf("… %d more", left)})
	}
	d := first.Difference(order[0].System, order[1].System)
	rows = append(rows, document.Row{Name: document.Shortened(order[0].System, 14) + " − " +
		document.Shortened(order[1].System, 14),
		Cells: []document.Cell{measured(d.Difference), withoutCell(d.WithoutModel)}, Line: true})
	table.Groups = document.Rows(rows...)
	return table
}

// scoreHead heads the column of a measure.
func scoreHead(t result.ScoreTable) string {
	if t.Bar != nil {
		return "share at\nleast " + document.Full(float64(*t.Bar))
	}
	return document.Shortened(t.Category, 14)
}

// scorePair returns the scores of a system by the model and without one.
func scorePair(of result.SystemScore) []document.Cell {
	return []document.Cell{measured(of.Score), withoutCell(of.WithoutModel)}
}

// scoreJudge names the judge whose mean is in the table.
func scoreJudge(s *result.Scores) string { return document.Shortened(s.Judges[0], 12) }

// withoutCell is an estimate without a model.
func withoutCell(w result.ScoreWithout) document.Cell {
	if w.Undefined != "" {
		return document.Undefined(w.Undefined)
	}
	return document.Estimate{Value: float64(w.Estimate), Lower: float64(w.Lower), Upper: float64(w.Upper)}
}

// scoreDetail are the sections after the first screen.
func scoreDetail(s *result.Scores) []document.Section {
	var all []document.Section
	for n, t := range s.Measures {
		section := document.Section{ID: fmt.Sprintf("measure-%d", n+1), Title: "The " + t.Words(),
			Level: document.Detail, Lead: []string{"Score is the mean over the items of the label that unlimited " +
				"people would give. Without a model: PPI++."},
			Parts: []document.Part{{Table: scoreWhole(s, t)}}}
		if len(t.Differences) > 0 {
			section.Parts = append(section.Parts, document.Part{Table: scoreDifferences(s, t)})
		}
		all = append(all, section)
	}
	return append(all, aboutRun(s.Data, append(append([]string{}, s.Notes...), s.Doubts...), s.Measures[0].Sampler,
		s.Trust()))
}

// scoreStrips draws the scores of the systems.
func scoreStrips(s *result.Scores) document.Chart {
	t := s.Measures[0]
	low, high := 0.0, 1.0
	if t.Measure == "mean" {
		low, high = float64(t.Systems[0].Score.Lower), float64(t.Systems[0].Score.Upper)
		for _, of := range t.Systems {
			low, high = min(low, float64(of.Score.Lower)), max(high, float64(of.Score.Upper))
		}
	}
	c := document.Strips{About: document.About{ID: "scores-chart", Caption: "Score by people"},
		Panels: []document.Panel{{Title: t.Words(), Low: low, High: high, Beat: none, Decimals: 2}}}
	var strips []document.Strip
	for _, of := range t.ByScore() {
		if e, ok := measured(of.Score).(document.Estimate); ok {
			strips = append(strips, document.Strip{Name: document.Clip(of.System), Series: 1,
				Values: []document.Estimate{e}})
		}
	}
	c.Groups = []document.StripGroup{{Rows: strips}}
	return c
}

// scoreWhole has every number of each system.
func scoreWhole(s *result.Scores, t result.ScoreTable) *document.Table {
	table := &document.Table{Name: "systems", Caption: t.Words(), Columns: []document.Column{{},
		{Head: bracketed("score", s.Interval, "CrI"), Decimals: document.WithUnit},
		{Head: bracketed("without a model", s.Interval, "CI"), Decimals: document.WithUnit},
		{Head: "λ", Decimals: 2}, {Head: "±", Decimals: 3}, {Head: "± people\nalone", Decimals: 3},
		{Head: "equal\nitems"}, {Head: "people's\nlabels"}, {Head: "judges'\nlabels"}}}
	for _, name := range s.Judges {
		table.Columns = append(table.Columns, document.Column{Head: "mean of\n" + document.Shortened(name, 12),
			Decimals: 2})
	}
	var rows []document.Row
	for _, of := range t.ByScore() {
		row := document.Row{Name: of.System, Cells: []document.Cell{measured(of.Score), withoutCell(of.WithoutModel),
			document.Number{Value: float64(of.WithoutModel.Lambda)}, document.Number{Value: float64(of.Half)},
			document.Number{Value: float64(of.Alone)}, document.Count(int(of.EqualItems + 0.5)),
			document.Count(of.Labels), document.Count(of.Verdicts)}}
		for _, m := range of.JudgeMeans {
			row.Cells = append(row.Cells, document.Number{Value: float64(m)})
		}
		rows = append(rows, row)
	}
	table.Groups = document.Rows(rows...)
	return table
}

// scoreDifferences compares each two systems.
func scoreDifferences(s *result.Scores, t result.ScoreTable) *document.Table {
	table := &document.Table{Name: "differences", Caption: "Difference of " + t.Words(),
		Columns: []document.Column{{}, {Head: bracketed("difference", s.Interval, "CrI"), Decimals: document.WithUnit},
			{Head: "probability\nabove 0"}, {Head: bracketed("without a model", s.Interval, "CI"),
				Decimals: document.WithUnit}}}
	var rows []document.Row
	for _, d := range t.Differences {
		rows = append(rows, document.Row{Name: visible.Text(d.Systems[0]) + " − " + visible.Text(d.Systems[1]),
			Cells: []document.Cell{measured(d.Difference), chance(d.Better), withoutCell(d.WithoutModel)}})
	}
	table.Groups = document.Rows(rows...)
	return table
}

// scoreRecords are the numbers as rows.
func scoreRecords(s *result.Scores) *document.Table {
	t := &document.Table{Name: "scores", Columns: recordColumns("system", "other", "measure", "category", "bar",
		"quantity", "estimate", "lower", "upper", "undefined")}
	var rows []document.Row
	none := result.Undefined()
	for _, m := range s.Measures {
		bar := none
		if m.Bar != nil {
			bar = *m.Bar
		}
		add := func(system, other, quantity string, estimate, lower, upper result.Number, undefined string) {
			rows = append(rows, document.Row{Name: system, Cells: []document.Cell{document.Text(other),
				document.Text(m.Measure), document.Text(m.Category), exact(bar), document.Text(quantity),
				exact(estimate), exact(lower), exact(upper), document.Text(undefined)}})
		}
		for _, of := range m.Systems {
			w := of.WithoutModel
			add(of.System, "", "score", of.Score.Median, of.Score.Lower, of.Score.Upper, "")
			add(of.System, "", "without_model", w.Estimate, w.Lower, w.Upper, w.Undefined)
			add(of.System, "", "best", of.Best, none, none, "")
			add(of.System, "", "equal_items", of.EqualItems, none, none, "")
		}
		for _, d := range m.Differences {
			w := d.WithoutModel
			add(d.Systems[0], d.Systems[1], "difference", d.Difference.Median, d.Difference.Lower, d.Difference.Upper,
				"")
			add(d.Systems[0], d.Systems[1], "better", d.Better, none, none, "")
			add(d.Systems[0], d.Systems[1], "without_model", w.Estimate, w.Lower, w.Upper, w.Undefined)
		}
	}
	t.Groups = document.Rows(rows...)
	return t
}
