package nonparam

import "concord/study"

// setDistance is a distance between sets of labels; each category of a table is a set.
type setDistance struct {
	Standard
	sets *study.Sets
}

// OfSets reports whether a distance is between sets of labels.
func (d Standard) OfSets() bool { return d == MASI || d == Jaccard }

// bound returns a distance between sets with the sets of the ratings, weights with the values of their categories, and
// other distances as they are.
func (r *Ratings) bound(d Distance) Distance {
	if w, ok := d.(*weights); ok {
		return w.bound(r)
	}
	if s, ok := d.(Standard); ok && s.OfSets() && r.table != nil && r.table.Sets() != nil {
		return setDistance{s, r.table.Sets()}
	}
	return d
}

func (sd setDistance) kernel(values, _ []float64) (kernel, reason) {
	return newTable(len(values), func(a, b int) float64 {
		return sd.between(sd.sets.Of[int(values[a])], sd.sets.Of[int(values[b])])
	})
}

// between is 1 − J·M of two sets of ascending places. For Jaccard's distance M is 1. For MASI, M is 1 for equal sets,
// 2/3 if one is within the other, 1/3 if they overlap otherwise, and 0 for disjoint sets (Passonneau 2006, section 3).
func (sd setDistance) between(a, b []int32) float64 {
	common := shared(a, b)
	union := len(a) + len(b) - common
	if common == union { // also of two empty sets
		return 0
	}
	likeness := float64(common) / float64(union)
	if sd.Standard == Jaccard {
		return 1 - likeness
	}
	if common == len(a) || common == len(b) {
		return 1 - likeness*2/3
	}
	return 1 - likeness/3
}

// shared returns how many numbers two ascending lists have in common.
func shared(a, b []int32) int {
	n := 0
	for i, k := 0, 0; i < len(a) && k < len(b); {
		switch {
		case a[i] < b[k]:
			i++
		case a[i] > b[k]:
			k++
		default:
			n, i, k = n+1, i+1, k+1
		}
	}
	return n
}
