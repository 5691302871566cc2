package stream

import (
	"concord/internal/visible"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
)

// Limits of the first rows that are kept.
const (
	MostFirstRows = 5000
	LongestCell   = 200 // bytes; of longer ones the beginning
	MostTop       = 30
)

// FirstRows are the first rows of a file, as they are, by which its layout is recognised.
type FirstRows struct {
	Header []string
	Cells  [][]string
	Lines  []int
	text   []byte
	// top are the first of all rows, also of those that have another number of fields than the header.
	Top      [][]string
	TopLines []int
	// seen holds facts of each column, which are found once, when all rows are there; nil before.
	seen []columnSeen
}

// columnSeen holds facts of a column. Each is nil before it was asked for.
type columnSeen struct {
	distinct *[2]int
	numbers  *[]float64 // nil inside: not all are numbers
	look     *Look
}

// of returns the facts of a column that were found so far.
func (first *FirstRows) of(i int) *columnSeen {
	if first.seen == nil {
		first.seen = make([]columnSeen, len(first.Header))
	}
	return &first.seen[i]
}

// Look says how a column looks.
func (first *FirstRows) Look(i int) *Look {
	of := first.of(i)
	if of.look == nil {
		of.look = lookAt(first.Cells, i)
	}
	return of.look
}

// Numbers returns the cells of a column as numbers, which nobody changes: see [layout.Numbers].
func (first *FirstRows) Numbers(i int) ([]float64, bool) {
	of := first.of(i)
	if of.numbers == nil {
		x, ok := layout.Numbers(first.Cells, i)
		if !ok {
			x = nil
		}
		of.numbers = &x
	}
	return *of.numbers, *of.numbers != nil
}

// Add keeps a row if it is one of the first.
func (first *FirstRows) Add(fields [][]byte, line int) {
	if len(first.Cells) < MostFirstRows && len(fields) == len(first.Header) {
		first.Cells, first.Lines = append(first.Cells, first.Copied(fields)), append(first.Lines, line)
	}
}

// Copied returns the beginnings of fields.
func (first *FirstRows) Copied(fields [][]byte) []string {
	first.text = first.text[:0]
	for _, f := range fields {
		first.text = append(first.text, f[:min(len(f), LongestCell)]...)
	}
	text, from := string(first.text), 0
	row := make([]string, len(fields))
	for i, f := range fields {
		to := from + min(len(f), LongestCell)
		row[i], from = text[from:to], to
	}
	return row
}

// ReadFirst keeps the first rows of records that are read no further.
func ReadFirst(r Records) *FirstRows {
	first := &FirstRows{Header: r.Header()}
	if s, ok := r.(Selective); ok {
		used := make([]bool, len(first.Header))
		for i := range used {
			used[i] = true
		}
		s.Select(used, nil)
	}
	for range MostFirstRows {
		fields, line, err := r.Next()
		if err != nil {
			return first
		}
		if len(first.Top) < MostTop {
			first.Top, first.TopLines = append(first.Top, first.Copied(fields)), append(first.TopLines, line)
		}
		first.Add(fields, line)
	}
	return first
}

// Distinct returns how many values a column has, and how many rows are not empty.
func (first *FirstRows) Distinct(i int) (values, rows int) {
	of := first.of(i)
	if of.distinct == nil {
		seen := make(map[string]bool)
		for _, row := range first.Cells {
			if row[i] != "" {
				seen[row[i]] = true
				rows++
			}
		}
		of.distinct = &[2]int{len(seen), rows}
	}
	return of.distinct[0], of.distinct[1]
}

// Spread counts the groups of several rows, and those among them with several values. With gaps, rows without group or
// value do not count.
func Spread(group, value []int32, gaps bool) (several, differ int) {
	type within struct {
		first   int32
		rows    int
		differs bool
	}
	var of []within
	for row, g := range group {
		v := value[row]
		if gaps && (g < 0 || v < 0) {
			continue
		}
		if n := int(g) + 1 - len(of); n > 0 {
			of = append(of, make([]within, n)...)
		}
		o := &of[g]
		if o.rows++; o.rows == 1 {
			o.first = v
		}
		o.differs = o.differs || v != o.first
	}
	for _, o := range of {
		if o.rows > 1 {
			several++
		}
		if o.differs {
			differ++
		}
	}
	return several, differ
}

// LeastItems is the number of items with several labels below which nothing is concluded.
const LeastItems = 5

// Again counts rows after the first of each combination of values of five columns at most.
func Again(columns ...[]int32) int {
	seen := make(map[[5]int32]bool)
	for row := range columns[0] {
		var key [5]int32
		for k, c := range columns {
			key[k] = c[row]
		}
		seen[key] = true
	}
	return len(columns[0]) - len(seen)
}

// IsCode reports whether a text is a letter with digits behind it, as M3, which is of a model rather than of a month.
func IsCode(text string) bool {
	return len(text) > 1 && (text[0]|0x20) >= 'a' && (text[0]|0x20) <= 'z' && text[1] >= '0' && text[1] <= '9'
}

// MostConditions is the number of values above which a column is no condition.
const MostConditions = 20

// Ragged is the error about a row with more or fewer fields than there are columns.
func Ragged(line, fields, columns int) error {
	return faults.RaggedRow.Faultf("%s, and the header has %d", visible.Count(fields, "field"), columns).
		AtLine(line).Advising("put text that holds the delimiter in quotes")
}
