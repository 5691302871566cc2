package kinds

import (
	"fmt"
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
)

// listed codes binary labels if the caller names the positive ones, the negative ones, or both.
func (j *judge) listed() error {
	if !j.lists() {
		return nil
	}
	var positives, negatives, rest []*Spelling
	for _, s := range j.labels() {
		switch {
		case naming.MatchesAny(s.Text, j.Positive):
			positives = append(positives, s)
		case naming.MatchesAny(s.Text, j.Negative):
			negatives = append(negatives, s)
		default:
			rest = append(rest, s)
		}
	}
	slices.SortFunc(rest, func(a, b *Spelling) int { return a.Line - b.Line })
	if err := j.allOccur("positive", j.Positive, positives); err != nil {
		return err
	}
	if err := j.allOccur("negative", j.Negative, negatives); err != nil {
		return err
	}
	restIs, err := j.rest(positives, negatives, rest)
	if err != nil {
		return err
	}
	isPositive := func(text string) float64 {
		switch {
		case naming.MatchesAny(text, j.Positive):
			return 1
		case naming.MatchesAny(text, j.Negative):
			return 0
		}
		return restIs
	}
	k := j.code(func(s *Spelling) float64 { return isPositive(s.Text) })
	k.Number = func(x float64) float64 { return isPositive(fmt.Sprint(x)) }
	k.Categories = []string{strings.Join(k.Negative, ","), strings.Join(k.Positive, ",")}
	return nil
}

// lists reports whether the caller lists spellings of binary labels.
func (j *judge) lists() bool { return len(j.Positive)+len(j.Negative) > 0 }

// allOccur refuses a list of spellings if none occurs.
func (j *judge) allOccur(class string, asked []string, found []*Spelling) error {
	if len(asked) == 0 || len(found) > 0 || j.LabelColumn.Numbers > 0 {
		return nil
	}
	var all []string
	for _, s := range j.labels() {
		all = append(all, s.Text)
	}
	return faults.AbsentSpelling.Faultf("no label is %v; the labels are %v", asked, all).InColumn(j.Name).
		FixedBy(study.By("", class), study.Choose("choose from them", class))
}

// rest decides the meaning of labels that no list names. A third value is an error, because what becomes of abstentions
// changes what is estimated.
func (j *judge) rest(positives, negatives, rest []*Spelling) (float64, error) {
	numbers := !slices.ContainsFunc(rest, func(s *Spelling) bool { return s.Class != NumberLabel })
	alike := !slices.ContainsFunc(rest, func(s *Spelling) bool { return !naming.SameSpelling(s.Text, rest[0].Text) })
	switch {
	case len(j.Positive) > 0 && len(j.Negative) > 0:
		if len(rest) == 0 && j.LabelColumn.Numbers == 0 {
			return 0, nil
		}
		if len(rest) == 0 {
			return 0, faults.NeitherClass.Faultf("there are numbers that are neither positive nor negative").
				InColumn(j.Name)
		}
	case numbers, alike:
		if len(j.Positive) > 0 {
			return 0, nil
		}
		return 1, nil
	}
	if len(j.Positive) == 0 {
		return 0, j.fault(faults.NoPositive, rest[0], "is neither positive nor negative", whichPositive())
	}
	abstentions := rest
	if p := counterpart(positives, rest); p != nil {
		abstentions = slices.DeleteFunc(slices.Clone(rest),
			func(s *Spelling) bool { v, ok := p.Value(s); return ok && v == 0 })
	}
	negative := study.Choose("say which labels are negative", "negative")
	fixes := []study.Fix{negative}
	if others := texts(abstentions); len(others) <= MostValues {
		fixes = []study.Fix{leaveOut(others...), count(texts(positives), others), negative}
	}
	return 0, j.fault(faults.NeitherClass, abstentions[0], "is neither positive nor negative", fixes...)
}

// counterpart returns the pair that has a positive among positives and its negative in rest.
func counterpart(positives, rest []*Spelling) *Pair {
	has := func(of []*Spelling, v float64, p *Pair) bool {
		return slices.ContainsFunc(of, func(s *Spelling) bool { w, ok := p.Value(s); return ok && w == v })
	}
	for _, p := range append(WordPairs(), numberPairs()...) {
		if has(positives, 1, &p) && has(rest, 0, &p) {
			return &p
		}
	}
	return nil
}
