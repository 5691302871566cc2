package study

import (
	"slices"

	"concord/internal/visible"
)

// Part is the labels of one combination of levels of some factors.
type Part struct {
	Levels []string // of each factor
	Labels int
	// Unit says that its labels are 0 and 1 only, although the whole table has other numbers too.
	Unit bool
	// Tags are the labels without order that occur in it, see [Table.Tags]; nil for labels of other kinds.
	Tags  []string
	Table func() *Table // makes the table, without these factors, its names as [Table.ByAppearance] has them
}

// Split cuts a table by its further factors: a part for each combination of their levels that a label has. Parts are in
// the order of the levels of the first factor, then of the next. The tables are made when they are asked for, so that
// not all need be in memory at once. The error is a [*NameError].
func (t *Table) Split(factors ...string) ([]Part, error) {
	at, err := t.furtherFactors(factors)
	if err != nil {
		return nil, err
	}
	order := make([]int32, t.Len())
	for n := range order {
		order[n] = int32(n)
	}
	level := func(k int, n int32) int32 { return t.factors[k].Index[n] }
	compare := func(a, b int32) int {
		for _, k := range at {
			if d := int(level(k, a)) - int(level(k, b)); d != 0 {
				return d
			}
		}
		return 0
	}
	slices.SortStableFunc(order, compare) // labels of a study stay together
	all := t.indexed()
	all.Factors = without(t.factors, at)
	var parts []Part
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && compare(order[from], order[to]) == 0 {
			to++
		}
		places := order[from:to]
		p := Part{Labels: len(places), Table: func() *Table { return all.Pick(places).table().ByAppearance() }}
		var u unit
		used := usedTags(t.kind, t.categories)
		for _, place := range places {
			y := all.Value[place]
			u.add(labelNumber(all.Kind, all.Categories, y))
			if used != nil {
				used[int(y)] = true
			}
		}
		p.Unit, p.Tags = u.is(), tagsOf(t.categories, t.sets, used)
		for _, k := range at {
			p.Levels = append(p.Levels, t.factors[k].Levels[level(k, places[0])])
		}
		parts, from = append(parts, p), to
	}
	return parts, nil
}

// furtherFactors returns the places of some of the further factors.
func (t *Table) furtherFactors(names []string) ([]int, error) {
	at := make([]int, len(names))
	for i, name := range names {
		if at[i] = t.factorAt(name); at[i] < 0 {
			known := make([]string, len(t.factors))
			for k, f := range t.factors {
				known[k] = f.Name
			}
			return nil, &NameError{Kind: "factor", Name: visible.Text(name), Names: known}
		}
	}
	return at, nil
}

// without returns the factors without the ones at some places.
func without(factors []Factor, at []int) []Factor {
	var left []Factor
	for k, f := range factors {
		if !slices.Contains(at, k) {
			left = append(left, f)
		}
	}
	return left
}
