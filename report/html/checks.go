package html

import (
	"fmt"
	"math"

	"concord/report/predictive"
)

// predictiveSection shows each statistic among those of replicated studies.
func predictiveSection(r Report) (section, bool) {
	c := r.Check
	if c == nil {
		return section{}, false
	}
	s := section{ID: "checks", Title: "Predictive checks", Lead: []string{
		fmt.Sprintf("%s were drawn from the posterior on the same design, with new items and labelers, and each statistic computed on them. p is the two-sided tail probability of the observed value; "+
			"with %s in all, one of at most %s puts an assumption in doubt.",
			plural(c.Replicates, "replicated study"), plural(len(c.Coefficients)+len(c.Discrepancies), "statistic"), fixed(c.Threshold, 4)),
	}}
	if len(c.Doubts) == 0 {
		s.Lead = append(s.Lead, "Nothing speaks against the model.")
	} else {
		s.Lead = append(s.Lead, "What is in doubt, and what to look at, stands under “Model against coefficients”.")
	}
	t := &table{Caption: "Statistics of the labels (line) among those of replicated studies (histogram)",
		Head: []string{"Statistic", "Studies", "Observed", "Replicated", "p", "Distribution"}, Words: map[int]bool{1: true, 5: true}}
	for _, p := range append(append([]predictive.Result{}, c.Coefficients...), c.Discrepancies...) {
		if p.Undefined != "" {
			t.Rows = append(t.Rows, cells(statisticName(p.Statistic), who(p.Studies), fixed(p.Observed, 3), "undefined: "+p.Undefined, "–", ""))
			continue
		}
		f := checkFigure(p)
		d := max(2, decimals((p.Upper-p.Lower)/4, 4))
		row := cells(statisticName(p.Statistic), who(p.Studies), fixed(p.Observed, d), interval(p.Lower, p.Upper, d), tailText(p.Tail))
		t.Rows = append(t.Rows, append(row, cell{Figure: &f}))
	}
	s.Parts = append(s.Parts, part{Table: t})
	return s, true
}

// checkFigure draws the replicated values as a histogram with the observed value as a line.
func checkFigure(p predictive.Result) figure {
	const height, bins = 26.0, 24
	low, high := p.Observed, p.Observed
	for _, v := range p.Values {
		low, high = math.Min(low, v), math.Max(high, v)
	}
	f := figure{Height: height}
	a := axis{low, high, 1}
	if !(high > low) {
		return f
	}
	outline := histogram(p.Values, a, bins)
	top := largest(outline)
	for i := 0; i < len(outline); i += 2 {
		x, y := a.at(outline[i].x), (height-2)*outline[i].y/top
		f.box("band", x, height-y, a.at(outline[i+1].x)-x, y)
	}
	f.line("bar observed", a.at(p.Observed), 0, a.at(p.Observed), height)
	return f
}

// statisticName is the name of a statistic in print.
func statisticName(s string) string {
	switch s {
	case predictive.SlopeSpread:
		return "spread of labelers’ slopes"
	case predictive.SplitItems:
		return "split among disputed items"
	case predictive.DisagreementSpread:
		return "variation of disagreement"
	case predictive.WithinItemSD:
		return "SD within items"
	}
	return coefficientName(s)
}
