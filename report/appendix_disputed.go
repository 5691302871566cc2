package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result/catalogue"
	"concord/study"
)

// mostDisputedItems is how many items a table of disputed ones has.
const mostDisputedItems = 12

// disputedSection lists the items on which people of one group disagree most, and on which groups do.
func disputedSection(s Source) (document.Section, bool) {
	out := appendix("disputed", "Disputed items", "Read these items: doing so often says more than any coefficient. "+
		"Is the item unclear, is the question, or do people really differ?")
	if s.Posterior != nil && s.Posterior.Table() != nil {
		if t := disputedTable(s, s.Posterior.Table()); !t.Empty() {
			out.Parts = append(out.Parts, document.Part{Table: t})
		}
	}
	if t := apartTable(s); !t.Empty() {
		out.Parts = append(out.Parts, document.Part{Table: t})
	}
	return out, len(out.Parts) > 0
}

// itemCells begins a row of an item with its text, if the texts of items are known.
func (s Source) itemCells(item string) []document.Cell {
	if s.Texts == nil {
		return nil
	}
	return []document.Cell{document.Text(s.Texts[item])}
}

// itemColumns begins the columns of a table of items.
func (s Source) itemColumns() []document.Column {
	if s.Texts == nil {
		return []document.Column{{}}
	}
	return []document.Column{{}, {Head: "text", Words: true}}
}

// disputedTable lists the items whose labels differ most within a group.
func disputedTable(s Source, table *study.Table) *document.Table {
	t := &document.Table{Name: "disputed", Caption: "Items whose labels differ most within a group",
		Columns: append(s.itemColumns(), document.Column{Head: "group", Words: true},
			document.Column{Head: "SD", Priority: document.Useful},
			document.Column{Head: "labels", Words: true})}
	var rows []document.Row
	names := labelNames(s.Result, table)
	for _, d := range mostDisputed(table, mostDisputedItems) {
		rows = append(rows, document.Row{Name: d.item, Cells: append(s.itemCells(d.item), document.Text(d.study),
			document.MeanLabel(d.sd), labelsCell(d.labels, names))})
	}
	t.Groups = document.Rows(rows...)
	t.Notes = []string{"About as many items of each group. If more items are equally disputed than there is room " +
		"for, the table has some of them."}
	return t
}

// labelNames returns the names of the labels that can be counted, by label; nil for labels that are measured.
func labelNames(r *answer.Answer, table *study.Table) map[float64]string {
	names := map[float64]string{}
	if r.Data.Kind == study.Binary.String() {
		return map[float64]string{0: cmp.Or(r.Data.Negative, "0"), 1: cmp.Or(r.Data.Positive, "1")}
	}
	if r.Model() == nil {
		return nil
	}
	scores := table.Scores()
	for k, name := range catalogue.Categories(r.Model().Distribution()) {
		if y := float64(k + 1); scores == nil {
			names[y] = name
		} else {
			names[scores[k]] = name
		}
	}
	return names
}

// labelsCell is the labels of an item: how often each was given, or the measured ones themselves.
func labelsCell(labels []float64, names map[float64]string) document.Cell {
	counts := map[float64]int{}
	for _, y := range labels {
		counts[y]++
	}
	var keys []float64
	for y := range names {
		keys = append(keys, y)
	}
	slices.Sort(keys)
	var t document.Tally
	counted := 0
	for _, y := range keys {
		t.Names, t.Counts = append(t.Names, names[y]), append(t.Counts, counts[y])
		counted += counts[y]
	}
	if counted == len(labels) {
		return t
	}
	const most = 8
	var each []string
	sorted := slices.Sorted(slices.Values(labels))
	if len(sorted) > most {
		sorted = append(sorted[:most/2:most/2], sorted[len(sorted)-most/2:]...)
	}
	for i, y := range sorted {
		if i == most/2 && len(labels) > most {
			each = append(each, "…")
		}
		each = append(each, document.Mean(y))
	}
	return document.Text(strings.Join(each, ", "))
}

// disputed is one item of a study with its labels.
type disputed struct {
	item, study string
	labels      []float64
	mean, sd    float64
}

// mostDisputed returns the items with the largest standard deviation of labels, or of the scores of ordered categories,
// among those with at least three labels in the study. It takes about as many of each study. If more are alike than
// there is room for, it takes some of them at even distances.
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

// firstOf returns the first n of items in their order. If further ones are like the last of them, it takes some of
// these at even distances.
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

// moreDisputed orders items by their standard deviations, and equally disputed ones by their number of labels.
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
		// Divided by n, so that a split into halves counts the same for any number of labels.
		d.sd = math.Sqrt(d.sd / float64(len(y)))
		if d.sd > 0 {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, moreDisputed)
	return all
}

// apartTable lists the items on which groups differ most: those whose true scores are furthest apart.
func apartTable(s Source) *document.Table {
	if s.Consensus == nil || len(s.Result.Data.Studies) < 2 || len(s.Result.Data.Studies) > mostCurves {
		return nil
	}
	known := map[string]map[string]consensus.Item{}
	var order []string
	for _, i := range s.Consensus.Items {
		if known[i.Name] == nil {
			known[i.Name] = map[string]consensus.Item{}
			order = append(order, i.Name)
		}
		known[i.Name][i.Study] = i
	}
	apart := func(item string) float64 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, i := range known[item] {
			if i.Labels > 0 {
				low, high = math.Min(low, i.Mean), math.Max(high, i.Mean)
			}
		}
		return high - low // −Inf if no group has the item
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(apart(b), apart(a)) })
	t := &document.Table{Name: "apart", Caption: "Items on which groups differ most: true scores",
		Columns: append(s.itemColumns(), document.Column{Head: "difference"})}
	for _, one := range s.Result.Data.Studies {
		t.Columns = append(t.Columns, document.Column{Head: one.Name, Decimals: scoreDecimals(s.Result)})
	}
	var rows []document.Row
	for _, item := range order[:min(mostDisputedItems, len(order))] {
		d := apart(item)
		if !(d > 0) {
			break
		}
		row := document.Row{Name: item, Cells: append(s.itemCells(item), document.MeanLabel(d))}
		for _, one := range s.Result.Data.Studies {
			if i, ok := known[item][one.Name]; ok && i.Labels > 0 {
				row.Cells = append(row.Cells, trueScore(i))
			} else {
				row.Cells = append(row.Cells, nil)
			}
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	t.Notes = []string{"True scores are the labels to expect from a labeler of the group who is drawn at random, " +
		"with " + s.Result.Interval.Name("CrI") + ", estimated from the labels of all groups."}
	return t
}

// scoreDecimals is the largest number of decimals of true scores: shares have two, and others depend on their unit.
func scoreDecimals(r *answer.Answer) int {
	if r.Data.Kind == study.Binary.String() {
		return 2
	}
	return document.WithUnit
}

// trueScore is the true score of an item as a cell.
func trueScore(i consensus.Item) document.Estimate {
	return document.Estimate{Value: i.Mean, Lower: i.Lower, Upper: i.Upper}
}
