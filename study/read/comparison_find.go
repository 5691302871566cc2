package read

import (
	"fmt"
	"strings"

	"concord/internal/visible"
)

// findComparisons finds rows that compare two candidates: two columns with names of places and the same values, and a
// verdict that is understood in each row.
func findComparisons(first *firstRows, file string, o Options) (Options, string, error) {
	place := make(map[string]int)
	for i, name := range first.header {
		place[normalized(name)] = i
	}
	var found [][2]int
	for i, a := range first.header {
		for _, partner := range partners(normalized(a)) {
			if b, ok := place[partner]; ok && first.samePool(i, b) {
				found = append(found, [2]int{i, b})
			}
		}
	}
	if len(found) != 1 || o.Order != nil {
		return o, "", nil
	}
	a, b := found[0][0], found[0][1]
	h := &header{file: file, names: first.header, taken: map[int]string{a: pairPart, b: pairPart}}
	label := o.Label
	if label == "" {
		label = h.winner()
	}
	at, err := h.named("label", label)
	if err != nil { // which is said where columns are chosen
		return o, "", nil
	}
	for _, part := range []string{o.Item, o.Labeler, o.Study} {
		if _, taken := h.taken[at]; part == first.header[a] || part == first.header[b] || !taken {
			return o, "", nil
		}
	}
	s, verdicts := newSides(first.header[a], first.header[b], o), 0
	for _, row := range first.cells {
		switch s.won(strings.TrimSpace(row[at]), row[a], row[b]) {
		case unknownSide:
			return o, "", nil
		case noSide:
		default:
			verdicts++
		}
	}
	if verdicts == 0 {
		return o, "", nil
	}
	o.Pair, o.Label = []string{first.header[a], first.header[b]}, first.header[at]
	return o, fmt.Sprintf("comparisons of two candidates, in columns %s; %s says which one won, whichever was "+
		"shown first",
		visible.Names(o.Pair), visible.Name(o.Label)), nil
}

// samePool reports whether the values of two columns are names of the same things: most occur in both columns, and most
// rows have two different ones.
func (first *firstRows) samePool(a, b int) bool {
	in := make(map[string]int) // 1: in a, 2: in b
	rows, alike := 0, 0
	for _, row := range first.cells {
		if row[a] == "" || row[b] == "" {
			continue
		}
		in[row[a]], in[row[b]] = in[row[a]]|1, in[row[b]]|2
		if rows++; row[a] == row[b] {
			alike++
		}
	}
	shared, answers := 0, 0
	for name, where := range in {
		if where == 3 {
			shared++
		}
		if isAnswer(name) {
			answers++
		}
	}
	twoLabelers := answers == len(in)
	return !twoLabelers && shared > 0 && 2*shared >= len(in) && 2*len(in) <= rows && 2*alike < rows
}

// isAnswer reports whether a text is a label rather than the name of a candidate.
func isAnswer(text string) bool {
	c, _ := classify([]byte(text), nil)
	return c != wordLabel || strings.Contains(" yes no true false y n t f positive negative pos neg good bad correct "+
		"incorrect right wrong ", " "+normalized(text)+" ")
}
