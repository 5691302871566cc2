package read

import (
	"errors"
	"fmt"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// wide turns records with a column for each labeler into records of a label each: the other columns, the labeler, the
// label. A row without a label of a labeler gives a record whose label is missing.
type wide struct {
	over
	file   string
	header []string
	others []int // columns that are no labelers
	raters []int
	names  [][]byte // of raters

	fields, out [][]byte
	line        int
	next        int  // rater
	unnamed     bool // items have no column: the number of the row is theirs
	row         int
}

// readWide makes records of columns that hold the labels of one labeler each.
func readWide(r records, first *firstRows, file string, o Options) (laidOut, error) {
	w, o, err := newWide(r, first, file, o)
	if err != nil {
		return laidOut{}, err
	}
	return laidOut{records: w, options: o}, nil
}

// newWide finds the columns of labelers. The item and the study cannot be among them. It returns options that name its
// columns.
func newWide(r records, first *firstRows, file string, o Options) (*wide, Options, error) {
	columns := r.Header()
	h := &header{file: file, names: columns, taken: make(map[int]string)}
	isRater := make([]bool, len(columns))
	index := o
	index.Labeler = NoColumn
	_, err := h.indexColumns(index, nil)
	if err != nil && !isOpenItem(err) {
		return nil, o, err
	}
	for _, pattern := range o.Wide {
		if err := h.mark(widePart, pattern, isRater); err != nil {
			return nil, o, err
		}
	}
	w := &wide{over: over{r}, file: file}
	if err != nil { // each row is an item
		w.unnamed = true
		if at := first.itemOfWide(h.freeColumns()); at >= 0 && columns[at] != "" { // as an index that pandas wrote
			w.unnamed, o.Item = false, columns[at]
		}
	}
	for i, name := range columns {
		if isRater[i] {
			if fault := idFault([]byte(name)); fault != "" {
				return nil, o, &study.Error{Code: study.BadName, File: file, Column: name,
					Found:  fmt.Sprintf("the name of column %d, which is to name a labeler, %s", i+1, fault),
					Remedy: "give the column a name"}
			}
			w.raters = append(w.raters, i)
			w.names = append(w.names, []byte(strings.TrimSpace(name)))
		} else {
			w.others = append(w.others, i)
			w.header = append(w.header, name)
		}
	}
	if err := w.distinct(); err != nil {
		return nil, o, err
	}
	if len(w.raters) == 1 {
		return nil, o, w.alone(o.Wide, h)
	}
	which := strings.Join(o.Wide, ",")
	o.Labeler, o.Label = "columns "+which, "cells of "+which
	if w.unnamed {
		o.Item = rowNumber
		w.header = append(w.header, rowNumber)
	}
	w.header = append(w.header, o.Labeler, o.Label)
	w.next = len(w.raters)
	return w, o, nil
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

// raterColumns returns the columns of labelers as the header has them.
func (w *wide) raterColumns() []string {
	var names []string
	for _, i := range w.raters {
		names = append(names, w.records.Header()[i])
	}
	return names
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
		return &study.Error{Code: NoMatchingColumn, File: h.file,
			Found: fmt.Sprintf("no free column has a name like %s: %s", visible.Quote(pattern),
				visible.Names(h.names)),
			Remedy: "choose others", Parts: []string{part}, Candidates: h.names}
	}
	return nil
}

// distinct refuses two columns of one name, which would be one labeler.
func (w *wide) distinct() error {
	seen := make(map[string]bool)
	for _, n := range w.names {
		if seen[string(n)] {
			return &study.Error{Code: study.RepeatedName, File: w.file, Column: string(n),
				Found:  "two columns of labelers are named " + visible.Quote(string(n)),
				Remedy: "give each column a different name"}
		}
		seen[string(n)] = true
	}
	return nil
}

// alone refuses a single column of labels. With the labels of one labeler, no two labels of an item could be compared:
// the pattern is too narrow, or the file has one label a row.
func (w *wide) alone(patterns []string, h *header) error {
	var free []string
	for i, name := range h.names {
		if h.taken[i] == "" {
			free = append(free, name)
		}
	}
	name := h.names[w.raters[0]]
	found := "column " + visible.Quote(name) + " alone is to hold labels"
	if pattern := strings.Join(patterns, ","); pattern != name {
		found = fmt.Sprintf("%s names one column only, %s", visible.Quote(pattern), visible.Quote(name))
	}
	return &study.Error{Code: SingleWideColumn, File: w.file, Column: name,
		Found:  found + ", so all labels are by one labeler and cannot be compared",
		Remedy: "name more columns, or no columns of labelers", Parts: []string{widePart}, Candidates: free}
}

// Header returns the names of the columns.
func (w *wide) Header() []string { return w.header }

// Next returns the next label.
func (w *wide) Next() ([][]byte, int, error) {
	if w.next == len(w.raters) {
		fields, line, err := w.records.Next()
		if err != nil {
			return nil, line, err
		}
		if width := len(w.raters) + len(w.others); len(fields) != width {
			return nil, line, ragged(w.file, line, len(fields), width)
		}
		w.fields, w.line, w.next = fields, line, 0
		w.out = w.out[:0]
		for _, i := range w.others {
			w.out = append(w.out, fields[i])
		}
		if w.row++; w.unnamed {
			w.out = append(w.out, rowName(w.row))
		}
		w.out = append(w.out, nil, nil)
	}
	n := len(w.out) - 2
	w.out[n], w.out[n+1] = w.names[w.next], w.fields[w.raters[w.next]]
	w.next++
	return w.out, w.line, nil
}

// Select passes on which columns are in use: the used ones among the others, and all raters.
func (w *wide) Select(used []bool, wanted []int) (read []int) {
	s, ok := w.records.(selective)
	if !ok {
		return wanted
	}
	inner := make([]bool, len(w.raters)+len(w.others))
	for k, i := range w.others {
		inner[i] = used[k]
	}
	for _, i := range w.raters {
		inner[i] = true
	}
	return passOn(s, inner, w.others, wanted)
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
