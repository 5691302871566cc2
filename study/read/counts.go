package read

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// mostCounted bounds the labels that one cell may stand for.
const mostCounted = 1_000_000

// readCounts makes records of rows that count the labels of each category: as many labels of no labeler's name.
func readCounts(r records, first *firstRows, file string, o Options) (laidOut, error) {
	if err := o.conflicting("Counts", study.LabelerFactor, labelPart); err != nil {
		return laidOut{}, err
	}
	h := layoutHeader(r.Header(), file, o)
	columns, err := h.like(categoriesPart, o.Counts)
	if err != nil {
		return laidOut{}, err
	}
	if len(columns) < 2 {
		return laidOut{}, study.Faultf(SingleCount, "column %q alone counts labels, so that all are of one category",
			h.names[columns[0]]).InColumn(h.names[columns[0]]).
			FixedBy(study.Choose("name the columns of all categories", "counts"))
	}
	categories := make([][]byte, len(columns))
	for k, i := range columns {
		categories[k] = []byte(strings.TrimSpace(h.names[i]))
	}
	o, number := first.itemOr(h, o, columns)
	own := []string{"columns " + together(o.Counts)}
	o.Labeler, o.Label = study.NoColumn, own[0]
	made := melt(r, plan{needed: columns, own: own, number: number}, func(m *melted) error {
		for k, i := range columns {
			n, ok := countOf(m.fields[i])
			if !ok {
				return m.fault(BadCount, i, visible.Sprintf("%q is no number of labels", m.fields[i]),
					study.Fix{Does: "write whole numbers from 0"})
			}
			for range n {
				m.add(categories[k])
			}
		}
		return nil
	})
	return laidOut{records: made, options: o}, nil
}

// categoriesPart is the part of columns that count the labels of a category each.
const categoriesPart = "counts"

// countOf reads how many labels there are: a whole number from 0, also as 3.0; an empty field is none.
func countOf(field []byte) (int, bool) {
	if len(field) == 0 || isMissing(field) {
		return 0, true
	}
	text := string(field)
	if at := bytes.IndexByte(field, '.'); at > 0 && strings.Trim(text[at+1:], "0") == "" {
		text = text[:at]
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= mostCounted
}

// findCounts recognises columns that count the labels of each category.
func findCounts(first *firstRows, file string, o Options) (Options, string, error) {
	if o.Labeler != "" && o.Labeler != study.NoColumn || o.Label != "" {
		return o, "", nil
	}
	if categories := first.crossed(); categories != nil {
		return o, "", study.Faultf(CategoryCounts,
			"each row is a category, and so is each column (%v): cells count the items that two labelers put there",
			categories).FixedBy(study.By("tables of two labelers' categories are not read yet: write a row for "+
			"each item, with a column for each labeler"), doubted())
	}
	names := first.counts(nil)
	if names == nil {
		return o, "", nil
	}
	o.Counts = first.patterns(names)
	return o, "columns count the labels of each category: " + visible.Names(names), nil
}

// crossed returns the columns that are named like the rows, which the first column names, and hold numbers of items;
// nil if there are none.
func (first *firstRows) crossed() []string {
	if len(first.header) < 3 || len(first.cells) < 2 || !first.unique(0) {
		return nil
	}
	named := 0
	for _, row := range first.cells {
		if slices.ContainsFunc(first.header[1:], func(c string) bool { return normalized(c) == normalized(row[0]) }) {
			named++
		}
		for i, name := range first.header[1:] {
			if _, ok := countOf([]byte(row[i+1])); !ok && !among(totals, normalized(name)) {
				return nil
			}
		}
	}
	if named < 2 || named+1 < len(first.cells) || named+2 < len(first.header)-1 {
		return nil
	}
	return first.header[1:]
}

// totals are names of sums of rows and columns.
const totals = " total sum all "
