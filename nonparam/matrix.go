package nonparam

import (
	"fmt"
	"math"
)

// FromMatrix returns ratings from a matrix: rows are items, columns are raters, NaN is a
// missing rating. Rows must be equally long and the other values finite.
func FromMatrix(rows [][]float64) (*Ratings, error) {
	var item, rater []int32
	var value []float64
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return nil, fmt.Errorf("nonparam: row %d has %d ratings, row 1 has %d", i+1, len(row), len(rows[0]))
		}
		for j, x := range row {
			if math.IsInf(x, 0) {
				return nil, fmt.Errorf("nonparam: row %d, column %d: the rating is infinite", i+1, j+1)
			}
			if math.IsNaN(x) {
				continue
			}
			item, rater, value = append(item, int32(i)), append(rater, int32(j)), append(value, x)
		}
	}
	r := &Ratings{}
	r.group(item, rater)
	r.fill(value)
	return r, nil
}

// FromCounts returns ratings from their numbers by item and category: counts[i][k] ratings of item i have the value
// categories[k]. The categories must be finite and ascending; those that no item has stay categories. Coefficients that
// need to know who rated are undefined. Memory and time do not grow with the counts, which must lie between 0 and 2⁵³.
func FromCounts(counts [][]int64, categories []float64) (*Ratings, error) {
	if err := checkCategories(categories); err != nil {
		return nil, err
	}
	r := &Ratings{values: append([]float64(nil), categories...), start: []int{0}}
	for i, row := range counts {
		if len(row) != len(categories) {
			return nil, fmt.Errorf("nonparam: item %d has %d counts for %d categories", i+1, len(row), len(categories))
		}
		m := 0.0
		for k, n := range row {
			if n < 0 || n > 1<<53 {
				const fault = "nonparam: item %d, category %d: a count of %d is not between 0 and 2^53"
				return nil, fmt.Errorf(fault, i+1, k+1, n)
			}
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
	return r, nil
}

// WithCategories returns the same ratings with a longer list of categories: Gwet's AC,
// Brennan-Prediger and all linear, quadratic and ordinal weights depend on categories
// that a scale has and no rater used. Categories must be finite and ascending, and
// each rating must be one of them.
func (r *Ratings) WithCategories(categories []float64) (*Ratings, error) {
	if err := checkCategories(categories); err != nil {
		return nil, err
	}
	move, stray, within := placeIn(r.values, categories)
	if !within {
		return nil, fmt.Errorf("nonparam: a rating is %v, which is not among the %d categories", stray, len(categories))
	}
	next := *r
	next.scale = append([]float64(nil), categories...)
	next.values = next.scale
	next.cell.code = recoded(r.cell.code, move)
	return &next, nil
}

// placeIn returns the place of each value in a scale, both ascending, or a value that is
// not in it.
func placeIn(values, scale []float64) (move []int32, stray float64, within bool) {
	move = make([]int32, len(values))
	k := 0
	for c, x := range values {
		for k < len(scale) && scale[k] < x {
			k++
		}
		if k == len(scale) || scale[k] != x {
			return nil, x, false
		}
		move[c] = int32(k)
	}
	return move, 0, true
}

func recoded(code, move []int32) []int32 {
	to := make([]int32, len(code))
	for j, c := range code {
		to[j] = move[c]
	}
	return to
}

func checkCategories(categories []float64) error {
	for k, x := range categories {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("nonparam: category %d is not a finite number", k+1)
		}
		if k > 0 && x <= categories[k-1] {
			return fmt.Errorf("nonparam: categories %d and %d are not ascending", k, k+1)
		}
	}
	return nil
}
