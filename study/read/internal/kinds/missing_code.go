package kinds

import (
	"fmt"
	"slices"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
)

// missingCodes is the error about numbers that surveys use for missing answers, such as 99 and -9, and that stand apart
// from all other labels. As labels, they would make up most of the variance.
func (j *judge) missingCodes() error {
	if j.AsIs || j.Unordered || j.words > 0 {
		return nil
	}
	written := j.fewNumbers(MostSpellings)
	numbers := make([]float64, len(written))
	for i, s := range written {
		numbers[i] = s.Number
	}
	found, others := study.MissingCodes(numbers, j.repeated)
	if len(found) == 0 {
		return nil
	}
	text := func(number float64) string { return written[slices.Index(numbers, number)].Text }
	var codes []*Spelling
	for _, number := range found {
		codes = append(codes, written[slices.Index(numbers, number)])
	}
	slices.SortFunc(codes, func(a, b *Spelling) int { return a.Line - b.Line })
	is := "may be a code for a missing label"
	if len(codes) > 1 {
		is += visible.Sprintf(", as %v may", texts(codes[1:]))
	}
	to := "to"
	if len(others) == 2 {
		to = "and"
	}
	return j.fault(faults.MissingCodes, codes[0], fmt.Sprintf("%s, next to %s %s %s", is, text(others[0]), to,
		text(others[len(others)-1])), study.Leave("without them", texts(codes)...), study.AsIs("if these are labels"))
}

// repeated reports whether a number stands in several rows, in whichever spelling.
func (j *judge) repeated(number float64) bool {
	rows := 0
	for _, s := range j.labels() {
		if s.Class == NumberLabel && s.Number == number {
			rows += s.Rows
		}
	}
	return rows > 1
}
