package view

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/say"
)

// measurement is the layout of fit measurement.
func measurement() View {
	ci := Col{As: answer.Range, Head: "{level}% CI"}
	return View{
		Title: "Measurement", Paper: say.MeasurementPaper,
		Foot: filled("SEM: how far a label typically falls from its item's value (a standard deviation). MDC: the " +
			"least change that exceeds measurement error ({level}%). Without a model; intervals are for normal " +
			"labels."),
		First: []Block{
			Table{If: one, Name: "measurement", Caption: "Measurement", Cols: []Col{{As: answer.Alone,
				Head: "estimate"}, ci},
				Lines: func(s Scope, cols []Col) []Line { return Quantities(errorIn, measuredFirst(s)...)(s, cols) },
				Keep: []string{"icc_A1", "icc_1", "icc_intra", "repeatability_sd", "sem", "mdc", "sem_agreement",
					"mdc_agreement", "sem_factor", "mdc_factor", "sem_factor_agreement", "mdc_factor_agreement",
					"icc_C1"}},
			Table{If: several, Name: "measurement", Caption: "Group", Lines: Each(""), Cols: []Col{
				{Q: "icc_A1|icc_1", Head: "ICC"},
				{Q: "sem_factor|sem_factor_agreement|sem|sem_agreement", Head: "SEM"},
				{Q: "mdc_factor|mdc_factor_agreement|mdc|mdc_agreement", Head: "MDC"},
				{Q: "cv|cv_agreement", Head: "CV", Priority: document.Spare}},
				Notes: func(Scope) []string {
					return []string{"ICC of one label: ICC(2,1) = ICC(A,1), or ICC(1,1) = ICC(1) if labelers cannot " +
						"be told apart."}
				}},
			limits(true), Notes{},
		},
		More: []Section{
			{ID: "study-{#}", Title: "Measurement of {group}", Each: true, Blocks: []Block{
				Table{Name: "measurement-{#}", Caption: "Measurement", Cols: []Col{{As: answer.Alone,
					Head: "estimate"}, ci,
					{As: answer.What, Head: "in words", Priority: document.Spare}},
					Lines: Quantities(errorIn, quantity.Names("icc_A1", "distinct_categories")...)},
				Table{Name: "anova-{#}", Caption: "Analysis of variance", Lines: Each(""),
					Cols: []Col{{Q: "df"}, {Q: "mean_square"}}},
				Table{Name: "components-{#}", Caption: "Component", Lines: Each(""),
					Cols: []Col{{Q: "variance"}, {Q: "component_sd"}, {Q: "component_share"}}}}},
			{ID: "limits", Title: "Limits of agreement", Lead: "The difference of two labels of one item, of " +
				"logarithms their ratio, lies between the limits in {level} of 100 items (Bland and Altman 1999). " +
				"With three labelers or more, a label lies between the limits about its item's mean (Christensen et " +
				"al. 2020).",
				Blocks: []Block{limits(false), Func(byMean)}},
			{ID: "plots", Title: "Plots of differences", Page: true, Blocks: []Block{Func(plots)}},
		},
	}
}

// errorIn is the title of the lines of a unit.
func errorIn(s say.Scope, unit quantity.Unit) string {
	if unit == quantity.Label && s.Set["log"] != "" {
		return "Error, in natural logarithms"
	}
	return map[quantity.Unit]string{quantity.Plain: "Reliability", quantity.Label: "Error, in the unit of the labels",
		quantity.Factor: "Error, as factors", quantity.Share: "Error, in per cent", quantity.Count: "Items"}[unit]
}

// measuredFirst are the quantities of the first screen. With logarithms, errors are factors.
func measuredFirst(s Scope) []string {
	var all []string
	for _, name := range []string{"icc_A1", "icc_C1", "icc_1", "icc_intra", "sem", "mdc", "sem_agreement",
		"mdc_agreement",
		"sem_consistency", "mdc_consistency", "repeatability_sd", "between_labelers_sd", "reproducibility_sd", "cv",
		"cv_agreement"} {
		if s.Set["log"] != "" {
			name = strings.Replace(strings.Replace(name, "sem", "sem_factor", 1), "mdc", "mdc_factor", 1)
		}
		all = append(all, name)
	}
	slices.SortStableFunc(all, func(a, b string) int { return int(quantity.Of(a).Unit) - int(quantity.Of(b).Unit) })
	return all
}

// limits has a line for each pair whose labels are compared, and for a label and its item's mean.
func limits(spare bool) Table {
	return Table{Name: "limits", Caption: "Limits of agreement", Spare: spare, Lines: compared,
		Cols: []Col{{Q: "bias|mean_ratio", Priority: document.Spare}, {Q: "lower_limit"}, {Q: "upper_limit"}}}
}

// compared has a line for each limits of agreement, or the reason why there are none.
func compared(s Scope, _ []Col) []Line {
	var all []Line
	for _, r := range s.Of("upper_limit") {
		all = append(all, Line{Name: say.Compared(say.Scope{Answer: s.Answer, At: r.Key}), Key: r.Key})
	}
	return all
}

// byMean says of each limits how they were computed, and has limits for items of a low, a middle and a high mean if
// differences or their spread depend on it.
func byMean(s Scope) []document.Part {
	var all []document.Part
	for n, l := range compared(s, nil) {
		of := Scope{Scope: say.Scope{Answer: s.Answer, At: l.Key}, N: n + 1}
		if of.Row("compared_items") == nil {
			continue
		}
		all = append(all, document.Part{Text: []string{say.ByMean(of.Scope)}})
		if !say.Grows(of.Scope, "proportional_p") && !say.Grows(of.Scope, "spread_p") {
			continue
		}
		all = append(all, Table{Name: "limits-by-mean-{#}", Caption: "Limits by mean: " + l.Name,
			Cols: []Col{{Q: "bias_at"}, {Q: "lower_limit_at"}, {Q: "upper_limit_at"}},
			Lines: func(s Scope, _ []Col) []Line {
				var means []Line
				for k, name := range []string{"lowest mean", "middle", "highest mean"} {
					s.At.K = k + 1
					if s.Row("mean_at") != nil {
						means = append(means, Line{Name: name + s.Fill(" {mean_at}"), Key: s.At})
					}
				}
				return means
			}}.lay(of)...)
	}
	return all
}

// mostPlots is how many plots of differences a page has.
const mostPlots = 8

// plots are the plots of Bland and Altman, or of labels about the means of their items.
func plots(s Scope) []document.Part {
	var all []document.Part
	for n, l := range compared(s, nil) {
		of := say.Scope{Answer: s.Answer, At: l.Key}
		i := slices.IndexFunc(s.Series, func(p answer.Series) bool { return p.Of.Key == l.Key })
		if i < 0 || len(all) == mostPlots {
			continue
		}
		p := document.Scatter{About: document.About{ID: fmt.Sprintf("differences-%d", n+1),
			Caption: "Differences and means: " + l.Name}, Decimals: document.WithUnit, X: "mean of both labels",
			Y: l.Name}
		if s.Set["log"] != "" {
			p.Same, p.X, p.Y = 1, "geometric mean of both labels", strings.Replace(l.Name, " − ", " / ", 1)
		}
		if l.Against == "" {
			p.X, p.Y = "mean of the item", "label less its item's mean"
		}
		for _, name := range []string{"upper_limit", "bias|mean_ratio", "lower_limit"} {
			if r := of.Row(name); r != nil {
				value, _ := r.Cell(answer.Whole).(document.Estimate)
				p.Rules = append(p.Rules, document.Rule{Name: strings.TrimSuffix(r.Q.Head, " ratio"), Value: value,
					Main: r.Q.Name != name})
			}
		}
		if of.Row("compared_items").Method == "replicates" {
			p.Caption += " (a point is the means of an item's labels, which differ less than single labels)"
		}
		for k, x := range s.Series[i].X {
			p.Points = append(p.Points, document.Place{X: x, Y: s.Series[i].Y[k]})
		}
		if say.Grows(of, "proportional_p") {
			trend := document.Line{Name: "mean difference by the item's mean", Series: 1}
			for of.At.K = 1; of.Row("mean_at") != nil; of.At.K++ {
				trend.X, trend.Y = append(trend.X, of.Row("mean_at").Value), append(trend.Y, of.Row("bias_at").Value)
			}
			p.Trends = []document.Line{trend}
		}
		all = append(all, document.Part{Chart: p})
	}
	return all
}
