package read

import (
	"maps"
	"slices"

	"concord/internal/visible"
	"concord/study"
)

// ragged is the error about a row with more or fewer fields than there are columns.
func ragged(line, fields, columns int) error {
	return study.Faultf(RaggedRow, "%s, and the header has %d", visible.Count(fields, "field"), columns).
		AtLine(line).Advising("put text that holds the delimiter in quotes")
}

// report counts rows whose id is unusable.
func (ids *indexColumn) report(fault string, text []byte, line int) {
	if ids.bad == 0 {
		ids.fault, ids.text, ids.line = fault, string(text), line
	}
	ids.bad++
}

// unreadable reports whether a fault of an id is that there is something, which is no text.
func unreadable(fault string) bool { return fault == notUTF8 || fault == holdsNUL }

// badIDs is the error about labels whose item, labeler or study is missing.
func (in *intake) badIDs() error {
	for _, c := range in.index {
		if c.bad == 0 {
			continue
		}
		e := study.Faultf(MissingID, "the %s in column %q %s (%s)", c.role, c.Name, c.fault, visible.Count(c.bad,
			"row")).AtLine(c.line).InColumn(c.Name)
		if unreadable(c.fault) {
			e.Code, e.Remedy = BadID, "save the file as UTF-8"
			if c.fault == notUTF8 {
				e.Found = visible.Sprintf("the %s in column %q, %q, is not UTF-8: %s (%s)", c.role, c.Name, c.text,
					firstInvalid(c.text), visible.Count(c.bad, "row"))
				e.Fixes = converted(in.file, westernEncoding)
			}
			return e
		}
		fill := study.Fix{Does: "fill it in, or delete those rows"}
		if column, values := in.first.tellsPresent(c.Name); column != "" {
			e.Fixes = []study.Fix{where("the rows that have one", column, false, values...), fill}
		} else {
			e.Fixes = []study.Fix{where("without those rows", c.Name, true, ""), fill}
		}
		if c.role == study.LabelerFactor || c.role == studyPart {
			e.Fixes = append(e.Fixes, study.To("without the column", optionOf(c.role), study.NoColumn))
		}
		return e
	}
	return nil
}

// tellsPresent returns a column that shows in which rows another column has a value, and its values in these rows. No
// row without a value has one of them, and each occurs in two rows or more on average. Of several columns it returns
// the one with the fewest values; "" if there is none.
func (first *firstRows) tellsPresent(column string) (name string, values []string) {
	at := slices.Index(first.header, column)
	if at < 0 {
		return "", nil
	}
	for i := range first.header {
		with, without, rows := make(map[string]bool), make(map[string]bool), 0
		for _, row := range first.cells {
			if isMissing([]byte(row[at])) {
				without[row[i]] = true
			} else {
				with[row[i]] = true
				rows++
			}
		}
		apart := len(without) > 0 && len(with) > 0 && len(with) <= mostConditions && 2*len(with) <= rows
		for v := range with {
			apart = apart && v != "" && !without[v]
		}
		if apart && i != at && (name == "" || len(with) < len(values)) {
			name, values = first.header[i], slices.Sorted(maps.Keys(with))
		}
	}
	return name, values
}

// mostStudies is how many studies a file may have. All pairs of them are compared, and a
// column with more names is that of the items or labelers.
const mostStudies = 1000

func tooManyStudies(column string, line int) error {
	return study.Faultf(TooManyStudies, "column %q names more than %d groups, too many to compare in pairs", column,
		mostStudies).AtLine(line).InColumn(column).FixedBy(study.To("without groups", "group", study.NoColumn),
		study.Choose("choose another column", "group"))
}
