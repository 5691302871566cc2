package html

import (
	"fmt"
	"math"

	"concord/predictive"
	"concord/result"
)

// predictiveSection shows each statistic among those of replicated studies.
func predictiveSection(r Report) (section, bool) {
	c := r.Check
	if c == nil {
		return section{}, false
	}
	s := section{ID: "checks", Title: "Predictive checks", Lead: []string{
		fmt.Sprintf("%s were drawn from the posterior on the same design, with new items and labelers, and each "+
			"statistic computed on them; those of single studies are moved to the observed mean, scatter and α. p is "+
			"the two-sided tail probability of the observed value. As one p of %s in twenty is below 0.05 by "+
			"chance, a doubt is decided by p of all: the probability that a study from the model has any statistic as "+
			"far out. At most %s, and an assumption is in doubt.",
			plural(c.Replicates, "replicated study"), plural(len(c.Coefficients)+len(c.Discrepancies), "statistic"),
			fixed(c.Threshold, 3)),
	}}
	if c.Replicates < predictive.FewestReplicates {
		s.Lead = append(s.Lead, fmt.Sprintf("Fewer than %d replicated studies can put nothing in doubt.",
			predictive.FewestReplicates))
	}
	if r.Result.NotJudged != nil {
		s.Lead = append(s.Lead, r.Result.NotJudged.String())
	}
	if len(c.Doubts) == 0 {
		s.Lead = append(s.Lead, "Nothing speaks against the model.")
	} else {
		s.Lead = append(s.Lead, "What is in doubt, and what to look at, stands under “Model against coefficients”.")
	}
	t := &table{Caption: "Statistics of the labels (line) among those of replicated studies (histogram)",
		Head:  []string{"Statistic", "Studies", "Observed", "Replicated", "p", "p of all", "Distribution"},
		Words: map[int]bool{1: true, 6: true}}
	for _, p := range append(append([]predictive.Discrepancy{}, c.Coefficients...), c.Discrepancies...) {
		if p.Undefined != "" {
			t.Rows = append(t.Rows, cells(statisticName(p.Statistic), who(p.Studies), fixed(p.Observed, 3),
				"undefined: "+p.Undefined, "–", "–", ""))
			continue
		}
		f := checkFigure(p)
		d := result.Decimals((p.Upper-p.Lower)/4, 2, 4)
		row := cells(statisticName(p.Statistic), who(p.Studies), fixed(p.Observed, d), interval(p.Lower, p.Upper, d),
			tailText(p.Tail), tailText(p.Familywise))
		t.Rows = append(t.Rows, append(row, cell{Figure: &f}))
	}
	s.Parts = append(s.Parts, part{Table: t})
	return s, true
}

// checkFigure draws the replicated values as a histogram with the observed value as a line.
func checkFigure(p predictive.Discrepancy) figure {
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
	return coefficientName(s)
}
