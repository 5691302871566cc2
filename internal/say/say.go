// Package say makes sentences from the rows of an answer: verdicts, notes and checks.
package say

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/visible"
)

// Scope is an answer, and the part that a sentence or a table describes.
type Scope struct {
	*answer.Answer
	At answer.Key
}

// Row returns the row of a quantity, or of alternatives, at the key of the scope; nil if there is none.
func (s Scope) Row(names string) *answer.Row { return s.Get(names, s.At) }

// Whole is the scope of the whole answer; if it has one part, of that part.
func Whole(a *answer.Answer) Scope {
	if parts := a.Parts(); len(parts) == 1 {
		return Scope{a, parts[0]}
	}
	return Scope{a, answer.Key{}}
}

var (
	optional = regexp.MustCompile(`\[([^][]*\{[^][]*)\]`)
	named    = regexp.MustCompile(`\{([^{}]+)\}`)
)

// Fill puts words and numbers into a text. {skill} is the value of a quantity at the key of the scope, of alternatives
// {sem|sem_agreement} the first that there is; {skill.all} has its interval, {skill.span} is “between … and …”,
// {skill.p} the probability of its event, and {skill.sure} says how sure it is. {prompts:prompt} is a number of
// things. Words are {part}, which is empty if there is one part, {of}, {against}, the {source} of labels and the
// {pool}, {level}, {k}, {k:label} and {design} of the key, and the names of an {earlier} and a {later} run, of the
// {judge} and the {reference}. An [optional {part}] is left out if one of its names has nothing.
func (s Scope) Fill(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	text = optional.ReplaceAllStringFunc(text, func(part string) string {
		for _, name := range named.FindAllStringSubmatch(part, -1) {
			if s.word(name[1]) == "" {
				return ""
			}
		}
		return part[1 : len(part)-1]
	})
	return named.ReplaceAllStringFunc(text, func(name string) string { return s.word(name[1 : len(name)-1]) })
}

// word returns what a name of [Scope.Fill] stands for; "" if there is nothing.
func (s Scope) word(name string) string {
	switch name {
	case "part":
		if s.Several() {
			return s.At.PartName()
		}
		return ""
	case "group":
		return s.NameOf(s.At)
	case "pool":
		return visible.Text(s.At.Group)
	case "source":
		return visible.Text(s.Set["source"])
	case "of":
		return visible.Text(s.At.Of)
	case "against":
		return visible.Text(s.At.Against)
	case "design":
		return s.At.Design
	case "assurance":
		return s.percent(name)
	case "level":
		return fmt.Sprintf("%.4g", 100*s.Interval.Level)
	case "earlier", "later", "judge", "reference", "target":
		return visible.Text(document.Clip(s.Set[name]))
	}
	name, noun, things := strings.Cut(name, ":")
	if name == "k" && things {
		return document.Plural(s.At.K, noun)
	} else if name == "k" {
		return document.Integer(s.At.K)
	}
	name, aspect, _ := strings.Cut(name, ".")
	r := s.Row(name)
	switch {
	case r == nil:
		return ""
	case aspect == "span":
		return span(r)
	case aspect == "sure":
		return sure(r.P)
	}
	if aspect == "" {
		r = r.Bare()
	}
	cell := r.Cell(map[string]answer.As{"": answer.Alone, "all": answer.Whole, "p": answer.Chance}[aspect])
	switch {
	case cell == nil || !r.Defined() && math.IsNaN(r.Value):
		return ""
	case things:
		return document.Plural(int(r.Value), noun)
	}
	return document.Said(cell, r.Q.Decimals(true))
}

// set is a number among the options; NaN if it is not set.
func (s Scope) set(name string) float64 {
	x, err := strconv.ParseFloat(s.Set[name], 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// most is how many parts a verdict and the notes tell of.
const most = 3

// Each says a sentence of each of the first parts; "" is none.
func Each(a *answer.Answer, sentence func(Scope) string) []string {
	var all []string
	for i, part := range a.Parts() {
		if left := len(a.Parts()) - i; i >= most-1 && left > 1 {
			return append(all, fmt.Sprintf("… and %d more groups", left))
		}
		if text := sentence(Scope{a, part}); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// unconverged is the verdict on numbers that cannot be used.
const unconverged = "No verdict: the chains have not converged"

// Verdicts says a sentence of each of the first parts, unless its numbers cannot be used.
func Verdicts(a *answer.Answer, sentence func(Scope) string) []string {
	return Each(a, func(s Scope) string {
		if !a.Converged(s.At) {
			return s.Fill("[{part}: ]" + unconverged)
		}
		return sentence(s)
	})
}
