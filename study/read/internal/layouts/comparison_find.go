package layouts

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// findComparisons finds rows that compare two candidates: two columns with names of places and the same values, and a
// verdict that is understood in each row. Two columns that share no value are candidates too if verdicts have the names
// of the columns, or if the file has the columns of AlpacaEval. If the caller wants comparisons, two columns with names
// of places will do, and a verdict that is not understood is an error when it is read.
func findComparisons(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	place := make(map[string]int)
	for i, name := range first.Header {
		place[naming.Normalized(name)] = i
	}
	var found, said, named [][2]int // the surest first
	for i, a := range first.Header {
		for _, partner := range Partners(naming.Normalized(a)) {
			b, ok := place[partner]
			switch {
			case !ok:
			case samePool(first, i, b):
				found = append(found, [2]int{i, b})
			case !names(first, i, b):
			case saysColumn(first, i, b), alpacaEval(first, a):
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
	h := &naming.Header{File: file, Names: first.Header, Taken: map[int]string{a: naming.PairPart, b: naming.PairPart}}
	label := o.Label
	if label == "" {
		label = winner(h)
	}
	at, err := h.Named("label", label)
	if err != nil { // which is said where columns are chosen
		return o, "", nil
	}
	for _, part := range []string{o.Item, o.Labeler, o.Study} {
		if _, taken := h.Taken[at]; part == first.Header[a] || part == first.Header[b] || !taken {
			return o, "", nil
		}
	}
	s, verdicts := newSides(first.Header[a], first.Header[b], o), 0
	for _, row := range first.Cells {
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
	o.Pair, o.Label = []string{first.Header[a], first.Header[b]}, first.Header[at]
	if o.Item == "" && alpacaEval(first, first.Header[a]) {
		o.Item = first.Header[column(first, "instruction")]
	}
	return o, visible.Sprintf("comparisons of two candidates, in columns %v; %v says which one won, whichever was "+
		"shown first", o.Pair, o.Label), nil
}

// column returns the column with a name; −1 if there is none.
func column(first *stream.FirstRows, name string) int {
	return slices.IndexFunc(first.Header, func(other string) bool { return naming.Normalized(other) == name })
}

// alpacaEval reports whether a column is the first of the candidates of a file of AlpacaEval, which always have the
// baseline there: https://github.com/tatsu-lab/alpaca_eval.
func alpacaEval(first *stream.FirstRows, name string) bool {
	return naming.Normalized(name) == "generator1" && column(first, "instruction") >= 0 && column(first,
		"preference") >= 0
}

// names reports whether two columns have words, a few in many rows.
func names(first *stream.FirstRows, a, b int) bool {
	in, answers := map[string]bool{}, 0
	for _, row := range first.Cells {
		for _, text := range []string{row[a], row[b]} {
			if !in[text] && isAnswer(text) {
				answers++
			}
			in[text] = true
		}
	}
	return answers < len(in) && len(in) <= len(first.Cells)
}

// saysColumn reports whether some column has the names of these two columns, and hardly anything else but ties.
func saysColumn(first *stream.FirstRows, a, b int) bool {
	one, other := naming.Normalized(first.Header[a]), naming.Normalized(first.Header[b])
	for at := range first.Header {
		says, ties, rows := 0, 0, 0
		for _, row := range first.Cells {
			v := naming.Normalized(row[at])
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
func samePool(first *stream.FirstRows, a, b int) bool {
	in := make(map[string]int) // 1: in a, 2: in b
	rows, alike := 0, 0
	for _, row := range first.Cells {
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
	c, _ := kinds.Classify([]byte(text), nil)
	return c != kinds.WordLabel ||
		strings.Contains(" yes no true false y n t f positive negative pos neg good bad correct "+
			"incorrect right wrong ", " "+naming.Normalized(text)+" ")
}

// Partners are the names, without case and separators, of things that may be shown with a thing of some name.
func Partners(one string) []string {
	var all []string
	for side := range strings.SplitSeq(besideWords, ", ") {
		a, b, _ := strings.Cut(side, " ")
		if stem, ok := strings.CutSuffix(one, a); ok {
			all = append(all, stem+b)
		}
		if stem, ok := strings.CutPrefix(one, a); ok {
			all = append(all, b+stem)
		}
	}
	return all
}

// besideWords distinguish the columns of a pair.
const besideWords = "a b, 1 2, left right, first second, x y, one two, i ii, l r"
