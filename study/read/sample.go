package read

import (
	"fmt"
	"slices"

	"concord/study"
	"concord/study/read/internal/container"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// sample says which rows a survey keeps.
type sample struct {
	cut  []int                      // places of the study and of factors among the index columns
	kept map[string][]keptOf        // of each combination of their names: of each label column
	of   map[*kinds.LabelColumn]int // places of label columns in kept
	left map[*kinds.LabelColumn]int // labels that were left out
	key  []byte
}

// keptOf is the information that a survey keeps about a label column.
type keptOf struct {
	labels     uint8          // up to Surveyed
	categories map[int32]bool // words, each of which may be a task
}

func newSample(in *intake, cut []string) (*sample, error) {
	s := &sample{cut: []int{2}, kept: map[string][]keptOf{}, of: map[*kinds.LabelColumn]int{},
		left: map[*kinds.LabelColumn]int{}}
	for _, name := range cut {
		k := slices.IndexFunc(in.index[3:],
			func(c indexColumn) bool { return naming.Normalized(c.Name) == naming.Normalized(name) })
		if k < 0 {
			return nil, study.BadOption.Faultf("labels are to be cut by %q, which is not a factor", name)
		}
		s.cut = append(s.cut, 3+k)
	}
	for i, l := range in.labels {
		s.of[l] = i
	}
	return s, nil
}

// wants reports whether the row that was taken up last is among the first of its combination, or has its first label of
// a category, and counts it.
func (sm *sample) wants(in *intake) bool {
	sm.key = sm.key[:0]
	for _, k := range sm.cut {
		sm.key = fmt.Appendf(sm.key, "%d,", in.index[k].last())
	}
	kept := sm.kept[string(sm.key)]
	if kept == nil {
		kept = make([]keptOf, len(sm.of))
		sm.kept[string(sm.key)] = kept
	}
	wanted := false
	for _, l := range in.labels {
		if !lastPresent(l) {
			continue
		}
		k := &kept[sm.of[l]]
		if k.labels < Surveyed {
			k.labels++
			wanted = true
		}
		if c, ok := lastCategory(l, in.options); ok && !k.categories[c] {
			if k.categories == nil {
				k.categories = map[int32]bool{}
			}
			k.categories[c], wanted = true, true
		}
	}
	if !wanted {
		for _, l := range in.labels {
			if lastPresent(l) {
				sm.left[l]++
			}
		}
	}
	return wanted
}

// leftOf returns how many labels of a column were left out; 0 if there is no sample.
func (sm *sample) leftOf(l *kinds.LabelColumn) int {
	if sm == nil {
		return 0
	}
	return sm.left[l]
}

// addSampled adds one record, and forgets it if the sample has enough of its kind.
func (in *intake) addSampled(fields [][]byte, line int) {
	items, labelers := in.index[0].names, in.index[1].names
	before := struct {
		lines                          container.Lines
		items, labelers, rows, watched int
	}{in.lines, len(items.List), len(labelers.List), len(in.index[0].codes), len(in.watcher.item)}
	in.add(fields, line)
	if len(in.index[0].codes) == before.rows || in.sample.wants(in) {
		return
	}
	in.dropRow(len(in.index))
	in.lines = before.lines
	in.budget.Used -= in.rowBytes
	// Whoever is watched must be known when they come again.
	watched := len(in.watcher.item) > before.watched
	if len(items.List) > max(before.items, watchedItems) || in.watcher.full() && len(items.List) > before.items {
		forgetLast(items)
	}
	if !watched && len(labelers.List) > before.labelers {
		forgetLast(labelers)
	}
}

// full reports whether no further row is watched.
func (ws *watcher) full() bool { return len(ws.columns) == 0 || len(ws.item) == watchedRows }

// forgetLast forgets the name that was taken up last.
func forgetLast(n *stream.Names) {
	last := len(n.List) - 1
	delete(n.Code, n.List[last])
	n.List = n.List[:last]
}

// lastPresent reports whether the row that was taken up last has a label.
func lastPresent(labels *kinds.LabelColumn) bool {
	c := labels.Cells[len(labels.Cells)-1]
	return c.IsNumber() || labels.Spellings[c.Code()].Class != kinds.MissingLabel
}

// lastCategory returns the code of the label of the row that was taken up last if it may be a category without order.
func lastCategory(labels *kinds.LabelColumn, o Options) (code int32, ok bool) {
	c := labels.Cells[len(labels.Cells)-1]
	if c.IsNumber() || c.Code() == kinds.OverflowCode {
		return 0, false
	}
	words := labels.Spellings[c.Code()].Class == kinds.WordLabel
	return c.Code(), words || o.Kind == study.Nominal || o.Unordered
}
