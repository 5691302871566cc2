package say

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
)

// RankVerdict says which candidate is best in each group, what the order does, and how often labelers contradict
// themselves.
func RankVerdict(a *answer.Answer) []string {
	all := Verdicts(a, best)
	if s := Whole(a); !a.Several() && a.Converged(s.At) {
		for _, text := range []string{s.position(), s.contradicted()} {
			if text != "" {
				all = append(all, text)
			}
		}
	}
	return all
}

// best says which candidate has the highest skill.
func best(s Scope) string {
	var first *answer.Row
	for _, r := range s.of("skill") {
		if first == nil || r.P > first.P {
			first = r
		}
	}
	var close []string
	for _, r := range s.of("skill") {
		if r.P >= 1-result.Sure && r != first {
			close = append(close, s.at(r).Fill("{of}"))
		}
	}
	s = s.at(first)
	if first.P >= result.Sure {
		return s.Fill("[{part}: ]{of} is best: probability {skill.p}")
	}
	text := s.Fill("[{part}: ]{of} is probably best ({skill.p})")
	switch {
	case len(close) > 3:
		text += fmt.Sprintf(", but it could still be any of %d others", len(close))
	case len(close) > 0:
		text += ", but it could still be " + strings.Join(close, " or ")
	}
	return text
}

// of returns the rows of a quantity in the part of the scope.
func (s Scope) of(name string) []*answer.Row {
	var all []*answer.Row
	for _, r := range s.Of(name) {
		if r.Part() == s.At.Part() {
			all = append(all, r)
		}
	}
	return all
}

// at is the scope of a row.
func (s Scope) at(r *answer.Row) Scope { return Scope{s.Answer, r.Key} }

// position says how much more often a candidate wins if it is shown first.
func (s Scope) position() string {
	r := s.Row("position")
	if !r.Defined() {
		return ""
	}
	place, shown := "first", *r
	if r.Value < 0 {
		place, shown = "second", *r.Times(-1)
	}
	return fmt.Sprintf("A candidate wins %s more often if it is shown %s", document.Said(shown.Cell(answer.Whole), 0),
		place)
}

// contradicted says how often labelers contradict themselves.
func (s Scope) contradicted() string {
	who := "the same labeler contradicts themselves"
	if s.Data.Labelers == 1 {
		who = "the labeler contradicts itself"
	}
	return s.Fill("[If two answers change places, " + who + " in {contradicted.all} of comparisons]")
}

// RankNotes are notes on the ranking of each group.
func RankNotes(a *answer.Answer) []string {
	var all []string
	for _, part := range a.Parts() {
		s := Scope{a, part}
		for _, text := range []string{s.resting(), s.oneOrder(), s.apart()} {
			if text != "" {
				all = append(all, s.Fill("[{part}: ]")+text)
			}
		}
	}
	return all
}

// resting names candidates whose distance from the others rests on the prior.
func (s Scope) resting() string {
	with := func(name string, value float64) (names []string) {
		for _, r := range s.of(name) {
			if r.Value == value {
				names = append(names, document.Clip(r.Of))
			}
		}
		return names
	}
	const prior = "; how far the skill is from the others rests on the prior."
	always, never := with("won", 1), with("won", 0)
	switch {
	case len(always) > 0:
		return strings.Join(always, ", ") + " won all comparisons" + prior
	case len(never) > 0:
		return strings.Join(never, ", ") + " won no comparison" + prior
	case len(with("league", 2)) > 0:
		return document.Plural(len(with("league", 1)), "candidate") + " lost no comparison with the others" + prior
	}
	return ""
}

func (s Scope) oneOrder() string {
	if s.Row("position").Defined() {
		return ""
	}
	return "Each two candidates were shown in one order only, so win rates include an unknown effect of the order."
}

func (s Scope) apart() string {
	if s.Row("answers").Defined() || s.Row("prompts") == nil {
		return ""
	}
	return "No two comparisons share an answer, so agreement between labelers cannot be seen."
}

// PlainModel compares a group's win rates with the plain model's; "" if it has none.
func PlainModel(s Scope) (text string, ok bool) {
	far, most := "", 0.0
	for _, r := range s.of("win_rate") {
		p := s.at(r).Row("plain_win_rate")
		if !p.Defined() {
			return "", true
		}
		most = max(most, math.Abs(p.Value-r.Value))
		if (p.Value < r.Lower || p.Value > r.Upper) && far == "" {
			far = r.Of
		}
	}
	name := "the plain model (" + PlainName(s) + ")"
	if far != "" {
		return name + " puts " + document.Clip(far) + " outside its interval", false
	}
	return fmt.Sprintf("%s differs by at most %.1f points", name, 100*most), true
}

// PlainName is the name of the plain model of a group.
func PlainName(s Scope) string {
	switch s.Row("grades").Value {
	case 2:
		return "Bradley–Terry"
	case 3:
		return "Davidson"
	}
	return "adjacent categories"
}
