package read

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/jsonrows"
	"concord/study/read/internal/layouts"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// explained returns an error about the columns of a file, with the fault of its beginning if there is one: the header
// is in a later line, for example below the title of a report, or the text is JSON without objects.
func explained(r stream.Records, rows *stream.FirstRows, file string, o Options, err error) error {
	var fault *study.Error
	if !errors.As(err, &fault) || !slices.Contains([]study.Code{faults.OneColumn, faults.OpenParts,
		faults.MissingColumn}, fault.Code) {
		return err
	}
	header := slices.Clone(r.Header())
	switch r := r.(type) {
	case interface{ ofSheet() }:
		if later := laterHeader(rows, file); later != nil {
			later.Remedy = "delete the rows before it"
			return later
		}
	case *container.Scanner:
		if later := laterHeader(rows, file); later != nil {
			return later
		}
		if unnamed := noHeader(rows, file, r.Delim); unnamed != nil {
			return unnamed
		}
		if first := r.Names[0]; strings.HasPrefix(first, "[") && fault.Code == faults.OpenParts {
			return faults.BadJSON.Faultf("the text looks like a JSON array without objects: %v", first).AtLine(1).
				Advising("write an object with item and label for each label")
		}
	case *jsonrows.JsonRecords:
		if byKey := layouts.RecordsByKey(header); byKey != nil && fault.Code == faults.OpenParts {
			return byKey
		}
		if fault.Code == faults.OneColumn {
			return faults.OneColumn.Faultf("the objects have only one field: %v", r.Header()[0]).AtLine(fault.Line).
				Advising("write an object with item and label for each label")
		}
	}
	if fault.Code == faults.OpenParts && len(o.Wide) == 0 && !o.AsIs {
		if found := layouts.ColumnLayout(rows, file, o, nil, -1); found != nil {
			return found
		}
	}
	var parts *Incomplete
	if errors.As(err, &parts) {
		fault.Found += unlabelled(rows, parts)
	}
	return err
}

// laterHeader is the error about a header below other lines, or nil if none of the first lines reads like one.
func laterHeader(first *stream.FirstRows, file string) *study.Error {
	for r, names := range first.Top {
		line := first.TopLines[r]
		if len(names) == 1 { // the delimiter is that of the first line, which may have none
			names = strings.FieldsFunc(names[0], container.IsDelimiter)
		}
		if !readsLikeHeader(names) {
			continue
		}
		return lateHeader(first, file, line, names)
	}
	return belowTitle(first, file)
}

func lateHeader(first *stream.FirstRows, file string, line int, names []string) *study.Error {
	return faults.LateHeader.Faultf("this line looks like the header (%v), but the first line of the file is taken "+
		"as the header: %v", names, first.Header[0]).AtLine(line).Advising("delete the lines before it").
		FixedBy(container.Made(file, "named", "without the lines before it", func(file, named string) string {
			return fmt.Sprintf("tail -n +%d %s > %s && ", line, file, named)
		})...)
}

// belowTitle is the error about a title or a comment in the first line; nil if the first line is none. A title is a
// single field above lines of several fields.
func belowTitle(first *stream.FirstRows, file string) *study.Error {
	if layouts.FieldsIn(first.Header) != 1 || first.Header[0] == "" {
		return nil
	}
	if strings.ContainsFunc(first.Header[0], container.IsDelimiter) {
		return nil // a header whose fields were not separated
	}
	for r, row := range first.Top {
		names := row
		if len(names) == 1 { // the delimiter was not known
			delimiter := strings.IndexFunc(names[0], container.IsDelimiter)
			if delimiter < 0 {
				continue
			}
			names = strings.Split(names[0], names[0][delimiter:delimiter+1])
		}
		if n := layouts.FieldsIn(names); n > 1 && n == len(names) {
			return lateHeader(first, file, first.TopLines[r], names)
		}
	}
	return nil
}

// readsLikeHeader reports whether there are usual names of an item and of a label.
func readsLikeHeader(names []string) bool {
	h := naming.NewHeader("", names)
	return len(h.Candidates(naming.ItemRole())) > 0 && len(h.Candidates(naming.LabelRole())) > 0
}

// unlabelled says of an error about an open label which free columns have dates, times or texts, and so no labels.
func unlabelled(first *stream.FirstRows, parts *Incomplete) string {
	isLabel := func(p OpenPart) bool { return p.Part == naming.LabelPart && len(p.Candidates) == 0 }
	if !slices.ContainsFunc(parts.Open, isLabel) || len(first.Lines) == 0 {
		return ""
	}
	text := ""
	for i, name := range first.Header {
		what := ""
		switch l := first.Look(i); {
		case l.Times:
			what = "dates or times"
		case l.Prose:
			what = "free text"
		}
		if what != "" {
			text += visible.Sprintf("; column %q has %s, and no labels (line %d: %q)", name, what, first.Lines[0],
				first.Cells[0][i])
		}
	}
	return text
}

// texts returns the columns that have names of labels, and texts of many words in the first rows. Such a column, called
// response, say, may have the answers of a model.
func texts(first *stream.FirstRows) []string {
	label := naming.LabelRole()
	var found []string
	for i, name := range first.Header {
		if label.Match(name) != 0 && len(first.Cells) >= stream.LeastItems && first.Look(i).Prose {
			found = append(found, name)
		}
	}
	return found
}

// leastLabelsOfTime is how many labels a column must have at each of its times, on average, for each to be a task.
const leastLabelsOfTime = 4

// timesFound returns the columns, among some, whose values in the first rows are times of several labels each, such as
// weeks or days.
func timesFound(first *stream.FirstRows, columns []string) []string {
	var found []string
	for i, name := range first.Header {
		if !slices.Contains(columns, name) || !startsWithDigits(first, i) {
			continue
		}
		l := first.Look(i)
		if l.Times && len(l.Values) > 1 && l.IsFull() && l.Present >= leastLabelsOfTime*len(l.Values) {
			found = append(found, name)
		}
	}
	return found
}

// startsWithDigits reports whether the first value of a column has a digit, as all times have, so that few columns need
// a closer look.
func startsWithDigits(first *stream.FirstRows, column int) bool {
	for _, row := range first.Cells {
		if !stream.IsMissing([]byte(row[column])) {
			return strings.ContainsAny(row[column], "0123456789")
		}
	}
	return false
}

// noHeader is the error about a first line that has values in place of names. Two of them at least come again below,
// and in columns of numbers they are numbers. Its candidate is a line of names. It is nil if the first line may have
// names.
func noHeader(first *stream.FirstRows, file string, delimiter byte) *study.Error {
	if len(first.Cells) < stream.LeastItems {
		return nil
	}
	again := 0
	names := make([]string, len(first.Header))
	for i, name := range first.Header {
		l := first.Look(i)
		if _, err := strconv.ParseFloat(name, 64); l.Numbers && err != nil {
			return nil
		}
		if slices.Contains(l.Values, name) {
			again++
		}
		names[i] = fmt.Sprintf("column%d", i+1)
	}
	if again < 2 {
		return nil
	}
	line := strings.ReplaceAll(strings.Join(names, string(delimiter)), "\t", `\t`)
	fixes := container.Made(file, "named", "", func(file, named string) string {
		return "(printf " + quoting.Shell(line+`\n`) + "; cat " + file + ") > " + named + " && "
	})
	if fixes != nil {
		fixes = append(fixes, study.Fix{Does: "better, with the names item, labeler and label in their places"})
	}
	return faults.NoHeader.Faultf("the first line has values like the others, and no names of columns: %v",
		first.Header).AtLine(1).Advising("write a line above it that names the columns").FixedBy(fixes...)
}
