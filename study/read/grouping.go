package read

import (
	"slices"
	"strings"

	"concord/study"
)

// Between names of columns in [Options.Study].
const (
	groupingsSeparator = ","
	crossedBy          = "*"
)

// grouping is one way in which the labels fall into studies: the values of a column, or the combinations of the values
// of several columns.
type grouping struct{ columns []column }

// column is the column of the studies as a table has it.
func (g grouping) column() study.Column {
	c := study.Column{Named: true}
	for _, part := range g.columns {
		c.Of = append(c.Of, part.Name)
	}
	c.Name = strings.Join(c.Of, study.CombinedBy)
	if len(c.Of) == 1 {
		c.Of = nil
	}
	return c
}

// takeStudies finds the columns of the studies that are named. The first result is a single column, and the second the
// groupings by several columns.
func (h *header) takeStudies(text string) (column, []grouping, error) {
	if h.isColumn(text) || !strings.ContainsAny(text, groupingsSeparator+crossedBy) {
		i, err := h.named(studyPart, text)
		if err != nil {
			return column{}, nil, err
		}
		return column{study.Column{Name: h.names[i], Named: true}, i}, nil, nil
	}
	var all []grouping
	var known [][]int // the columns of each, in the order of the file
	for _, one := range cutBetween(text, groupingsSeparator, h.isGrouping) {
		var g grouping
		var at []int
		for _, name := range cutBetween(one, crossedBy, h.isColumn) {
			i, err := h.studyNamed(text, name)
			if err != nil {
				return column{}, nil, err
			}
			if slices.Contains(at, i) {
				return column{}, nil, h.namedTwice(text, h.names[i])
			}
			at = append(at, i)
			g.columns = append(g.columns, column{study.Column{Name: h.names[i], Named: true}, i})
		}
		slices.Sort(at)
		if slices.ContainsFunc(known, func(other []int) bool { return slices.Equal(other, at) }) {
			return column{}, nil, h.namedTwice(text, g.column().Name)
		}
		known, all = append(known, at), append(all, g)
	}
	names := make([]string, len(all))
	for i, g := range all {
		names[i] = g.column().Name
	}
	return column{study.Column{Name: strings.Join(names, ", "), Named: true}, -1}, all, nil
}

// studyNamed finds a column of a grouping, which several of them may have.
func (h *header) studyNamed(text, name string) (int, error) {
	if name == "" {
		return 0, study.Faultf(MissingColumn, "one of the columns in %q has no name", text).InColumn(text).
			FixedBy(h.nearest(studyPart, text)...)
	}
	if found := h.find(name); len(found) == 1 && h.taken[found[0]] == studyPart {
		return found[0], nil
	}
	return h.named(studyPart, name)
}

func (h *header) namedTwice(text, name string) error {
	return study.Faultf(study.RepeatedName, "%q names %v twice", text, name).InColumn(text).Advising("name it once")
}

// cutBetween cuts a text at a separator, but not within a known name. Of several known names at a place it uses the
// longest.
func cutBetween(text, separator string, known func(string) bool) []string {
	cut := strings.Split(text, separator)
	run := func(from, to int) string { return strings.TrimSpace(strings.Join(cut[from:to], separator)) }
	var all []string
	for from := 0; from < len(cut); {
		to := len(cut)
		for to > from+1 && !known(run(from, to)) {
			to--
		}
		all, from = append(all, run(from, to)), to
	}
	return all
}

// isColumn reports whether a text names a column, and isGrouping whether it does or columns with * between them.
func (h *header) isColumn(text string) bool { return len(h.find(text)) > 0 }

func (h *header) isGrouping(text string) bool {
	for _, name := range cutBetween(text, crossedBy, h.isColumn) {
		if !h.isColumn(name) {
			return false
		}
	}
	return true
}

// division is the rows of a file, without labels, as one grouping has them.
type division struct {
	study.Indexed
	column   study.Column
	excluded []bool // rows whose labeler is to be left out; nil: none
}

// divisions returns the rows in the order of the file, as each grouping has them, grouped by study.
func (in *intake) divisions() ([]division, error) {
	rows := in.rows()
	if len(in.groupings) == 0 {
		return []division{{Indexed: rows.Grouped(), column: in.source.Columns.Study}}, nil
	}
	var all []division
	for _, g := range in.groupings {
		var names [][]string
		var index [][]int32
		for _, part := range g.columns {
			k := slices.IndexFunc(in.index, func(c indexColumn) bool { return c.index == part.index })
			names, index = append(names, in.index[k].names.list), append(index, in.index[k].codes)
		}
		d := division{Indexed: rows, column: g.column()}
		if len(names) == 1 {
			d.Studies, d.Study = names[0], index[0]
		} else if d.Studies, d.Study = study.Combine(names, index, study.CombinedBy); len(d.Studies) > mostStudies {
			return nil, tooManyStudies(d.column.Name, 0)
		}
		d.Indexed = d.grouped().Grouped()
		all = append(all, d)
	}
	return all, nil
}

// grouped returns the rows that are of a study.
func (div division) grouped() study.Indexed {
	places := make([]int32, 0, len(div.Study)) // never nil, which would be all rows
	for n, s := range div.Study {
		if s >= 0 {
			places = append(places, int32(n))
		}
	}
	if len(places) == len(div.Study) {
		return div.Indexed
	}
	return div.Pick(places)
}
