package read

import (
	"slices"
	"strings"

	"concord/internal/visible"
)

// findComparisons finds rows that compare two candidates: two columns with names of places and the same values, and a
// verdict that is understood in each row. Two columns that share no value are candidates too if verdicts have the names
// of the columns, or if the file has the columns of AlpacaEval. If the caller wants comparisons, two columns with names
// of places will do, and a verdict that is not understood is an error when it is read.
func findComparisons(first *firstRows, file string, o Options) (Options, string, error) {
	place := make(map[string]int)
	for i, name := range first.header {
		place[normalized(name)] = i
	}
	var found, said, named [][2]int // the surest first
	for i, a := range first.header {
		for _, partner := range partners(normalized(a)) {
			b, ok := place[partner]
			switch {
			case !ok:
			case first.samePool(i, b):
				found = append(found, [2]int{i, b})
			case !first.names(i, b):
			case first.saysColumn(i, b), first.alpacaEval(a):
				said = append(said, [2]int{i, b})
			case o.Candidates:
				named = append(named, [2]int{i, b})
			}
		}
	}
	for _, other := range [][][2]int{said, named} {
		if len(found) == 0 {
			found = other
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
		switch s.won(strings.TrimSpace(row[at]), row[a], row[b]).side {
		case unknownSide:
			if o.Candidates {
				verdicts++
				continue
			}
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
	if o.Item == "" && first.alpacaEval(first.header[a]) {
		o.Item = first.header[first.column("instruction")]
	}
	return o, visible.Sprintf("comparisons of two candidates, in columns %v; %v says which one won, whichever was "+
		"shown first", o.Pair, o.Label), nil
}

// column returns the column with a name; −1 if there is none.
func (first *firstRows) column(name string) int {
	return slices.IndexFunc(first.header, func(other string) bool { return normalized(other) == name })
}

// alpacaEval reports whether a column is the first of the candidates of a file of AlpacaEval, which always have the
// baseline there: https://github.com/tatsu-lab/alpaca_eval.
func (first *firstRows) alpacaEval(name string) bool {
	return normalized(name) == "generator1" && first.column("instruction") >= 0 && first.column("preference") >= 0
}

// names reports whether two columns have words, a few in many rows.
func (first *firstRows) names(a, b int) bool {
	in, answers := map[string]bool{}, 0
	for _, row := range first.cells {
		for _, text := range []string{row[a], row[b]} {
			if !in[text] && isAnswer(text) {
				answers++
			}
			in[text] = true
		}
	}
	return answers < len(in) && len(in) <= len(first.cells)
}

// saysColumn reports whether some column has the names of these two columns, and hardly anything else but ties.
func (first *firstRows) saysColumn(a, b int) bool {
	one, other := normalized(first.header[a]), normalized(first.header[b])
	for at := range first.header {
		says, ties, rows := 0, 0, 0
		for _, row := range first.cells {
			v := normalized(row[at])
			switch {
			case v == "":
				continue
			case v == one || v == other:
				says++
			case placeNamed(v) == tieSide:
				ties++
			}
			rows++
		}
		if says > 0 && says+ties == rows {
			return true
		}
	}
	return false
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
