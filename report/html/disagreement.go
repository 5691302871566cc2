package html

import (
	"cmp"
	"math"
	"slices"

	"concord/result"
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
		"The items whose labels differ most within a study, about as many of each study, and where more are alike " +
			"than there is room for, some of them. " +
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
		row := cells(d.item, d.study, count(len(d.labels)), result.Mean(d.mean), result.Mean(d.sd))
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

// mostDisputed returns items with the largest standard deviation of labels, or of the scores of ordered categories, of
// those with at least three labels in the study: about as many of each study, and where more are alike than there is
// room for, some of them at even distances.
func mostDisputed(t *study.Table, most int) []disputed {
	var all []disputed
	of := make([][]disputed, len(t.Studies()))
	for s := range of {
		of[s] = disputedIn(t, s)
	}
	room := make([]int, len(of))
	for left, moved := most, true; left > 0 && moved; {
		moved = false
		for s := range of {
			if left > 0 && room[s] < len(of[s]) {
				room[s], left, moved = room[s]+1, left-1, true
			}
		}
	}
	for s, n := range room {
		all = append(all, firstOf(of[s], n)...)
	}
	slices.SortStableFunc(all, moreDisputed)
	return all
}

// firstOf returns the first n of items in their order. Of those that are alike about the end, it takes some at even
// distances.
func firstOf(all []disputed, n int) []disputed {
	if n == 0 || n == len(all) {
		return all[:n]
	}
	alike := func(d disputed) bool { return moreDisputed(d, all[n-1]) == 0 }
	from := slices.IndexFunc(all, alike)
	to := from
	for to < len(all) && alike(all[to]) {
		to++
	}
	some := slices.Clone(all[:from])
	for k := range n - from {
		some = append(some, all[from+k*(to-from)/(n-from)])
	}
	return some
}

// moreDisputed orders items by their standard deviations, and where there is a tie those with more labels first.
func moreDisputed(a, b disputed) int {
	return cmp.Or(cmp.Compare(math.Round(b.sd*1e9), math.Round(a.sd*1e9)), cmp.Compare(len(b.labels), len(a.labels)))
}

// disputedIn returns the items of a study on which labels differ, those that differ most first.
func disputedIn(t *study.Table, s int) []disputed {
	var all []disputed
	scores, v := t.Scores(), t.StudyAt(s)
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
		d := disputed{item: t.Items()[j], study: v.Name(), labels: y}
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
	slices.SortStableFunc(all, moreDisputed)
	return all
}
