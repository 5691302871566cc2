package counting

import "slices"

// Combinations numbers the combinations of levels that labels have. The numbers are in the order of the levels of the
// first factor, then of the second, and so on.
type Combinations struct {
	Key   []int64 // of each label
	Limit int64   // all numbers are below
	of    int     // factors
}

func NewCombinations(labels int) *Combinations {
	return &Combinations{Key: make([]int64, labels), Limit: 1}
}

// Cross adds a factor with this many levels. index holds the level of each label, in consecutive parts.
func (cs *Combinations) Cross(levels int, index ...[]int32) {
	if cs.of > 1 {
		// After renumbering there are at most as many numbers as labels, so that no number becomes too large.
		distinct, place := Number(cs.Key, cs.Limit)
		for n, p := range place {
			cs.Key[n] = int64(p)
		}
		cs.Limit = int64(len(distinct))
	}
	n := 0
	for _, part := range index {
		for _, l := range part {
			cs.Key[n] = cs.Key[n]*int64(levels) + int64(l)
			n++
		}
	}
	cs.Limit *= int64(levels)
	cs.of++
}

// Number returns the different keys, which are below limit, in ascending order, and the place of each key among them.
func Number(keys []int64, limit int64) (distinct []int64, place []int32) {
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
