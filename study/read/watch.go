package read

import (
	"encoding/binary"
	"slices"

	"concord/study"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/stream"
)

// Limits of the rows that are watched: all labels of the first items, so that neither time nor memory grows with the
// file.
const (
	watchedItems   = 1000
	watchedRows    = 50_000
	watchedColumns = 64
	watchedValues  = 4096 // distinct ones of a column; one with more divides nothing
	watchedLength  = 200  // bytes of a value; longer ones are texts
)

// watch is a column that plays no part.
type watch struct {
	name   string
	index  int
	names  *stream.Names
	codes  []int32 // of the rows that are watched; −1 is missing
	tooFar bool    // too many values, or too long ones
}

// watcher remembers the values of unused columns for the labels.
type watcher struct {
	columns []*watch
	// The watched rows: item, labeler, and the study together with the levels of the factors.
	item, labeler, study []int32
	studies              map[string]int32 // numbers of combinations of a study with levels
	cells                []kinds.Cell     // labels, of a file with one column of them
}

// newWatcher watches the columns of a header that play no part.
func newWatcher(header []string, used []bool) *watcher {
	w := &watcher{}
	for i, name := range header {
		if !used[i] && len(w.columns) < watchedColumns {
			w.columns = append(w.columns, &watch{name: name, index: i, names: stream.NewNames()})
		}
	}
	return w
}

// indices are the places of the watched columns.
func (ws *watcher) indices() []int {
	all := make([]int, len(ws.columns))
	for k, c := range ws.columns {
		all[k] = c.index
	}
	return all
}

// only goes on watching the columns at some places.
func (ws *watcher) only(indices []int) {
	ws.columns = slices.DeleteFunc(ws.columns, func(c *watch) bool { return !slices.Contains(indices, c.index) })
}

// add takes up a row by the indices of item, labeler, and study and factors.
func (ws *watcher) add(fields [][]byte, item, labeler int32, within []int32, labels []*kinds.LabelColumn) {
	if item >= watchedItems || len(ws.item) == watchedRows || len(ws.columns) == 0 {
		return
	}
	ws.item, ws.labeler, ws.study = append(ws.item, item), append(ws.labeler, labeler), append(ws.study,
		ws.number(within))
	if len(labels) == 1 {
		ws.cells = append(ws.cells, labels[0].Cells[len(labels[0].Cells)-1])
	}
	for _, c := range ws.columns {
		c.add(fields[c.index])
	}
}

// number returns the number of a study with levels of factors. No study is one.
func (ws *watcher) number(within []int32) int32 {
	if len(within) == 1 {
		return max(0, within[0])
	}
	var key []byte
	for _, i := range within {
		key = binary.AppendVarint(key, int64(i))
	}
	n, known := ws.studies[string(key)]
	if !known {
		if ws.studies == nil {
			ws.studies = make(map[string]int32)
		}
		n = int32(len(ws.studies))
		ws.studies[string(key)] = n
	}
	return n
}

func (watched *watch) add(field []byte) {
	switch {
	case watched.tooFar:
		return
	case stream.IsMissing(field):
		watched.codes = append(watched.codes, -1)
		return
	case len(field) > watchedLength:
		watched.tooFar = true
	}
	code := watched.names.Find(field)
	if code < 0 {
		watched.tooFar = watched.tooFar || len(watched.names.List) == watchedValues
		if watched.tooFar {
			watched.names, watched.codes = nil, nil
			return
		}
		code = watched.names.Add(string(field))
	}
	watched.codes = append(watched.codes, code)
}

// namesAgain reports whether a column has one value for each labeler, and each of them for one labeler: another name of
// the labelers.
func (watched *watch) namesAgain(labeler []int32) bool {
	both := stream.Again(watched.codes, labeler)
	return !slices.Contains(watched.codes, -1) && !slices.Contains(labeler, -1) &&
		stream.Again(watched.codes) == both && stream.Again(labeler) == both
}

// overlooked returns the columns that divide the labels.
func (ws *watcher) overlooked() []study.Overlooked {
	var columns []*watch
	for _, c := range ws.columns {
		if !c.tooFar && len(c.codes) == len(ws.item) && c.divides(ws.item) && c.variesWithin(ws.study) &&
			!c.namesAgain(ws.labeler) {
			columns = append(columns, c)
		}
	}
	found := make(map[*watch]*study.Overlooked)
	note := func(c *watch) *study.Overlooked {
		if found[c] == nil {
			found[c] = &study.Overlooked{Column: c.name, Count: len(c.names.List),
				Values: c.names.List[:min(10, len(c.names.List))]}
		}
		return found[c]
	}
	named := len(ws.labeler) > 0 && ws.labeler[0] >= 0
	people := ws.labeler
	for _, c := range columns {
		if !named && c.likeLabelers(ws.item, ws.study, nil) {
			note(c).AsLabeler = true
			people = c.codes
		}
	}
	var condition *watch
	for _, c := range columns {
		if c.likeConditions(ws.item) {
			note(c).AsStudy = true
			if found[c].AsLabeler {
				continue // one label of each value: either
			}
			condition = c
		}
	}
	if condition != nil && !named { // labelers who labelled each item under each condition
		for _, c := range columns {
			if found[c] == nil && c.likeLabelers(ws.item, ws.study, condition.codes) {
				note(c).AsLabeler = true
				people = c.codes
			}
		}
	}
	for _, c := range columns {
		if found[c] == nil && len(people) > 0 && people[0] >= 0 && c.likeGroups(people) {
			note(c).AsGroup = true
		}
	}
	var all []study.Overlooked
	for _, c := range columns {
		if o := found[c]; o != nil {
			all = append(all, *o)
		}
	}
	if !named || stream.Again(ws.item) > 0 {
		return all
	}
	for _, c := range ws.columns {
		if found[c] == nil && ws.likeItems(c) {
			note(c).AsItem = true
			all = append(all, *found[c])
		}
	}
	return all
}

// likeItems reports whether the values of a column could be the items, where each item has one label. Most values have
// several labels then, and hardly one has two of one labeler and study.
func (ws *watcher) likeItems(c *watch) bool {
	if c.tooFar || len(c.codes) != len(ws.item) || len(c.names.List) < 2 {
		return false
	}
	labels := make([]int, len(c.names.List))
	for _, value := range c.codes {
		if value < 0 {
			return false
		}
		labels[value]++
	}
	several := 0
	for _, n := range labels {
		if n > 1 {
			several++
		}
	}
	return 2*several > len(labels) && 20*stream.Again(c.codes, ws.labeler, ws.study) <= len(c.codes)
}
