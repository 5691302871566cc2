package nonparam

import "fmt"

// FromCounts returns ratings from their numbers by item and category, for tests of more ratings than a file has:
// counts[i][k] ratings of item i have the value categories[k]. No rating is known by itself.
func FromCounts(counts [][]int64, categories []float64) (*Ratings, error) {
	r := &Ratings{values: append([]float64(nil), categories...), start: []int{0}}
	for i, row := range counts {
		m := 0.0
		for k, n := range row {
			if n > 0 {
				r.cell.code = append(r.cell.code, int32(k))
				r.cell.weight = append(r.cell.weight, float64(n))
				m += float64(n)
			}
		}
		if m > 0 {
			r.items = append(r.items, int32(i))
			r.size = append(r.size, m)
			r.start = append(r.start, len(r.cell.code))
			r.total += m
		}
	}
	r.first = make([]int, len(r.items)+1)
	return r, nil
}

// WithCategories returns the same ratings with a longer list of categories, as those of a table that has categories
// that no rater used. They are ascending, and each rating is one of them.
func (r *Ratings) WithCategories(categories []float64) (*Ratings, error) {
	move, within := placeIn(r.values, categories)
	if !within {
		return nil, fmt.Errorf("a rating is not among the %d categories", len(categories))
	}
	next := *r
	next.scale = append([]float64(nil), categories...)
	next.values = next.scale
	next.cell.code = recoded(r.cell.code, move)
	return &next, nil
}
