package layouts

import (
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// layoutHeader is the columns of a file that options ask a layout of. Columns that the caller names for a part are
// used, and so are an item and a study that names show. Columns that are not there may be columns that the layout adds.
func layoutHeader(names []string, file string, o naming.Options) *naming.Header {
	h := &naming.Header{File: file, Names: names, Taken: make(map[int]string), Texts: o.Texts}
	take := func(part, name string) {
		if found := h.Find(name); len(found) == 1 {
			h.Taken[found[0]] = part
		}
	}
	take("item", o.Item)
	for _, name := range append(strings.FieldsFunc(o.Study, func(r rune) bool {
		return strings.ContainsRune(naming.GroupingsSeparator+naming.CrossedBy, r)
	}), o.Study) {
		take(naming.StudyPart, name)
	}
	for _, name := range o.Factors {
		take(naming.FactorPart, name)
	}
	if found := h.Candidates(naming.ItemRole()); o.Item == "" && len(found) == 1 {
		h.Taken[found[0]] = study.ItemFactor
	}
	if found := h.Candidates(naming.GroupRole()); o.Study == "" && len(found) == 1 {
		h.Taken[found[0]] = naming.StudyPart
	}
	return h
}

// takenBy returns the column that has a part; −1 for none.
func takenBy(h *naming.Header, part string) int {
	for i := range h.Names {
		if h.Taken[i] == part {
			return i
		}
	}
	return -1
}

// like returns the columns that names or patterns of an option mean, in their order in the file.
func like(h *naming.Header, part string, patterns []string) ([]int, error) {
	is := make([]bool, len(h.Names))
	for _, pattern := range patterns {
		if err := mark(h, part, pattern, is); err != nil {
			return nil, err
		}
	}
	var all []int
	for i, in := range is {
		if in {
			all = append(all, i)
		}
	}
	return all, nil
}

// each returns the columns that names mean, in the order of the names.
func each(h *naming.Header, part string, names []string) ([]int, error) {
	var all []int
	for _, name := range names {
		i, err := h.Named(part, name)
		if err != nil {
			return nil, err
		}
		all = append(all, i)
	}
	return all, nil
}

// idColumn returns the column that distinguishes rows, if names do not decide which column is the item; −1 for none.
// It has a different value in each of the first rows. Its name may mean an item or ends in id, or it is the first
// column of the file.
func idColumn(first *stream.FirstRows, h *naming.Header, not []int) int {
	item, labeler, studies, label := naming.WordsOfRoles()
	best, rank := -1, 0
	for i, name := range h.Names {
		if h.Taken[i] != "" || slices.Contains(not, i) || !unique(first, i) {
			continue
		}
		short := naming.Normalized(name)
		now := 0
		switch {
		case short == "id" || item.Match(name) == naming.ByProposal || item.Match(name) == naming.ByID ||
			short == "key":
			now = 2
		case i == 0 && labeler.Match(name) < naming.ByProposal && studies.Match(name) == 0 && label.Match(name) == 0:
			now = 1
		}
		if labeler.Match(name) == naming.ByAlias || labeler.Match(name) == naming.ByWeakName {
			now = 0
		}
		if now > rank {
			best, rank = i, now
		}
	}
	return best
}

// unique reports whether the first rows all have different values in a column.
func unique(first *stream.FirstRows, i int) bool {
	values, rows := first.Distinct(i)
	return rows > 0 && values == rows && rows == len(first.Cells)
}

// rowsAreItems says which columns of the file the labels need, if rows are items. It finds the column of the item: by
// the caller, by its name, or the column that distinguishes rows. Otherwise the number of the row must do.
func (l *laying) rowsAreItems(needed []int) {
	l.plan.Needed = needed
	if l.Options.Item != "" {
		return
	}
	found := takenBy(l.Header, study.ItemFactor)
	if found < 0 {
		for _, i := range l.Candidates(naming.ItemRole()) {
			if !slices.Contains(needed, i) {
				return // which names find, or leave open
			}
		}
		found = idColumn(l.first, l.Header, needed)
	}
	if found >= 0 {
		l.Options.Item = l.Names[found]
		return
	}
	l.plan.Number = stream.UnusedName(l.Names, rowNumbers)
	l.Options.Item = l.plan.Number
}

// trimmed are names without blanks around them, as labels and ids have them.
func trimmed(names []string) [][]byte {
	all := make([][]byte, len(names))
	for k, name := range names {
		all[k] = []byte(strings.TrimSpace(name))
	}
	return all
}

// rowNumbers is the name of a column of the numbers of rows.
const rowNumbers = "row"

// conflicting is the error about parts that a layout gives, and the caller names.
func conflicting(o naming.Options, layout string, parts ...string) error {
	for _, part := range parts {
		name := o.ColumnOf(part)
		if name == "" || part == study.LabelerFactor && name == study.NoColumn {
			continue
		}
		return faults.LayoutWithParts.Faultf("the layout of the rows says the %s of each label, so column %q cannot",
			part, name).InColumn(name).FixedBy(study.By("", part), study.By("", naming.OptionOf(layout)))
	}
	return nil
}
