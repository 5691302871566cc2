package read

import (
	"strconv"
	"strings"

	"concord/study"
)

// spans finds labels of stretches: a labeler gave several of one item, which differ in where they begin and end.
func (in *intake) spans() *study.Error {
	ws := in.watcher
	columns := ws.whole()
	for _, begin := range columns {
		for _, end := range columns {
			if begins(begin.name, end.name) && ws.stretches(begin, end) {
				return study.Faultf(Spans, "labels describe stretches from column %q to column %q, several by one "+
					"labeler in one item, and not whole items", begin.name, end.name).
					FixedBy(study.By("stretches are not read: choose units that all labelers judged as items, with "+
						"a label for each"), doubted())
			}
		}
	}
	return nil
}

// ends are words for where a stretch begins and where it ends.
const ends = "start end, start stop, begin end, begin stop, from to, onset offset, xmin xmax, tmin tmax, first last"

// begins reports whether two names are for the beginning and the end of a stretch: start_time and end_time.
func begins(one, other string) bool {
	one, other = normalized(one), normalized(other)
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
