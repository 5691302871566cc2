package report

import (
	"fmt"
	"math"
	"path"
	"path/filepath"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// JudgesByCategory lays out how judges compare with people if labels are words without order.
func JudgesByCategory(j *result.JudgesByCategory) *document.Document {
	d := &document.Document{Title: "Judges: " + path.Base(filepath.ToSlash(j.Data.File)), Read: view.ReadLine(j.Data),
		Verdict: j.Verdict, Alerts: j.Data.CautionTexts(), Records: categoryRecords(j)}
	answer := document.Section{ID: "answer", Title: "In short", Parts: []document.Part{{Table: categoriesShort(j)},
		{List: view.Noted(categoryNotes(j))},
		{Checks: append(fewPeople(ofCategories(j)...), view.ChainChecks(j.Trust(), view.MostMessages)...)},
		{Text: []string{fmt.Sprintf("Each of %s is fitted against the rest. κ: cross-kappa with a person, and α of "+
			"two people; "+
			"%s.", document.Plural(len(j.Categories), "category"), levelName(j.Interval, "intervals"))}}}}
	d.Sections = append(d.Sections, answer)
	fits := document.Section{ID: "fits", Title: "Fits", Level: document.Detail,
		Parts: []document.Part{{Table: categoryFits(j)}}}
	for n, c := range j.Categories {
		title := fmt.Sprintf("%s, %s of people's labels", c.Category, document.Percent(float64(c.Share), 1))
		s := document.Section{ID: fmt.Sprintf("category-%d", n), Title: title, Level: document.Detail}
		if c.Judges == nil {
			s.Parts = []document.Part{{Text: []string{c.Category + ": " + strings.TrimSuffix(c.Undefined, ".") + "."}}}
			d.Sections = append(d.Sections, s)
			continue
		}
		validity, level := judgesValidity(c.Judges, len(c.Judges.People.Validity)-1), judgesLevel(c.Judges)
		validity.Caption, level.Caption = c.Category+": validity", c.Category+": bias included"
		s.Parts = []document.Part{{Text: []string{c.Judges.Verdict + "."}},
			{Table: validity, Chart: validityStrips(c.Judges)}, {Table: level}}
		if text := c.Judges.SharedErrors(); text != "" {
			s.Parts = append(s.Parts, document.Part{Text: []string{text}})
		}
		d.Sections = append(d.Sections, s)
	}
	confused := document.Section{ID: "confusion", Title: "Which category is which", Level: document.Detail,
		Lead: []string{confusionLead}}
	for i, c := range j.Confusion {
		if c.Shares != nil {
			confused.Parts = append(confused.Parts, document.Part{Chart: confusionChart(c, fmt.Sprintf("confusion-%d",
				i))})
		}
	}
	if len(confused.Parts) > 0 {
		d.Sections = append(d.Sections, confused)
	}
	data := view.DataSection(j.Data)
	data.Level = document.Detail
	d.Sections = append(d.Sections, fits, data)
	for n, c := range j.Categories {
		if c.Judges != nil {
			d.Sections = append(d.Sections, categoryItems(c, n)...)
		}
	}
	return d
}

// categoryItems are the items of a category on which judges are furthest from people.
func categoryItems(c result.CategoryJudges, n int) []document.Section {
	var all []document.Section
	for _, s := range judgesItems(c.Judges, fmt.Sprintf("category-%d-", n)) {
		if strings.HasSuffix(s.ID, "furthest") { // the confusions are in a section for all categories
			s.Title = c.Category + ": " + s.Title
			all = append(all, s)
		}
	}
	return all
}

// categoryNotes says which categories have no comparison.
func categoryNotes(j *result.JudgesByCategory) []string {
	all := j.Data.ReplyNotes()
	for _, c := range j.Categories {
		if c.Judges == nil {
			all = append(all, c.Category+" has no comparison: "+strings.TrimSuffix(c.Undefined, ".")+".")
		}
	}
	return all
}

// ofCategories returns the comparisons; nil for a category that has none.
func ofCategories(j *result.JudgesByCategory) []*result.Judges {
	var all []*result.Judges
	for _, c := range j.Categories {
		all = append(all, c.Judges)
	}
	return all
}

// categoriesShort is the table of the first screen: each judge over all categories.
func categoriesShort(j *result.JudgesByCategory) *document.Table {
	t := &document.Table{Name: "agreement", Caption: "All categories", Columns: []document.Column{{},
		{Head: "same label\nas a person", Decimals: 1}, {Head: "κ", Decimals: 2},
		{Head: "better than\na person in", Words: true}, {Head: "less well in", Words: true, Priority: document.Useful},
		{Head: "items", Priority: document.Spare}}}
	var rows []document.Row
	var person *document.Row
	for _, a := range j.Agreement {
		if a.Judge == "" {
			person = &document.Row{Name: "another person", Line: true, Cells: []document.Cell{document.Share(a.Same),
				coefficient(a.Coefficient), nil, nil, document.Count(a.Coefficient.Items)}}
			break
		}
	}
	same := result.Undefined()
	if person != nil {
		same = j.Agreement[0].Same
	}
	for _, s := range j.Standings() {
		if person != nil && !(s.Agreement.Same >= same) {
			rows, person = append(rows, *person), nil
		}
		share := document.Cell(document.Share(s.Agreement.Same))
		rows = append(rows, document.Row{Name: document.Clip(s.Judge), Cells: []document.Cell{share,
			coefficient(s.Agreement.Coefficient),
			document.Text(fmt.Sprintf("%d of %d", s.Better, s.Categories)),
			document.Text(fmt.Sprintf("%d of %d", s.Worse, s.Categories)),
			document.Count(s.Agreement.Coefficient.Items)}})
	}
	if person != nil {
		rows = append(rows, *person)
	}
	t.Groups = document.Rows(bestAndWorst(rows)...)
	return t
}

// categoryFits has the diagnostics of each category's fit.
func categoryFits(j *result.JudgesByCategory) *document.Table {
	t := &document.Table{Name: "fits", Caption: "Fits", Columns: []document.Column{{}, {Head: "R̂ ≤", Decimals: 3},
		{Head: "ESS ≥"}, {Head: "Pareto k̂ ≤", Decimals: 2}, {Head: "seed"}}}
	var rows []document.Row
	for _, c := range j.Categories {
		if c.Judges == nil {
			continue
		}
		rhat, ess, k := math.Inf(-1), math.Inf(1), math.Inf(-1)
		add := func(d *result.Diagnostics) {
			for _, x := range []result.Number{d.MinESSBulk, d.MinESSTail} {
				if x.Defined() {
					ess = min(ess, float64(x))
				}
			}
			if d.MaxRHat.Defined() {
				rhat = max(rhat, float64(d.MaxRHat))
			}
		}
		add(c.Judges.Diagnostics)
		for _, s := range c.Judges.Judges {
			if s.Diagnostics != nil {
				add(s.Diagnostics)
			}
			if s.Reweighting != nil {
				k = max(k, float64(s.Reweighting.ParetoK))
			}
		}
		row := document.Row{Name: c.Category, Cells: []document.Cell{document.Number{Value: rhat},
			document.Number{Value: ess},
			document.Number{Value: k}, document.Text(fmt.Sprint(c.Seed))}}
		if !math.IsInf(ess, 0) {
			row.Cells[1] = document.Count(ess)
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}
