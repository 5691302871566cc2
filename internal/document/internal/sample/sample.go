// Package sample has a document for the tests of writers.
package sample

import (
	"math"
	"strings"

	"concord/internal/document"
)

// Hostile returns names that a page must show and not obey.
func Hostile() []string {
	return []string{
		`<script>document.title='harm'</script>`, `" onload="document.title='harm'`, `'); alert(1) //`,
		`</title><img src=x onerror=alert(1)>`, `{{.Title}} & <b>`, "javascript:alert(1)",
		"right \u202eto left", "مجموعة الخبراء", strings.Repeat("unbroken", 25),
	}
}

// Document returns a document with every chart and every kind of part. Its groups have the names.
func Document(names ...string) *document.Document {
	n := func(k int) string { return names[k%len(names)] }
	estimate := func(x, half float64) document.Estimate {
		return document.Estimate{Value: x, Lower: x - half, Upper: x + half}
	}
	crossing := document.Strips{
		About: document.About{ID: "crossing", Caption: "Agreement of each group with itself and with the reference"},
		Panels: []document.Panel{{Title: "with itself (ICC)", High: 1, Decimals: 2},
			{Title: "with the reference (ρ)", High: 1, Decimals: 2}},
		Groups: []document.StripGroup{{Rows: []document.Strip{
			{Name: n(0), Series: 0, Values: []document.Estimate{estimate(0.5, 0.05),
				{Value: math.NaN(), Undefined: "it is the reference"}}},
			{Name: n(1), Series: 1, Values: []document.Estimate{estimate(0.58, 0.04), estimate(0.7, 0.07)}},
			{Name: n(2), Series: 2, Values: []document.Estimate{estimate(0.45, 0.05), estimate(0.9, 0.04)}},
		}}},
	}
	implied := document.Strips{
		About: document.About{ID: "implied", Caption: "Coefficients and what the model implies for them"},
		Panels: []document.Panel{{Title: "observed", Beside: "implied by the model", Band: "replicated studies",
			Low: -1, High: 1, Zero: true, Decimals: 2}},
		Groups: []document.StripGroup{{Title: "Krippendorff’s α", Rows: []document.Strip{
			{Name: n(0), Series: 0, Values: []document.Estimate{estimate(0.5, 0.06)},
				Beside: []document.Estimate{estimate(0.48, 0.03)},
				Bands:  []document.Interval{{Lower: 0.4, Upper: 0.56}},
				Aside:  document.PValue(0.31)},
			{Name: n(3), Series: 1, Values: []document.Estimate{estimate(-0.1, 0.1)},
				Beside: []document.Estimate{estimate(0.05, 0.03)},
				Bands:  []document.Interval{{Lower: 0, Upper: 0.1}},
				Aside:  document.PValue(0.0001)},
		}}},
	}
	var many []document.Strip
	for k := range 60 {
		many = append(many, document.Strip{Name: n(k), Series: 1,
			Values: []document.Estimate{estimate(float64(k-30)/20, 0.4)}})
	}
	k := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	var curve, low, high []float64
	for _, x := range k {
		y := x / (x + 2)
		curve, low, high = append(curve, y), append(low, y-0.05), append(high, y+0.05)
	}
	lines := document.Lines{
		About: document.About{ID: "labels", Caption: "Reliability of a mean by the number of labels"},
		X:     "labels per item", Y: "reliability of the mean", High: 1, Beat: 0.8,
		Lines: []document.Line{{Name: n(0), X: k, Y: curve, Lower: low, Upper: high},
			{Name: n(1), Series: 1, X: k, Y: high}},
	}
	flat := func(y float64) []float64 { return []float64{y, y} }
	ranks := document.Lines{
		About: document.About{ID: "ranks", Caption: "Ranks by chain; R̂ 1.003", Small: true}, HideY: true,
		Lines: []document.Line{{Name: "95% of chains that agree", X: []float64{0, 1}, Lower: flat(-1), Upper: flat(1)},
			{Name: "chain 1", Series: -1, X: []float64{0, 0.5, 0.5, 1}, Y: []float64{0.5, 0.5, -2, -2}}},
		Points: &document.Table{Name: "ranks", Caption: "R̂", Columns: []document.Column{{}, {Head: "R̂", Decimals: 3}},
			Groups: document.Rows(document.Row{Name: "ρ", Cells: []document.Cell{document.Number{Value: 1.003}}})},
	}
	bars := document.Bars{
		About: document.About{ID: "shares", Caption: "Shares of the categories", Small: true},
		X:     "category", Y: "share",
		Names: []string{"never", "seldom", "often", n(4)}, Line: 0.25,
		Series: []document.BarSeries{{Name: "observed", Heights: []float64{0.1, 0.2, 0.4, 0.3}},
			{Name: "implied", Series: -1, Heights: []float64{0.15, 0.2, 0.35, 0.3}}},
	}
	nan := math.NaN()
	matrix := document.Matrix{About: document.About{ID: "errors", Caption: "Correlations of errors"},
		Names: []string{n(0), n(1), n(2)}, Low: -1, High: 1,
		Values: [][]float64{{nan, 0.55, -0.2}, {0.55, nan, 0.9}, {-0.2, 0.9, nan}}}
	confusion := document.Confusion{About: document.About{ID: "confusion", Caption: "Labels of a model and of people"},
		Of: "people", With: n(1), Rows: []string{"no", "yes"}, Columns: []string{"no", "yes"},
		Shares: [][]float64{{0.9, 0.1}, {0.25, 0.75}}, All: []float64{0.7, 0.3}}
	dots := document.Dots{About: document.About{ID: "rates", Caption: "Sensitivity and specificity",
		Legend: []document.Key{{Series: document.BeatLine, Text: "one random person"}}},
		Columns: []string{"sensitivity", "specificity"}, High: 1, Beat: 0.6, Decimal: 2,
		Rows: []document.DotRow{{Name: n(0), Values: []float64{0.7, 0.9}}, {Name: n(1), Values: []float64{0.5, nan}}}}
	scatter := document.Scatter{
		About: document.About{ID: "differences", Caption: "Differences of " + n(0) + " and " + n(1)},
		X:     "mean of both", Y: "difference", Points: []document.Place{{X: 1, Y: -2}, {X: 2, Y: 0.5}, {X: 4, Y: 1.5}},
		Rules: []document.Rule{{Name: "upper limit", Value: estimate(2, 0.5)}, {Name: "bias", Value: estimate(0, 0.2),
			Main: true}, {Name: "lower limit", Value: estimate(-2, 0.5)}},
		Trends:   []document.Line{{Name: "trend", Series: 1, X: []float64{1, 4}, Y: []float64{-1, 1}}},
		Decimals: 2,
	}
	table := &document.Table{Name: "reliability", Caption: "Reliability of labels", Sortable: true,
		Columns: []document.Column{{}, {Head: "people"}, {Head: "reliability of\none label (ICC)", Decimals: 2},
			{Head: "R̂", Decimals: 3, Priority: document.Diagnostic}},
		Groups: document.Rows(
			document.Row{Name: n(0), Link: "#more", Cells: []document.Cell{document.Count(1234), estimate(0.5, 0.05),
				document.Number{Value: 1.001}}},
			document.Row{Name: n(5), Line: true, Cells: []document.Cell{document.Count(60), estimate(0.58, 0.04),
				document.Number{Value: 1.002}}},
			document.Row{Name: n(6), Cells: []document.Cell{document.Count(9),
				document.Estimate{Value: nan, Undefined: "it has one label"}}},
		), Notes: []string{"A note on " + n(2) + "."}}
	folded := *table
	folded.Folded, folded.Caption = true, "Every group"
	return &document.Document{
		Title: "Rating quality: " + n(0), Read: n(0) + "  9 000 labels · 300 items",
		Verdict: []string{n(2) + " is closer to " + n(0) + " than " + n(1) + " is: probability 98.8%",
			"Second finding."},
		Alerts: []string{"The run was interrupted: " + n(3)},
		Sections: []document.Section{
			{ID: "answer", Title: "", Parts: []document.Part{{Chart: crossing}, {Table: table}, {
				List: []document.Entry{{Term: "Note", Text: n(1) + " agrees with itself most."}},
				Checks: []document.Check{{OK: true, Text: "chains converged"},
					{Text: "labels of " + n(2) + " differ: look"}},
			}}},
			{ID: "pictures", Title: "Pictures", Level: document.Appendix, Lead: []string{"What charts show."},
				Parts: []document.Part{
					{Heading: "Of the model", Text: []string{"A paragraph."}, Chart: implied},
					{Chart: document.Strips{About: document.About{ID: "labelers", Caption: "Labelers"},
						Panels: []document.Panel{{Title: "level", Zero: true, Decimals: 2}},
						Groups: []document.StripGroup{{Rows: many}}}},
					{Chart: lines}, {Chart: ranks}, {Chart: bars}, {Chart: matrix}, {Chart: confusion}, {Chart: dots},
					{Chart: scatter},
				}},
			{ID: "more", Title: "More " + n(4), Level: document.Detail, Folded: true,
				Parts: []document.Part{{Table: &folded},
					{Code: &document.Code{Language: "sh", Text: "command '" + n(2) + "'"}}}},
		},
	}
}
