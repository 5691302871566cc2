package study

import "slices"

// FirstLabels returns the table with only the first label that each labeler gave an item in a study, on the same levels
// of all further factors. It also returns the place of each of these among the labels of t. Coefficients of agreement
// between labelers take these labels if some were repeated ([DuplicatesKeep]): two labels of an item are then by two
// labelers. If none is repeated, it is t itself, and the places are nil.
func (t *Table) FirstLabels() (first *Table, places []int32) {
	if t.source.Repeated == 0 {
		return t, nil
	}
	c := t.indexed()
	found := c.repetitions()
	if len(found) == 0 { // a part of the table from which the labels are
		return t, nil
	}
	again := make([]bool, t.Len())
	for _, r := range found {
		again[r.label] = true
	}
	for n, repeats := range again {
		if !repeats {
			places = append(places, int32(n))
		}
	}
	c = c.Pick(places)
	c.Source.Repeated = 0
	return c.table(), places
}

// indexed returns the labels with the indices of their names, which it shares with the table.
func (t *Table) indexed() Indexed {
	c := Indexed{Items: t.items, Labelers: t.labelers, Studies: t.studies, Item: t.item, Labeler: t.labeler,
		Factors: t.factors, Value: t.value, Kind: t.kind, Categories: t.categories, Sets: t.sets, Label: t.column,
		Source: t.source, scores: t.scores}
	c.Study = make([]int32, len(t.value))
	for s := range t.studies {
		for n := t.start[s]; n < t.start[s+1]; n++ {
			c.Study[n] = int32(s)
		}
	}
	return c
}

// Indexed returns a copy of the labels with the indices of their names, from which a table with further labels can be
// made.
func (t *Table) Indexed() Indexed {
	c := t.indexed()
	c.Items, c.Studies, c.Labelers = slices.Clone(c.Items), slices.Clone(c.Studies), slices.Clone(c.Labelers)
	c.Item, c.Labeler, c.Value = slices.Clone(c.Item), slices.Clone(c.Labeler), slices.Clone(c.Value)
	c.Factors = eachFactor(c.Factors, func(f Factor) Factor {
		return Factor{Name: f.Name, Levels: f.Levels, Index: slices.Clone(f.Index)}
	})
	return c
}
