package read

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/stream"
)

// commaNumber is a whole number, or one with a comma before the decimals, as spreadsheets of many countries write it.
var commaNumber = regexp.MustCompile(`^[-+]?[0-9]+(?:,([0-9]+))?$`)

// withDecimalPoints returns records with decimal points where columns have decimal commas, and a description, "" if no
// column has. A comma that separates fields can be no decimal comma.
func (from *input) withDecimalPoints(r stream.Records, first *stream.FirstRows, s study.Source,
	o Options) (stream.Records, *stream.FirstRows,
	Options, string) {
	if o.AsIs || o.Kind == study.Nominal || s.Format != study.Delimited || s.Delimiter == ',' {
		return r, first, o, ""
	}
	if !from.shard && o.DecimalCommas == nil {
		for i, name := range first.Header {
			if hasDecimalCommas(first, i, s.Delimiter) {
				o.DecimalCommas = append(o.DecimalCommas, name)
			}
		}
	}
	var columns []int
	for i, name := range first.Header {
		if slices.Contains(o.DecimalCommas, name) {
			columns = append(columns, i)
		}
	}
	if columns == nil {
		return r, first, o, ""
	}
	pointed := stream.Change(r, columns, func(m *stream.Melted) error {
		m.Add()
		for _, i := range columns {
			if commaNumber.Match(m.Fields[i]) {
				m.Fields[i] = bytes.Replace(m.Fields[i], []byte(","), []byte("."), 1)
			}
		}
		return nil
	})
	return pointed, first.Through(pointed), o, "decimal commas in " + visible.Names(o.DecimalCommas)
}

// hasDecimalCommas reports whether most values of a column are numbers, some with a decimal comma, and no other value
// has a comma. Two digits in ascending order could be two choices, and three digits behind each comma thousands. A
// spreadsheet separates fields by semicolons because a comma is before decimals. In its files, three digits are
// thousands only if some end in 0 and some numbers have no comma: see [judge.thousands].
func hasDecimalCommas(first *stream.FirstRows, column int, delimiter rune) bool {
	const fewest = 5 // rows with a comma; fewer say too little
	rows, others, choices, thousands := 0, 0, true, true
	whole, numbers, zero := false, 0, false
	last := make(map[string]bool)
	for _, row := range first.Cells {
		cell := row[column]
		if stream.IsMissing([]byte(cell)) {
			continue
		}
		match := commaNumber.FindStringSubmatch(cell)
		if match == nil {
			if strings.Contains(cell, ",") {
				return false
			}
			others++
			continue
		}
		numbers++
		decimals := match[1]
		if decimals == "" {
			whole = true
			continue
		}
		rows++
		choices = choices && len(cell) == len("1,2") && cell[0] < cell[2]
		thousands = thousands && len(decimals) == 3
		zero = zero || decimals[len(decimals)-1] == '0'
		last[decimals] = true
	}
	if delimiter == ';' {
		thousands = thousands && whole && zero
	}
	return numbers > others && rows >= fewest && !(choices && len(last) > 1) && !thousands
}
