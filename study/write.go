package study

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Write writes a table as CSV with the columns item, labeler, study, one for each further factor, and label. There is
// no labeler if the labels name none, and no study if [WholeFile] is the only one.
//
// Binary labels are 0 and 1, and numbers have as many digits as they need to read back the same. Names are written
// unchanged, in quotes where RFC 4180 asks for them. Names that begin or end with a blank, or look like a missing
// value, do not read back the same.
func Write(w io.Writer, t *Table) error {
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
	_, _ = out.WriteString("label\n")
	items, labelers, studies := quotedNames(t.items), quotedNames(t.labelers), quotedNames(t.studies)
	labels := t.writtenLabels()
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
			line = labels.append(line, v.from+n)
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
	case Nominal, Ordinal:
		return writtenLabels{t.value, quotedNames(t.categories), t.kind.first()}
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
