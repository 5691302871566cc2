package read

import (
	"slices"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/naming"
)

// watchedLayout is [intake.layout] by the values of unused columns and the labels of the first items.
func (in *intake) watchedLayout() *study.Error {
	for _, find := range []func() *study.Error{in.pairs, in.spans, in.pooled, in.scales, in.outOfTime} {
		if e := find(); e != nil {
			return e
		}
	}
	return nil
}

// whole are the watched columns whose values are all known.
func (ws *watcher) whole() []*watch {
	var all []*watch
	for _, c := range ws.columns {
		if !c.tooFar && len(c.codes) == len(ws.item) {
			all = append(all, c)
		}
	}
	return all
}

// value returns the value of a row; "" if it is missing.
func (watched *watch) value(row int) string {
	if c := watched.codes[row]; c >= 0 {
		return watched.names.List[c]
	}
	return ""
}

// first returns the first row with the item, labeler and study of a row, and whether that is another.
func (ws *watcher) first(seen map[[3]int32]int, row int) (int, bool) {
	key := [3]int32{ws.item[row], ws.labeler[row], ws.study[row]}
	at, again := seen[key]
	if !again {
		seen[key] = row
		return row, false
	}
	return at, true
}

// layout is the error about a file whose columns, used as these parts, would answer another question than the file. It
// is nil if no such layout is recognised, or if the caller names the layout.
func (in *intake) layout() error {
	if in.shard || in.options.AsIs {
		return nil
	}
	if e := in.rowLayout(); e != nil {
		return e
	}
	if e := in.watchedLayout(); e != nil {
		return e
	}
	return nil
}

// rowLayout is [intake.layout] by the first rows of the file.
func (in *intake) rowLayout() *study.Error {
	switch {
	case in.source.Layout != "" && (in.raters == nil || in.source.Recognised != ""):
		return nil
	case in.raters == nil:
		return layouts.HeaderRows(in.first)
	}
	item := slices.Index(in.first.Header, in.index[0].Name)
	return layouts.ColumnLayout(in.first, in.file, in.resolved, in.raters, item)
}

// outOfTime finds labels given again if the last by its row, which is to count, is not the latest.
func (in *intake) outOfTime() *study.Error {
	if in.options.Duplicates != study.DuplicatesLast {
		return nil
	}
	ws := in.watcher
	for _, c := range ws.whole() {
		times, ok := when.Parse(c.names.List)
		if !ok || times.Unit == when.Number || times.Unit == when.Year {
			continue
		}
		seen := make(map[[3]int32]int)
		latest := make(map[int]float64) // by the first row
		backwards, forwards := 0, 0
		for row := range ws.item {
			if c.codes[row] < 0 {
				continue
			}
			first, again := ws.first(seen, row)
			at := times.At[c.codes[row]]
			if again && at < latest[first] {
				backwards++
			} else if again && at > latest[first] {
				forwards++
			}
			if before, known := latest[first]; !known || at > before {
				latest[first] = at
			}
		}
		if backwards == 0 {
			continue
		}
		return faults.OutOfTime.Faultf(
			"the last row of each labeler is to count, but by column %q it is not the latest (%s of %d)", c.name,
			visible.Count(backwards, "label"), backwards+forwards).InColumn(c.name).FixedBy(latestOf(c.name),
			naming.Wrong())
	}
	return nil
}

// spans finds labels of stretches: a labeler gave several of one item, which differ in where they begin and end.
func (in *intake) spans() *study.Error {
	ws := in.watcher
	columns := ws.whole()
	for _, begin := range columns {
		for _, end := range columns {
			if begins(begin.name, end.name) && ws.stretches(begin, end) {
				return faults.Spans.Faultf("labels describe stretches from column %q to column %q, several by one "+
					"labeler in one item, and not whole items", begin.name, end.name).
					FixedBy(study.By("stretches are not read: choose units that all labelers judged as items, with "+
						"a label for each"), naming.Doubted())
			}
		}
	}
	return nil
}

// ends are words for where a stretch begins and where it ends.
const ends = "start end, start stop, begin end, begin stop, from to, onset offset, xmin xmax, tmin tmax, first last"

// begins reports whether two names are for the beginning and the end of a stretch: start_time and end_time.
func begins(one, other string) bool {
	one, other = naming.Normalized(one), naming.Normalized(other)
	for pair := range strings.SplitSeq(ends, ", ") {
		a, b, _ := strings.Cut(pair, " ")
		if strings.Contains(one, a) && strings.Replace(one, a, b, 1) == other {
			return true
		}
	}
	return false
}

// stretches reports whether numbers of two columns are where stretches begin and end.
func (ws *watcher) stretches(begin, end *watch) bool {
	seen := make(map[[3]int32]int) // the first row of a labeler, an item and a study
	several := 0
	for row := range ws.item {
		from, errFrom := strconv.ParseFloat(begin.value(row), 64)
		to, errTo := strconv.ParseFloat(end.value(row), 64)
		if errFrom != nil || errTo != nil || to < from {
			return false
		}
		if first, again := ws.first(seen, row); again && begin.codes[row] != begin.codes[first] {
			several++
		}
	}
	return several > 0 && len(ws.labeler) > 0 && ws.labeler[0] >= 0
}

// beside reports whether two names stand for the two sides of a comparison: model_a and model_b.
func beside(one, other string) bool {
	return slices.Contains(layouts.Partners(naming.Normalized(one)), naming.Normalized(other))
}

// pairs finds two columns of candidates, shown in either order, so that a label that names a side is not of
// one of them.
func (in *intake) pairs() *study.Error {
	ws := in.watcher
	columns := ws.whole()
	for i, a := range columns {
		for _, b := range columns[i+1:] {
			if beside(a.name, b.name) && ws.turned(a, b) {
				return faults.Pairs.Faultf("columns %q and %q name two candidates for an item, in either order, "+
					"and the label says which place is better", a.name, b.name).
					FixedBy(study.To("as comparisons: the label says who "+"won", "pair", a.name, b.name),
						naming.Wrong())
			}
		}
	}
	return nil
}

// turned reports whether an item has candidates in either order, or others too; candidates of a row differ.
func (ws *watcher) turned(a, b *watch) bool {
	type pair struct{ a, b string }
	of := make(map[int32]pair)
	turned, alike := 0, 0
	both := make(map[string]int) // 1: in a, 2: in b
	for row, item := range ws.item {
		p := pair{a.value(row), b.value(row)}
		if p.a == "" || p.b == "" {
			continue
		}
		both[p.a], both[p.b] = both[p.a]|1, both[p.b]|2
		if p.a == p.b {
			alike++
		}
		first, known := of[item]
		if !known {
			of[item] = p
		} else if p != first {
			turned++
		}
	}
	shared := 0
	for _, in := range both {
		if in == 3 {
			shared++
		}
	}
	return turned > 0 && shared > 0 && 2*alike < len(ws.item)
}
