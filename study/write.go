package study

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Write writes a table as CSV with the columns item, labeler, study, one for each further factor, and label. There is
// no labeler if the labels name none, and no study if [WholeFile] is the only one.
//
// Binary labels are 0 and 1, and numbers have as many digits as they need to read back the same. Names are written as
// they are, in quotes where RFC 4180 asks for them. Names that begin or end with a blank, or look like a missing value,
// do not read back the same.
func Write(w io.Writer, t *Table) error { return write(w, []string{"label"}, t) }

// WriteColumns is [Write] for several labels of the same rows, each table in a column of its name. It panics if there
// is no table or another number of names, or if one has labels of other items, labelers, studies or levels than the
// first.
func WriteColumns(w io.Writer, names []string, tables ...*Table) error {
	if len(tables) == 0 || len(names) != len(tables) {
		panic("study: each table has a name")
	}
	for _, t := range tables {
		if !sameRows(tables[0], t) {
			panic("study: the tables do not have the same rows")
		}
	}
	return write(w, quotedNames(names), tables...)
}

// sameRows reports whether the labels of two tables are of the same items, labelers, studies and levels.
func sameRows(a, b *Table) bool {
	sameFactor := func(x, y Factor) bool {
		return x.Name == y.Name && slices.Equal(x.Levels, y.Levels) && slices.Equal(x.Index, y.Index)
	}
	return slices.Equal(a.items, b.items) && slices.Equal(a.item, b.item) &&
		slices.Equal(a.labelers, b.labelers) && slices.Equal(a.labeler, b.labeler) &&
		slices.Equal(a.studies, b.studies) && slices.Equal(a.start, b.start) &&
		slices.EqualFunc(a.factors, b.factors, sameFactor)
}

// write writes tables of the same rows. Their labels are in columns with the given names.
func write(w io.Writer, names []string, tables ...*Table) error {
	t := tables[0]
	out := bufio.NewWriterSize(w, 1<<16)
	oneStudy := len(t.studies) == 1 && t.studies[0] == WholeFile
	// The errors of out stay with it until Flush.
	_, _ = out.WriteString("item,")
	if t.labeler != nil {
		_, _ = out.WriteString("labeler,")
	}
	if !oneStudy {
		_, _ = out.WriteString("study,")
	}
	levels := make([][]string, len(t.factors))
	for k, f := range t.factors {
		levels[k] = quotedNames(f.Levels)
		_, _ = out.WriteString(quotedNames([]string{f.Name})[0] + ",")
	}
	_, _ = out.WriteString(strings.Join(names, ",") + "\n")
	items, labelers, studies := quotedNames(t.items), quotedNames(t.labelers), quotedNames(t.studies)
	labels := make([]writtenLabels, len(tables))
	for k, t := range tables {
		labels[k] = t.writtenLabels()
	}
	var line []byte
	for s := range t.studies {
		v := t.StudyAt(s)
		for n := range v.value {
			line = append(append(line[:0], items[v.item[n]]...), ',')
			if v.labeler != nil {
				line = append(append(line, labelers[v.labeler[n]]...), ',')
			}
			if !oneStudy {
				line = append(append(line, studies[s]...), ',')
			}
			for k, f := range t.factors {
				line = append(append(line, levels[k][f.Index[v.from+n]]...), ',')
			}
			for k, column := range labels {
				if k > 0 {
					line = append(line, ',')
				}
				line = column.append(line, v.from+n)
			}
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// writtenLabels writes the labels of a table.
type writtenLabels struct {
	value      []float64
	categories []string // nil: labels are numbers
	first      float64  // of the first category
}

func (t *Table) writtenLabels() writtenLabels {
	switch t.kind {
	case Nominal:
		return writtenLabels{t.value, quotedNames(t.categories), 0}
	case Ordinal:
		return writtenLabels{t.value, quotedNames(t.categories), 1}
	}
	return writtenLabels{value: t.value}
}

func (wl writtenLabels) append(line []byte, n int) []byte {
	y := wl.value[n]
	if wl.categories != nil {
		return append(line, wl.categories[int(y-wl.first)]...)
	}
	return strconv.AppendFloat(line, y+0, 'g', -1, 64) // without the sign of zero
}

// quotedNames puts those names in quotes that need them.
func quotedNames(names []string) []string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = n
		if strings.ContainsAny(n, ",;|\t\"\r\n") || n != strings.TrimSpace(n) {
			quoted[i] = `"` + strings.ReplaceAll(n, `"`, `""`) + `"`
		}
	}
	return quoted
}
