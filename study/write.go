package study

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Write writes a table as CSV with the columns item, labeler, study, one for each further factor, and label, without
// labeler where the labels name none, and without study where [WholeFile] is the only one.
//
// Binary labels are 0 and 1, and numbers have as many digits as they need to read back the
// same. Names are written as they are, in quotes where RFC 4180 asks for them; those that
// begin or end with a blank, or look like a missing value, do not read back the same.
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
	var categories []string
	first := 0.0
	switch t.kind {
	case Nominal:
		categories = quotedNames(t.categories)
	case Ordinal:
		categories, first = quotedNames(t.categories), 1
	}
	var line []byte
	for s := range t.studies {
		v := t.StudyAt(s)
		for n, y := range v.value {
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
			if categories != nil {
				line = append(line, categories[int(y-first)]...)
			} else {
				line = strconv.AppendFloat(line, y+0, 'g', -1, 64) // without the sign of zero
			}
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return out.Flush()
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
