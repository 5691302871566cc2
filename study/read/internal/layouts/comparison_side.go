package layouts

import (
	"math"
	"strings"

	"concord/internal/verdicts"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
)

// side is a verdict on a row with two candidates.
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
	"tieinconsistent nopreference nodifference indifferent undecided a=b b=a neutral "

// placeWords come before the name of a place, as in "Response A".
const placeWords = "the model response answer assistant output option candidate system side text summary translation " +
	"choice chatbot agent version sample number generator"

// winnerNames are names of columns that say which of two is better.
const winnerNames = " winner winners won winningmodel better betterone preferred preference chosen best verdict " +
	"choice vote overallpreference "

// slight and much are words of verdicts that say by how much a candidate is better.
const (
	slight = "slightly somewhat abit alittle marginally barely"
	much   = "much far significantly strongly clearly definitely alot vastly"
)

// verdict is who won, and the words after the winner in the label: ", much" or " by 2"; "" for none.
type verdict struct {
	side
	by string
}

// sides reads verdicts.
type sides struct {
	a, b                       string // normalized names of the columns
	positive, negative, missed []string
	scale                      scaleOfVerdicts
}

// scaleOfVerdicts is numbers from one that says that the first column won by far to one that says so of the second.
type scaleOfVerdicts struct {
	first, second float64
	is            bool
}

func newSides(a, b string, o naming.Options) sides {
	s := sides{a: naming.Normalized(a), b: naming.Normalized(b), positive: o.Positive, negative: o.Negative,
		missed: o.Missing}
	if len(o.Positive) == 1 && len(o.Negative) == 1 {
		first, ok := wholeNumber(o.Positive[0])
		second, also := wholeNumber(o.Negative[0])
		s.scale = scaleOfVerdicts{first, second, ok && also && math.Abs(first-second) >= 2}
	}
	return s
}

// wholeNumber returns the number that a text is, if it is a whole one.
func wholeNumber(text string) (float64, bool) {
	c, x := kinds.Classify([]byte(strings.TrimSpace(text)), nil)
	return x, c == kinds.NumberLabel && x == math.Trunc(x)
}

// won returns the meaning of a label.
func (s scaleOfVerdicts) won(label string) verdict {
	x, ok := wholeNumber(label)
	if !ok || x < min(s.first, s.second) || x > max(s.first, s.second) {
		return verdict{side: unknownSide}
	}
	middle := (s.first + s.second) / 2
	steps, most := math.Ceil(math.Abs(x-middle)), math.Ceil(math.Abs(s.first-middle))
	v := verdict{side: tieSide}
	switch {
	case x == middle:
		return v
	case (x > middle) == (s.first > middle):
		v.side = aSide
	default:
		v.side = bSide
	}
	if most > 1 {
		v.by = verdicts.By + string(rune('0'+int(min(steps, 9))))
	}
	return v
}

// won returns the meaning of a label about two candidates. Spellings that the caller names come first, then names of
// columns, names of candidates, and names of places.
func (s sides) won(label, a, b string) verdict {
	if c, _ := kinds.Classify([]byte(label), s.missed); c == kinds.MissingLabel {
		return verdict{side: noSide}
	}
	if s.scale.is {
		if v := s.scale.won(label); v.side != unknownSide {
			return v
		}
	}
	if side := s.plainly(label, a, b); side != unknownSide {
		return verdict{side: side}
	}
	rest, by := withoutGrade(naming.Normalized(label))
	if by == "" || len(s.positive)+len(s.negative) > 0 {
		return verdict{}
	}
	return verdict{s.plainly(rest, a, b), by}
}

// withoutGrade takes words such as "much" out of a normalized verdict, and returns the words of the label for them.
func withoutGrade(v string) (rest, by string) {
	for _, sign := range []string{">>", "<<"} {
		if strings.Contains(v, sign) {
			return strings.ReplaceAll(v, sign, sign[:1]), verdicts.Much
		}
	}
	for _, grade := range [][2]string{{slight, verdicts.Slightly}, {much, verdicts.Much}} {
		for _, word := range strings.Fields(grade[0]) {
			if strings.Contains(v, word) {
				return strings.Replace(v, word, "", 1), grade[1]
			}
		}
	}
	return v, ""
}

// plainly says who won by a label without words that say by how much.
func (s sides) plainly(label, a, b string) side {
	v := naming.Normalized(label)
	switch {
	case naming.MatchesAny(label, s.positive):
		return aSide
	case naming.MatchesAny(label, s.negative):
		return bSide
	case v == s.a:
		return aSide
	case v == s.b:
		return bSide
	}
	place, named := placeNamed(v), unknownSide
	if side := numbered(label); side != unknownSide {
		place = side
	}
	if len(s.positive)+len(s.negative) > 0 && place != tieSide {
		place = unknownSide // the caller says what labels mean
	}
	base := withoutBetter(v)
	switch {
	case base == naming.Normalized(a) && base != naming.Normalized(b):
		named = aSide
	case base == naming.Normalized(b) && base != naming.Normalized(a):
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

// numbered says which place a number names: 1, 2, or 1.5 for a tie. A number between is 1 and the probability that the
// second wins, as weighted annotators of AlpacaEval write it, and names the likelier winner.
func numbered(label string) side {
	c, x := kinds.Classify([]byte(label), nil)
	switch {
	case c != kinds.NumberLabel || x < 1 || x > 2:
		return unknownSide
	case x < 1.5:
		return aSide
	case x > 1.5:
		return bSide
	}
	return tieSide
}

// withoutBetter leaves out the words behind the winner.
func withoutBetter(v string) string {
	for _, suffix := range []string{"isbetter", "better", "wins", "won"} {
		v = strings.TrimSuffix(v, suffix)
	}
	return v
}

// placeNamed says which place a normalized verdict names: a, left, response1, "assistant B is better", A>B.
func placeNamed(v string) side {
	v = strings.Trim(v, "()[]\"'")
	if naming.Among(ties, strings.Map(letters, v)) {
		return tieSide
	}
	switch v {
	case "a>b", "b<a":
		return aSide
	case "b>a", "a<b":
		return bSide
	}
	v = withoutBetter(v)
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

// winner returns the free column whose name says that it has the better of two; "" if there is none, or several.
func winner(h *naming.Header) string {
	var found []string
	for i, name := range h.Names {
		if h.Taken[i] == "" && naming.Among(winnerNames, naming.Normalized(name)) {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		found = h.At(h.Candidates(naming.LabelRole()))
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}
