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

// Judges lays out how judges compare with people.
func Judges(j *result.Judges) *document.Document {
	d := &document.Document{Title: "Judges: " + path.Base(filepath.ToSlash(j.Data.File)), Read: view.ReadLine(j.Data),
		Verdict: append([]string{j.Verdict}, j.CovariateVerdicts()...), Alerts: j.Data.CautionTexts(),
		Records: judgesRecords(j)}
	if j.Sampler.Partial {
		d.Alerts = append(d.Alerts, "PARTIAL: the run was interrupted. These are the draws so far.")
	}
	d.Sections = append([]document.Section{judgesAnswer(j)}, judgesDetail(j)...)
	return d
}

// judgesDetail are the sections after the first screen.
func judgesDetail(j *result.Judges) []document.Section {
	scale := len(j.People.Validity) - 1
	all := []document.Section{{ID: "validity", Title: "Validity", Level: document.Detail,
		Lead: []string{"How well does one label follow people's true scores, the mean that unlimited people would " +
			"give? r is the correlation. Worth is how many labels of people have a mean that follows true scores as " +
			"well."},
		Parts: []document.Part{{Table: judgesValidity(j, scale)}}},
		{ID: "level", Title: "Bias included", Level: document.Detail,
			Lead: []string{"A judge may follow the items and still say yes more often, or mark higher. Bias is how " +
				"much higher the judge's mean label is than people's. As close is the probability that a label of " +
				"the judge lies as near to a random person's label as another person's label does."},
			Parts: []document.Part{{Table: judgesLevel(j)}}}}
	if covariates, ok := judgesCovariatesSection(j); ok {
		all = append(all, covariates)
	}
	if rates, ok := ratesSection(j); ok {
		all = append(all, rates)
	}
	if len(j.CommonErrors) > 0 {
		all = append(all, document.Section{ID: "common", Title: "Shared errors", Level: document.Detail,
			Lead: []string{"An error is what a judge's label differs by from what people's true score predicts. 0: " +
				"the errors of two judges have nothing in common. 1: they are the same."},
			Parts: []document.Part{{Table: judgesInCommon(j), Chart: sharedErrors(j)}}})
	}
	var latent []document.Part
	for s := scale - 1; s >= 0; s-- {
		latent = append(latent, document.Part{Table: judgesValidity(j, s)})
	}
	all = append(all, latentTables(latent)...)
	about := aboutRun(j.Data, j.Notes, j.Sampler, j.Trust())
	if text := j.Reweighted(); text != "" {
		about.Parts = append(about.Parts, document.Part{Text: []string{text}})
	}
	all = append(all, about)
	return append(all, judgesItems(j, "")...)
}

// judgesAnswer is the first screen after the verdict.
func judgesAnswer(j *result.Judges) document.Section {
	s := document.Section{ID: "answer", Title: "In short", Parts: []document.Part{{Table: judgesShort(j),
		Chart: validityStrips(j)}}}
	biases := func(most int) *document.Table { return judgesCovariates(j, most, 2) }
	if !biases(mostCompared).Empty() {
		s.Parts = append(s.Parts, covariatesPart(mostCompared, biases))
	}
	if text := j.SharedErrors(); text != "" {
		s.Parts = append(s.Parts, document.Part{Text: []string{text}})
	}
	var notes []string
	few := j.FewPeople()
	for _, text := range j.Notes {
		if text != few {
			notes = append(notes, text)
		}
	}
	list := view.Noted(notes)
	if j.Data.DefaultKind != nil {
		list = append(list, document.Entry{Term: "Scale", Text: j.Data.DefaultKind.Text})
	}
	checks := append(fewPeople(j), view.ChainChecks(j.Trust(), view.MostMessages)...)
	text := fmt.Sprintf("Medians and %s%s.", levelName(j.Interval, "credible intervals"), labelsAs(j.Data.Kind,
		j.Model))
	s.Parts = append(s.Parts, document.Part{List: list}, document.Part{Checks: checks},
		document.Part{Text: []string{text + view.Draws(j.Sampler)}})
	return s
}

// fewPeople says that people are few, once for several comparisons.
func fewPeople(all ...*result.Judges) []document.Check {
	for _, j := range all {
		if j == nil {
			continue
		}
		if few := j.FewPeople(); few != "" {
			return []document.Check{{Text: few}}
		}
	}
	return nil
}

// labelsAs says which numbers stand for labels.
func labelsAs(kind string, m *result.Model) string {
	const most = 5
	switch {
	case kind == "binary":
		return ", labels as 0 and 1"
	case kind != "ordinal" || m == nil || len(m.Scores) == 0:
		return ""
	}
	var all []string
	for _, x := range m.Scores {
		all = append(all, document.Full(x))
	}
	if n := len(all); n > most {
		all = []string{all[0], all[1], "…", all[n-1]}
	}
	return ", labels as " + strings.Join(all, ", ")
}

// withPerson returns a row for each judge, and the row of a random person before the first judge that follows the items
// less well.
func withPerson(
	j *result.Judges, scale int, person []document.Cell, row func(s result.JudgeStanding) []document.Cell,
) []document.Row {
	var rows []document.Row
	line := document.Row{Name: "a person", Cells: person, Line: true}
	drawn := false
	for _, s := range j.Judges {
		if !drawn && !(s.Validity[scale].Median >= j.People.Validity[scale].Median) {
			rows, drawn = append(rows, line), true
		}
		rows = append(rows, document.Row{Name: s.Study, Cells: row(s)})
	}
	if !drawn {
		rows = append(rows, line)
	}
	return rows
}

// personCells are r of a random person, and the worth of one of their labels.
func personCells(r result.Measure) []document.Cell {
	return []document.Cell{measured(r), document.Labels{Value: 1, Lower: none, Upper: none}}
}

// judgesShort is the table of the first screen.
func judgesShort(j *result.Judges) *document.Table {
	scale := len(j.People.Validity) - 1
	t := &document.Table{Name: "judges", Columns: []document.Column{{}, {Head: "validity r", Decimals: 2},
		{Head: "worth in\nhuman labels", Decimals: 1, Priority: document.Useful},
		{Head: "better than\na person", Words: true}, {Head: "probability", Priority: document.Spare},
		{Head: "bias", Decimals: 2, Priority: document.Useful},
		{Head: "as close,\nwith bias", Priority: document.Spare}}}
	again := false
	for _, s := range j.Judges {
		again = again || len(s.SelfConsistency) > 0
	}
	if again {
		t.Columns = append(t.Columns, document.Column{Head: "self-\nconsistency", Decimals: 2,
			Priority: document.Spare})
	}
	person := personCells(j.People.Validity[scale])
	rows := withPerson(j, scale, person, func(s result.JudgeStanding) []document.Cell {
		cells := []document.Cell{measured(s.Validity[scale]), worth(s.Worth[scale], 0), document.Text(s.Better()),
			chance(s.BetterThanRandom), bias(s.Bias), chance(s.AsGood)}
		if n := len(s.SelfConsistency); n > 0 {
			cells = append(cells, median(&s.SelfConsistency[n-1]))
		}
		return cells
	})
	for i := range rows {
		rows[i].Name = document.Clip(rows[i].Name)
	}
	t.Groups = document.Rows(bestAndWorst(rows)...)
	return t
}

// chance is a posterior probability; a cell without one is empty.
func chance(p result.Number) document.Cell {
	if !p.Defined() {
		return nil
	}
	return document.Chances(p)
}

// bias is how much higher a judge's mean label is, with its sign.
func bias(m *result.Measure) document.Cell {
	if m == nil || !m.Median.Defined() {
		return nil
	}
	return document.Number{Value: float64(m.Median), SD: float64(m.Upper-m.Lower) / 4, Signed: true}
}

// validityStrips draws the judges by validity, with a random person as the line to beat.
func validityStrips(j *result.Judges) document.Chart {
	scale := len(j.People.Validity) - 1
	c := document.Strips{About: document.About{ID: "judges-chart", Caption: "How well one label follows people's " +
		"true scores"},
		Panels: []document.Panel{{Title: "validity r", High: 1, Beat: float64(j.People.Validity[scale].Median),
			Decimals: 2}}}
	var strips []document.Strip
	rows := withPerson(j, scale, []document.Cell{measured(j.People.Validity[scale])},
		func(s result.JudgeStanding) []document.Cell { return []document.Cell{measured(s.Validity[scale])} })
	for _, row := range rows {
		if e, ok := row.Cells[0].(document.Estimate); ok {
			series := 1
			if row.Line {
				series = 0
			}
			strips = append(strips, document.Strip{Name: row.Name, Series: series, Values: []document.Estimate{e}})
		}
	}
	c.Groups = []document.StripGroup{{Rows: strips}}
	return c
}

// judgesValidity is how well judges follow people on a scale.
func judgesValidity(j *result.Judges, scale int) *document.Table {
	t := &document.Table{Name: "validity", Caption: "Validity, " + result.ScaleName(j.People.Validity[scale].Scale),
		Columns: []document.Column{{}, {Head: bracketed("r", j.Interval, "CrI"), Decimals: 3},
			{Head: bracketed("worth, labels", j.Interval, "CrI"), Decimals: 1}, {Head: "better than\na person"},
			{Head: "follows as well,\nlevel aside", Priority: document.Useful}}}
	person := personCells(j.People.Validity[scale])
	t.Groups = document.Rows(withPerson(j, scale, person, func(s result.JudgeStanding) []document.Cell {
		better, follows := j.Exceeds(s, scale)
		return []document.Cell{measured(s.Validity[scale]), worth(s.Worth[scale], 0), chance(better), chance(follows)}
	})...)
	return t
}

// judgesLevel has the numbers that depend on the level of labels too.
func judgesLevel(j *result.Judges) *document.Table {
	scale := len(j.People.Validity) - 1
	t := &document.Table{Name: "level", Caption: "Bias included, " + result.ScaleName(j.People.Validity[scale].Scale),
		Columns: []document.Column{{}, {Head: bracketed("bias", j.Interval, "CrI"), Decimals: 3},
			{Head: "in SDs of\nlabelers", Decimals: 1, Priority: document.Spare}, {Head: "as close"},
			{Head: "people\nbeaten", Priority: document.Useful}, {Head: "agreement", Decimals: 3,
				Priority: document.Spare},
			{Head: "difference²", Decimals: 3, Priority: document.Spare}}}
	person := []document.Cell{document.Count(0), document.Count(0), nil, document.Share(0.5),
		median(j.People.Agreement), median(j.People.Loss)}
	t.Groups = document.Rows(withPerson(j, scale, person, func(s result.JudgeStanding) []document.Cell {
		var beaten document.Cell
		if s.BeatenShare != nil {
			beaten = document.Share(s.BeatenShare.Mean)
		}
		return []document.Cell{measured(*s.Bias), median(s.Level), chance(s.AsGood), beaten, median(s.Agreement),
			median(s.Loss)}
	})...)
	for _, s := range j.Judges {
		for _, m := range s.SelfConsistency {
			t.Notes = append(t.Notes, fmt.Sprintf("Self-consistency of %s, %s: %s.", visible.Text(s.Study),
				result.ScaleName(m.Scale), document.Say(measured(m), 2)))
		}
	}
	return t
}

// judgesInCommon is the errors that each two judges have in common.
func judgesInCommon(j *result.Judges) *document.Table {
	t := &document.Table{Name: "common", Caption: "Shared errors, " + result.ScaleName(j.CommonErrors[0].Scale),
		Columns: []document.Column{{}, {Head: bracketed("correlation", j.Interval, "CrI"), Decimals: 3}}}
	var rows []document.Row
	for _, c := range j.CommonErrors {
		rows = append(rows, document.Row{Name: c.Judges[0] + " × " + c.Judges[1],
			Cells: []document.Cell{measured(c.Measure)}})
	}
	t.Groups = document.Rows(rows...)
	if m := j.IndependentJudges; m != nil {
		t.Notes = []string{fmt.Sprintf("All together are worth %s judges with independent errors.",
			document.Say(measured(*m), 1))}
	}
	return t
}

// sharedErrors draws the correlations of the errors of each two judges.
func sharedErrors(j *result.Judges) document.Chart {
	m := document.Matrix{About: document.About{ID: "common-chart", Caption: "Correlation of the errors of two judges"},
		Low: -1, High: 1}
	at := map[string]int{}
	for _, c := range j.CommonErrors {
		for _, name := range c.Judges {
			if _, known := at[name]; !known {
				at[name] = 0
			}
		}
	}
	for _, s := range j.Judges {
		if _, ok := at[s.Study]; ok {
			at[s.Study] = len(m.Names)
			m.Names = append(m.Names, s.Study)
		}
	}
	for i := range m.Names {
		m.Values = append(m.Values, make([]float64, len(m.Names)))
		for k := range m.Names {
			m.Values[i][k] = none
		}
	}
	for _, c := range j.CommonErrors {
		a, b := at[c.Judges[0]], at[c.Judges[1]]
		m.Values[a][b], m.Values[b][a] = float64(c.Median), float64(c.Median)
	}
	return m
}

// judgesItems has the confusions of people's labels and each judge's, and the items on which judges are furthest from
// people. prefix distinguishes the names from names of other comparisons in the same document.
func judgesItems(j *result.Judges, prefix string) []document.Section {
	confused := document.Section{ID: prefix + "confusion", Title: "Which label goes with which",
		Level: document.Appendix,
		Lead:  []string{confusionLead}}
	far := document.Section{ID: prefix + "furthest", Title: "Items on which judges are furthest from people",
		Level: document.Appendix, Lead: []string{"The true score is what people's labels say about the item, drawn " +
			"to the mean of all items if few people labelled it."}}
	for i, s := range j.Judges {
		if s.Confusion != nil && s.Confusion.Shares != nil {
			confused.Parts = append(confused.Parts, document.Part{Chart: confusionChart(*s.Confusion,
				fmt.Sprintf("%sconfusion-%d", prefix, i))})
		}
		if len(s.Furthest) > 0 {
			far.Parts = append(far.Parts, document.Part{Table: furthestTable(s)})
		}
	}
	var all []document.Section
	for _, section := range []document.Section{confused, far} {
		if section.Folded = len(j.Judges) > shortRows; len(section.Parts) > 0 {
			all = append(all, section)
		}
	}
	return all
}

// furthestTable lists the items on which a judge is furthest from people.
func furthestTable(s result.JudgeStanding) *document.Table {
	caption := "Items on which " + visible.Text(s.Study) + " is furthest from people"
	t := &document.Table{Name: "furthest", Caption: caption,
		Columns: []document.Column{{}, {Head: "judge", Words: true}, {Head: "people", Words: true},
			{Head: "true score", Decimals: 2}}}
	texts := false
	for _, item := range s.Furthest {
		texts = texts || item.Text != ""
	}
	if texts {
		t.Columns = append(t.Columns, document.Column{Head: "text", Words: true, Priority: document.Spare})
	}
	var rows []document.Row
	for _, item := range s.Furthest {
		row := document.Row{Name: item.Item, Cells: []document.Cell{spelledCell(item.Labels),
			spelledCell(item.PeopleLabels), document.Number{Value: float64(item.People)}}}
		if texts {
			row.Cells = append(row.Cells, document.Text(item.Text))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// spelledCell lists labels. Of many labels it lists the first ones.
func spelledCell(labels []string) document.Cell {
	const most = 12
	text := strings.Join(labels[:min(most, len(labels))], ", ")
	if more := len(labels) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return document.Text(text)
}
