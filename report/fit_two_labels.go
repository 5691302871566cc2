package report

import (
	"math"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// twoLabels are the first columns of the first screen: how often two people agree about an item, or how far their
// labels differ.
type twoLabels struct {
	r           *result.Lookup
	one, chance string // quantities
	far         bool
}

// twoLabelsOf returns the columns; ok is false if no group has them.
func twoLabelsOf(r *result.Lookup, groups []result.Study) (two twoLabels, ok bool) {
	two = twoLabels{r: r, one: catalogue.SameLabel, chance: catalogue.SameByChance}
	for _, s := range groups {
		if _, has := r.Find(catalogue.LabelDifference, s.Name); has {
			two.one, two.chance = catalogue.LabelDifference, catalogue.DifferenceByChance
		}
		_, has := r.Find(two.one, s.Name)
		_, far := r.Find(catalogue.FarApart, s.Name)
		ok, two.far = ok || has, two.far || far
	}
	return two, ok
}

// columns are the heads.
func (t twoLabels) columns() []document.Column {
	first := "two people\nagree (chance)"
	switch {
	case t.one == catalogue.LabelDifference && t.r.Data.Log:
		first = "two labels of an item\ndiffer by a factor of"
	case t.one == catalogue.LabelDifference:
		first = "two labels of an\nitem differ by"
	}
	all := []document.Column{{Head: first, Priority: document.Useful}}
	if t.far {
		all = append(all, document.Column{Head: "≥ 2 steps\napart", Priority: document.Diagnostic})
	}
	return all
}

// cells returns the cells of a group.
func (t twoLabels) cells(group string) []document.Cell {
	one, ok := t.r.Find(t.one, group)
	chance, _ := t.r.Find(t.chance, group)
	if !ok {
		return []document.Cell{document.Undefined(""), document.Undefined("")}[:len(t.columns())]
	}
	say := func(e result.Estimate) string { return document.Percent(float64(e.Centre()), 0) }
	what := ""
	if t.one == catalogue.LabelDifference {
		what = "others "
		say = func(e result.Estimate) string {
			if t.r.Data.Log {
				return document.Fixed(math.Exp(float64(e.Centre())), 2)
			}
			return document.Fixed(float64(e.Centre()), document.Places(10*float64(e.SD), 0, 2))
		}
	}
	all := []document.Cell{document.Text(say(one) + " (" + what + say(chance) + ")")}
	if t.far {
		far, _ := t.r.Find(catalogue.FarApart, group)
		all = append(all, document.Share(far.Centre()))
	}
	return all
}
