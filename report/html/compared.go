package html

import (
	"concord/result"
)

// compared puts other models beside this one.
func compared(r Report) (section, bool) {
	if len(r.Result.Compared) == 0 {
		return section{}, false
	}
	s := section{ID: "compared", Title: "Other models", Lead: []string{
		"Which model predicts labels better that it has not seen: the expected log predictive density of each label " +
			"given all others, by Pareto smoothed importance sampling (Vehtari, Gelman and Gabry, 2017), and what " +
			"the other model says of reliability and validity.",
	}}
	for _, c := range r.Result.Compared {
		this, other := c.Rows(r.Result)
		t := &table{
			Caption: "Estimates with " + levelName(r.Result.Interval, "CrI"),
			Head:    []string{"Quantity", "Studies", "This model", "", "The other", ""}, Words: map[int]bool{1: true},
		}
		for i, e := range this {
			n, o := places(e), other[i]
			t.Rows = append(t.Rows, cells(quantityName(e.Quantity)+r.Result.OnScale(e.Scale), who(e.Studies),
				value(e), span(e),
				fixed(float64(o.Mean), n), interval(float64(o.Lower), float64(o.Upper), n)))
		}
		s.Parts = append(s.Parts, part{Heading: c.Model, Note: c.Sentence()}, part{Table: t},
			part{List: comparedList(c)})
		for _, m := range c.Messages {
			s.Parts = append(s.Parts, part{Doubt: m})
		}
		if text := c.DoubtsSentence(); text != "" {
			s.Parts = append(s.Parts, part{Note: text})
		}
	}
	return s, true
}

// comparedList is how well both predict.
func comparedList(c result.Compared) []entry {
	one := func(name string, p result.Predicted) entry {
		return entry{name, "log predictive density " + fixed(float64(p.ELPD), 1) + " ± " + fixed(float64(p.SE), 1) +
			", effective parameters " + fixed(float64(p.Parameters), 1)}
	}
	return []entry{one("This model", c.This), one("The other", c.Other)}
}
