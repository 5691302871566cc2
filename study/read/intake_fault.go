package read

import (
	"maps"
	"slices"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/internal/when"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// report counts rows whose id is unusable.
func (ids *indexColumn) report(fault string, text []byte, line int) {
	if ids.bad == 0 {
		ids.fault, ids.text, ids.line = fault, string(text), line
	}
	ids.bad++
}

// unreadable reports whether a fault of an id is that there is something, which is no text.
func unreadable(fault string) bool { return fault == stream.NotUTF8 || fault == stream.HoldsNUL }

// badIDs is the error about labels whose item, labeler or study is missing.
func (in *intake) badIDs() error {
	for _, c := range in.index {
		if c.bad == 0 {
			continue
		}
		e := faults.MissingID.Faultf("the %s in column %q %s (%s)", c.role, c.Name, c.fault, visible.Count(c.bad,
			"row")).AtLine(c.line).InColumn(c.Name)
		if unreadable(c.fault) {
			e.Code, e.Remedy = faults.BadID, "save the file as UTF-8"
			if c.fault == stream.NotUTF8 {
				e.Found = visible.Sprintf("the %s in column %q, %q, is not UTF-8: %s (%s)", c.role, c.Name, c.text,
					container.FirstInvalid(c.text), visible.Count(c.bad, "row"))
				e.Fixes = container.Converted(in.file, container.WesternEncoding)
			}
			return e
		}
		fill := study.Fix{Does: "fill it in, or delete those rows"}
		if column, values := tellsPresent(in.first, c.Name); column != "" {
			e.Fixes = []study.Fix{where("the rows that have one", column, false, values...), fill}
		} else {
			e.Fixes = []study.Fix{where("without those rows", c.Name, true, ""), fill}
		}
		if c.role == study.LabelerFactor || c.role == naming.StudyPart {
			e.Fixes = append(e.Fixes, study.To("without the column", naming.OptionOf(c.role), study.NoColumn))
		}
		return e
	}
	return nil
}

// tellsPresent returns a column that shows in which rows another column has a value, and its values in these rows. No
// row without a value has one of them, and each occurs in two rows or more on average. Of several columns it returns
// the one with the fewest values; "" if there is none.
func tellsPresent(first *stream.FirstRows, column string) (name string, values []string) {
	at := slices.Index(first.Header, column)
	if at < 0 {
		return "", nil
	}
	for i := range first.Header {
		with, without, rows := make(map[string]bool), make(map[string]bool), 0
		for _, row := range first.Cells {
			if stream.IsMissing([]byte(row[at])) {
				without[row[i]] = true
			} else {
				with[row[i]] = true
				rows++
			}
		}
		apart := len(without) > 0 && len(with) > 0 && len(with) <= stream.MostConditions && 2*len(with) <= rows
		for v := range with {
			apart = apart && v != "" && !without[v]
		}
		if apart && i != at && (name == "" || len(with) < len(values)) {
			name, values = first.Header[i], slices.Sorted(maps.Keys(with))
		}
	}
	return name, values
}

// mostStudies is how many studies a file may have. All pairs of them are compared, and a
// column with more names is that of the items or labelers.
const mostStudies = 1000

func tooManyStudies(column string, line int) error {
	return faults.TooManyStudies.Faultf("column %q names more than %d groups, too many to compare in pairs", column,
		mostStudies).AtLine(line).InColumn(column).FixedBy(study.To("without groups", "group", study.NoColumn),
		study.Choose("choose another column", "group"))
}

// Fixes that several faults have. Each is in names of options, which programs write in their own way.

// latestOf keeps the latest of labels given again, by a column.
func latestOf(column string) study.Fix {
	return study.To("the latest of each, if labelers corrected "+
		"themselves", "duplicates", "latest="+quoting.List(column))
}

// lastOrAll are for times that do not say which of labels given again is the latest.
func lastOrAll() []study.Fix {
	return []study.Fix{study.To("the last row of each", "duplicates", "last"),
		study.To("all of them, if labelers were asked again", "duplicates", "keep")}
}

// where keeps the rows whose column has one of some values, or none of them.
func where(does, column string, not bool, values ...string) study.Fix {
	return study.Fix{Does: does}.Adding("where", quoting.Condition(column, not, values...))
}

// Dated are for a value of a column that is no date, or in which day and month cannot be distinguished.
func Dated(column, value string) []study.Fix {
	if _, _, doubtful := when.Both(value); doubtful {
		return []study.Fix{study.To("the day first", "dates", string(when.DayFirst)),
			study.To("the month first", "dates", string(when.MonthFirst))}
	}
	return []study.Fix{where("leave its rows out", column, true, value)}
}

// instead reads other files or folders.
func instead(paths []string) []study.Fix {
	const most = 3
	var all []study.Fix
	for _, path := range paths[:min(len(paths), most)] {
		all = append(all, study.Fix{Instead: path})
	}
	return all
}
