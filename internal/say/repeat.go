package say

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
)

// Rule makes a sentence from an answer; "" if its condition does not hold.
type Rule func(Scope) string

// repeated has the rules of a command: may for a finding to repeat, not for a conclusion to avoid. The first rule whose
// condition holds makes the sentence. If none of may does, a reader may say the verdict.
type repeated struct{ may, not []Rule }

func ofCommands() map[string]repeated {
	return map[string]repeated{
		"fit": {[]Rule{ahead, unclearAhead, leads}, []Rule{reliableIsNotRight, unclearIsNotEqual,
			littleIsNotNo, frequentLabel, levelIgnored, fewPeople, unlimitedIsNotOne, agreedIsNotRight}},
		"judge":     {[]Rule{judgeStands}, []Rule{oneIsNotSeveral, judgesAgree, unclearIsNotAsGood, againIsNotBetter}},
		"gold":      {[]Rule{ahead, unclearAhead}, []Rule{unclearIsNotEqual, goldIsNotTruth}},
		"score":     {[]Rule{ahead, unclearAhead}, []Rule{unclearIsNotEqual, onePerson, judgeIsNotPeople}},
		"labelers":  {not: []Rule{mostCanBeWrong}},
		"consensus": {not: []Rule{certainIsNotRight}},
		"rank":      {[]Rule{bestCandidate}, []Rule{openOrder, bestIsNotGood}},
		"agreement": {not: []Rule{frequentByChance, coefficientIsNotRight}},
		"compare":   {[]Rule{changedFirst}, []Rule{unclearIsNoChange, sameItems}},
		"criteria":  {not: []Rule{oneLabelerCriteria}},
		"plan":      {not: []Rule{moreIsNotRight}},
	}
}

// intervals are intervals behind a number, which a sentence to be pasted leaves out.
var intervals = regexp.MustCompile(` \[[−0-9.%]+, [−0-9.%]+\]`)

// Repeat returns two sentences to paste: a finding that a reader may repeat, and a conclusion to avoid. Both are "" if
// a run of the answer was interrupted or has not converged.
func Repeat(a *answer.Answer) (may, not string) {
	rules, known := ofCommands()[a.Command]
	unusable := slices.ContainsFunc(a.Runs, func(r answer.Run) bool { return !trusted(r) })
	if !known || unusable || len(a.Verdict) == 0 || len(a.Tasks()) > 0 {
		return "", ""
	}
	s := Scope{Answer: a}
	if parts := a.Parts(); len(parts) > 0 {
		s.At = parts[0]
	}
	verdict := func(Scope) string { return strings.TrimSuffix(intervals.ReplaceAllString(a.Verdict[0], ""), ".") }
	return firstSaid(append(rules.may, verdict), s), firstSaid(rules.not, s)
}

// firstSaid is the sentence of the first rule whose condition holds.
func firstSaid(rules []Rule, s Scope) string {
	for _, rule := range rules {
		if text := rule(s); text != "" {
			return text + "."
		}
	}
	return ""
}

// claim is a conclusion that a reader may not draw, and why.
func claim(what, why string) string { return "“" + what + ".” " + why }

// sure says how sure a finding is: "98.3% sure".
func sure(p float64) string {
	return strings.Replace(document.Chance(p), ">", "more than ", 1) + " sure"
}

// span writes the interval of a number as "between … and …"; "" if it has none.
func span(r *answer.Row) string {
	cell := r.Cell(answer.Range)
	if cell == nil {
		return ""
	}
	_, ends, _ := strings.Cut(strings.TrimSuffix(document.Said(cell, r.Q.Decimals(true)), "]"), "[")
	return strings.NewReplacer(", ", " and ", ">", "more than ").Replace("between " + ends)
}

// value is a number without its interval.
func value(r *answer.Row) string {
	alone, _, _ := strings.Cut(document.Said(r.Cell(answer.Whole), r.Q.Decimals(true)), " [")
	return alone
}

// WithReference finds a number of a group and the reference, in either order.
func WithReference(s Scope, name string) *answer.Row {
	group, reference := s.At.Group, s.Set["reference"]
	s.At.Group, s.At.Of, s.At.Against = "", reference, group
	if r := s.Row(name); r != nil {
		return r
	}
	s.At.Of, s.At.Against = group, reference
	return s.Row(name)
}

// contest has the words by which a command compares groups or systems, and the name of their difference. More says
// that one is ahead of the other, and alike that none is. Says comes before the numbers of both; % is More.
type contest struct{ says, difference, more, alike string }

func (s Scope) contest() contest {
	return map[string]contest{
		"fit": {"With unlimited labels, %: a correlation of ", "rho_difference",
			"{of} agrees better with {reference} than {against} does", "{of} and {against} agree equally well with " +
				"{reference}"},
		"gold": {"%: a correlation of ", "validity_difference", "{of} is closer to {source} than {against} is",
			"{of} and {against} are equally close to {source}"},
		"score": {"According to people, %: ", "score_difference", "{of} has a higher {group} than {against}",
			"{of} and {against} have the same {group}"},
	}[s.Command]
}

// contenders are the groups or systems that a command compares, in Of, each with its number, the highest first.
func (s Scope) contenders() (all []*answer.Row) {
	add := func(name string, r *answer.Row) {
		if r != nil && r.Defined() {
			c := *r
			c.Key.Of, all = name, append(all, &c)
		}
	}
	switch s.Command {
	case "fit":
		for _, g := range s.Data.Studies {
			add(g.Name, WithReference(Scope{s.Answer, answer.Key{Group: g.Name}}, "rho"))
		}
	case "gold":
		for _, g := range s.Groups() {
			add(g.At.Group, g.validity())
		}
	case "score":
		for _, r := range s.of("people_score") {
			add(r.Of, r)
		}
	}
	slices.SortStableFunc(all, func(a, b *answer.Row) int { return cmp.Compare(b.Value, a.Value) })
	return all
}

// leader is the difference of the two highest contenders, with their numbers; nil if there are not two. The first is
// the one that is more probably ahead.
func (s Scope) leader() (d, first, next *answer.Row) {
	all := s.contenders()
	if len(all) < 2 {
		return nil, nil, nil
	}
	at := answer.Key{Task: s.At.Task, Group: map[string]string{"fit": s.Set["reference"],
		"score": all[0].Group}[s.Command]}
	for i := range 2 {
		at.Of, at.Against = all[i].Of, all[1-i].Of
		if d = s.Get(s.contest().difference, at); d == nil || !d.Defined() {
			continue
		}
		if first, next = all[i], all[1-i]; d.P < 0.5 {
			first, next, d = next, first, d.Times(-1)
			d.Of, d.Against, d.P = first.Of, next.Of, 1-d.P
		}
		return d, first, next
	}
	return nil, nil, nil
}

// ahead says which of two is above the other.
func ahead(s Scope) string {
	d, first, next := s.leader()
	if d == nil || d.P < result.Sure {
		return ""
	}
	c := s.contest()
	return s.at(d).Fill(strings.Replace(c.says, "%", c.more, 1)) + value(first) + " against " + value(next) + ", " +
		sure(d.P)
}

// unclearAhead says that nobody knows which of two is above the other.
func unclearAhead(s Scope) string {
	d, _, _ := s.leader()
	if d == nil || !(d.P < result.Sure) {
		return ""
	}
	return s.at(d).Fill("It is unclear whether "+s.contest().more) + ": the probability is " + document.Chance(d.P)
}

// unclearIsNotEqual denies that two are equal because the order is open.
func unclearIsNotEqual(s Scope) string {
	d, _, _ := s.leader()
	if d == nil || !(d.P < result.Sure) {
		return ""
	}
	return claim(s.at(d).Fill(s.contest().alike), "Unclear does not mean equal: the difference could be anywhere "+
		span(d))
}
