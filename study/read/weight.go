package read

import (
	"strconv"

	"concord/internal/visible"
	"concord/study"
)

// readWeights makes records from rows that each stand for several. If a row has labels of several labelers, each copy
// is an item, unless a column names items.
func readWeights(r records, first *firstRows, file string, o Options) (records, Options, error) {
	if o.Weight == "" {
		return r, o, nil
	}
	h := layoutHeader(r.Header(), file, o)
	i, err := h.named(weightPart, o.Weight)
	if err != nil {
		return nil, o, err
	}
	p := plan{needed: []int{i}, stay: []int{i}}
	if len(o.Wide)+len(o.Pairs) > 0 && o.Item == "" {
		if h.takenBy(study.ItemFactor) < 0 && h.candidates(itemRole()) == nil {
			o.Item = unusedName(h.names, rowNumbers)
			p.own = []string{o.Item}
		}
	}
	made := melt(r, p, func(m *melted) error {
		n, ok := countOf(m.fields[i])
		if !ok {
			return m.fault(BadCount, i, visible.Sprintf("%q is no number of labels", m.fields[i]),
				study.Fix{Does: "write whole numbers from 0"})
		}
		m.labels = n
		return nil
	})
	made.label = func(to [][]byte, label int) [][]byte {
		name := strconv.AppendInt(nil, int64(made.row), 10)
		if made.labels > 1 {
			name = strconv.AppendInt(append(name, '.'), int64(label+1), 10)
		}
		return append(to, name)
	}
	return made, o, nil
}

// weightPart is the part of the column with the number of labels or items that a row stands for.
const weightPart = "weight"

// weightNames are names of columns with the number of labels or items that a row stands for.
const weightNames = " n count counts cnt freq freqs frequency frequencies tally tallies nlabels nitems nraters " +
	"ncases nvotes nobs numlabels numvotes numberoflabels votes nratings numratings multiplicity occurrences "

// weightColumn returns the column with the number that a row stands for; −1 for none.
func (first *firstRows) weightColumn() int {
	found := -1
	for i, name := range first.header {
		if !among(weightNames, normalized(name)) {
			continue
		}
		several := false
		for _, row := range first.cells {
			n, ok := countOf([]byte(row[i]))
			if !ok || row[i] == "" {
				return -1
			}
			several = several || n > 1
		}
		if several && found < 0 {
			found = i
		}
	}
	return found
}

// findTallies recognises rows with a number of occurrences: patterns of labels by several labelers, or the labels of an
// item.
func findTallies(first *firstRows, file string, o Options) (Options, string, error) {
	weight := first.weightColumn()
	if weight < 0 || len(first.cells) < 2 || o.Weight != "" || o.Labeler != "" && o.Labeler != study.NoColumn {
		return o, "", nil
	}
	h := layoutHeader(first.header, file, o)
	item, labeler, _, label := wordsOfRoles()
	name := first.header[weight]
	said := visible.Sprintf("each row stands for as many labels as column %q says", name)
	h.taken[weight] = weightPart
	items, labels := h.candidates(item), h.candidates(label)
	if i := h.takenBy(study.ItemFactor); i >= 0 {
		items = []int{i}
	}
	if o.Label != "" {
		labels = h.find(o.Label)
	}
	switch {
	case len(h.candidates(labeler)) > 0:
		return o, "", nil
	case len(items) == 1 && len(labels) == 1:
		if first.once(items[0], labels[0]) && !first.unique(items[0]) {
			o.Weight = name
			return o, said, nil
		}
		return o, "", nil
	case len(labels) > 0:
		return o, "", nil
	}
	var rest []int
	for i := range first.header {
		if i != weight && h.taken[i] == "" && !first.unique(i) {
			rest = append(rest, i)
		}
	}
	if x, ok := first.numbers(weight); ok && first.total(weight, x) {
		return o, "", nil // how many labels a row counts
	}
	if len(rest) < 2 || !first.once(rest...) || !first.sameValues(rest) || len(items) > 0 {
		return o, "", nil
	}
	o.Wide, o.Weight = h.at(rest), name
	return o, visible.Sprintf("each row is a pattern of labels, and column %q says of how many items", name), nil
}

// once reports whether no two of the first rows have the same values in some columns.
func (first *firstRows) once(columns ...int) bool {
	seen := make(map[string]bool)
	for _, row := range first.cells {
		key := ""
		for _, i := range columns {
			key += strconv.Quote(row[i])
		}
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// sameValues reports whether columns have few values, and each value of one is one of another.
func (first *firstRows) sameValues(columns []int) bool {
	in := make(map[string]int)
	for _, i := range columns {
		seen := make(map[string]bool)
		for _, row := range first.cells {
			if row[i] != "" && !seen[row[i]] {
				seen[row[i]] = true
				in[row[i]]++
			}
		}
	}
	const most = 20
	for _, n := range in {
		if n < 2 {
			return false
		}
	}
	return len(in) > 1 && len(in) <= most
}
