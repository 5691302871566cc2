package consensus

import "concord/study"

// Tally counts the labels of each item of a study: Count has a row of categories for each item of the table. Labels are
// categories of any kind.
type Tally struct {
	Categories int
	Count      []int
}

// NewTally counts the labels of a study.
func NewTally(v study.View) *Tally {
	t := &Tally{Categories: len(v.Table().Categories())}
	t.Count = make([]int, len(v.Table().Items())*t.Categories)
	for n, j := range v.Item() {
		t.Count[int(j)*t.Categories+CategoryOf(v, n)]++
	}
	return t
}

// Of returns the counts of an item.
func (t *Tally) Of(item int) []int { return t.Count[item*t.Categories : (item+1)*t.Categories] }

// Majority returns the most frequent labels of an item: one, or several that are equally frequent; nil if the item has
// no label.
func (t *Tally) Majority(item int) []int {
	var most []int
	of := t.Of(item)
	for c, n := range of {
		switch {
		case n == 0 || len(most) > 0 && n < of[most[0]]:
		case len(most) > 0 && n == of[most[0]]:
			most = append(most, c)
		default:
			most = []int{c}
		}
	}
	return most
}

// CategoryOf returns the place of the category of label n of a study.
func CategoryOf(v study.View, n int) int {
	if v.Table().Kind() == study.Ordinal {
		return int(v.Value()[n]) - 1
	}
	return int(v.Value()[n])
}
