package study

import (
	"math"
	"slices"
	"strconv"
)

// OwnCategories returns the labels of a part of a larger table with the categories that a table of them alone would
// have. Categories without order are the ones that occur. So are ordered ones, unless the caller or the file gave the
// order, and a scale of whole numbers stays a [WholeScale]. Categories keep the order of the larger table and its
// numbers for them, so that means of several parts can be compared. Labels of a single ordered category keep the scale.
func (t *Table) OwnCategories() *Table {
	var names []string
	var kept []int // places of the names in the categories of t, −1 for those that are not there
	switch {
	case t.kind == Nominal:
		names, kept = t.occurring()
	case t.kind == Ordinal && t.source.OrderFound:
		names, kept = t.occurring()
		if len(kept) < 2 {
			return t
		}
		names, kept = t.filled(names, kept)
	default:
		return t
	}
	if slices.Equal(names, t.categories) {
		return t
	}
	own := t.copied()
	own.categories = names
	own.scores = nil
	first := t.kind.first()
	if t.kind == Ordinal {
		own.source.Order = names
	}
	to := make([]float64, len(t.categories))
	for k, c := range kept {
		if c >= 0 {
			to[c] = first + float64(k)
		}
		switch {
		case t.kind == Nominal:
		case c < 0:
			x, _ := numberOf(names[k])
			own.scores = append(own.scores, x)
		default:
			own.scores = append(own.scores, t.scores[c])
		}
	}
	own.value = make([]float64, len(t.value))
	for n, y := range t.value {
		own.value[n] = to[int(y-first)]
	}
	own.sets = t.sets.of(kept)
	return own
}

// occurring returns the categories that labels have, and their places.
func (t *Table) occurring() (names []string, places []int) {
	used := make([]bool, len(t.categories))
	for _, y := range t.value {
		used[int(y-t.kind.first())] = true
	}
	for c, name := range t.categories {
		if used[c] {
			names, places = append(names, name), append(places, c)
		}
	}
	return names, places
}

// filled adds to categories of a scale of whole numbers those between them.
func (t *Table) filled(names []string, places []int) ([]string, []int) {
	numbers := make([]float64, len(names))
	for i, name := range names {
		x, ok := numberOf(name)
		if !ok || x != math.Trunc(x) {
			return names, places
		}
		numbers[i] = x
	}
	var all []string
	var at []int
	for _, x := range WholeScale(numbers) {
		name := strconv.FormatFloat(x, 'f', -1, 64)
		all, at = append(all, name), append(at, slices.Index(t.categories, name))
	}
	return all, at
}

// of returns the sets of some categories, with the tags that they have.
func (s *Sets) of(categories []int) *Sets {
	if s == nil {
		return nil
	}
	var tags []int32
	for _, c := range categories {
		tags = append(tags, s.Of[c]...)
	}
	slices.Sort(tags)
	tags = slices.Compact(tags)
	own := &Sets{}
	for _, tag := range tags {
		own.Tags = append(own.Tags, s.Tags[tag])
	}
	for _, c := range categories {
		of := make([]int32, len(s.Of[c]))
		for i, tag := range s.Of[c] {
			place, _ := slices.BinarySearch(tags, tag)
			of[i] = int32(place)
		}
		own.Of = append(own.Of, of)
	}
	return own
}

// usedTags is room for which categories without order are used; nil for labels of other kinds.
func usedTags(kind Kind, categories []string) []bool {
	if kind != Nominal {
		return nil
	}
	return make([]bool, len(categories))
}

// tagsOf returns the tags of the categories that are used, see [Table.Tags]; nil for labels that are no categories.
func tagsOf(categories []string, sets *Sets, used []bool) []string {
	var places []int
	var tags []string
	for c, u := range used {
		if u {
			places, tags = append(places, c), append(tags, categories[c])
		}
	}
	if sets != nil {
		return sets.of(places).Tags
	}
	return tags
}
