package read

import (
	"slices"
	"strings"

	"concord/study"
)

// layoutHeader is the columns of a file that options ask a layout of. Columns that the caller names for a part are
// used, and so are an item and a study that names show. Columns that are not there may be columns that the layout adds.
func layoutHeader(names []string, file string, o Options) *header {
	h := &header{file: file, names: names, taken: make(map[int]string), texts: o.texts}
	take := func(part, name string) {
		if found := h.find(name); len(found) == 1 {
			h.taken[found[0]] = part
		}
	}
	take("item", o.Item)
	for _, name := range append(strings.FieldsFunc(o.Study, func(r rune) bool {
		return strings.ContainsRune(groupingsSeparator+crossedBy, r)
	}), o.Study) {
		take(studyPart, name)
	}
	for _, name := range o.Factors {
		take(factorPart, name)
	}
	if found := h.candidates(itemRole()); o.Item == "" && len(found) == 1 {
		h.taken[found[0]] = study.ItemFactor
	}
	if found := h.candidates(groupRole()); o.Study == "" && len(found) == 1 {
		h.taken[found[0]] = studyPart
	}
	return h
}

// takenBy returns the column that has a part; −1 for none.
func (h *header) takenBy(part string) int {
	for i := range h.names {
		if h.taken[i] == part {
			return i
		}
	}
	return -1
}

// like returns the columns that names or patterns of an option mean, in their order in the file.
func (h *header) like(part string, patterns []string) ([]int, error) {
	is := make([]bool, len(h.names))
	for _, pattern := range patterns {
		if err := h.mark(part, pattern, is); err != nil {
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
func (h *header) each(part string, names []string) ([]int, error) {
	var all []int
	for _, name := range names {
		i, err := h.named(part, name)
		if err != nil {
			return nil, err
		}
		all = append(all, i)
	}
	return all, nil
}

// idColumn returns the column that distinguishes rows, if names leave open which is the item; −1 for none. It is a
// column whose name may mean an item or ends in id, or the first column of the file, and has a different value in each
// of the first rows.
func (first *firstRows) idColumn(h *header, not []int) int {
	item, labeler, studies, label := wordsOfRoles()
	best, rank := -1, 0
	for i, name := range h.names {
		if h.taken[i] != "" || slices.Contains(not, i) || !first.unique(i) {
			continue
		}
		short := normalized(name)
		now := 0
		switch {
		case short == "id" || item.match(name) == byProposal || item.match(name) == byID || short == "key":
			now = 2
		case i == 0 && labeler.match(name) < byProposal && studies.match(name) == 0 && label.match(name) == 0:
			now = 1
		}
		if labeler.match(name) == byAlias || labeler.match(name) == byWeakName {
			now = 0
		}
		if now > rank {
			best, rank = i, now
		}
	}
	return best
}

// unique reports whether the first rows all have different values in a column.
func (first *firstRows) unique(i int) bool {
	values, rows := first.distinct(i)
	return rows > 0 && values == rows && rows == len(first.cells)
}

// itemOr returns the options with the column of the item, if rows are items: by the caller, by its name, or the column
// that distinguishes rows. If the number of the row must do, it returns the name of a column of these too.
func (first *firstRows) itemOr(h *header, o Options, needed []int) (Options, string) {
	if o.Item != "" {
		return o, ""
	}
	if i := h.takenBy(study.ItemFactor); i >= 0 {
		o.Item = h.names[i]
		return o, ""
	}
	for _, i := range h.candidates(itemRole()) {
		if !slices.Contains(needed, i) {
			return o, "" // which names find, or leave open
		}
	}
	if i := first.idColumn(h, needed); i >= 0 {
		o.Item = h.names[i]
		return o, ""
	}
	o.Item = unusedName(h.names, rowNumbers)
	return o, o.Item
}

// rowNumbers is the name of a column of the numbers of rows.
const rowNumbers = "row"

// conflicting is the error about parts that a layout gives, and the caller names.
func (o Options) conflicting(layout string, parts ...string) error {
	for _, part := range parts {
		name := o.columnOf(part)
		if name == "" || part == study.LabelerFactor && name == study.NoColumn {
			continue
		}
		return study.Faultf(LayoutWithParts, "the layout of the rows says the %s of each label, so column %q cannot",
			part, name).InColumn(name).FixedBy(study.By("", part), study.By("", optionOf(layout)))
	}
	return nil
}
