package say

import (
	"fmt"
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// NotVarying says why nothing is known of how a covariate moves people's labels, and NotMoved of a judge's.
const (
	NotVarying = "people's labels do not differ in it"
	NotMoved   = "its labels do not differ in it"
)

// mostCovariates is how many covariates a verdict is about; the others have only rows of a table.
const mostCovariates = 2

// Biases are sentences about whether covariates bias judges, one about each of the first covariates: of the judge whose
// bias is surest.
func Biases(a *answer.Answer) []string {
	var terms []string
	for _, r := range a.Of("biases") {
		if !slices.Contains(terms, r.Term) {
			terms = append(terms, r.Term)
		}
	}
	var all []string
	for _, term := range terms[:min(mostCovariates, len(terms))] {
		best, sure := Scope{}, -1.0
		var biased []string
		for _, r := range a.Of("biases") {
			if r.Term != term {
				continue
			}
			s, p := Scope{a, r.Key}, 0.0
			if more := s.surest(); more != nil {
				p = max(more.P, 1-more.P)
			}
			if r.Said == result.CovariateMatters {
				p++ // before all others
				biased = append(biased, r.Key.Of)
			}
			if p > sure {
				best, sure = s, p
			}
		}
		text := Bias(best)
		others := slices.DeleteFunc(biased, func(name string) bool { return name == best.At.Of })
		if len(others) > 0 {
			text += "; it also biases " + visible.Names(others)
		}
		all = append(all, text)
	}
	return all
}

// surest is the difference of a judge by a covariate whose direction is surest; nil if there is none.
func (s Scope) surest() *answer.Row {
	for _, name := range []string{"moves_more", "rate_moves_more"} {
		for _, r := range s.Of(name) { // the surest first
			if r.Key.Of == s.At.Of && r.Term == s.At.Term && r.Task == s.At.Task {
				return r
			}
		}
	}
	return nil
}

// Bias says whether a covariate biases a judge.
func Bias(s Scope) string {
	by, name := s.Fill("{of}"), visible.Text(s.At.Term)
	more := s.surest()
	if more == nil {
		why := s.Row("biases").Why
		if why == NotMoved {
			why = "labels of " + by + " do not differ in it"
		}
		return "Whether " + name + " biases " + by + " cannot be said: " + why
	}
	s.At = more.Key
	its := s.Row("moves|rate_moves")
	s.At.By = answer.Person
	theirs := s.Row("moves|rate_moves")
	rather := "another"
	if more.Against != "" {
		rather = visible.Text(more.Against)
	}
	labels := fmt.Sprintf("with %s %s rather than %s, its labels are %s", name, visible.Text(more.Category), rather,
		s.difference(its).goes())
	chance := document.Probability(max(more.P, 1-more.P))
	if !theirs.Defined() {
		return fmt.Sprintf("%s of %s: %s %s, %s; labels of %s do not differ in it", name, by, labels,
			s.difference(its).interval(), chance, s.Fill("{pool}"))
	}
	s.At.By, s.At.Category, s.At.Against = "", "", ""
	found := "No clear bias of " + by + " by " + name
	if s.Row("biases").Said == result.CovariateMatters {
		found = name + " biases " + by
	}
	return fmt.Sprintf("%s: %s, people's %s. The difference is %s %s, %s", found, labels,
		s.difference(theirs).higher(), s.difference(more).size(), s.difference(more).interval(), chance)
}
