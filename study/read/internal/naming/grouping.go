package naming

import (
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
)

// Between names of columns in [Options.Study].
const (
	GroupingsSeparator = ","
	CrossedBy          = "*"
)

// Grouping is one way in which the labels fall into studies: the values of a column, or the combinations of the values
// of several columns.
type Grouping struct{ Columns []Column }

// Column is the column of the studies as a table has it.
func (g Grouping) Column() study.Column {
	c := study.Column{Named: true}
	for _, part := range g.Columns {
		c.Of = append(c.Of, part.Name)
	}
	c.Name = strings.Join(c.Of, study.CombinedBy)
	if len(c.Of) == 1 {
		c.Of = nil
	}
	return c
}

// TakeStudies finds the columns of the studies that are named. The first result is a single column, and the second the
// groupings by several columns.
func (h *Header) TakeStudies(text string) (Column, []Grouping, error) {
	if h.isColumn(text) || !strings.ContainsAny(text, GroupingsSeparator+CrossedBy) {
		i, err := h.Named(StudyPart, text)
		if err != nil {
			return Column{}, nil, err
		}
		return Column{study.Column{Name: h.Names[i], Named: true}, i}, nil, nil
	}
	var all []Grouping
	var known [][]int // the columns of each, in the order of the file
	for _, one := range cutBetween(text, GroupingsSeparator, h.isGrouping) {
		var g Grouping
		var at []int
		for _, name := range cutBetween(one, CrossedBy, h.isColumn) {
			i, err := h.studyNamed(text, name)
			if err != nil {
				return Column{}, nil, err
			}
			if slices.Contains(at, i) {
				return Column{}, nil, h.namedTwice(text, h.Names[i])
			}
			at = append(at, i)
			g.Columns = append(g.Columns, Column{study.Column{Name: h.Names[i], Named: true}, i})
		}
		slices.Sort(at)
		if slices.ContainsFunc(known, func(other []int) bool { return slices.Equal(other, at) }) {
			return Column{}, nil, h.namedTwice(text, g.Column().Name)
		}
		known, all = append(known, at), append(all, g)
	}
	names := make([]string, len(all))
	for i, g := range all {
		names[i] = g.Column().Name
	}
	return Column{study.Column{Name: strings.Join(names, ", "), Named: true}, -1}, all, nil
}

// studyNamed finds a column of a grouping, which several of them may have.
func (h *Header) studyNamed(text, name string) (int, error) {
	if name == "" {
		return 0, faults.MissingColumn.Faultf("one of the columns in %q has no name", text).InColumn(text).
			FixedBy(h.nearest(StudyPart, text)...)
	}
	if found := h.Find(name); len(found) == 1 && h.Taken[found[0]] == StudyPart {
		return found[0], nil
	}
	return h.Named(StudyPart, name)
}

func (h *Header) namedTwice(text, name string) error {
	return study.RepeatedName.Faultf("%q names %v twice", text, name).InColumn(text).Advising("name it once")
}

// cutBetween cuts a text at a separator, but not within a known name. If several known names begin at a place,
// it uses the longest.
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
func (h *Header) isColumn(text string) bool { return len(h.Find(text)) > 0 }

func (h *Header) isGrouping(text string) bool {
	for _, name := range cutBetween(text, CrossedBy, h.isColumn) {
		if !h.isColumn(name) {
			return false
		}
	}
	return true
}
