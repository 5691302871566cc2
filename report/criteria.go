package report

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
)

// Criteria lays out how criteria are rated.
func Criteria(r *result.Criteria) *document.Document {
	d := &document.Document{Title: "Criteria: " + path.Base(filepath.ToSlash(r.Data.File)),
		Read:    view.ReadLine(r.Data) + " · " + fmt.Sprintf("%d criteria", len(r.Criteria)),
		Verdict: r.Verdict, Alerts: r.Data.CautionTexts(), Records: criteriaRecords(r)}
	d.Sections = append(d.Sections, criteriaAnswer(r))
	for n, g := range r.Groups {
		of := document.Section{ID: fmt.Sprintf("group-%d", n+1), Title: "Labels of " + visible.Text(g.Group),
			Level: document.Detail, Parts: []document.Part{{Table: criteriaOfGroup(r, g, n)},
				{Table: criteriaPairs(g, n)}}}
		if !g.OneLabel {
			of.Parts[1].Chart = criteriaMatrix(g, n)
		}
		d.Sections = append(d.Sections, of)
	}
	if s, ok := criteriaCheck(r); ok {
		d.Sections = append(d.Sections, s)
	}
	d.Sections = append(d.Sections, criteriaModel(r), aboutRun(r.Data, r.Notes, r.Sampler, r.Trust))
	return d
}

// criteriaModel describes the model and its priors, with code for brms.
func criteriaModel(r *result.Criteria) document.Section {
	text := fmt.Sprintf("θ = μ + item + labeler + halo, with %s labels. Effects of an item are correlated over groups "+
		"and criteria, effects of a labeler over criteria. The halo is an effect of item and labeler on all criteria. "+
		"Labeler effects: %s.", r.Family, r.Model.Labelers)
	var priors []string
	for _, name := range []string{"mean", "sd", "labeler_sd", "correlation"} {
		if prior := r.Model.Priors[name]; prior != "" {
			priors = append(priors, strings.ReplaceAll(name, "_", " ")+" "+prior)
		}
	}
	return document.Section{ID: "model", Title: "Model", Level: document.Detail, Parts: []document.Part{
		{Text: []string{text, "Priors: " + strings.Join(priors, ", ") + "."}}}}
}

// mostCriteria is how many criteria or groups a table of the first screen lists.
const mostCriteria = 6

// criteriaAnswer is the first screen after the verdict.
func criteriaAnswer(r *result.Criteria) document.Section {
	a := document.Section{ID: "answer", Title: "In short"}
	a.Parts = append(a.Parts, shorterTable(mostCriteria, func(most int) *document.Table {
		return criteriaReliability(r, most)
	}))
	if len(r.Groups) > 1 {
		a.Parts = append(a.Parts, shorterTable(mostCriteria, func(most int) *document.Table {
			return criteriaGroups(r, most)
		}))
	} else {
		a.Parts = append(a.Parts, shorterTable(mostCriteria, func(most int) *document.Table {
			return criteriaPairsFirst(r, most)
		}))
	}
	scale := "Label scale. Medians and " + r.Interval.Name("credible intervals") + "." + view.Draws(r.Sampler)
	about := document.Part{Text: []string{"Halo: how errors in one labeler's labels of an item correlate over " +
		"criteria, the labeler's level aside. " + scale}}
	about.Shorter = func() document.Part { return document.Part{Text: []string{scale}} }
	a.Parts = append(a.Parts, document.Part{List: view.Noted(r.Notes)}, taskChecks(criteriaDoubts(r), r.Trust), about)
	return a
}

// criteriaReliability has a row for each criterion.
func criteriaReliability(r *result.Criteria, most int) *document.Table {
	people := r.Groups[0]
	t := &document.Table{Name: "criteria", Caption: "Criterion", Columns: []document.Column{{},
		{Head: "reliability of\none label (ICC)", Decimals: 2}, {Head: "true scores go\nmost with", Words: true},
		{Head: "correlation", Decimals: 2, Priority: document.Useful}}}
	if len(r.Groups) > 1 {
		t.Caption = document.Clip(people.Group)
	}
	t.Groups = firstRows(people.Criteria, most, func(c result.OfCriterion) document.Row {
		row := document.Row{Name: document.Clip(c.Criterion), Cells: []document.Cell{measured(c.ICC)}}
		if p, other := mostWith(people, c.Criterion); other != "" {
			row.Cells = append(row.Cells, document.Text(document.Clip(other)), measured(p.TrueScores))
		}
		return row
	})
	return t
}

// mostWith returns the pair of a criterion whose true scores correlate most, and the other criterion of it.
func mostWith(g result.CriteriaGroup, criterion string) (best result.CriteriaPair, other string) {
	for _, p := range g.Pairs {
		at := slices.Index(p.Criteria[:], criterion)
		if at < 0 || !p.TrueScores.Median.Defined() || other != "" && p.TrueScores.Median <= best.TrueScores.Median {
			continue
		}
		best, other = p, p.Criteria[1-at]
	}
	return best, other
}

// criteriaGroups has a row for each group: its halo, and how well it agrees with the reference on each criterion.
func criteriaGroups(r *result.Criteria, most int) *document.Table {
	reference := visible.Text(r.Reference)
	t := &document.Table{Name: "groups", Caption: "Group", Columns: []document.Column{{}, {Head: "halo", Decimals: 2},
		{Head: "larger than\n" + document.Shortened(r.Reference, 12)}}}
	shown := r.Criteria
	if len(shown) > mostCriteria {
		shown = shown[:mostCriteria-1]
	}
	for n, c := range shown {
		column := document.Column{Head: "r\n" + document.Shortened(c, 12), Decimals: 2}
		if n > 1 {
			column.Priority = document.Useful
		}
		t.Columns = append(t.Columns, column)
	}
	groups, ofGroups := false, false
	t.Groups = firstRows(r.Groups, most, func(g result.CriteriaGroup) document.Row {
		row := document.Row{Name: document.Clip(g.Group), Cells: []document.Cell{measured(g.OverPairs.Halo),
			chance(g.HaloLarger)}}
		for c := range shown {
			if g.Group == r.Reference {
				break
			}
			m := g.Criteria[c].Validity
			if !g.OneLabel {
				m, ofGroups = g.Criteria[c].Rho, true
			}
			groups = groups || g.OneLabel
			row.Cells = append(row.Cells, median(&m))
		}
		return row
	})
	if groups {
		t.Notes = append(t.Notes, fmt.Sprintf("r: correlation of one label with the true score of %s on the criterion.",
			reference))
	}
	if ofGroups {
		for i := 3; i < len(t.Columns); i++ {
			if !groups {
				t.Columns[i].Head = "ρ" + t.Columns[i].Head[1:]
			}
		}
		text := fmt.Sprintf("ρ: correlation of true scores with those of %s on the criterion.", reference)
		if groups {
			text = fmt.Sprintf("Groups with several labels of an item have ρ in its place, the correlation of their "+
				"true scores with those of %s.", reference)
		}
		t.Notes = append(t.Notes, text)
	}
	return t
}

// pairColumns are the columns of correlations of two criteria.
func pairColumns() []document.Column {
	return []document.Column{{}, {Head: "true scores", Decimals: 2}, {Head: "labels of\ntwo labelers", Decimals: 2},
		{Head: "labels of\none labeler", Decimals: 2}, {Head: "halo", Decimals: 2, Priority: document.Useful},
		{Head: "items", Priority: document.Spare}}
}

func pairRow(name string, p result.OverPairs) document.Row {
	return document.Row{Name: name, Cells: []document.Cell{measured(p.TrueScores), measured(p.TwoLabelers),
		measured(p.OneLabeler), measured(p.Halo)}}
}

// criteriaPairsFirst has the pairs of criteria whose true scores correlate most and least.
func criteriaPairsFirst(r *result.Criteria, most int) *document.Table {
	pairs := slices.Clone(r.Groups[0].Pairs)
	slices.SortStableFunc(pairs, func(a, b result.CriteriaPair) int {
		return cmp.Compare(b.TrueScores.Median, a.TrueScores.Median)
	})
	t := &document.Table{Name: "pairs", Caption: "Two criteria", Columns: pairColumns()}
	t.Columns = t.Columns[:len(t.Columns)-1]
	for i := 1; i < len(t.Columns); i++ {
		t.Columns[i].Priority = document.Essential
	}
	t.Groups = firstRows(pairs, most, func(p result.CriteriaPair) document.Row {
		cells := []document.Cell{}
		for _, m := range []result.Measure{p.TrueScores, p.TwoLabelers, p.OneLabeler, p.Halo} {
			cells = append(cells, median(&m))
		}
		return document.Row{Name: pairName(p), Cells: cells}
	})
	return t
}

// firstRows has a row for each of the first things, and one that counts the others.
func firstRows[T any](all []T, most int, row func(T) document.Row) []document.Group {
	var rows []document.Row
	for n, one := range all {
		if left := len(all) - n; n >= most && left > 1 {
			rows = append(rows, moreRows(left))
			break
		}
		rows = append(rows, row(one))
	}
	return document.Rows(rows...)
}

func pairName(p result.CriteriaPair) string {
	return document.Clip(p.Criteria[0]) + " × " + document.Clip(p.Criteria[1])
}

// criteriaPairs has a row for each two criteria.
func criteriaPairs(g result.CriteriaGroup, n int) *document.Table {
	t := &document.Table{Name: fmt.Sprintf("pairs-%d", n+1), Caption: "Correlations over criteria",
		Columns: pairColumns(), Sortable: len(g.Pairs) > 20}
	var rows []document.Row
	for _, p := range g.Pairs {
		row := pairRow(pairName(p), p.OverPairs)
		row.Cells = append(row.Cells, document.Count(p.Items))
		rows = append(rows, row)
	}
	rows = append(rows, pairRow("mean", g.OverPairs))
	t.Groups = document.Rows(rows...)
	if n > 0 && g.HaloDifference.Median.Defined() {
		t.Notes = []string{fmt.Sprintf("The halo is larger than the reference's by %s, with probability %s.",
			document.Say(medianWithin(g.HaloDifference), 2), document.Say(chance(g.HaloLarger), 0))}
	}
	return t
}

// criteriaOfGroup has a row for each criterion of a group.
func criteriaOfGroup(r *result.Criteria, g result.CriteriaGroup, n int) *document.Table {
	t := &document.Table{Name: fmt.Sprintf("criteria-%d", n+1), Caption: "Criterion", Columns: []document.Column{{},
		{Head: "mean", Decimals: document.WithUnit}}}
	if !g.OneLabel {
		t.Columns = append(t.Columns, document.Column{Head: "ICC", Decimals: 2},
			document.Column{Head: "labeler ICC", Decimals: 2})
	}
	if n > 0 {
		if !g.OneLabel {
			t.Columns = append(t.Columns, document.Column{Head: "ρ", Decimals: 2})
		}
		t.Columns = append(t.Columns, document.Column{Head: "xCC", Decimals: 2},
			document.Column{Head: "r", Decimals: 2})
		t.Notes = []string{fmt.Sprintf("Agreement with %s on the same criterion. r: correlation of one label with its "+
			"true score.", visible.Text(r.Reference))}
	}
	var rows []document.Row
	for _, c := range g.Criteria {
		row := document.Row{Name: document.Clip(c.Criterion), Cells: []document.Cell{measured(c.Mean)}}
		if !g.OneLabel {
			row.Cells = append(row.Cells, measured(c.ICC), measured(c.LabelerICC))
		}
		if n > 0 {
			if !g.OneLabel {
				row.Cells = append(row.Cells, measured(c.Rho))
			}
			row.Cells = append(row.Cells, measured(c.XCC), measured(c.Validity))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// criteriaMatrix is the correlations of true scores over criteria.
func criteriaMatrix(g result.CriteriaGroup, n int) document.Matrix {
	m := document.Matrix{About: document.About{ID: fmt.Sprintf("true-scores-%d", n+1),
		Caption: "Correlations of true scores over criteria"}, Low: -1, High: 1}
	at := map[string]int{}
	for i, c := range g.Criteria {
		at[c.Criterion] = i
		m.Names = append(m.Names, c.Criterion)
		row := make([]float64, len(g.Criteria))
		row[i] = 1
		m.Values = append(m.Values, row)
	}
	for _, p := range g.Pairs {
		i, j := at[p.Criteria[0]], at[p.Criteria[1]]
		m.Values[i][j], m.Values[j][i] = float64(p.TrueScores.Median), float64(p.TrueScores.Median)
	}
	return m
}

// criteriaRecords has a row for each number.
func criteriaRecords(r *result.Criteria) *document.Table {
	t := &document.Table{Name: "criteria", Columns: recordColumns("group", "criterion", "other_criterion", "quantity",
		"median", "mean", "lower", "upper", "probability_above_0", "undefined")}
	var rows []document.Row
	for _, n := range r.Numbers() {
		of := [2]string{}
		copy(of[:], n.Criteria)
		var positive document.Cell
		if n.Quantity == result.CriteriaHaloDifference {
			positive = exact(n.Positive)
		}
		rows = append(rows, document.Row{Name: n.Group, Cells: []document.Cell{document.Text(of[0]),
			document.Text(of[1]), document.Text(n.Quantity), exact(n.Median), exact(n.Mean), exact(n.Lower),
			exact(n.Upper), positive, document.Text(n.Undefined)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}
