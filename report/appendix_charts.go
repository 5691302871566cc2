package report

import (
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/checks/predictive"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/model/spec"
)

// illustrated adds to the sections of every number the pictures that belong to them.
func illustrated(s Source, sections []document.Section) []document.Section {
	for i := range sections {
		section := &sections[i]
		switch section.ID {
		case "reliability":
			if s.Posterior != nil {
				about := document.About{ID: "density-icc", Caption: "Posterior densities of the ICC on the label scale"}
				if chart, ok := densityChart(about, s.Result.Interval, iccCurves(s)); ok {
					section.Parts = append(section.Parts, document.Part{Chart: chart})
				}
			}
		case "validity":
			if s.Posterior != nil {
				about := document.About{ID: "density-rho", Caption: "Posterior densities of ρ" +
					s.Result.Model().OnScale(result.ScaleLatent)}
				if chart, ok := densityChart(about, s.Result.Interval, rhoCurves(s)); ok {
					section.Parts = append(section.Parts, document.Part{Chart: chart})
				}
			}
		case "implied":
			if chart, ok := impliedChart(s); ok && len(section.Parts) > 0 {
				section.Parts[0].Chart = chart
			}
		case "model":
			m := s.Result.Model()
			if m != nil {
				section.Parts = append(section.Parts, document.Part{List: modelFacts(m)})
			}
			if m != nil && m.BRMSCode != "" {
				section.Parts = append(section.Parts, document.Part{Heading: "The same model in brms (R)",
					Code: &document.Code{Language: "r", Text: m.BRMSCode}})
			}
		case "diagnostics":
			if s.Posterior != nil {
				section.Parts = append(section.Parts, rankParts(s)...)
				if part, ok := energyPart(s); ok {
					section.Parts = append(section.Parts, part)
				}
			}
		}
	}
	return sections
}

// impliedChart draws coefficients, the values that the model implies, and the coefficients of replicated studies.
func impliedChart(s Source) (document.Strips, bool) {
	r := s.Result
	panel := document.Panel{Title: "observed, " + r.Interval.Name("CI"), High: 1,
		Decimals: 3,
		Beside:   "implied by the model, " + r.Interval.Name("CrI")}
	if s.Check != nil {
		panel.Band = "replicated studies, " + result.Intervals{Level: r.Interval.Level}.Name("interval")
	}
	c := document.Strips{About: document.About{ID: "implied", Caption: "Coefficients as observed and as the model " +
		"implies"},
		Panels: []document.Panel{panel}, Aside: "p"}
	rows, place := 0, map[string]int{}
	for _, implied := range r.Rows {
		if implied.By != answer.Model {
			continue
		}
		at := implied.Key
		at.By = ""
		observed := r.Get(implied.Q.Name, at)
		if observed.Value < 0 || implied.Lower < 0 {
			c.Panels[0].Low, c.Panels[0].Zero = -1, true
		}
		if math.IsNaN(observed.P) {
			continue
		}
		name := strings.ReplaceAll(catalogue.CoefficientName(implied.Q.Name), "'", "’")
		group, known := place[name]
		if !known {
			group = len(c.Groups)
			place[name] = group
			c.Groups = append(c.Groups, document.StripGroup{Title: name})
		}
		c.Groups[group].Rows = append(c.Groups[group].Rows, impliedRow(s, observed, implied))
		rows++
	}
	return c, rows > 0 && rows <= mostLabelers
}

// impliedRow is a row of the chart of a coefficient.
func impliedRow(s Source, observed, implied *answer.Row) document.Strip {
	groups := observed.Groups()
	bare := func(r *answer.Row) []document.Estimate {
		return []document.Estimate{{Value: r.Value, Lower: r.Lower, Upper: r.Upper}}
	}
	row := document.Strip{Name: result.Marked(say.Who(observed.Key), observed.Reason),
		Series: seriesOf(s.Result.Data, groups), Values: bare(observed),
		Beside: bare(implied), Aside: document.PValue(observed.P)}
	if s.Check != nil {
		band := document.Interval{Lower: math.NaN(), Upper: math.NaN()}
		at := slices.IndexFunc(s.Check.Coefficients, func(p predictive.Discrepancy) bool {
			return p.Statistic == observed.Q.Name && slices.Equal(p.Studies, groups) && p.Undefined == ""
		})
		if at >= 0 {
			band.Lower, band.Upper = s.Check.Coefficients[at].Lower, s.Check.Coefficients[at].Upper
		}
		row.Bands = []document.Interval{band}
	}
	return row
}

// scaleSection shows how each study uses a scale of ordered categories. It has the share of each category among the
// labels, the share that the model implies, and the thresholds between neighbouring categories.
func scaleSection(s Source) (document.Section, bool) {
	r := s.Result
	m := r.Model()
	if m == nil {
		return document.Section{}, false
	}
	categories := catalogue.Categories(m.Distribution())
	thresholds := estimatesOf(r, catalogue.Threshold)
	if len(categories) == 0 || len(thresholds) == 0 {
		return document.Section{}, false
	}
	lead := "Two groups may mean the same by their labels and use the scale differently: one group rarely gives the " +
		"highest category, another avoids the middle. The model has thresholds for each group, so that such a " +
		"difference does not count as disagreement about items."
	common := m.Thresholds == spec.CommonThresholds.String()
	if common {
		lead = "The groups have the same thresholds, and a mean each: one group may give higher labels than another. " +
			"If the shares that the model implies are not the observed ones, the groups use the scale differently."
	}
	out := appendix("scale-use", "How the scale is used", lead)
	out.Parts = append(out.Parts, shareParts(s, categories)...)
	c := document.Strips{About: document.About{ID: "thresholds", Caption: "Thresholds between neighbouring categories" +
		m.OnScale(result.ScaleLatent) + ", with " + r.Interval.Name("CrI")},
		Panels: []document.Panel{{Title: "threshold", Decimals: 3}}}
	for i, study := range r.Data.Studies {
		g := document.StripGroup{Title: study.Name}
		if common {
			g.Title = "all groups, with the mean of " + study.Name
		}
		for _, e := range thresholds {
			if e.Group == study.Name || e.Group == "" && i == 0 {
				g.Rows = append(g.Rows, document.Strip{Name: result.Between(e.Of, e.Against), Series: i,
					Values: []document.Estimate{estimate(e)}})
			}
		}
		if len(g.Rows) > 0 {
			c.Groups = append(c.Groups, g)
		}
	}
	out.Parts = append(out.Parts, document.Part{Chart: c, Text: []string{"An average item, labelled by an average " +
		"labeler, gets a category at or below the threshold κ with probability 1/(1 + e^−κ). Labelers rarely choose " +
		"a category whose two thresholds lie close to each other."}})
	return out, true
}
