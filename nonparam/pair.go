package nonparam

import "math"

// pair is two studies with the same codes for the same values.
type pair struct {
	x, y   *Ratings
	shared [][2]int32 // places in x and y of the items that both have
	people *people    // that both have, whose own pairs do not count; nil: none, or all pairs count
}

// newPair returns two studies to be compared by pairs of labels by different people, or by all pairs.
func newPair(x, y *Ratings, all bool) pair {
	if x.table != nil && y.table != nil && x.table != y.table {
		panic("nonparam: the studies are of different tables")
	}
	x, y = sameCodes(x, y)
	p := pair{x: x, y: y}
	for i, j := 0, 0; i < len(x.items) && j < len(y.items); {
		switch a, b := x.items[i], y.items[j]; {
		case a < b:
			i++
		case a > b:
			j++
		default:
			p.shared = append(p.shared, [2]int32{int32(i), int32(j)})
			i++
			j++
		}
	}
	if !all {
		p.people = findPeople(p)
	}
	return p
}

// sameCodes returns x and y with the union of their values.
func sameCodes(x, y *Ratings) (*Ratings, *Ratings) {
	same := len(x.values) == len(y.values)
	for k := 0; same && k < len(x.values); k++ {
		same = x.values[k] == y.values[k]
	}
	if same {
		return x, y
	}
	var union []float64
	moveX, moveY := make([]int32, len(x.values)), make([]int32, len(y.values))
	for i, j := 0, 0; i < len(x.values) || j < len(y.values); {
		next := math.Inf(1)
		if i < len(x.values) {
			next = x.values[i]
		}
		if j < len(y.values) {
			next = min(next, y.values[j])
		}
		if i < len(x.values) && x.values[i] == next {
			moveX[i] = int32(len(union))
			i++
		}
		if j < len(y.values) && y.values[j] == next {
			moveY[j] = int32(len(union))
			j++
		}
		union = append(union, next)
	}
	return x.moved(union, moveX), y.moved(union, moveY)
}

func (r *Ratings) moved(values []float64, move []int32) *Ratings {
	next := *r
	next.values = values
	next.cell.code = recoded(r.cell.code, move)
	return &next
}
