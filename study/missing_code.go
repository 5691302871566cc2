package study

import (
	"math"
	"regexp"
	"slices"
	"strconv"
)

// MissingCodes returns the numbers, of distinct ascending ones, that surveys use for missing answers, such as 99 and
// -9, and that stand apart from all others. It returns the others too, and no codes if there is only one other. Next
// to numbers that are no ratings, such as 0 to 100, only numbers are codes that repeated reports to stand in several
// places.
func MissingCodes(numbers []float64, repeated func(number float64) bool) (codes, others []float64) {
	zero := 0
	for zero < len(numbers) && numbers[zero] < 0 {
		zero++
	}
	each := func(numbers []float64) bool {
		return !slices.ContainsFunc(numbers, func(x float64) bool { return !repeated(x) })
	}
	negative := numbers[:zero]
	others, codes = cutCodes(numbers[zero:], each)
	if len(others) < 2 {
		return nil, numbers
	}
	if areCodes(negative, others, each) {
		codes = slices.Concat(negative, codes)
	}
	return codes, others
}

// codeOfSurveys matches 7, 8 and 9, the same after nines, as 98 and 999, and repeated digits, as 77 and 88.
var codeOfSurveys = regexp.MustCompile(`^(9*[789]|7+|8+)$`)

// codesOfSurveys reports whether all numbers are of those that surveys use for missing answers, with or without a sign.
func codesOfSurveys(numbers []float64) bool {
	for _, x := range numbers {
		if !codeOfSurveys.MatchString(strconv.FormatFloat(math.Abs(x), 'f', -1, 64)) {
			return false
		}
	}
	return true
}

// cutCodes cuts the codes off that stand above other numbers, which ascend and are not negative.
func cutCodes(numbers []float64, repeated func([]float64) bool) (others, codes []float64) {
	for k := 2; k < len(numbers); k++ {
		others, codes = numbers[:k], numbers[k:]
		low, high := others[0], others[k-1]
		if codes[0]-high > FarTimes*(high-low) && codesOfSurveys(codes) && afterScale(others, codes) &&
			(areRatings(others) || repeated(codes)) {
			return others, codes
		}
	}
	return numbers, nil
}

// afterScale reports whether codes can follow others. Those of one digit have 9 among them, and the others leave no
// number out: 1, 3 and 9 are a scale.
func afterScale(others, codes []float64) bool {
	return codes[0] > 9 || slices.Contains(codes, 9) && widestStep(others) == 1
}

// areCodes reports whether negative numbers are codes next to others that are not: codes of surveys or -1 alone, unless
// the scale goes as far below 0 as above.
func areCodes(negative, others []float64, repeated func([]float64) bool) bool {
	if len(negative) == 0 || negative[0] == -others[len(others)-1] {
		return false
	}
	minusOne := len(negative) == 1 && negative[0] == -1
	switch {
	case !minusOne && !codesOfSurveys(negative):
		return false
	case !areRatings(others):
		return repeated(negative)
	}
	return others[0]-negative[len(negative)-1] > widestStep(others)
}

// areRatings reports whether numbers, ascending from 0 or more, are few and small as on a scale of ratings.
func areRatings(numbers []float64) bool {
	return len(numbers) <= MostRatings && numbers[len(numbers)-1] <= MostRatings
}
