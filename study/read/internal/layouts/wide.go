package layouts

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// readWide makes records of columns that hold the labels of one labeler each: the other columns, the labeler, the
// label. A row without a label of a labeler gives a record whose label is missing. The item and the study cannot be
// among the columns of labelers.
func readWide(r stream.Records, first *stream.FirstRows, file string, o naming.Options) (LaidOut, error) {
	columns := r.Header()
	h := naming.NewHeader(file, columns)
	isRater := make([]bool, len(columns))
	index := o
	index.Labeler = study.NoColumn
	_, open := h.IndexColumns(index, nil)
	if open != nil && !isOpenItem(open) {
		return LaidOut{}, open
	}
	for _, pattern := range o.Wide {
		if err := mark(h, naming.WidePart, pattern, isRater); err != nil {
			return LaidOut{}, err
		}
	}
	p := stream.Plan{Alone: true}
	if open != nil { // each row is an item
		o.Item = rowNumber
		if at := itemOfWide(first, freeColumns(h)); at >= 0 && columns[at] != "" { // as an index that pandas wrote
			o.Item = columns[at]
		} else {
			p.Own, p.Alone = []string{rowNumber}, false
		}
	}
	numbered := !p.Alone
	var names [][]byte
	for i, name := range columns {
		if !isRater[i] {
			continue
		}
		if fault := stream.IdFault([]byte(name)); fault != "" {
			return LaidOut{}, study.BadName.Faultf("the name of column %d, which is to name a labeler, %s",
				i+1, fault).InColumn(name).Advising("give the column a name")
		}
		name = strings.TrimSpace(name)
		if slices.ContainsFunc(names, func(n []byte) bool { return string(n) == name }) {
			return LaidOut{}, study.RepeatedName.Faultf("two columns of labelers are named %q", name).
				InColumn(name).Advising("give each column a different name")
		}
		p.Needed, names = append(p.Needed, i), append(names, []byte(name))
	}
	if len(names) == 1 {
		return LaidOut{}, alone(p.Needed[0], o.Wide, h)
	}
	which := strings.Join(o.Wide, ",")
	o.Labeler, o.Label = "columns "+which, "cells of "+which
	p.Own = append(p.Own, o.Labeler, o.Label)
	var row []byte
	made := stream.Melt(r, p, func(m *stream.Melted) error {
		if m.Labels = len(names); numbered {
			row = rowName(m.Row)
		}
		return nil
	})
	made.Label = func(to [][]byte, label int) [][]byte {
		if numbered {
			to = append(to, row)
		}
		return append(to, names[label], made.Fields[p.Needed[label]])
	}
	return LaidOut{Records: made, Options: o, Raters: p.Needed}, nil
}

// isOpenItem reports whether an error says that no column is known to name the items, and nothing else.
func isOpenItem(err error) bool {
	var e *study.Error
	var parts *naming.Incomplete
	return errors.As(err, &e) && e.Code == faults.OpenParts && errors.As(err, &parts) && len(parts.Open) == 1 &&
		parts.Open[0].Part == "item" && len(parts.Open[0].Candidates) == 0
}

// freeColumns are the columns without a part.
func freeColumns(h *naming.Header) []int {
	var free []int
	for i := range h.Names {
		if h.Taken[i] == "" {
			free = append(free, i)
		}
	}
	return free
}

// mark marks the columns that a pattern names, for a part.
func mark(h *naming.Header, part, pattern string, is []bool) error {
	if !strings.ContainsAny(pattern, "*?") {
		i, err := h.Named(part, pattern)
		if err != nil {
			return err
		}
		is[i] = true
		return nil
	}
	found := false
	for i, name := range h.Names {
		if by := h.Taken[i]; (by == "" || by == part) && naming.MatchesPattern(name, []string{pattern}) {
			is[i], found = true, true
			h.Taken[i] = part
		}
	}
	if !found {
		return faults.NoMatchingColumn.Faultf("no free column has a name like %q: %v", pattern, h.Names).
			FixedBy(study.Choose("choose others", naming.OptionOf(part)))
	}
	return nil
}

// alone refuses a single column of labels. With the labels of one labeler, no two labels of an item could be compared:
// the pattern is too narrow, or the file has one label a row.
func alone(rater int, patterns []string, h *naming.Header) error {
	var free []string
	for i, name := range h.Names {
		if h.Taken[i] == "" {
			free = append(free, name)
		}
	}
	name := h.Names[rater]
	found := visible.Sprintf("column %q alone is to hold labels", name)
	if pattern := strings.Join(patterns, ","); pattern != name {
		found = visible.Sprintf("%q names one column only, %q", pattern, name)
	}
	one := study.To("if the file has one label a row", "label", name).Without("wide")
	fixes := []study.Fix{one, study.Choose("name more columns", "wide")}
	if n := len(free); n > 0 && n <= kinds.MostValues {
		fixes = []study.Fix{study.To("with the other columns", "wide", append([]string{name}, free...)...), one}
	}
	return faults.SingleWideColumn.Faultf("%s, so all labels are by one labeler and cannot be compared", found).
		InColumn(name).FixedBy(fixes...)
}
