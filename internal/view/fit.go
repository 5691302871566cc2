package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/model/spec"
)

// fit is the layout of a fit.
func fit() View {
	of := func(id, title string, parts Func) Section {
		return Section{ID: id, Title: title, Blocks: []Block{parts}}
	}
	more := []Section{of("data", "Data", func(s Scope) []document.Part { return DataSection(s.Data).Parts })}
	for of, lead := range []string{"Would the same kind of people say it again? The ICC is the share of the variance " +
		"of one label that the item explains. The labeler ICC is the share that the labeler explains. If the labeler " +
		"ICC is above the ICC, labels say more about labelers than about items.", "Do two groups mean the same? " +
		"Agreement between groups (ρ, normalized xCC) is the correlation of the items' true scores: the agreement " +
		"that remains if every item has so many labels that chance and labelers average out. xCC is the correlation " +
		"of one label of each group: ρ√ICC√ICC.", "", ""} {
		title := catalogue.Section(of).Title()
		id := strings.ToLower(strings.Fields(title)[0])
		more = append(more, estimates(id, strings.Replace(title, quantity.TheReference, "{reference}", 1), lead,
			func(q catalogue.Entry, scale string) bool { return q.Section == catalogue.Section(of) && scale == "" }))
	}
	more = append(more, Section{ID: "factors", Title: "Measurement error as factors", Folded: true,
		Blocks: []Block{
			Table{Name: "factors", Caption: "Measurement error as factors", Lines: ofGroups,
				If: func(s Scope) bool { return s.Data.Log },
				Cols: []Col{{Q: "sem_factor", Head: "SEM\nfactor", Decimals: 3},
					inPercent("sem_factor", "SEM\nin %", 1),
					{Q: "mdc_factor", Head: "MDC\nfactor", Decimals: 3}, inPercent("mdc_factor", "MDC\nin %", 1),
					inPercent("cv", "coefficient of\nvariation in %", 0)},
				Notes: func(Scope) []string {
					return []string{"Labels are logarithms, so errors are factors of the labels in the file: 1.2 is " +
						"20% more, or 1/1.2 of it."}
				}}}},
		Section{ID: "repeated", Title: "Repeated readings", Folded: true, Blocks: []Block{
			Table{Name: "repeated", Caption: "Repeated readings", Lines: having("intra_labeler_icc"), Cols: []Col{
				{Q: "intra_labeler_icc", Head: "intra-labeler\nICC", Decimals: 2},
				{Q: "icc", Head: "inter-labeler\nICC", Decimals: 2},
				{Q: "repeatability_sd", Head: "repeatability\nSD"}, {Q: "sem", Head: "reproducibility\nSD"}},
				Notes: func(s Scope) []string {
					if s.Of("repeatability_sd") == nil {
						return nil
					}
					return []string{"SD: standard deviation of labels of one item, by the same labeler " +
						"(repeatability, ISO 5725) and by different labelers (reproducibility)."}
				}}}},
		Section{ID: "covariates", Title: "Covariates", Lead: "By how much labels are higher if a covariate differs " +
			"and all else is the same: items, labelers and other covariates. The part of a covariate that belongs to " +
			"items and labelers counts as theirs in the ICC. The raw ICC counts what the difference itself " +
			"explains, too.", Blocks: []Block{byCovariate(), Func(slopes)}},
		estimates("parameters", "Parameters", "",
			func(q catalogue.Entry, _ string) bool { return q.Section == catalogue.Parameters }),
		estimates("latent", "Latent scale", "These numbers are about the scale behind the labels. Do not compare "+
			"numbers of the two scales.", func(q catalogue.Entry, scale string) bool {
			return q.Section != catalogue.Parameters && scale == result.ScaleLatent
		}),
		Section{ID: "priors", Title: "The prior matters: the labels alone do not decide these",
			Blocks: []Block{priors}},
		Section{ID: "implied", Title: "Do you believe the model? Coefficients as observed and as the model implies",
			Blocks: []Block{implied}},
		of("doubts", "Assumptions in doubt, and what to look at", doubted),
		of("model", "Model", func(s Scope) []document.Part { return ModelSection(s.Runs[0].Model).Parts }),
		of("diagnostics", "How it was computed", func(s Scope) []document.Part {
			return Diagnosed(s.Runs[0].Sampler, s.Runs[0].Trust).Parts
		}))
	return View{Title: "Rating quality", Own: true, Foot: fitFoot, More: more,
		First: []Block{Func(reliable), byCovariate(), Func(fitNotes), Func(fitChecks)}}
}

// ofGroups has a line for each group of the labels.
func ofGroups(s Scope, _ []Col) (all []Line) {
	for _, g := range s.Data.Studies {
		all = append(all, Line{Name: g.Name, Key: answer.Key{Group: g.Name}})
	}
	return all
}

// having has a line for each group that has a quantity.
func having(name string) Lines {
	return func(s Scope, _ []Col) []Line {
		return slices.DeleteFunc(ofGroups(s, nil), func(l Line) bool {
			r := s.Get(name, l.Key)
			return r == nil || !r.Defined()
		})
	}
}

// inPercent is a column of a number, less another one, in per cent.
func inPercent(name, head string, less float64) Col {
	return Col{Q: name, Head: head, Decimals: 1, Find: func(s say.Scope, name string) *answer.Row {
		r := s.Row(name)
		if r == nil {
			return nil
		}
		c := *r
		c.Value, c.Lower, c.Upper = r.Value-less, r.Lower-less, r.Upper-less
		c.SD *= 100
		return c.Times(100)
	}}
}

// estimates makes a section of estimates, chosen by quantity and scale. Each stands next to the coefficient that
// measures the same without a model.
func estimates(id, title, lead string, in func(q catalogue.Entry, scale string) bool) Section {
	return Section{ID: id, Title: title, Lead: lead, Folded: true, Blocks: []Block{Func(func(s Scope) []document.Part {
		m := s.Runs[0].Model
		if m == nil {
			return nil
		}
		t := Table{Name: id, Caption: title, Cols: estimateCols(s.Interval, id == "parameters" || id == "measurement")}
		var lines []Line
		var few, ends []string
		for _, q := range catalogue.Of(m.Distribution(), m.FacetTerms(), m.CovariateSpecs()) {
			for _, scale := range []string{"", result.ScaleLatent} {
				on := cmp.Or(scale, result.ScaleLabel)
				if !in(q, scale) || !m.Prints(q, on) {
					continue
				}
				heading, event, from := m.Heading(q, on), "", len(lines)
				title := heading
				if id != "parameters" {
					title = strings.TrimSuffix(title, m.OnScale(on))
				}
				if names := catalogue.ICCNames(q.Name, m.Labelers != spec.NoLabelers.String()); names != "" {
					title += ", " + names
				}
				for _, r := range s.Of(q.Name) {
					if r.Term != q.Term || r.Scale != scale {
						continue
					}
					l := Line{Name: of(r, q), Key: r.Key, Q: q.Name}
					lines = append(lines, l)
					if r.Cell(answer.Chance) != nil {
						event = q.Event
						if text := fewLabelers(s, r); text != "" {
							few = append(few, l.Name+" has "+text+".")
						}
					}
					if r.Draws != nil && result.Boundary(q, *r.Draws) != nil {
						ends = append(ends, heading+" ("+l.Name+")")
					}
				}
				if event != "" {
					title += ", " + event
				}
				for i := range lines[from:] {
					lines[from+i].Title = title
				}
			}
		}
		t.Lines = func(Scope, []Col) []Line { return lines }
		t.Notes = func(s Scope) []string {
			notes := slices.Compact(few)
			if ends != nil {
				notes = append(notes, atBoundary(ends))
			}
			if id == "reliability" && slices.ContainsFunc(lines, func(l Line) bool {
				return besides(say.Scope{Answer: s.Answer, At: l.Key}, l.Q) != nil
			}) {
				notes = append(notes, s.Answer.Notes...)
			}
			return notes
		}
		parts := t.lay(s)
		lines = slices.DeleteFunc(lines, func(l Line) bool { return !s.Get(l.Q, l.Key).Defined() })
		if id == "closeness" && len(lines) > 0 && len(lines) <= mostCloser {
			parts[0].Chart = closeness(s, lines)
		}
		return parts
	})}}
}

// mostCloser is how many differences a chart has.
const mostCloser = 150

// closeness draws how much better each group agrees with the reference than each other group.
func closeness(s Scope, lines []Line) document.Chart {
	c := document.Strips{About: document.About{ID: "closeness", Caption: "Differences of agreement with the " +
		"reference on the label scale, with " + s.Interval.Name("CrI")},
		Panels: []document.Panel{{Title: "difference", Low: -0.5, High: 0.5, Zero: true, Decimals: 3}}}
	for _, l := range lines {
		r := s.Get(l.Q, l.Key)
		value, _ := r.Cell(answer.Whole).(document.Estimate)
		if n := len(c.Groups); n == 0 || c.Groups[n-1].Title != r.Q.Title {
			c.Groups = append(c.Groups, document.StripGroup{Title: r.Q.Title})
		}
		g := &c.Groups[len(c.Groups)-1]
		g.Rows = append(g.Rows, document.Strip{Name: l.Name, Series: document.Plain,
			Values: []document.Estimate{value}, Aside: r.Cell(answer.Chance)})
	}
	return c
}

// estimateCols are the columns of a table of estimates. The unit may be the labels' own.
func estimateCols(i result.Intervals, unit bool) []Col {
	cols := []Col{{As: answer.Alone, Head: "Estimate"}, {As: answer.Median, Head: "median", Priority: document.Spare},
		{As: answer.Error, Head: "SD", Priority: document.Spare}, {As: answer.Range, Head: i.Name("CrI")}}
	for i := range cols {
		if cols[i].Decimals, cols[i].Find = 3, plain; unit {
			cols[i].Decimals = document.WithUnit
		}
	}
	return append(cols, Col{As: answer.Chance, Head: "probability"}, Col{As: answer.Named, Find: besides,
		Head: "without a model [" + i.Name("CI") + "]", Decimals: 3, Priority: document.Useful},
		Col{As: answer.RHat, Head: "R̂", Decimals: 3, Priority: document.Diagnostic},
		Col{As: answer.BulkESS, Head: "bulk-ESS", Priority: document.Diagnostic},
		Col{As: answer.TailESS, Head: "tail-ESS", Priority: document.Diagnostic})
}

// plain finds a row as a number without a unit, as all numbers of such a table.
func plain(s say.Scope, name string) *answer.Row {
	r := *s.Row(name)
	q := *r.Q
	q.Unit, r.Q = quantity.Label, &q
	return &r
}

// besides is the coefficient that measures the same as an estimate without a model, on the scale of the labels.
// It has no distance if that belongs to the family of the model.
func besides(s say.Scope, name string) *answer.Row {
	if s.At.Scale != "" || !s.Row(name).Defined() {
		return nil
	}
	r := s.Without(s.Row(name))
	if r != nil && r.Distance == result.NaturalDistance(s.Runs[0].Model.Distribution()) {
		c := *r
		c.Distance, r = "", &c
	}
	return r
}

// fewLabelers warns that a row is of a group with few labelers, if it is about them.
func fewLabelers(s Scope, r *answer.Row) string {
	for _, g := range s.Data.Studies {
		if r.Q.Name == catalogue.LabelerICC && g.Name == r.Group {
			return result.CautionLabelers(g.Labelers)
		}
	}
	return ""
}

// of names what an estimate is of.
func of(r *answer.Row, q catalogue.Entry) string {
	of := r.Group
	switch {
	case q.Of == catalogue.Comparison, q.Of == catalogue.Contrast:
		of = r.Of + " − " + r.Against
	case q.Of == catalogue.PoolAndJudge, q.Of == catalogue.PoolAndOther:
		of = r.Of + " for " + r.Group
		if r.Of == r.Group {
			of = "a labeler of " + r.Group
		}
	case q.Of == catalogue.WithReference:
		of = r.Of
	case q.Of == catalogue.Pair:
		of = r.Of + " × " + r.Against
	case of == "":
		of = "all groups"
	}
	if r.K > 0 {
		of += ", k = " + document.Integer(r.K)
	}
	if r.Design != "" {
		of += ", " + visible.Text(r.Design)
	}
	if q.OfThreshold && r.Against != "" {
		of += ", " + result.Between(r.Of, r.Against)
	}
	return of
}

// atBoundary says of estimates that their intervals end at a boundary which they cannot hold.
func atBoundary(names []string) string {
	const most = 4
	if n := len(names) - most; n > 0 {
		names = append(names[:most:most], fmt.Sprintf("%d more", n))
	}
	return "Up to a boundary: " + strings.Join(names, "; ") + ". No draw is exactly 0 (a standard deviation, an ICC) " +
		"or ±1 (a correlation), so no interval holds that value, even if it is the truth. Read these intervals as " +
		"“at most” or “at least”."
}
