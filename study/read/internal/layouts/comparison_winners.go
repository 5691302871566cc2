package layouts

import (
	"bytes"
	"slices"
	"strings"

	"concord/internal/verdicts"
	"concord/internal/visible"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// WithOneWinner replaces columns that say for each of two candidates, and for a tie, whether it won, by one column. It
// returns options that name this column and the candidates. It returns a description too; "" if nothing changed.
func WithOneWinner(
	r stream.Records, first *stream.FirstRows, o naming.Options,
) (stream.Records, *stream.FirstRows, naming.Options, string) {
	if slices.Contains(first.Header, o.Label) || len(o.Asked()) > 0 && len(o.Pair) == 0 {
		return r, first, o, ""
	}
	columns := map[string]int{} // by their names; the first of several
	for i, name := range slices.Backward(first.Header) {
		columns[naming.Normalized(name)] = i
	}
	for _, a := range first.Header {
		one, won := columns["winner"+naming.Normalized(a)]
		if !won {
			continue
		}
		for _, partner := range Partners(naming.Normalized(a)) {
			b, known := columns[partner]
			other, lost := columns["winner"+partner]
			if !known || !lost {
				continue
			}
			marks, says := []int{one, other}, []string{a, first.Header[b]}
			if tie, ok := columns["winnertie"]; ok {
				marks, says = append(marks, tie), append(says, verdicts.Tie)
			}
			if len(o.Pair) == 0 {
				o.Pair = []string{a, first.Header[b]}
			}
			o.Label = stream.UnusedName(first.Header, "winner")
			made := stream.Melt(r, stream.Plan{Needed: marks, Own: []string{o.Label}, Alone: true},
				func(m *stream.Melted) error {
					m.Add([]byte(winnerOf(m.Fields, marks, says)))
					return nil
				})
			return made, first.Through(made), o,
				visible.Sprintf("comparisons of two candidates, in columns %v; columns of 0 and 1 say which one won",
					o.Pair)
		}
	}
	return r, first, o, ""
}

// winnerOf is the only one of the columns with a 1. Without any nothing is known, and other cells stay as they are, so
// that they are refused as a winner.
func winnerOf(fields [][]byte, marks []int, says []string) string {
	won, all, strange := "", "", false
	for k, i := range marks {
		all += string(fields[i]) + " "
		switch strings.ToLower(string(bytes.TrimSpace(fields[i]))) {
		case "1", "1.0", "true":
			strange = strange || won != ""
			won = says[k]
		case "0", "0.0", "false", "":
		default:
			strange = true
		}
	}
	if strange {
		return all
	}
	return won
}
