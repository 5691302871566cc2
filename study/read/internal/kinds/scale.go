package kinds

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
)

// scale takes labels as ordered categories, if the caller says so.
func (j *judge) scale() error {
	if j.Kind == study.Ordinal {
		return j.wholeNumbers()
	}
	return nil
}

// wholeNumbers codes labels as the whole numbers that they are, see [study.WholeScale].
func (j *judge) wholeNumbers() error {
	if j.words > 0 {
		return j.noScale()
	}
	if s := j.fractional(); s != nil {
		return j.fault(faults.FractionalLabel, s, "is no whole number", j.numbersOrOrder()...)
	}
	low, high := j.span()
	all := j.fewNumbers(study.MostOrdered)
	if all != nil && len(all) < study.FewestOrdered {
		return study.TooFewOrdered.Faultf(
			"column %q holds only %v, and an order has at least %d categories", j.Name, texts(all),
			study.FewestOrdered).InColumn(j.Name).
			FixedBy(study.Choose("give the order of all categories, including those that no label has", "order"),
				naming.TwoBinary())
	}
	switch {
	case !exact(low, high):
		return j.tooManyWhole(low, high, "too large to be exact")
	case (len(all) == 0 || len(all) > study.MostRatings) && high-low >= study.MostOrdered:
		return j.tooManyWhole(low, high, fmt.Sprintf("and an order has at most %d categories",
			study.MostOrdered))
	case j.overflows():
		return j.tooMany()
	}
	numbers := make([]float64, len(all))
	for i, s := range all {
		numbers[i] = s.Number
	}
	levels := study.WholeScale(numbers)
	k := j.coded(study.Ordinal, func(s *Spelling) float64 {
		c, _ := slices.BinarySearch(levels, s.Number)
		return float64(c + 1)
	})
	k.OrderFound = true
	for _, x := range levels {
		k.Categories = append(k.Categories, WholeText(x))
	}
	return nil
}

// fractional returns the first number that is not whole; nil if there is none.
func (j *judge) fractional() *Spelling {
	return j.first(func(s *Spelling) bool { return s.Class == NumberLabel && s.Number != math.Trunc(s.Number) })
}

// exact reports whether whole numbers can be distinguished: beyond 2⁵³, neighbours are the same to a computer.
func exact(low, high float64) bool { return max(-low, high) <= 1<<53 }

// tooManyWhole is the error about whole numbers that are not all categories.
func (j *judge) tooManyWhole(low, high float64, why string) error {
	return study.TooManyOrdered.Faultf("column %q holds whole numbers from %s to %s, %s", j.Name,
		WholeText(low), WholeText(high), why).InColumn(j.Name).FixedBy(j.numbersOrOrder()...)
}

// numbersOrOrder takes labels as the numbers that they are, or as categories in their order.
func (j *judge) numbersOrOrder() []study.Fix {
	switch all := texts(j.fewNumbers(study.MostOrdered)); {
	case len(all) > study.MostRatings:
		return []study.Fix{asNumbers(), wholeOrder()}
	case len(all) > 0:
		return []study.Fix{asNumbers(), study.To("give the order of the labels in the file", "order", all...)}
	}
	return []study.Fix{asNumbers()}
}

func WholeText(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// fewNumbers returns the different numbers of a column, ascending, each as the file first writes it; nil if there are
// more than the most, or none.
func (j *judge) fewNumbers(most int) []*Spelling {
	var numbers []*Spelling
	for _, s := range j.labels() {
		if s.Class == NumberLabel {
			numbers = append(numbers, s)
		}
	}
	slices.SortFunc(numbers, func(a, b *Spelling) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), a.Line-b.Line)
	})
	numbers = slices.CompactFunc(numbers, func(a, b *Spelling) bool { return a.Number == b.Number })
	if len(numbers) > most || j.overflows() {
		return nil
	}
	return numbers
}

// noScale is the error about words where whole numbers should be.
func (j *judge) noScale() error {
	if s, remedy := j.inOtherWriting(); s != nil {
		return j.notWritten(s, remedy)
	}
	words := j.allWords()
	code, is, fixes := faults.MixedOrder, "is a word, and other labels are numbers",
		[]study.Fix{leaveOut(texts(words)...),
			wholeOrder()}
	if j.numbers == 0 {
		code, is, fixes = faults.NoOrder, "is a word, and words have no known order", fixes[1:]
	}
	if levels := j.levels(); levels != nil {
		fixes = []study.Fix{inOrder(levels), study.Leave("leave them out", texts(words)...)}
	}
	return j.fault(code, words[0], is, fixes...)
}

var level = regexp.MustCompile(`^([0-9]{1,2})([A-Za-z]?)$`)

// levels are the labels in their order, if all are whole numbers, some of which a letter divides: 3, 4A, 4B, 5.
func (j *judge) levels() []string {
	if j.overflows() {
		return nil
	}
	var all []string
	for _, l := range j.texts() {
		if !level.MatchString(l.Text) {
			return nil
		}
		all = append(all, l.Text)
	}
	slices.SortFunc(all, func(a, b string) int {
		of := func(text string) (int, string) {
			parts := level.FindStringSubmatch(text)
			n, _ := strconv.Atoi(parts[1])
			return n, parts[2]
		}
		m, x := of(a)
		n, y := of(b)
		return cmp.Or(m-n, strings.Compare(x, y))
	})
	return all
}
