package say

import (
	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
)

// Better says whether an event with a probability is sure: "yes", "no" or, if neither is conclusive, "?"; "" if there
// is no probability.
func Better(p float64) string {
	switch {
	case p >= result.Sure:
		return "yes"
	case p <= 1-result.Sure:
		return "no"
	case p == p:
		return "?"
	}
	return ""
}

// standing compares a judge with a random person; "" if it cannot.
func (s Scope) standing() string {
	r := s.Row("validity")
	if r == nil {
		return ""
	}
	switch name, p := s.Fill("{of}"), r.P; Better(p) {
	case "yes":
		return name + " follows people's true scores better than one random person: " + document.Probability(p)
	case "no":
		return name + " follows people's true scores less well than one random person: " + document.Probability(1-p)
	case "?":
		return "It is unclear whether " + name + " follows people's true scores better than one random person: " +
			document.Probability(p)
	}
	return ""
}

// ProbabilitiesVerdict says how good the best judge is, and whether its probabilities can be used unchanged.
func ProbabilitiesVerdict(a *answer.Answer) []string {
	s := Whole(a)
	first := s.of("auc")
	switch {
	case len(first) == 0 || first[0].By != "":
		return []string{"No verdict: there are no probabilities"}
	case !a.Converged(s.At):
		return []string{unconverged}
	}
	var all []string
	s = s.at(first[0])
	if text := s.standing(); text != "" {
		all = append(all, text)
	}
	percent := func(x float64) string { return document.Percent(x, 1) }
	if first[0].Defined() {
		text := s.Fill("{of} gives the item with a person's yes the higher probability in ") +
			percent(first[0].Value) + " of pairs"
		if x := a.Get("auc", answer.Key{Group: s.At.Group, By: answer.Unlimited}); x != nil {
			text += "; at most " + percent(x.Value) + " can be attained"
		}
		all = append(all, text)
	}
	if b := s.Row("judge_bias"); b.Lower > 0 || b.Upper < 0 {
		yes := s.Row("positive").Value
		all = append(all, s.Fill("The mean of {of} is ")+percent(b.Value+yes)+", people's share of yes "+percent(yes))
	}
	return all
}
