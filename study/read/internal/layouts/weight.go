package layouts

import (
	"strconv"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// readWeights makes records from rows that each stand for several. If a row has labels of several labelers, each copy
// is an item, unless a column names items.
func readWeights(
	r stream.Records, first *stream.FirstRows, file string, o naming.Options,
) (stream.Records, naming.Options, error) {
	if o.Weight == "" {
		return r, o, nil
	}
	h := layoutHeader(r.Header(), file, o)
	i, err := h.Named(weightPart, o.Weight)
	if err != nil {
		return nil, o, err
	}
	p := stream.Plan{Needed: []int{i}, Stay: []int{i}}
	if len(o.Wide)+len(o.Pairs) > 0 && o.Item == "" {
		if takenBy(h, study.ItemFactor) < 0 && h.Candidates(naming.ItemRole()) == nil {
			o.Item = stream.UnusedName(h.Names, rowNumbers)
			p.Own = []string{o.Item}
		}
	}
	made := stream.Melt(r, p, func(m *stream.Melted) error {
		m.Labels, err = countIn(m, i)
		return err
	})
	made.Label = func(to [][]byte, label int) [][]byte {
		name := strconv.AppendInt(nil, int64(made.Row), 10)
		if made.Labels > 1 {
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
func weightColumn(first *stream.FirstRows) int {
	found := -1
	for i, name := range first.Header {
		if !naming.Among(weightNames, naming.Normalized(name)) {
			continue
		}
		several := false
		for _, row := range first.Cells {
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
func findTallies(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	weight := weightColumn(first)
	if weight < 0 || len(first.Cells) < 2 || o.Weight != "" || o.Labeler != "" && o.Labeler != study.NoColumn {
		return o, "", nil
	}
	h := layoutHeader(first.Header, file, o)
	item, labeler, _, label := naming.WordsOfRoles()
	name := first.Header[weight]
	said := visible.Sprintf("each row stands for as many labels as column %q says", name)
	h.Taken[weight] = weightPart
	items, labels := h.Candidates(item), h.Candidates(label)
	if i := takenBy(h, study.ItemFactor); i >= 0 {
		items = []int{i}
	}
	if o.Label != "" {
		labels = h.Find(o.Label)
	}
	switch {
	case len(h.Candidates(labeler)) > 0:
		return o, "", nil
	case len(items) == 1 && len(labels) == 1:
		if once(first, items[0], labels[0]) && !unique(first, items[0]) {
			o.Weight = name
			return o, said, nil
		}
		return o, "", nil
	case len(labels) > 0:
		return o, "", nil
	}
	var rest []int
	for i := range first.Header {
		if i != weight && h.Taken[i] == "" && !unique(first, i) {
			rest = append(rest, i)
		}
	}
	if x, ok := first.Numbers(weight); ok && total(first, weight, x) {
		return o, "", nil // how many labels a row counts
	}
	if len(rest) < 2 || !once(first, rest...) || !sameValues(first, rest) || len(items) > 0 {
		return o, "", nil
	}
	o.Wide, o.Weight = h.At(rest), name
	return o, visible.Sprintf("each row is a pattern of labels, and column %q says of how many items", name), nil
}

// once reports whether no two of the first rows have the same values in some columns.
func once(first *stream.FirstRows, columns ...int) bool {
	seen := make(map[string]bool)
	for _, row := range first.Cells {
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
func sameValues(first *stream.FirstRows, columns []int) bool {
	in := make(map[string]int)
	for _, i := range columns {
		seen := make(map[string]bool)
		for _, row := range first.Cells {
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
