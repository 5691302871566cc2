package report

import (
	"math"
	"slices"
	"strings"

	"concord/internal/checks/predictive"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
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
				if chart, ok := densityChart(about, s.Result, iccCurves(s)); ok {
					section.Parts = append(section.Parts, document.Part{Chart: chart})
				}
			}
		case "validity":
			if s.Posterior != nil {
				about := document.About{ID: "density-rho", Caption: "Posterior densities of ρ" +
					s.Result.Model.OnScale(s.Result.ParameterScale())}
				if chart, ok := densityChart(about, s.Result, rhoCurves(s)); ok {
					section.Parts = append(section.Parts, document.Part{Chart: chart})
				}
			}
		case "implied":
			if chart, ok := impliedChart(s); ok && len(section.Parts) > 0 {
				section.Parts[0].Chart = chart
			}
		case "model":
			m := s.Result.Model
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

// beliefOf returns the probability of the event that belongs to an estimate.
func beliefOf(r *result.Result, q catalogue.Entry, e result.Estimate) (float64, bool) {
	for _, p := range r.Probabilities {
		if p.Event == q.EventName() && (p.Scale == "" || p.Scale == e.Scale) && slices.Equal(p.Studies, e.Studies) {
			return float64(p.Probability), p.Probability.Defined()
		}
	}
	return math.NaN(), false
}

// impliedChart draws coefficients, the values that the model implies, and the coefficients of replicated studies.
func impliedChart(s Source) (document.Strips, bool) {
	r := s.Result
	panel := document.Panel{Title: "observed, " + r.Interval.Name("CI"), Low: -1, High: 1, Zero: true,
		Decimals: 3,
		Beside:   "implied by the model, " + r.Interval.Name("CrI")}
	if s.Check != nil {
		panel.Band = "replicated studies, " + result.Intervals{Level: r.Interval.Level}.Name("interval")
	}
	below := func(c result.Comparison) bool { return c.Observed < 0 || c.ImpliedLower < 0 }
	if !slices.ContainsFunc(r.Comparison, below) {
		panel.Low, panel.Zero = 0, false
	}
	c := document.Strips{About: document.About{ID: "implied", Caption: "Coefficients as observed and as the model " +
		"implies"},
		Panels: []document.Panel{panel}, Aside: "p"}
	rows, place := 0, map[string]int{}
	for _, one := range r.Comparison {
		if one.Undefined != "" {
			continue
		}
		name := strings.ReplaceAll(catalogue.CoefficientName(one.Coefficient), "'", "’")
		at, known := place[name]
		if !known {
			at = len(c.Groups)
			place[name] = at
			c.Groups = append(c.Groups, document.StripGroup{Title: name})
		}
		c.Groups[at].Rows = append(c.Groups[at].Rows, impliedRow(s, one))
		rows++
	}
	return c, rows > 0 && rows <= mostLabelers
}

// impliedRow is a row of the chart of a coefficient.
func impliedRow(s Source, c result.Comparison) document.Strip {
	observed := document.Estimate{Value: float64(c.Observed), Lower: math.NaN(), Upper: math.NaN()}
	for _, a := range s.Result.Agreement {
		if a.Coefficient == c.Coefficient && slices.Equal(a.Studies, c.Studies) {
			observed.Lower, observed.Upper = float64(a.Lower), float64(a.Upper)
			break
		}
	}
	implied := document.Estimate{Value: float64(c.ImpliedMean), Lower: float64(c.ImpliedLower),
		Upper: float64(c.ImpliedUpper)}
	row := document.Strip{Name: result.Marked(studiesOf(c.Studies), c.Caution),
		Series: seriesOf(s.Result.Data, c.Studies), Values: []document.Estimate{observed},
		Beside: []document.Estimate{implied}}
	if s.Check != nil {
		band := document.Interval{Lower: math.NaN(), Upper: math.NaN()}
		at := slices.IndexFunc(s.Check.Coefficients, func(p predictive.Discrepancy) bool {
			return p.Statistic == c.Coefficient && slices.Equal(p.Studies, c.Studies) && p.Undefined == ""
		})
		if at >= 0 {
			band.Lower, band.Upper = s.Check.Coefficients[at].Lower, s.Check.Coefficients[at].Upper
		}
		row.Bands = []document.Interval{band}
	}
	if c.PPCTail.Defined() {
		row.Aside = document.PValue(c.PPCTail)
	}
	return row
}

// scaleSection shows how each study uses a scale of ordered categories. It has the share of each category among the
// labels, the share that the model implies, and the thresholds between neighbouring categories.
func scaleSection(s Source) (document.Section, bool) {
	r := s.Result
	if r.Model == nil {
		return document.Section{}, false
	}
	categories := catalogue.Categories(r.Model.Distribution())
	thresholds := estimatesOf(r, catalogue.Threshold, "")
	if len(categories) == 0 || len(thresholds) == 0 {
		return document.Section{}, false
	}
	lead := "Two groups may mean the same by their labels and use the scale differently: one group rarely gives the " +
		"highest category, another avoids the middle. The model has thresholds for each group, so that such a " +
		"difference does not count as disagreement about items."
	common := r.Model.Thresholds == spec.CommonThresholds.String()
	if common {
		lead = "The groups have the same thresholds, and a mean each: one group may give higher labels than another. " +
			"If the shares that the model implies are not the observed ones, the groups use the scale differently."
	}
	out := appendix("scale-use", "How the scale is used", lead)
	out.Parts = append(out.Parts, shareParts(s, categories)...)
	c := document.Strips{About: document.About{ID: "thresholds", Caption: "Thresholds between neighbouring categories" +
		r.Model.OnScale(r.ParameterScale()) + ", with " + r.Interval.Name("CrI")},
		Panels: []document.Panel{{Title: "threshold", Decimals: 3}}}
	for i, study := range r.Data.Studies {
		g := document.StripGroup{Title: study.Name}
		if common {
			g.Title = "all groups, with the mean of " + study.Name
		}
		for _, e := range thresholds {
			if e.Studies[0] == study.Name {
				g.Rows = append(g.Rows, document.Strip{Name: result.Between(e.Category, e.NextCategory), Series: i,
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

// finite reports whether x is a number that can be drawn.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
