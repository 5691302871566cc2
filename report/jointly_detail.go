package report

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// jointDetail are the sections after the first screen.
func jointDetail(j *result.Jointly) []document.Section {
	var sections []document.Section
	add := func(id, title, lead string, parts ...document.Part) {
		if len(parts) > 0 {
			sections = append(sections, document.Section{ID: id, Title: title, Level: document.Detail,
				Lead: []string{lead}, Parts: parts})
		}
	}
	var each, pairs, any, labelers, all []document.Part
	for _, s := range j.Data.Studies {
		each = append(each, document.Part{Table: jointTable(j, document.Clip(s.Name), []string{"share", "ICC",
			"labeler ICC"},
			[]string{result.JointRate, catalogue.ICC, catalogue.LabelerICC}, s.Name)})
	}
	for b := range j.Data.Studies {
		for a := range b {
			of := []string{j.Data.Studies[a].Name, j.Data.Studies[b].Name}
			pairs = append(pairs, document.Part{Table: jointTable(j, who(of), []string{"ρ", "xCC"},
				[]string{catalogue.Rho, catalogue.XCC}, of...)})
		}
	}
	add("reliability", "Reliability of each category", "", each...)
	add("validity", "Agreement of groups about each category", "", pairs...)
	add("confused", "Which categories people confuse", "Draw two labels of an item by different labelers. If they "+
		"differ, how often is one of the first category and the other of the second?", jointConfused(j))
	for _, c := range j.Confusions {
		if p := (document.Part{Table: jointConfusion(j, c)}); c.Labeler == "" {
			any = append(any, p)
		} else {
			all = append(all, p)
		}
	}
	add("confusions", "How labelers call the items of each category", "An item is of the category that labelers most "+
		"often give it.", any...)
	for _, s := range j.Data.Studies {
		if t := jointLabelers(j, s.Name); t != nil {
			labelers = append(labelers, document.Part{Table: t})
		}
	}
	add("labelers", "How labelers differ from others", "", labelers...)
	add("each", "How each labeler calls the items of each category", "", all...)
	var charts []document.Part
	for i, c := range j.Confusion {
		charts = append(charts, document.Part{Chart: confusionChart(c, fmt.Sprintf("confusion-%d", i+1))})
	}
	add("observed", "Which category is which", confusionLead, charts...)
	if len(j.Comparison) > 0 {
		add("comparison", "Without a model, and by the model", "", document.Part{Table: jointComparison(j)})
	}
	if len(j.Agreement) > 0 {
		add("coefficients", "Coefficients without a model", "", document.Part{Table: coefficientsTable(j.Agreement,
			j.Interval)})
	}
	if len(j.Checks) > 0 {
		add("checks", "Labels that the model replicates", "", document.Part{Table: jointCheckTable(j)})
	}
	add("model", "Model", "", jointModel(j)...)
	return append(sections, aboutRun(j.Data, nil, j.Sampler, j.Diagnostics))
}

// jointTable has a row for each category and one for all, with some quantities of groups.
func jointTable(j *result.Jointly, caption string, heads, quantities []string, studies ...string) *document.Table {
	t := &document.Table{Name: "categories", Caption: caption, Columns: []document.Column{{}}}
	for _, head := range heads {
		t.Columns = append(t.Columns, document.Column{Head: head, Decimals: 3})
	}
	var rows []document.Row
	for _, category := range append(slices.Clone(j.Categories), "") {
		row := document.Row{Name: visible.Text(category)}
		if category == "" {
			row.Name = jointTogether
		}
		for _, quantity := range quantities {
			row.Cells = append(row.Cells, jointCell(j, quantity, category, studies...))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// observedShare is a share with its interval as a cell.
func observedShare(o result.Observed, interval bool) document.Estimate {
	e := document.Estimate{Value: float64(o.Estimate), Lower: float64(o.Lower), Upper: float64(o.Upper), Percent: true,
		Undefined: o.Undefined}
	if !interval {
		e.Lower, e.Upper = none, none
	}
	return e
}

// jointConfused has a row for each two categories, by group.
func jointConfused(j *result.Jointly) document.Part {
	t := &document.Table{Name: "confused", Caption: "Two labels disagree", Sortable: true,
		Columns: []document.Column{{}, {Head: "share of\ndisagreements", Decimals: 1}}}
	for _, s := range j.Data.Studies {
		e, _ := j.Find(result.JointDisagreement, "", s.Name)
		g := document.Group{Rows: []document.Row{{Name: "of all pairs of labels", Cells: []document.Cell{
			document.Estimate{Value: float64(e.Mean), Lower: float64(e.Lower), Upper: float64(e.Upper),
				Percent: true}}}}}
		if len(j.Data.Studies) > 1 {
			g.Title = s.Name
		}
		for _, c := range j.Confused {
			if c.Study == s.Name {
				g.Rows = append(g.Rows, document.Row{Name: c.Categories[0] + " and " + c.Categories[1],
					Cells: []document.Cell{observedShare(c.Share, true)}})
			}
		}
		t.Groups = append(t.Groups, g)
	}
	return document.Part{Table: t}
}

// jointConfusion is how a labeler calls the items of each category.
func jointConfusion(j *result.Jointly, c result.JointConfusion) *document.Table {
	name := "any labeler"
	if c.Labeler != "" {
		name = document.Clip(c.Labeler)
	}
	if len(j.Data.Studies) > 1 {
		name += " of " + document.Clip(c.Study)
	}
	intervals := len(j.Categories) <= mostIntervals
	t := &document.Table{Name: "confusion", Caption: "Items that are, and " + name + " says",
		Columns: []document.Column{{}}}
	for _, category := range j.Categories {
		t.Columns = append(t.Columns, document.Column{Head: document.Shortened(category, mostHead)})
	}
	if c.True != nil {
		t.Columns = append(t.Columns, document.Column{Head: "of all\nitems"})
	}
	var rows []document.Row
	for d, said := range c.Said {
		row := document.Row{Name: visible.Text(j.Categories[d])}
		for _, o := range said {
			row.Cells = append(row.Cells, observedShare(o, intervals))
		}
		if c.True != nil {
			row.Cells = append(row.Cells, observedShare(c.True[d], intervals))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// jointLabelers has a row for each labeler of a group: how much more often the labeler gives each category. Without
// labelers it is nil.
func jointLabelers(j *result.Jointly, study string) *document.Table {
	caption := "More often than others"
	if len(j.Data.Studies) > 1 {
		caption += ", " + document.Clip(study)
	}
	t := &document.Table{Name: "labelers", Caption: caption, Sortable: true, Columns: []document.Column{{},
		{Head: "labels"}}, Notes: []string{"Shares of all items, in points of a per cent."}}
	for _, category := range j.Categories {
		t.Columns = append(t.Columns, document.Column{Head: document.Shortened(category, mostHead)})
	}
	intervals := len(j.Categories) <= mostIntervals
	var rows []document.Row
	for _, l := range j.Labelers {
		if l.Study != study {
			continue
		}
		row := document.Row{Name: visible.Text(l.Labeler), Cells: []document.Cell{document.Count(l.Labels)}}
		for _, d := range l.Differences {
			row.Cells = append(row.Cells, observedShare(d, intervals))
		}
		rows = append(rows, row)
	}
	if rows == nil {
		return nil
	}
	t.Groups = document.Rows(rows...)
	return t
}

// jointComparison is coefficients next to the values that the model implies.
func jointComparison(j *result.Jointly) *document.Table {
	t := &document.Table{Name: "comparison", Caption: "Coefficient", Columns: []document.Column{{},
		{Head: "observed", Decimals: 3}, {Head: "model implies", Decimals: 3}}}
	for i, c := range j.Comparison {
		if i == 0 || c.Coefficient != j.Comparison[i-1].Coefficient {
			t.Groups = append(t.Groups, document.Group{Title: catalogue.CoefficientName(c.Coefficient)})
		}
		name := who(c.Studies)
		if c.Category != "" {
			name += ", " + visible.Text(c.Category) + " against the rest"
		}
		last := &t.Groups[len(t.Groups)-1]
		implied := document.Estimate{Value: float64(c.ImpliedMean), Lower: float64(c.ImpliedLower),
			Upper: float64(c.ImpliedUpper), Undefined: c.Undefined}
		last.Rows = append(last.Rows, document.Row{Name: name, Cells: []document.Cell{
			document.Number{Value: float64(c.Observed)}, implied}})
	}
	return t
}

// jointCheckTable is shares of the labels next to shares of replicated labels.
func jointCheckTable(j *result.Jointly) *document.Table {
	t := &document.Table{Name: "checks", Caption: "Share", Columns: []document.Column{{}, {Head: "observed"},
		{Head: "replicated"}, {Head: "tail p"}}}
	for _, s := range j.Data.Studies {
		g := document.Group{Title: s.Name}
		for _, c := range j.Checks {
			if c.Study == s.Name {
				g.Rows = append(g.Rows, document.Row{Name: jointCheckName(c), Cells: []document.Cell{
					document.Share(c.Observed), document.Share(c.Mean), document.PValue(c.P)}})
			}
		}
		t.Groups = append(t.Groups, g)
	}
	return t
}

// jointModel describes the model and its priors, with code for brms.
func jointModel(j *result.Jointly) []document.Part {
	m := j.Model
	text := []string{fmt.Sprintf("Multinomial logit: P(category) ∝ exp u, with utilities u = Q(μ + item + labeler) "+
		"that sum to 0. Effects are correlated over contrasts. Priors treat all categories alike. Labeler effects: %s.",
		m.Labelers)}
	return modelOfJoint(text, m.Priors, m.BRMSCode)
}

// modelOfJoint describes the model of a joint fit and its priors, with code for brms.
func modelOfJoint(text []string, priors map[string]string, code string) []document.Part {
	var all []string
	for _, name := range []string{"mean", "sd", "labeler_sd", "correlation"} {
		if prior := priors[name]; prior != "" {
			all = append(all, strings.ReplaceAll(name, "_", " ")+" "+prior)
		}
	}
	parts := []document.Part{{Text: append(text, "Priors: "+strings.Join(all, ", ")+".")}}
	return append(parts, document.Part{Heading: "The same model in R", Code: &document.Code{Language: "r", Text: code}})
}

// jointRecords has a row for each estimate.
func jointRecords(j *result.Jointly) *document.Table {
	t := &document.Table{Name: "estimates"}
	for _, head := range []string{"quantity", "category", "studies", "estimate", "sd", "median", "lower", "upper",
		"rhat", "ess_bulk", "ess_tail", "mcse_mean", "undefined"} {
		t.Columns = append(t.Columns, document.Column{Head: head})
	}
	t.Each = func(yield func(document.Row) bool) {
		for _, e := range j.Estimates {
			row := document.Row{Name: e.Quantity, Cells: []document.Cell{document.Text(e.Category),
				studiesCell(e.Studies)}}
			for _, x := range []result.Number{e.Mean, e.SD, e.Median, e.Lower, e.Upper, e.RHat, e.ESSBulk, e.ESSTail,
				e.MCSE} {
				row.Cells = append(row.Cells, document.Exact(x))
			}
			if !yield(document.Row{Name: row.Name, Cells: append(row.Cells, document.Text(e.Undefined))}) {
				return
			}
		}
	}
	return t
}
