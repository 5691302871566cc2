package layouts

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// mostCounted bounds the labels that one cell may stand for.
const mostCounted = 1_000_000

// counts makes records of rows that count the labels of each category: as many labels of no labeler's name.
func (l *laying) counts() (func(*stream.Melted) error, error) {
	columns, err := like(l.Header, categoriesPart, l.Options.Counts)
	if err != nil {
		return nil, err
	}
	if len(columns) < 2 {
		return nil, faults.SingleCount.Faultf("column %q alone counts labels, so that all are of one category",
			l.Names[columns[0]]).InColumn(l.Names[columns[0]]).
			FixedBy(study.Choose("name the columns of all categories", "counts"))
	}
	categories := trimmed(l.At(columns))
	l.rowsAreItems(columns)
	l.Options.Labeler, l.Options.Label = study.NoColumn, "columns "+stream.Together(l.Options.Counts)
	l.plan.Own = []string{l.Options.Label}
	return func(m *stream.Melted) error {
		for k, i := range columns {
			n, err := countIn(m, i)
			if err != nil {
				return err
			}
			for range n {
				m.Add(categories[k])
			}
		}
		return nil
	}, nil
}

// categoriesPart is the part of columns that count the labels of a category each.
const categoriesPart = "counts"

// countOf reads how many labels there are: a whole number from 0, also as 3.0; an empty field is none.
func countOf(field []byte) (int, bool) {
	if len(field) == 0 || stream.IsMissing(field) {
		return 0, true
	}
	text := string(field)
	if at := bytes.IndexByte(field, '.'); at > 0 && strings.Trim(text[at+1:], "0") == "" {
		text = text[:at]
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= mostCounted
}

// countIn is the count of a row in a column.
func countIn(m *stream.Melted, column int) (int, error) {
	n, ok := countOf(m.Fields[column])
	if !ok {
		return 0, m.Fault(faults.BadCount, column, visible.Sprintf("%q is no number of labels", m.Fields[column]),
			study.Fix{Does: "write whole numbers from 0"})
	}
	return n, nil
}

// findCounts recognises columns that count the labels of each category.
func findCounts(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	if o.Labeler != "" && o.Labeler != study.NoColumn || o.Label != "" {
		return o, "", nil
	}
	if categories := crossed(first); categories != nil {
		return o, "", faults.CategoryCounts.Faultf(
			"each row is a category, and so is each column (%v): cells count the items that two labelers put there",
			categories).FixedBy(study.By("tables of two labelers' categories are not read yet: write a row for "+
			"each item, with a column for each labeler"), naming.Doubted())
	}
	names := counts(first, nil)
	if names == nil {
		return o, "", nil
	}
	o.Counts = patterns(first, names)
	return o, "columns count the labels of each category: " + visible.Names(names), nil
}

// crossed returns the columns that are named like the rows, which the first column names, and hold numbers of items;
// nil if there are none.
func crossed(first *stream.FirstRows) []string {
	if len(first.Header) < 3 || len(first.Cells) < 2 || !unique(first, 0) {
		return nil
	}
	named := 0
	for _, row := range first.Cells {
		if slices.ContainsFunc(first.Header[1:], func(c string) bool {
			return naming.Normalized(c) == naming.Normalized(row[0])
		}) {
			named++
		}
		for i, name := range first.Header[1:] {
			if _, ok := countOf([]byte(row[i+1])); !ok && !naming.Among(totals, naming.Normalized(name)) {
				return nil
			}
		}
	}
	if named < 2 || named+1 < len(first.Cells) || named+2 < len(first.Header)-1 {
		return nil
	}
	return first.Header[1:]
}

// totals are names of sums of rows and columns.
const totals = " total sum all "
