package read

import (
	"slices"

	"concord/study"
)

// pair is two spellings that mean negative and positive by convention.
type pair struct{ negative, positive string }

func numberPairs() []pair { return []pair{{"0", "1"}, {"-1", "1"}} }

func wordPairs() []pair {
	return []pair{{"false", "true"}, {"no", "yes"}, {"reject", "accept"}}
}

// lonePairs are binary only if there are no other labels.
func lonePairs() []pair {
	return []pair{{"f", "t"}, {"n", "y"}, {"neg", "pos"}, {"negative", "positive"}, {"incorrect", "correct"},
		{"wrong", "right"}, {"fail", "pass"}, {"absent", "present"},
		{"nein", "ja"}, {"non", "oui"}, {"no", "sí"}, {"no", "si"}, {"no", "sì"}, {"não", "sim"}, {"nee", "ja"},
		{"nie", "tak"}, {"нет", "да"}, {"否", "是"}, {"いいえ", "はい"}}
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

// closestPair returns the pair to which most labels belong, and the spellings that do not belong to it; nil if no label
// belongs to a pair.
func (j *judge) closestPair() (*pair, []*spelling) {
	var best *pair
	var bestOutside []*spelling
	most := 0
	for _, p := range slices.Concat(wordPairs(), lonePairs(), numberPairs()) {
		rows, outside := j.outside(&p)
		if slices.Contains(lonePairs(), p) && len(outside) > 0 {
			continue // beside others they stand for many things
		}
		number := func(s *spelling) bool { return s.class == numberLabel }
		others := slices.ContainsFunc(outside, number) || j.labelColumn.numbers > 0
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
	for _, s := range j.labels() {
		if _, ok := p.value(s); ok {
			rows += s.rows
		} else {
			outside = append(outside, s)
		}
	}
	slices.SortFunc(outside, func(a, b *spelling) int { return a.line - b.line })
	return rows, outside
}

func texts(of []*spelling) []string {
	if of == nil {
		return nil
	}
	t := make([]string, len(of))
	for i, s := range of {
		t[i] = s.text
	}
	return t
}

// thirdValue is the error about labels other than a binary pair.
func (j *judge) thirdValue(p *pair, outside []*spelling) error {
	others, positive := texts(outside), p.positive
	for _, s := range j.labels() {
		if v, ok := p.value(s); ok && v == 1 {
			positive = s.text
			break
		}
	}
	fixes := append([]study.Fix{leaveOut(others...), count([]string{positive}, others)}, j.eachCategory()...)
	if units := slices.Sorted(slices.Values(others)); slices.Equal(units, []string{"0", "1"}) { // True beside 1
		fixes = []study.Fix{study.To("count 1 as positive too", "positive", positive, "1")}
	}
	return j.fault(ThirdLabel, outside[0], "is neither positive nor negative", fixes...)
}

// notNumber is the error about words among numbers.
func (j *judge) notNumber() error {
	const is = "is not a number"
	s := j.first(func(s *spelling) bool { return s.class == wordLabel })
	switch {
	case j.numbers == 0:
		return j.fault(NoNumbers, s, is, slices.Concat([]study.Fix{study.As("take the labels as binary", study.Binary),
			study.Choose("as categories in their order", "order")}, j.eachCategory())...)
	case otherWriting(s.text) != "":
		return j.notWritten(s, otherWriting(s.text))
	case j.fewNumbers(study.MostRatings) != nil && j.fractional() == nil:
		return j.noScale()
	}
	return j.fault(NotANumber, s, is, leaveOut(texts(j.allWords())...))
}

// allWords returns the labels that are no numbers, in the order of their lines.
func (j *judge) allWords() []*spelling {
	var words []*spelling
	for _, w := range j.labels() {
		if w.class == wordLabel {
			words = append(words, w)
		}
	}
	slices.SortFunc(words, func(a, b *spelling) int { return a.line - b.line })
	return words
}

// noPair is the error about words if none is positive by convention.
func (j *judge) noPair() error {
	s := j.first(func(s *spelling) bool { return s.class == wordLabel })
	return j.fault(NoPair, s, "is neither a number nor one of 0/1, true/false, yes/no, accept/reject, -1/1",
		append(j.eachCategory(), whichPositive())...)
}
