package read

import (
	"fmt"
	"slices"

	"concord/internal/visible"
)

// pair is two spellings that mean negative and positive by convention.
type pair struct{ negative, positive string }

func numberPairs() []pair { return []pair{{"0", "1"}, {"-1", "1"}} }

func wordPairs() []pair {
	return []pair{{"false", "true"}, {"no", "yes"}, {"reject", "accept"}}
}

// value returns 0 or 1 for a spelling of the pair.
func (p *pair) value(s *spelling) (v float64, ok bool) {
	switch {
	case sameSpelling(s.text, p.positive):
		return 1, true
	case sameSpelling(s.text, p.negative):
		return 0, true
	}
	return 0, false
}

func spelled(found []string, otherwise string) string {
	if len(found) == 0 {
		return otherwise
	}
	return found[0]
}

// closestPair returns the pair to which most labels belong, and the spellings that do
// not; nil where no label belongs to any.
func (j *judge) closestPair() (*pair, []*spelling) {
	var best *pair
	var bestOutside []*spelling
	most := 0
	for _, p := range append(wordPairs(), numberPairs()...) {
		rows, outside := j.outside(&p)
		others := slices.ContainsFunc(outside, func(s *spelling) bool { return s.class == numberLabel }) || j.labelColumn.numbers > 0
		if numbers := p.positive == "1"; numbers && others {
			continue // a scale with some words among it
		}
		if rows > most {
			best, bestOutside, most = &p, outside, rows
		}
	}
	return best, bestOutside
}

// outside returns how many rows have a label of the pair, and the spellings that are not
// of the pair in the order of their lines.
func (j *judge) outside(p *pair) (rows int, outside []*spelling) {
	for i := range j.spellings {
		s := &j.spellings[i]
		if !s.present() {
			continue
		}
		if _, ok := p.value(s); ok {
			rows += s.rows
		} else {
			outside = append(outside, s)
		}
	}
	slices.SortFunc(outside, func(a, b *spelling) int { return a.line - b.line })
	return rows, outside
}

const longestRemedy = 6 // spellings that a remedy repeats

func texts(of []*spelling) []string {
	t := make([]string, len(of))
	for i, s := range of {
		t[i] = s.text
	}
	return t
}

// thirdValue is the error about labels beside a binary pair.
func (j *judge) thirdValue(p *pair, outside []*spelling) error {
	const is = "is neither positive nor negative"
	if len(outside) > longestRemedy {
		return j.fault(outside[0], is, "leave them out: --missing LIST    or count them: --positive LIST"+j.asCategories())
	}
	positive := p.positive
	for i := range j.spellings {
		s := &j.spellings[i]
		if v, ok := p.value(s); ok && v == 1 && s.present() {
			positive = s.text
			break
		}
	}
	others := texts(outside)
	return j.fault(outside[0], is, fmt.Sprintf("leave them out: --missing %s    or count them: --positive %s",
		visible.ShellList(others), visible.ShellList(append([]string{positive}, others...)))+j.asCategories())
}

// notNumber is the error about words among numbers.
func (j *judge) notNumber() error {
	s := j.first(func(s *spelling) bool { return s.class == wordLabel })
	switch {
	case j.numbers == 0:
		return j.fault(s, "is not a number", "take the labels as binary: --family bernoulli")
	case otherWriting(s.text) != "":
		return j.fault(s, "is not a number", otherWriting(s.text))
	}
	var words []*spelling
	for i := range j.spellings {
		if w := &j.spellings[i]; w.present() && w.class == wordLabel {
			words = append(words, w)
		}
	}
	if len(words) > longestRemedy {
		return j.fault(s, "is not a number", "leave such labels out: --missing LIST")
	}
	slices.SortFunc(words, func(a, b *spelling) int { return a.line - b.line })
	return j.fault(s, "is not a number", "leave them out: --missing "+visible.ShellList(texts(words)))
}

// noPair is the error about words of which none is positive by convention.
func (j *judge) noPair() error {
	s := j.first(func(s *spelling) bool { return s.class == wordLabel })
	return j.fault(s, "is neither a number nor one of 0/1, true/false, yes/no, accept/reject, -1/1",
		"say which labels are positive: --positive LIST"+j.asCategories())
}

// asCategories says that words can be categories without order, where they are to be fitted by a model.
func (j *judge) asCategories() string {
	if j.numbers > 0 {
		return ""
	}
	return "\n  coefficients for categories without order: fit agreement FILE"
}
