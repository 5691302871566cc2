package nonparam

import (
	"fmt"
	"strings"
)

// composition is a coefficient as a function of parts, each of one source or two.
type composition struct {
	parts []namedPart
	of    func(values []float64) (float64, reason)
}

// namedPart is a part with a name under which its deletions can be kept; "" is none.
type namedPart struct {
	part
	name string
}

// ofTwoStudies reports whether a part of some name is of two studies.
func ofTwoStudies(name string) bool { return strings.Contains(name, " ") }

// compose returns a statistic of some sources, which are numbered among all, as a function of parts from which ratings
// can be deleted, or the reason why there is none.
func compose(s statistic, sources []*Ratings, number []int) (composition, reason) {
	switch s := s.(type) {
	case quotient:
		return s.compose(sources, number)
	case difference:
		return less(s.a, s.b, sources, number, sources, number)
	case apart:
		return less(s.a, s.b, sources[:1], number[:1], sources[1:], number[1:])
	}
	p := namedPart{}
	at := []int{0}
	switch s := s.(type) {
	case alpha:
		at[0] = s.at
		p.name = "alpha"
	case cross:
		at = []int{s.atX, s.atY}
		p.name = "cross"
	case correlation:
		at = []int{s.atX, s.atY}
	}
	var why reason
	if p.tallied, why = tallyOf(s); why != "" {
		return composition{}, why
	}
	for _, n := range at {
		p.sources, p.number = append(p.sources, sources[n]), append(p.number, number[n])
	}
	if p.name != "" {
		p.name += fmt.Sprint(p.number)
	}
	return composition{[]namedPart{p}, func(values []float64) (float64, reason) { return values[0], "" }}, ""
}

// less composes a statistic of some sources less one of the same or other sources.
func less(sa, sb statistic, ofA []*Ratings, numberA []int, ofB []*Ratings, numberB []int) (composition, reason) {
	a, why := compose(sa, ofA, numberA)
	if why != "" {
		return a, why
	}
	b, why := compose(sb, ofB, numberB)
	if why != "" {
		return b, why
	}
	many := len(a.parts)
	return composition{append(a.parts, b.parts...), func(values []float64) (float64, reason) {
		x, why := a.of(values[:many])
		if why != "" {
			return 0, why
		}
		y, why := b.of(values[many:])
		return x - y, why
	}}, ""
}

func (q quotient) compose(sources []*Ratings, number []int) (composition, reason) {
	over, why := compose(q.over, sources, number)
	if why != "" {
		return over, why
	}
	all := composition{parts: over.parts}
	for own, irr := range []statistic{q.irrX, q.irrY} {
		at := []int{q.atX, q.atY}
		if c, ok := irr.(icc); ok && !q.ofMeans && c.form == ICC1kName {
			irr = c.withFixedK()
		}
		if q.subsetX == nil {
			one, why := compose(irr, sources[at[own]:at[own]+1], number[at[own]:at[own]+1])
			if why != "" {
				return all, why
			}
			if one.parts[0].name == "" {
				one.parts[0].name = fmt.Sprint(q.by, one.parts[0].number)
			}
			all.parts = append(all.parts, one.parts[0])
			continue
		}
		inner, why := tallyOf(irr)
		if why != "" {
			return all, why
		}
		p := namedPart{part: part{
			sources: []*Ratings{sources[q.atX], sources[q.atY]}, number: []int{number[q.atX], number[q.atY]},
		}}
		p.tallied = newJoint(q.pair, inner, own)
		p.name = fmt.Sprint("shared ", q.by, own, q.ofMeans, p.number)
		all.parts = append(all.parts, p)
	}
	all.of = func(values []float64) (float64, reason) { return normalize(values[0], values[1], values[2]) }
	return all, ""
}

// withFixedK is the reliability of means of as many ratings as there are now.
func (ic icc) withFixedK() icc {
	if s, why := ic.squares(weighting{}); why == "" {
		ic.fixedK = s.k
	}
	return ic
}
