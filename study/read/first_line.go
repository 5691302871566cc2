package read

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"concord/study"
)

// explained returns an error about the columns of a file, with the fault of its beginning if there is one: the header
// is in a later line, for example below the title of a report, or the text is JSON without objects.
func explained(r records, rows *firstRows, file string, o Options, err error) error {
	var fault *study.Error
	if !errors.As(err, &fault) || !slices.Contains([]study.Code{OneColumn, OpenParts, MissingColumn}, fault.Code) {
		return err
	}
	header := slices.Clone(r.Header())
	switch r := r.(type) {
	case interface{ ofSheet() }:
		if later := rows.laterHeader(file); later != nil {
			later.Remedy = "delete the rows before it"
			return later
		}
	case *scanner:
		if later := rows.laterHeader(file); later != nil {
			return later
		}
		if unnamed := rows.noHeader(file, r.delim); unnamed != nil {
			return unnamed
		}
		if first := r.header[0]; strings.HasPrefix(first, "[") && fault.Code == OpenParts {
			return study.Faultf(BadJSON, "the text looks like a JSON array without objects: %v", first).AtLine(1).
				Advising("write an object with item and label for each label")
		}
	case *jsonRecords:
		if byKey := recordsByKey(header); byKey != nil && fault.Code == OpenParts {
			return byKey
		}
		if fault.Code == OneColumn {
			return study.Faultf(OneColumn, "the objects have only one field: %v", r.Header()[0]).AtLine(fault.Line).
				Advising("write an object with item and label for each label")
		}
	}
	if fault.Code == OpenParts && len(o.Wide) == 0 && !o.AsIs {
		if found := rows.columnLayout(file, o, nil, -1); found != nil {
			return found
		}
	}
	var parts *Incomplete
	if errors.As(err, &parts) {
		fault.Found += rows.unlabelled(parts)
	}
	return err
}

// laterHeader is the error about a header below other lines, or nil if none of the first lines reads like one.
func (first *firstRows) laterHeader(file string) *study.Error {
	for r, names := range first.top {
		line := first.topLines[r]
		if len(names) == 1 { // the delimiter is that of the first line, which may have none
			names = strings.FieldsFunc(names[0], isDelimiter)
		}
		if !readsLikeHeader(names) {
			continue
		}
		return first.lateHeader(file, line, names)
	}
	return first.belowTitle(file)
}

func (first *firstRows) lateHeader(file string, line int, names []string) *study.Error {
	return study.Faultf(LateHeader, "this line looks like the header (%v), but the first line of the file is taken "+
		"as the header: %v", names, first.header[0]).AtLine(line).Advising("delete the lines before it").
		FixedBy(made(file, "named", "without the lines before it", func(file, named string) string {
			return fmt.Sprintf("tail -n +%d %s > %s && ", line, file, named)
		})...)
}

// belowTitle is the error about a title or a comment in the first line; nil if the first line is none. A title is a
// single field above lines of several fields.
func (first *firstRows) belowTitle(file string) *study.Error {
	if fieldsIn(first.header) != 1 || first.header[0] == "" {
		return nil
	}
	if strings.ContainsFunc(first.header[0], isDelimiter) {
		return nil // a header whose fields were not separated
	}
	for r, row := range first.top {
		names := row
		if len(names) == 1 { // the delimiter was not known
			delimiter := strings.IndexFunc(names[0], isDelimiter)
			if delimiter < 0 {
				continue
			}
			names = strings.Split(names[0], names[0][delimiter:delimiter+1])
		}
		if n := fieldsIn(names); n > 1 && n == len(names) {
			return first.lateHeader(file, first.topLines[r], names)
		}
	}
	return nil
}

// fieldsIn counts the fields with text.
func fieldsIn(fields []string) int {
	n := 0
	for _, f := range fields {
		if strings.TrimSpace(f) != "" {
			n++
		}
	}
	return n
}

// readsLikeHeader reports whether there are usual names of an item and of a label.
func readsLikeHeader(names []string) bool {
	h := newHeader("", names)
	return len(h.candidates(itemRole())) > 0 && len(h.candidates(labelRole())) > 0
}
