package kinds

import (
	"slices"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
)

// Pair is two spellings that mean negative and positive by convention.
type Pair struct{ negative, positive string }

func numberPairs() []Pair { return []Pair{{"0", "1"}, {"-1", "1"}} }

func WordPairs() []Pair {
	return []Pair{{"false", "true"}, {"no", "yes"}, {"reject", "accept"}}
}

// LonePairs are binary only if there are no other labels.
func LonePairs() []Pair {
	return []Pair{{"f", "t"}, {"n", "y"}, {"neg", "pos"}, {"negative", "positive"}, {"incorrect", "correct"},
		{"wrong", "right"}, {"fail", "pass"}, {"absent", "present"},
		{"nein", "ja"}, {"non", "oui"}, {"no", "sí"}, {"no", "si"}, {"no", "sì"}, {"não", "sim"}, {"nee", "ja"},
		{"nie", "tak"}, {"нет", "да"}, {"否", "是"}, {"いいえ", "はい"}}
}

// Value returns 0 or 1 for a spelling of the pair.
func (p *Pair) Value(s *Spelling) (v float64, ok bool) {
	switch {
	case naming.SameSpelling(s.Text, p.positive):
		return 1, true
	case naming.SameSpelling(s.Text, p.negative):
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
func (j *judge) closestPair() (*Pair, []*Spelling) {
	var best *Pair
	var bestOutside []*Spelling
	most := 0
	for _, p := range slices.Concat(WordPairs(), LonePairs(), numberPairs()) {
		rows, outside := j.outside(&p)
		if slices.Contains(LonePairs(), p) && len(outside) > 0 {
			continue // beside others they stand for many things
		}
		number := func(s *Spelling) bool { return s.Class == NumberLabel }
		others := slices.ContainsFunc(outside, number) || j.LabelColumn.Numbers > 0
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
func (j *judge) outside(p *Pair) (rows int, outside []*Spelling) {
	for _, s := range j.labels() {
		if _, ok := p.Value(s); ok {
			rows += s.Rows
		} else {
			outside = append(outside, s)
		}
	}
	slices.SortFunc(outside, func(a, b *Spelling) int { return a.Line - b.Line })
	return rows, outside
}

func texts(of []*Spelling) []string {
	if of == nil {
		return nil
	}
	t := make([]string, len(of))
	for i, s := range of {
		t[i] = s.Text
	}
	return t
}

// thirdValue is the error about labels other than a binary pair.
func (j *judge) thirdValue(p *Pair, outside []*Spelling) error {
	others, positive := texts(outside), p.positive
	for _, s := range j.labels() {
		if v, ok := p.Value(s); ok && v == 1 {
			positive = s.Text
			break
		}
	}
	fixes := append([]study.Fix{leaveOut(others...), count([]string{positive}, others)}, j.eachCategory()...)
	if units := slices.Sorted(slices.Values(others)); slices.Equal(units, []string{"0", "1"}) { // True beside 1
		fixes = []study.Fix{study.To("count 1 as positive too", "positive", positive, "1")}
	}
	return j.fault(faults.ThirdLabel, outside[0], "is neither positive nor negative", fixes...)
}

// notNumber is the error about words among numbers.
func (j *judge) notNumber() error {
	const is = "is not a number"
	s := j.first(func(s *Spelling) bool { return s.Class == WordLabel })
	switch {
	case j.numbers == 0:
		return j.fault(faults.NoNumbers, s, is, slices.Concat([]study.Fix{study.As("take the labels as binary",
			study.Binary),
			study.Choose("as categories in their order", "order")}, j.eachCategory())...)
	case OtherWriting(s.Text) != "":
		return j.notWritten(s, OtherWriting(s.Text))
	case j.fewNumbers(study.MostRatings) != nil && j.fractional() == nil:
		return j.noScale()
	}
	return j.fault(faults.NotANumber, s, is, leaveOut(texts(j.allWords())...))
}

// allWords returns the labels that are no numbers, in the order of their lines.
func (j *judge) allWords() []*Spelling {
	var words []*Spelling
	for _, w := range j.labels() {
		if w.Class == WordLabel {
			words = append(words, w)
		}
	}
	slices.SortFunc(words, func(a, b *Spelling) int { return a.Line - b.Line })
	return words
}

// noPair is the error about words if none is positive by convention.
func (j *judge) noPair() error {
	s := j.first(func(s *Spelling) bool { return s.Class == WordLabel })
	return j.fault(faults.NoPair, s, "is neither a number nor one of 0/1, true/false, yes/no, accept/reject, -1/1",
		append(j.eachCategory(), whichPositive())...)
}
