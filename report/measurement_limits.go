package report

import (
	"fmt"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// mostPlots is how many plots of differences a page has.
const mostPlots = 8

// limitsTable has a row for each pair whose labels are compared, and for a label and its item's mean.
func limitsTable(m *result.Measurement) *document.Table {
	t := &document.Table{Name: "limits", Caption: "Limits of agreement", Columns: []document.Column{{},
		{Head: "mean difference", Decimals: document.WithUnit, Priority: document.Spare},
		{Head: "lower limit", Decimals: document.WithUnit}, {Head: "upper limit", Decimals: document.WithUnit}}}
	if m.Log {
		t.Columns[1].Head = "mean ratio"
	}
	var rows []document.Row
	for _, l := range m.Limits {
		row := document.Row{Name: limitsName(m, l)}
		switch {
		case l.Undefined != "":
			row.Cells = []document.Cell{document.Undefined(l.Undefined)}
		case l.Of == result.LimitsOfMean:
			lower, upper := aboutMean(m, l.Estimate("mean_limit"))
			row.Cells = []document.Cell{nil, lower, upper}
		default:
			row.Cells = []document.Cell{limitOf(l, "bias"), limitOf(l, "lower_limit"), limitOf(l, "upper_limit")}
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// limitsName says whose labels are compared, and in which study if there are several.
func limitsName(m *result.Measurement, l result.AgreementLimits) string {
	if l.Of != result.LimitsOfStudies && len(m.Studies) > 1 {
		return visible.Text(l.Study) + ": " + l.Name()
	}
	return l.Name()
}

func limitOf(l result.AgreementLimits, quantity string) document.Estimate {
	e := l.Estimate(quantity)
	return document.Estimate{Value: float64(e.Estimate), Lower: float64(e.Lower), Upper: float64(e.Upper)}
}

// aboutMean returns both limits about the mean of an item: ± the limit, or a factor and its reciprocal.
func aboutMean(m *result.Measurement, e result.Measured) (lower, upper document.Estimate) {
	upper = document.Estimate{Value: float64(e.Estimate), Lower: float64(e.Lower), Upper: float64(e.Upper)}
	if m.Log {
		return document.Estimate{Value: 1 / upper.Value, Lower: 1 / upper.Upper, Upper: 1 / upper.Lower}, upper
	}
	return document.Estimate{Value: -upper.Value, Lower: -upper.Upper, Upper: -upper.Lower}, upper
}

// measurementLimits returns the section of all limits and the section with their plots.
func measurementLimits(m *result.Measurement) []document.Section {
	if len(m.Limits) == 0 {
		return nil
	}
	difference := "The difference of two labels"
	if m.Log {
		difference = "The ratio of two labels"
	}
	numbers := document.Section{ID: "limits", Title: "Limits of agreement", Level: document.Detail,
		Lead: []string{fmt.Sprintf("%s of one item lies between the limits in %.4g of 100 items (Bland and Altman "+
			"1999). With three labelers or more, a label lies between the limits about its item's mean (Christensen "+
			"et al. 2020).", difference, 100*m.Level)},
		Parts: []document.Part{{Table: limitsTable(m)}}}
	plots := document.Section{ID: "plots", Title: "Plots of differences", Level: document.Appendix}
	for n, l := range m.Limits {
		if l.Undefined != "" {
			continue
		}
		numbers.Parts = append(numbers.Parts, limitsText(m, l), byMean(m, l, n+1))
		if len(plots.Parts) < mostPlots {
			plots.Parts = append(plots.Parts, document.Part{Chart: limitsPlot(m, l, n+1)})
		}
	}
	return []document.Section{numbers, plots}
}

// limitsText says how limits were computed, and whether differences depend on the mean of an item.
func limitsText(m *result.Measurement, l result.AgreementLimits) document.Part {
	design := map[string]string{"single": "one label of each item by each",
		"replicates": "several labels of an item, taken as repetitions", "complete": "each labeler has each item",
		"incomplete": "not every labeler has every item"}[l.Design]
	text := []string{fmt.Sprintf("%s: %s, %s.", limitsName(m, l), document.Plural(l.Items, "item"), design)}
	if repeated := l.Estimate("repeated_mean_limit"); repeated.Estimate.Defined() {
		text = append(text, fmt.Sprintf("Labels that one labeler gives an item again lie within %s of their mean.",
			document.Say(document.Number{Value: float64(repeated.Estimate)}, 2)))
	}
	if slope := l.Estimate("proportional_bias"); slope.Estimate.Defined() {
		said := "Differences do not clearly depend on the item's mean"
		if l.ProportionalP < 0.05 {
			said = "Proportional bias: differences change with the item's mean"
		}
		spread := "Their spread does not clearly depend on it"
		if l.SpreadP < 0.05 {
			spread = "Their spread changes with it, so that one pair of limits does not fit all items"
		}
		text = append(text, fmt.Sprintf("%s (slope %s, %s). %s (%s).", said,
			document.Say(document.Number{Value: float64(slope.Estimate)}, 3), pSaid(l.ProportionalP), spread,
			pSaid(l.SpreadP)))
	}
	return document.Part{Text: []string{strings.Join(text, " ")}}
}

// pSaid is a p value with its sign of comparison: "p = 0.02".
func pSaid(p result.Number) string {
	text := document.Say(document.PValue(p), 3)
	if strings.HasPrefix(text, "<") {
		return "p " + text
	}
	return "p = " + text
}

// byMean has limits for items of a low, a middle and a high mean, if differences or their spread depend on it.
func byMean(m *result.Measurement, l result.AgreementLimits, n int) document.Part {
	if len(l.ByMean) == 0 || !(l.ProportionalP < 0.05 || l.SpreadP < 0.05) {
		return document.Part{}
	}
	t := &document.Table{Name: fmt.Sprintf("limits-by-mean-%d", n), Caption: "Limits by mean: " + limitsName(m, l),
		Columns: []document.Column{{}, {Head: "mean difference", Decimals: document.WithUnit},
			{Head: "lower limit", Decimals: document.WithUnit}, {Head: "upper limit", Decimals: document.WithUnit}}}
	var rows []document.Row
	for k, at := range l.ByMean {
		sd := float64(at.Upper-at.Lower) / 40
		cells := []document.Cell{}
		for _, x := range []result.Number{at.Bias, at.Lower, at.Upper} {
			cells = append(cells, document.Number{Value: float64(x), SD: sd})
		}
		name := []string{"lowest mean", "middle", "highest mean"}[k]
		rows = append(rows, document.Row{Name: name + " " + document.Fixed(float64(at.Mean), document.Places(sd, 0, 6)),
			Cells: cells})
	}
	t.Groups = document.Rows(rows...)
	return document.Part{Table: t}
}

// limitsPlot is the plot of Bland and Altman, or of labels about the means of their items.
func limitsPlot(m *result.Measurement, l result.AgreementLimits, n int) document.Scatter {
	s := document.Scatter{About: document.About{ID: fmt.Sprintf("differences-%d", n)}, Decimals: document.WithUnit,
		X: "mean of both labels", Y: limitsName(m, l)}
	if m.Log {
		s.Same, s.X, s.Y = 1, "geometric mean of both labels", strings.Replace(limitsName(m, l), " − ", " / ", 1)
	}
	s.Caption = "Differences and means: " + limitsName(m, l)
	if l.Of == result.LimitsOfMean {
		s.X, s.Y = "mean of the item", "label less its item's mean"
		lower, upper := aboutMean(m, l.Estimate("mean_limit"))
		s.Rules = []document.Rule{{Name: "upper limit", Value: upper}, {Name: "lower limit", Value: lower}}
	} else {
		s.Rules = []document.Rule{{Name: "upper limit", Value: limitOf(l, "upper_limit")},
			{Name: "mean difference", Value: limitOf(l, "bias"), Main: true},
			{Name: "lower limit", Value: limitOf(l, "lower_limit")}}
	}
	if l.Design == "replicates" {
		s.Caption += " (a point is the means of an item's labels, which differ less than single labels)"
	}
	for _, p := range l.Points {
		s.Points = append(s.Points, document.Place{X: p.Mean, Y: p.Difference})
	}
	if len(l.ByMean) > 0 && l.ProportionalP < 0.05 {
		trend := document.Line{Name: "mean difference by the item's mean", Series: 1}
		for _, at := range l.ByMean {
			trend.X, trend.Y = append(trend.X, float64(at.Mean)), append(trend.Y, float64(at.Bias))
		}
		s.Trends = []document.Line{trend}
	}
	return s
}

// limitsRecords are the numbers of limits as rows for programs.
func limitsRecords(m *result.Measurement) []document.Row {
	var rows []document.Row
	for _, l := range m.Limits {
		name := l.Study
		if l.Of == result.LimitsOfStudies {
			name = l.First + " − " + l.Second
		}
		rows = append(rows, measuredRecords(name, l.Estimates)...)
	}
	return rows
}
