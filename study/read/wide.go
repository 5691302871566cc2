package read

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// readWide makes records of columns that hold the labels of one labeler each: the other columns, the labeler, the
// label. A row without a label of a labeler gives a record whose label is missing. The item and the study cannot be
// among the columns of labelers.
func readWide(r records, first *firstRows, file string, o Options) (laidOut, error) {
	columns := r.Header()
	h := newHeader(file, columns)
	isRater := make([]bool, len(columns))
	index := o
	index.Labeler = study.NoColumn
	_, open := h.indexColumns(index, nil)
	if open != nil && !isOpenItem(open) {
		return laidOut{}, open
	}
	for _, pattern := range o.Wide {
		if err := h.mark(widePart, pattern, isRater); err != nil {
			return laidOut{}, err
		}
	}
	p := plan{alone: true}
	if open != nil { // each row is an item
		o.Item = rowNumber
		if at := first.itemOfWide(h.freeColumns()); at >= 0 && columns[at] != "" { // as an index that pandas wrote
			o.Item = columns[at]
		} else {
			p.own, p.alone = []string{rowNumber}, false
		}
	}
	numbered := !p.alone
	var names [][]byte
	for i, name := range columns {
		if !isRater[i] {
			continue
		}
		if fault := idFault([]byte(name)); fault != "" {
			return laidOut{}, study.Faultf(study.BadName, "the name of column %d, which is to name a labeler, %s",
				i+1, fault).InColumn(name).Advising("give the column a name")
		}
		name = strings.TrimSpace(name)
		if slices.ContainsFunc(names, func(n []byte) bool { return string(n) == name }) {
			return laidOut{}, study.Faultf(study.RepeatedName, "two columns of labelers are named %q", name).
				InColumn(name).Advising("give each column a different name")
		}
		p.needed, names = append(p.needed, i), append(names, []byte(name))
	}
	if len(names) == 1 {
		return laidOut{}, alone(p.needed[0], o.Wide, h)
	}
	which := strings.Join(o.Wide, ",")
	o.Labeler, o.Label = "columns "+which, "cells of "+which
	p.own = append(p.own, o.Labeler, o.Label)
	var row []byte
	made := melt(r, p, func(m *melted) error {
		if m.labels = len(names); numbered {
			row = rowName(m.row)
		}
		return nil
	})
	made.label = func(to [][]byte, label int) [][]byte {
		if numbered {
			to = append(to, row)
		}
		return append(to, names[label], made.fields[p.needed[label]])
	}
	return laidOut{records: made, options: o, raters: p.needed}, nil
}

// isOpenItem reports whether an error says that no column is known to name the items, and nothing else.
func isOpenItem(err error) bool {
	var e *study.Error
	var parts *Incomplete
	return errors.As(err, &e) && e.Code == OpenParts && errors.As(err, &parts) && len(parts.Open) == 1 &&
		parts.Open[0].Part == "item" && len(parts.Open[0].Candidates) == 0
}

// freeColumns are the columns without a part.
func (h *header) freeColumns() []int {
	var free []int
	for i := range h.names {
		if h.taken[i] == "" {
			free = append(free, i)
		}
	}
	return free
}

// mark marks the columns that a pattern names, for a part.
func (h *header) mark(part, pattern string, is []bool) error {
	if !strings.ContainsAny(pattern, "*?") {
		i, err := h.named(part, pattern)
		if err != nil {
			return err
		}
		is[i] = true
		return nil
	}
	found := false
	for i, name := range h.names {
		if by := h.taken[i]; (by == "" || by == part) && matchesPattern(name, []string{pattern}) {
			is[i], found = true, true
			h.taken[i] = part
		}
	}
	if !found {
		return study.Faultf(NoMatchingColumn, "no free column has a name like %q: %v", pattern, h.names).
			FixedBy(study.Choose("choose others", optionOf(part)))
	}
	return nil
}

// alone refuses a single column of labels. With the labels of one labeler, no two labels of an item could be compared:
// the pattern is too narrow, or the file has one label a row.
func alone(rater int, patterns []string, h *header) error {
	var free []string
	for i, name := range h.names {
		if h.taken[i] == "" {
			free = append(free, name)
		}
	}
	name := h.names[rater]
	found := visible.Sprintf("column %q alone is to hold labels", name)
	if pattern := strings.Join(patterns, ","); pattern != name {
		found = visible.Sprintf("%q names one column only, %q", pattern, name)
	}
	one := study.To("if the file has one label a row", "label", name).Without("wide")
	fixes := []study.Fix{one, study.Choose("name more columns", "wide")}
	if n := len(free); n > 0 && n <= mostValues {
		fixes = []study.Fix{study.To("with the other columns", "wide", append([]string{name}, free...)...), one}
	}
	return study.Faultf(SingleWideColumn, "%s, so all labels are by one labeler and cannot be compared", found).
		InColumn(name).FixedBy(fixes...)
}

// matchesPattern reports whether a name is one of some patterns, in which * is any text and
// ? any character.
func matchesPattern(name string, patterns []string) bool {
	for _, p := range patterns {
		if glob([]rune(p), []rune(name)) {
			return true
		}
	}
	return false
}

// glob goes back to the last * only, which suffices, and takes time that grows with the
// product of the lengths at most.
func glob(pattern, name []rune) bool {
	p, n := 0, 0
	star, from := -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n]):
			p, n = p+1, n+1
		case star >= 0:
			from++
			p, n = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(string(pattern[p:]), "*") == ""
}
