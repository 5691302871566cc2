package read

import (
	"fmt"
	"slices"
	"strings"

	"concord/study"
)

// listed codes binary labels if the caller names the positive ones, the negative ones, or both.
func (j *judge) listed(o Options) (coding, error) {
	var positives, negatives, rest []*spelling
	for _, s := range j.labels() {
		switch {
		case matchesAny(s.text, o.Positive):
			positives = append(positives, s)
		case matchesAny(s.text, o.Negative):
			negatives = append(negatives, s)
		default:
			rest = append(rest, s)
		}
	}
	slices.SortFunc(rest, func(a, b *spelling) int { return a.line - b.line })
	if err := j.allOccur("positive", o.Positive, positives); err != nil {
		return coding{}, err
	}
	if err := j.allOccur("negative", o.Negative, negatives); err != nil {
		return coding{}, err
	}
	restIs, err := j.rest(o, positives, negatives, rest)
	if err != nil {
		return coding{}, err
	}
	isPositive := func(text string) float64 {
		switch {
		case matchesAny(text, o.Positive):
			return 1
		case matchesAny(text, o.Negative):
			return 0
		}
		return restIs
	}
	k := j.code(func(s *spelling) float64 { return isPositive(s.text) })
	k.number = func(x float64) float64 { return isPositive(fmt.Sprint(x)) }
	k.categories = []string{strings.Join(k.negative, ","), strings.Join(k.positive, ",")}
	return k, nil
}

// allOccur refuses a list of spellings if none occurs.
func (j *judge) allOccur(class string, asked []string, found []*spelling) error {
	if len(asked) == 0 || len(found) > 0 || j.labelColumn.numbers > 0 {
		return nil
	}
	var all []string
	for _, s := range j.labels() {
		all = append(all, s.text)
	}
	return study.Faultf(AbsentSpelling, "no label is %v; the labels are %v", asked, all).InColumn(j.name).
		FixedBy(study.By("", class), study.Choose("choose from them", class))
}

// rest decides the meaning of labels that no list names. A third value is an error, because what becomes of abstentions
// changes what is estimated.
func (j *judge) rest(o Options, positives, negatives, rest []*spelling) (float64, error) {
	numbers := !slices.ContainsFunc(rest, func(s *spelling) bool { return s.class != numberLabel })
	alike := !slices.ContainsFunc(rest, func(s *spelling) bool { return !sameSpelling(s.text, rest[0].text) })
	switch {
	case len(o.Positive) > 0 && len(o.Negative) > 0:
		if len(rest) == 0 && j.labelColumn.numbers == 0 {
			return 0, nil
		}
		if len(rest) == 0 {
			return 0, study.Faultf(NeitherClass, "there are numbers that are neither positive nor negative").
				InColumn(j.name)
		}
	case numbers, alike:
		if len(o.Positive) > 0 {
			return 0, nil
		}
		return 1, nil
	}
	if len(o.Positive) == 0 {
		return 0, j.fault(NoPositive, rest[0], "is neither positive nor negative", whichPositive())
	}
	abstentions := rest
	if p := counterpart(positives, rest); p != nil {
		abstentions = slices.DeleteFunc(slices.Clone(rest),
			func(s *spelling) bool { v, ok := p.value(s); return ok && v == 0 })
	}
	negative := study.Choose("say which labels are negative", "negative")
	fixes := []study.Fix{negative}
	if others := texts(abstentions); len(others) <= mostValues {
		fixes = []study.Fix{leaveOut(others...), count(texts(positives), others), negative}
	}
	return 0, j.fault(NeitherClass, abstentions[0], "is neither positive nor negative", fixes...)
}

// counterpart returns the pair that has a positive among positives and its negative in rest.
func counterpart(positives, rest []*spelling) *pair {
	has := func(of []*spelling, v float64, p *pair) bool {
		return slices.ContainsFunc(of, func(s *spelling) bool { w, ok := p.value(s); return ok && w == v })
	}
	for _, p := range append(wordPairs(), numberPairs()...) {
		if has(positives, 1, &p) && has(rest, 0, &p) {
			return &p
		}
	}
	return nil
}
