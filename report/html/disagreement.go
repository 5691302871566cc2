package html

import (
	"cmp"
	"math"
	"slices"

	"concord/study"
)

// disputed is one item of a study with its labels.
type disputed struct {
	item, study string
	labels      []float64
	mean, sd    float64
}

// disagreement lists the items on which people disagree most.
func disagreement(r Report) (section, bool) {
	if r.Posterior == nil || r.Posterior.Table() == nil {
		return section{}, false
	}
	all := mostDisputed(r.Posterior.Table(), 12)
	if len(all) == 0 {
		return section{}, false
	}
	s := section{ID: "disagreement", Title: "Items with most disagreement", Lead: []string{
		"The items whose labels differ most within a study, those with more labels first where there is a tie. " +
			"Reading them often says more than any coefficient: is the item unclear, is the question, or do people " +
			"really differ?",
	}}
	low, high := math.Inf(1), math.Inf(-1)
	for _, d := range all {
		low, high = math.Min(low, slices.Min(d.labels)), math.Max(high, slices.Max(d.labels))
	}
	t := &table{Caption: "Items by the standard deviation of their labels",
		Head: []string{"Item", "Study", "Labels", "Mean", "SD", "Distribution"}, Words: map[int]bool{1: true, 5: true}}
	for _, d := range all {
		f := labelsFigure(d, newAxis(low, high), binary(r.Result))
		row := cells(d.item, d.study, count(len(d.labels)), fixed(d.mean, 2), fixed(d.sd, 2))
		t.Rows = append(t.Rows, append(row, cell{Figure: &f}))
	}
	s.Parts = append(s.Parts, part{Table: t})
	return s, true
}

// labelsFigure draws the labels of an item: the share of positive ones, or a mark for each.
func labelsFigure(d disputed, a axis, binary bool) figure {
	f := figure{Height: 14}
	if binary {
		f.box("positive", 0, 3, 100*d.mean, 8)
		f.box("negative", 100*d.mean, 3, 100-100*d.mean, 8)
		return f
	}
	f.line("grid", 0, 7, 100, 7)
	for _, y := range d.labels {
		f.line("thin plain", a.at(y), 2, a.at(y), 12)
	}
	return f
}

// mostDisputed returns the items with the largest standard deviation of labels, or of the scores of ordered categories,
// of those with at least three labels in the study.
func mostDisputed(t *study.Table, most int) []disputed {
	var all []disputed
	scores := t.Scores()
	for s, name := range t.Studies() {
		v := t.StudyAt(s)
		labels := map[int32][]float64{}
		var order []int32
		for n, j := range v.Item() {
			if labels[j] == nil {
				order = append(order, j)
			}
			y := v.Value()[n]
			if scores != nil {
				y = scores[int(y)-1]
			}
			labels[j] = append(labels[j], y)
		}
		for _, j := range order {
			y := labels[j]
			if len(y) < 3 {
				continue
			}
			d := disputed{item: t.Items()[j], study: name, labels: y}
			for _, x := range y {
				d.mean += x / float64(len(y))
			}
			for _, x := range y {
				d.sd += (x - d.mean) * (x - d.mean)
			}
			// Divided by n, so that a split into halves counts alike for any number of labels.
			d.sd = math.Sqrt(d.sd / float64(len(y)))
			if d.sd > 0 {
				all = append(all, d)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b disputed) int {
		if c := cmp.Compare(math.Round(b.sd*1e9), math.Round(a.sd*1e9)); c != 0 {
			return c
		}
		return cmp.Compare(len(b.labels), len(a.labels))
	})
	return all[:min(most, len(all))]
}
