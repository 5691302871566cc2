package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/checks/predictive"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/study"
	"concord/xcc"
)

// shareParts draw the shares of the categories in each study as observed and as the model implies.
func shareParts(s Source, categories []string) []document.Part {
	if s.Posterior == nil || s.Posterior.Table() == nil || len(s.Posterior.Studies()) > mostCurves {
		return nil
	}
	var parts []document.Part
	var bars []document.Bars
	high := 0.0
	for i, one := range s.Posterior.EachStudy() {
		shares, ok := xcc.Shares(one)
		if !ok {
			return nil
		}
		implied := document.BarSeries{Name: "implied by the model", Series: document.Plain}
		for _, q := range shares {
			implied.Heights = append(implied.Heights, q.Mean())
		}
		observed := document.BarSeries{Name: "observed", Series: i, Heights: observedShares(one, len(categories))}
		high = max(high, slices.Max(observed.Heights), slices.Max(implied.Heights))
		about := document.About{ID: fmt.Sprintf("shares-%d", i+1), Caption: "Shares of the labels of " + one.Name(),
			Small: true}
		bars = append(bars, document.Bars{About: about, Names: categories,
			Series: []document.BarSeries{observed, implied}})
	}
	for _, b := range bars {
		b.High = high
		parts = append(parts, document.Part{Chart: b})
	}
	return parts
}

// observedShares are the shares of the categories among the labels of a study.
func observedShares(one model.StudyPosterior, categories int) []float64 {
	shares, labels := make([]float64, categories), one.Posterior().Table().StudyAt(one.Index()).Value()
	for _, y := range labels {
		shares[int(y)-1] += 1 / float64(len(labels))
	}
	return shares
}

// sampleOf names the labels of a check that looked at a part of them.
func sampleOf(c *predictive.Check, all int) string {
	by := "labelers"
	if c.SampledBy == study.ItemFactor {
		by = "items"
	}
	return fmt.Sprintf("%s of the %s, those of %s that were drawn at random,",
		document.Plural(c.Labels, "label"), document.Integer(all), by)
}

// predictiveSection shows each statistic of the labels among those of replicated studies.
func predictiveSection(s Source) (document.Section, bool) {
	c := s.Check
	if c == nil {
		return document.Section{}, false
	}
	out := appendix("checks", "Predictive checks",
		fmt.Sprintf("The model made %s of the same design, with new items and labelers. Each statistic was computed "+
			"on the labels and on these studies. Those of single groups are moved to the observed mean, scatter and α.",
			document.Plural(c.Replicates, "replicated study")),
		fmt.Sprintf("p is the two-sided tail probability of the observed value. One p in twenty is below 0.05 by "+
			"chance. p of all takes this into account: it is the probability that a study from the model has any "+
			"statistic as far out. An assumption is in doubt if p of all is at most %s.",
			document.Fixed(c.Threshold, 3)))
	if c.SampledBy != "" {
		out.Lead = append(out.Lead, sampleOf(c, s.Result.Data.Labels)+" were checked.")
	}
	if c.Replicates < predictive.FewestReplicates {
		out.Lead = append(out.Lead, fmt.Sprintf("Fewer than %d replicated studies can put nothing in doubt.",
			predictive.FewestReplicates))
	}
	if len(c.Doubts) == 0 {
		out.Lead = append(out.Lead, "The labels fit the model.")
	}
	t := &document.Table{Name: "checks", Caption: "Statistics of the labels", Columns: []document.Column{{},
		{Head: "observed", Decimals: 4}, {Head: "replicated", Decimals: 4}, {Head: "p"}, {Head: "p of all"}}}
	chart := document.Strips{About: document.About{ID: "checks", Caption: "Statistics of the labels among those of " +
		"replicated studies"}, Panels: []document.Panel{{Title: "observed, in standard deviations of replicated " +
		"studies about their mean", Zero: true, Decimals: 1, Band: "replicated studies, " +
		result.Intervals{Level: s.Result.Interval.Level}.Name("interval")}}, Aside: "p of all"}
	place := map[string]int{}
	for _, p := range slices.Concat(c.Coefficients, c.Discrepancies) {
		title := statisticName(p.Statistic)
		at, known := place[title]
		if !known {
			at = len(t.Groups)
			place[title] = at
			t.Groups = append(t.Groups, document.Group{Title: title})
			chart.Groups = append(chart.Groups, document.StripGroup{Title: title})
		}
		row := document.Row{Name: studiesOf(p.Studies)}
		if p.Undefined != "" {
			row.Cells = []document.Cell{document.Undefined(p.Undefined)}
		} else {
			row.Cells = []document.Cell{document.Number{Value: p.Observed, SD: (p.Upper - p.Lower) / 4},
				document.Interval{Lower: p.Lower, Upper: p.Upper}, document.PValue(p.Tail),
				document.PValue(p.Familywise)}
			if strip, ok := checkStrip(s, p); ok {
				chart.Groups[at].Rows = append(chart.Groups[at].Rows, strip)
			}
		}
		g := &t.Groups[at]
		g.Rows = append(g.Rows, row)
	}
	part := document.Part{Table: t}
	if rows := drawn(&chart); rows > 0 && rows <= mostLabelers {
		part.Chart = chart
		t.Folded = true
	}
	out.Parts = []document.Part{part}
	return out, true
}

// drawn leaves out the groups of a chart that have no rows, and returns how many rows there are.
func drawn(c *document.Strips) int {
	var some []document.StripGroup
	rows := 0
	for _, g := range c.Groups {
		if len(g.Rows) > 0 {
			some, rows = append(some, g), rows+len(g.Rows)
		}
	}
	c.Groups = some
	return rows
}

// checkStrip places an observed statistic among the replicated ones, in their standard deviations.
func checkStrip(s Source, p predictive.Discrepancy) (document.Strip, bool) {
	mean, square := 0.0, 0.0
	for _, v := range p.Values {
		mean += v / float64(len(p.Values))
	}
	for _, v := range p.Values {
		square += (v - mean) * (v - mean) / float64(len(p.Values)-1)
	}
	sd := math.Sqrt(square)
	z := (p.Observed - mean) / sd
	if !document.Finite(z) {
		return document.Strip{}, false
	}
	return document.Strip{Name: studiesOf(p.Studies), Series: seriesOf(s.Result.Data, p.Studies),
		Aside:  document.PValue(p.Familywise),
		Values: []document.Estimate{{Value: z, Lower: math.NaN(), Upper: math.NaN()}},
		Bands:  []document.Interval{{Lower: (p.Lower - mean) / sd, Upper: (p.Upper - mean) / sd}}}, true
}

// statisticName is the name of a statistic in print.
func statisticName(s string) string {
	switch s {
	case predictive.SlopeSpread:
		return "spread of labelers’ slopes"
	case predictive.SlopeTrend:
		return "slopes by number of labels"
	case predictive.SplitItems:
		return "split among disputed items"
	case predictive.DisagreementSpread:
		return "variation of disagreement"
	case predictive.WithinItemSD:
		return "SD within items"
	case predictive.ResidualKurtosis:
		return "kurtosis of deviations"
	case predictive.WithinItemKurtosis:
		return "kurtosis within items"
	case predictive.NoiseSpread:
		return "variation of labelers’ noise"
	case predictive.ItemSkewness:
		return "skewness of item means"
	case predictive.ItemKurtosis:
		return "kurtosis of item means"
	case predictive.OwnCorrelation:
		return "correlation of one labeler’s labels"
	case predictive.LevelCorrelation:
		return "correlation of levels"
	}
	return strings.ReplaceAll(catalogue.CoefficientName(s), "'", "’")
}

// methodsSection is the paragraph on methods for a paper.
func methodsSection(s Source) (document.Section, bool) {
	text, ok := Methods(s)
	out := appendix("methods", "Methods paragraph", "Paste this paragraph into a paper or a memo, and adapt it.")
	out.Parts = []document.Part{{Code: &document.Code{Text: text}}}
	return out, ok
}

// reproductionSection says how to get the same numbers again.
func reproductionSection(s Source) (document.Section, bool) {
	out := appendix("reproduction", "How to reproduce")
	var run *result.Sampler
	if len(s.Result.Runs) > 0 {
		run = s.Result.Runs[0].Sampler
	}
	if run != nil {
		out.Lead = []string{"The same file, version and seed give the same draws for any number of cores, on " +
			"processors with the same vector instructions. On other processors draws differ within their Monte " +
			"Carlo error."}
	}
	list := []document.Entry{{Term: "File", Text: s.Result.Data.File}}
	if s.Version != "" {
		list = append(list, document.Entry{Term: "Version", Text: s.Version})
	}
	if run != nil {
		list = append(list, document.Entry{Term: "Seed", Text: fmt.Sprint(run.Seed)})
	}
	out.Parts = []document.Part{{List: list}}
	if s.Command != "" {
		out.Parts = append(out.Parts, document.Part{Code: &document.Code{Language: "sh", Text: s.Command}})
	}
	return out, true
}
