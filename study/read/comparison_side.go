package read

import (
	"strings"
)

// side is what a verdict says of a row with two candidates.
type side int

const (
	unknownSide side = iota
	noSide           // the label is missing
	aSide            // the candidate of the first column won
	bSide
	tieSide
)

// ties are verdicts that neither candidate won.
const ties = " tie tied ties draw drawn equal even same both neither bothbad tiebothbad bothgood tiebothgood " +
	"nopreference nodifference indifferent undecided a=b neutral "

// placeWords stand before the name of a place, as in "Response A".
const placeWords = "the model response answer assistant output option candidate system side text summary translation " +
	"choice chatbot agent version sample number"

// winnerNames are names of columns that say which of two is better.
const winnerNames = " winner winners won winningmodel better betterone preferred preference chosen best verdict " +
	"choice vote "

// sides reads verdicts.
type sides struct {
	a, b                       string // normalized names of the columns
	positive, negative, missed []string
}

func newSides(a, b string, o Options) sides {
	return sides{normalized(a), normalized(b), o.Positive, o.Negative, o.Missing}
}

// won says what a verdict about two candidates means. Spellings that the caller names come first, then names of
// columns, names of candidates, and names of places.
func (s sides) won(verdict, a, b string) side {
	if c, _ := classify([]byte(verdict), s.missed); c == missingLabel {
		return noSide
	}
	v := normalized(verdict)
	switch {
	case matchesAny(verdict, s.positive):
		return aSide
	case matchesAny(verdict, s.negative):
		return bSide
	case v == s.a:
		return aSide
	case v == s.b:
		return bSide
	}
	place, named := placeNamed(v), unknownSide
	if len(s.positive)+len(s.negative) > 0 && place != tieSide {
		place = unknownSide // the caller says what labels mean
	}
	switch {
	case v == normalized(a) && v != normalized(b):
		named = aSide
	case v == normalized(b) && v != normalized(a):
		named = bSide
	}
	switch {
	case named != unknownSide && (place == unknownSide || place == tieSide || place == named):
		return named
	case named != unknownSide:
		return unknownSide // a candidate called B stands in the place A
	case place != unknownSide:
		return place
	case len(s.positive) > 0 && len(s.negative) == 0:
		return bSide
	case len(s.negative) > 0 && len(s.positive) == 0:
		return aSide
	}
	return unknownSide
}

// placeNamed says which place a normalized verdict names: a, left, response1, "assistant B is better".
func placeNamed(v string) side {
	v = strings.Trim(v, "()[]\"'")
	if strings.Contains(ties, " "+strings.Map(letters, v)+" ") {
		return tieSide
	}
	for _, suffix := range []string{"isbetter", "better", "wins", "won"} {
		v = strings.TrimSuffix(v, suffix)
	}
	for _, word := range strings.Fields(placeWords) {
		v = strings.TrimPrefix(v, word)
	}
	for pair := range strings.SplitSeq(besideWords, ", ") {
		a, b, _ := strings.Cut(pair, " ")
		switch v {
		case a:
			return aSide
		case b:
			return bSide
		}
	}
	return unknownSide
}

// letters leaves out brackets.
func letters(r rune) rune {
	if strings.ContainsRune("()[],", r) {
		return -1
	}
	return r
}

// winner returns the free column whose name says that it tells which of two is better; "" if there is none, or several.
func (h *header) winner() string {
	var found []string
	for i, name := range h.names {
		if h.taken[i] == "" && strings.Contains(winnerNames, " "+normalized(name)+" ") {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		_, _, _, label := roles()
		found = h.at(h.candidates(label))
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}
