package read

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
)

// scale codes labels as the whole numbers from the least to the largest, all of which are categories: a scale from 1 to
// 5 has five also where nobody gives a 2.
func (j *judge) scale() (coding, error) {
	if j.words > 0 {
		return coding{}, j.noScale()
	}
	if s := j.first(func(s *spelling) bool { return s.number != math.Trunc(s.number) }); s != nil {
		e := j.fault(FractionalLabel, s, "is no whole number", "fit them as numbers, or give the order of all labels")
		e.Values = j.fewNumbers()
		return coding{}, e
	}
	low, high := j.span()
	if all := j.fewNumbers(); all != nil && len(all) < study.FewestOrdered {
		return coding{}, &study.Error{Code: study.TooFewOrdered, File: j.file, Column: j.name, Values: all,
			Found: fmt.Sprintf("column %s holds %s only, and an order has at least %d categories",
				visible.Quote(j.name), visible.Names(all), study.FewestOrdered),
			Remedy: "give the order of all categories"}
	}
	const exact = 1 << 53 // beyond it, neighbours are the same to a computer
	switch {
	case max(-low, high) > exact:
		return coding{}, j.tooManyWhole(low, high, "beyond those that a computer tells apart")
	case high-low >= study.MostOrdered:
		return coding{}, j.tooManyWhole(low, high, fmt.Sprintf("and an order has at most %d categories",
			study.MostOrdered))
	case j.overflows():
		return coding{}, j.tooMany()
	}
	k := coding{kind: study.Ordinal, value: make([]float64, len(j.spellings))}
	for x := low; x <= high; x++ {
		k.categories = append(k.categories, wholeText(x))
	}
	for i := range j.spellings {
		k.value[i] = math.NaN()
		if s := &j.spellings[i]; s.present() {
			k.value[i] = s.number - low + 1
		}
	}
	return k, nil
}

// tooManyWhole is the error about whole numbers that are not all categories.
func (j *judge) tooManyWhole(low, high float64, why string) error {
	e := &study.Error{Code: study.TooManyOrdered, File: j.file, Column: j.name, Values: j.fewNumbers(),
		Found: fmt.Sprintf("column %s holds whole numbers from %s to %s, %s", visible.Quote(j.name), wholeText(low),
			wholeText(high), why),
		Remedy: "fit them as numbers"}
	if e.Values != nil {
		e.Remedy += ", or give the order of those that there are"
	}
	return e
}

func wholeText(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// fewNumbers returns the numbers of a column, ascending, each as the file writes it first; nil where they are more than
// an order has.
func (j *judge) fewNumbers() []string {
	var numbers []*spelling
	for i := range j.spellings {
		if s := &j.spellings[i]; s.present() && s.class == numberLabel {
			numbers = append(numbers, s)
		}
	}
	slices.SortFunc(numbers, func(a, b *spelling) int {
		return cmp.Or(cmp.Compare(a.number, b.number), a.line-b.line)
	})
	numbers = slices.CompactFunc(numbers, func(a, b *spelling) bool { return a.number == b.number })
	if len(numbers) > study.MostOrdered || j.overflows() {
		return nil
	}
	return texts(numbers)
}

// noScale is the error about words where whole numbers should be.
func (j *judge) noScale() error {
	if s, remedy := j.inOtherWriting(); s != nil {
		return j.fault(OtherWriting, s, "is not a number", remedy)
	}
	words := j.allWords()
	var e *study.Error
	if j.numbers == 0 {
		e = j.fault(NoOrder, words[0], "is a word, and words do not say their order", "give the order of the labels")
	} else {
		e = j.fault(MixedOrder, words[0], "is a word, and other labels are numbers",
			"write labels that mean the same alike, leave such labels out, or give the order of all")
	}
	e.Values = texts(words)
	return e
}
