package html

import (
	"fmt"
	"math"
	"strings"

	"concord/posterior"
	"concord/result"
	"concord/vpc"
)

// targets are the reliabilities for which the page says how many labels they need.
func targets() []float64 { return []float64{0.7, 0.8, 0.9} }

// planning shows the reliability of the mean of k labels, and the k that a target needs.
func planning(r Report) (section, bool) {
	if r.Posterior == nil {
		return section{}, false
	}
	fit, level := r.Posterior, r.Result.Interval.Level
	s := section{ID: "planning", Title: "Planning", Lead: []string{
		"How many labels does an item need? The mean of k labels by different people has reliability k ICC / (1 + " +
			"(k − 1) ICC) (Spearman, 1910; Brown, 1910)" + r.Result.OnScale(r.Result.LabelScale()) +
			". A dash means more than 1,000 labels.",
	}}
	t := &table{Caption: "Labels per item for a target reliability" + r.Result.OnScale(r.Result.LabelScale()) +
		": median and " + levelName(r.Result.Interval, "CrI"), Head: []string{"Study"}}
	for _, target := range targets() {
		t.Head = append(t.Head, fmt.Sprintf("ICC(k) ≥ %g", target))
	}
	var planned []plannedStudy
	longest := 10.0
	for i, study := range fit.EachStudy() {
		if study.OneLabel() {
			continue // the fit does not know its ICC, and the section on reliability says so
		}
		p := r.Shared.Labels().Partition(study)
		planned = append(planned, plannedStudy{study.Name(), seriesClass(i), p})
		row := cells(study.Name())
		for _, target := range targets() {
			q := result.NewLabelsNeeded(p, study.Name(), target, level, level)
			row = append(row, cell{Text: fmt.Sprintf("%s [%s, %s]",
				labelCount(q.Median), labelCount(q.Lower), labelCount(q.Upper))})
		}
		longest = math.Max(longest, p.LabelsFor(0.9).Quantile(0.5))
		t.Rows = append(t.Rows, row)
	}
	curve := planningCurve(planned, int(math.Min(30, longest)), level)
	curve.Caption = strings.TrimSuffix(curve.Caption, ".") + r.Result.OnScale(r.Result.LabelScale()) + "."
	curve.Caption += fmt.Sprintf(" Bands: %s.", levelName(r.Result.Interval, "CrI"))
	s.Parts = append(s.Parts, part{Picture: curve}, part{Table: t})
	return s, true
}

// labelCount prints a number of labels. What no practical number reaches is a dash.
func labelCount(k result.Number) string {
	if !k.Defined() || k > 1000 {
		return "–"
	}
	return count(int(k))
}

// plannedStudy is a study whose reliability is known, with the colour that it has on the page.
type plannedStudy struct {
	name, class string
	part        vpc.Partition
}

func planningCurve(studies []plannedStudy, longest int, level float64) *picture {
	const top, bottom = 8.0, 196.0
	across := axis{0, float64(longest), planningStep(longest)}
	y := func(v float64) float64 { return bottom - (bottom-top)*math.Max(0, math.Min(1, v)) }
	x := func(k float64) float64 { return 6 + 0.94*across.at(k) }
	p := &picture{Figure: figure{Title: "Reliability of the mean of k labels, by study", Height: 222},
		Caption: "ICC(k), the reliability of the mean of k labels, for k from 1."}
	for v := 0; v <= 10; v += 2 {
		p.Figure.line("grid", x(0), y(float64(v)/10), 100, y(float64(v)/10))
		p.Figure.text("tick", "start", 0, y(float64(v)/10)+4, fixed(float64(v)/10, 1))
	}
	for _, k := range across.ticks() {
		p.Figure.text("tick", "middle", x(k), bottom+18, fixed(k, 0))
	}
	for _, study := range studies {
		var middle, band, back []point
		for k := 1; k <= longest; k++ {
			q := study.part.ICCk(k)
			lower, upper := q.CredibleInterval(posterior.Interval{Level: level})
			at := x(float64(k))
			middle = append(middle, point{at, y(q.Quantile(0.5))})
			band = append(band, point{at, y(upper)})
			back = append([]point{{at, y(lower)}}, back...)
		}
		p.Figure.curve("area "+study.class, append(band, back...))
		p.Figure.curve("curve "+study.class, middle)
		p.Legend = append(p.Legend, key{study.class, "line", study.name})
	}
	return p
}

func planningStep(longest int) float64 {
	switch {
	case longest > 20:
		return 5
	case longest > 10:
		return 2
	}
	return 1
}
