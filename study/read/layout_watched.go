package read

import (
	"concord/study"
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
		return watched.names.list[c]
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
