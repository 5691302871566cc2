package study

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
)

// Sets are labels that may hold of one item together, in any order. Each category of a table is one set of them.
type Sets struct {
	Tags []string  // labels that stand in sets, in the order of their letters
	Of   [][]int32 // of each category its tags: places in Tags, ascending
}

// EmptySet is the name of the category without any tag.
const EmptySet = "(none)"

// NewSets makes categories of sets of labels, which may repeat a label, and the same label may come in any order. It
// returns the sets, the names of the categories in the order of their first appearance, such as "billing, refund", and
// the category of each set.
func NewSets(members [][]string) (sets *Sets, categories []string, category []int) {
	sets = &Sets{}
	for _, m := range members {
		sets.Tags = append(sets.Tags, m...)
	}
	slices.Sort(sets.Tags)
	sets.Tags = slices.Compact(sets.Tags)
	known := make(map[string]int)
	taken := make(map[string]bool)
	for _, m := range members {
		names := slices.Compact(slices.Sorted(slices.Values(m)))
		key := fmt.Sprintf("%q", names)
		c, ok := known[key]
		if !ok {
			c = len(categories)
			known[key] = c
			categories = append(categories, setName(names, taken))
			of := make([]int32, len(names))
			for i, name := range names {
				place, _ := slices.BinarySearch(sets.Tags, name)
				of[i] = int32(place)
			}
			sets.Of = append(sets.Of, of)
		}
		category = append(category, c)
	}
	return sets, categories, category
}

// setName is a name of a set that is not taken, and takes it.
func setName(tags []string, taken map[string]bool) string {
	if len(tags) == 0 {
		tags = []string{EmptySet}
	}
	name := strings.Join(tags, ", ")
	if taken[name] { // of a tag that has a comma in it
		quoted := make([]string, len(tags))
		for i, tag := range tags {
			quoted[i] = visible.Quote(tag)
		}
		name = strings.Join(quoted, ", ")
	}
	for taken[name] {
		name += "′"
	}
	taken[name] = true
	return name
}

// Sets returns the sets that the categories of a table are; nil where each label is one thing.
func (t *Table) Sets() *Sets { return t.sets }

// Tags returns the labels that occur in sets, or [Table.Categories] if labels are no sets. Each can be set against the
// rest, see [Table.Against].
func (t *Table) Tags() []string {
	if t.sets != nil {
		return t.sets.Tags
	}
	return t.categories
}

// has reports whether the set of a category has a tag.
func (s *Sets) has(category int, tag int32) bool {
	_, ok := slices.BinarySearch(s.Of[category], tag)
	return ok
}

// check finds faults of sets for categories of a kind.
func (s *Sets) check(kind Kind, categories []string) error {
	if s == nil {
		return nil
	}
	if kind != Nominal || len(s.Of) != len(categories) {
		return MismatchedIndex.Faultf("%s labels of %d categories have %d sets", kind,
			len(categories), len(s.Of))
	}
	if err := checkIndex("label", s.Tags, nil); err != nil {
		return err
	}
	for c, of := range s.Of {
		for i, tag := range of {
			if tag < 0 || int(tag) >= len(s.Tags) || i > 0 && tag <= of[i-1] {
				return MismatchedIndex.Faultf("set %d has no ascending places of labels", c)
			}
		}
	}
	return nil
}
