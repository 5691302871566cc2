package read

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"concord/internal/verdicts"
	"concord/internal/visible"
)

// oneWinner is records in which columns of 0 and 1 say who won, such as winner_model_a, winner_model_b and winner_tie
// of Chatbot Arena. One column that names the winner replaces them, after the others.
type oneWinner struct {
	over
	kept   []int // columns that stay
	header []string
	marks  []int    // columns of 0 and 1
	says   [][]byte // of each
	out    [][]byte
	cell   []byte
}

// withOneWinner replaces columns that say for each of two candidates, and for a tie, whether it won, by one column. It
// returns options that name this column and the candidates. It returns a description too; "" if nothing changed.
func withOneWinner(r records, first *firstRows, o Options) (records, *firstRows, Options, string) {
	if slices.Contains(first.header, o.Label) || len(o.asked()) > 0 && len(o.Pair) == 0 {
		return r, first, o, ""
	}
	columns := map[string]int{} // by their names; the first of several
	for i, name := range slices.Backward(first.header) {
		columns[normalized(name)] = i
	}
	for _, a := range first.header {
		one, won := columns["winner"+normalized(a)]
		if !won {
			continue
		}
		for _, partner := range partners(normalized(a)) {
			b, known := columns[partner]
			other, lost := columns["winner"+partner]
			if !known || !lost {
				continue
			}
			w := &oneWinner{over: over{r}, marks: []int{one, other}, says: [][]byte{[]byte(a), []byte(first.header[b])}}
			if tie, ok := columns["winnertie"]; ok {
				w.marks, w.says = append(w.marks, tie), append(w.says, []byte(verdicts.Tie))
			}
			if len(o.Pair) == 0 {
				o.Pair = []string{a, first.header[b]}
			}
			made := w.lay(first)
			o.Label = w.header[len(w.header)-1]
			return w, made, o, fmt.Sprintf("comparisons of two candidates, in columns %s; columns of 0 and 1 say "+
				"which one won", visible.Names(o.Pair))
		}
	}
	return r, first, o, ""
}

// lay makes the header, and returns the first rows.
func (w *oneWinner) lay(first *firstRows) *firstRows {
	for i, name := range first.header {
		if !slices.Contains(w.marks, i) {
			w.kept, w.header = append(w.kept, i), append(w.header, name)
		}
	}
	w.header = append(w.header, unusedName(w.header, "winner"))
	made := &firstRows{header: w.header, lines: first.lines, top: first.top, topLines: first.topLines}
	for _, row := range first.cells {
		fields := make([][]byte, len(row))
		for i, text := range row {
			fields[i] = []byte(text)
		}
		made.cells = append(made.cells, made.copied(w.joined(fields)))
	}
	return made
}

// joined returns a record with one column of the winner: the only one with a 1. Without any nothing is known, and other
// cells stay as they are, so that they are refused as a winner.
func (w *oneWinner) joined(fields [][]byte) [][]byte {
	w.out, w.cell = w.out[:0], w.cell[:0]
	for _, i := range w.kept {
		w.out = append(w.out, fields[i])
	}
	won, strange := -1, false
	for k, i := range w.marks {
		switch strings.ToLower(string(bytes.TrimSpace(fields[i]))) {
		case "1", "1.0", "true":
			strange = strange || won >= 0
			won = k
		case "0", "0.0", "false", "":
		default:
			strange = true
		}
	}
	switch {
	case strange:
		for _, i := range w.marks {
			w.cell = append(append(w.cell, fields[i]...), ' ')
		}
	case won >= 0:
		w.cell = append(w.cell, w.says[won]...)
	}
	return append(w.out, w.cell)
}

// Header returns the names of the columns.
func (w *oneWinner) Header() []string { return w.header }

// Next returns the next record.
func (w *oneWinner) Next() ([][]byte, int, error) {
	fields, line, err := w.records.Next()
	if err != nil || len(fields) != len(w.records.Header()) {
		return fields, line, err
	}
	return w.joined(fields), line, nil
}

// Select passes on which columns are in use.
func (w *oneWinner) Select(used []bool, wanted []int) (read []int) {
	s, ok := w.records.(selective)
	if !ok {
		return wanted
	}
	inner := make([]bool, len(w.records.Header()))
	for k, i := range w.kept {
		inner[i] = used[k]
	}
	for _, i := range w.marks {
		inner[i] = true
	}
	return passOn(s, inner, w.kept, wanted)
}
