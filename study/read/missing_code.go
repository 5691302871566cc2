package read

import (
	"fmt"
	"math"
	"regexp"
	"slices"

	"concord/internal/visible"
	"concord/study"
)

// missingCodes is the error about numbers that surveys use for missing answers, such as 99 and -9, and that stand apart
// from all other labels. As labels, they would make up most of the variance.
func (j *judge) missingCodes(o Options) error {
	if o.AsIs || o.Unordered || j.words > 0 {
		return nil
	}
	numbers := j.fewNumbers(mostSpellings)
	zero := 0
	for zero < len(numbers) && numbers[zero].number < 0 {
		zero++
	}
	negative := numbers[:zero]
	others, codes := j.cutCodes(numbers[zero:])
	if len(others) < 2 {
		return nil
	}
	if j.areCodes(negative, others) {
		codes = append(codes, negative...)
	}
	if len(codes) == 0 {
		return nil
	}
	slices.SortFunc(codes, func(a, b *spelling) int { return a.line - b.line })
	is := "may be a code for a missing label"
	if len(codes) > 1 {
		is += ", as " + visible.Names(texts(codes[1:])) + " may"
	}
	to := "to"
	if len(others) == 2 {
		to = "and"
	}
	e := j.fault(MissingCodes, codes[0], fmt.Sprintf("%s, next to %s %s %s", is, others[0].text, to,
		others[len(others)-1].text), "leave such labels out, or take all as labels")
	e.Values = texts(codes)
	return e
}

// codeOfSurveys matches 7, 8 and 9, the same after nines, as 98 and 999, and repeated digits, as 77 and 88.
var codeOfSurveys = regexp.MustCompile(`^(9*[789]|7+|8+)$`)

// codesOfSurveys reports whether all numbers are of those that surveys use for missing answers, with or without a sign.
func codesOfSurveys(numbers []*spelling) bool {
	for _, s := range numbers {
		if !codeOfSurveys.MatchString(wholeText(math.Abs(s.number))) {
			return false
		}
	}
	return true
}

// cutCodes cuts the codes off that stand above other numbers, which ascend and are not negative.
func (j *judge) cutCodes(numbers []*spelling) (others, codes []*spelling) {
	for k := 2; k < len(numbers); k++ {
		others, codes = numbers[:k], numbers[k:]
		low, high := others[0].number, others[k-1].number
		if codesOfSurveys(codes) && codes[0].number-high > study.FarTimes*(high-low) && afterScale(others, codes) &&
			(areRatings(others) || j.repeated(codes)) {
			return others, slices.Clone(codes)
		}
	}
	return numbers, nil
}

// afterScale reports whether codes can follow others. Those of one digit have 9 among them, and the others leave no
// number out: 1, 3 and 9 are a scale.
func afterScale(others, codes []*spelling) bool {
	nine := func(s *spelling) bool { return s.number == 9 }
	return codes[0].number > 9 || slices.ContainsFunc(codes, nine) && widest(others) == 1
}

// areCodes reports whether negative numbers are codes next to others that are not: codes of surveys or -1 alone, unless
// the scale goes as far below 0 as above.
func (j *judge) areCodes(negative, others []*spelling) bool {
	if len(negative) == 0 || negative[0].number == -others[len(others)-1].number {
		return false
	}
	minusOne := len(negative) == 1 && negative[0].number == -1
	switch {
	case !minusOne && !codesOfSurveys(negative):
		return false
	case !areRatings(others):
		return j.repeated(negative)
	}
	return others[0].number-negative[len(negative)-1].number > widest(others)
}

// areRatings reports whether numbers, ascending from 0 or more, are few and small as on a scale of ratings.
func areRatings(numbers []*spelling) bool {
	return len(numbers) <= study.MostRatings && numbers[len(numbers)-1].number <= study.MostRatings
}

// widest returns the largest step between numbers that ascend.
func widest(numbers []*spelling) float64 {
	all := make([]float64, len(numbers))
	for i, s := range numbers {
		all[i] = s.number
	}
	return study.WidestStep(all)
}

// repeated reports whether each of some numbers stands in several rows, in whichever spelling.
func (j *judge) repeated(numbers []*spelling) bool {
	for _, s := range numbers {
		rows := 0
		for i := range j.spellings {
			if t := &j.spellings[i]; t.present() && t.class == numberLabel && t.number == s.number {
				rows += t.rows
			}
		}
		if rows < 2 {
			return false
		}
	}
	return true
}
