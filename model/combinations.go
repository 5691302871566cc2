package model

import "slices"

// combinations numbers the combinations of levels that labels have: the order of the numbers is that of the levels
// of the first factor, then of the second, and so on.
type combinations struct {
	key   []int64 // of each label
	limit int64   // all numbers are below
	of    int     // factors
}

func newCombinations(labels int) *combinations {
	return &combinations{key: make([]int64, labels), limit: 1}
}

// cross adds a factor with so many levels; index holds the level of each label, in consecutive parts.
func (cs *combinations) cross(levels int, index ...[]int32) {
	if cs.of > 1 {
		// Numbered anew they are no more than labels, so that no number becomes too large.
		distinct, place := number(cs.key, cs.limit)
		for n, p := range place {
			cs.key[n] = int64(p)
		}
		cs.limit = int64(len(distinct))
	}
	n := 0
	for _, part := range index {
		for _, l := range part {
			cs.key[n] = cs.key[n]*int64(levels) + int64(l)
			n++
		}
	}
	cs.limit *= int64(levels)
	cs.of++
}

// number returns the different keys, which are below limit, in ascending order, and the place of each key among them.
func number(keys []int64, limit int64) (distinct []int64, place []int32) {
	place = make([]int32, len(keys))
	if limit > int64(4*len(keys)+1024) {
		distinct = slices.Clone(keys)
		slices.Sort(distinct)
		distinct = slices.Compact(distinct)
		for n, key := range keys {
			at, _ := slices.BinarySearch(distinct, key)
			place[n] = int32(at)
		}
		return distinct, place
	}
	at := make([]int32, limit)
	for _, key := range keys {
		at[key] = 1
	}
	for key, seen := range at {
		if seen > 0 {
			at[key] = int32(len(distinct))
			distinct = append(distinct, int64(key))
		}
	}
	for n, key := range keys {
		place[n] = at[key]
	}
	return distinct, place
}
