package nonparam

import (
	"fmt"
	"math"
	"slices"

	"concord/study"
)

// Ratings are the ratings of items by any number of raters, grouped by item. Any
// rating may be missing. They are immutable and safe for concurrent use.
type Ratings struct {
	name  string
	table *study.Table // whose items and labelers the ids count; nil: none

	items  []int32   // ids of the items with a rating, ascending
	scale  []float64 // the categories, ascending; nil: those that occur
	scores []float64 // of ordered categories by their place, which the labels are; nil: the labels are values
	values []float64 // the values that occur, or the scale that has them all, ascending

	// The cells of item i, one for each value that occurs there, are
	// cell[start[i]:start[i+1]], ascending by code (the index of the value).
	start []int
	cell  cells
	size  []float64 // ratings of each item
	total float64   // ratings of all items

	// The single ratings of item i are first[i]:first[i+1]; nil where only counts are known.
	first  []int
	cellAt []int32 // the cell to which a rating belongs
	label  []int32 // the place of a rating among the labels of the source
	rater  []int32 // an index into raters; nil where the ratings name no rater
	raters []int32 // ids, ascending
}

// cells are weighted values, ascending by code.
type cells struct {
	code   []int32
	weight []float64
}

func (ce cells) slice(from, to int) cells { return cells{ce.code[from:to], ce.weight[from:to]} }

// FromStudy returns the labels of a study as ratings, in time and memory linear in their number. The categories of
// binary labels are 0 and 1, and those of nominal and ordinal labels are all that the table has, even if the study has
// fewer. The values of ordered categories are their scores ([study.Table.Scores]). Labels
// that a labeler gave an item again form pairs like labels by two labelers, unless the table is without them
// ([study.Table.FirstLabels]).
func FromStudy(v study.View) *Ratings {
	r := &Ratings{name: v.Name(), table: v.Table(), scale: scaleOf(v.Table()), scores: v.Table().Scores()}
	r.group(v.Item(), v.Labeler())
	r.fill(v.Value())
	return r
}

// scaleOf returns the categories of a table; nil if the labels are numbers.
func scaleOf(t *study.Table) []float64 {
	switch t.Kind() {
	case study.Numeric:
		return nil
	case study.Ordinal:
		return slices.Sorted(slices.Values(t.Scores()))
	}
	scale := make([]float64, len(t.Categories()))
	for k := range scale {
		scale[k] = float64(k)
	}
	return scale
}

// Items returns the number of items with at least one rating.
func (r *Ratings) Items() int { return len(r.items) }

// Len returns the number of ratings.
func (r *Ratings) Len() int { return int(r.total) }

// Name returns the name of the study; "" if it has none.
func (r *Ratings) Name() string { return r.name }

// Raters returns the number of raters; 0 if the ratings name none.
func (r *Ratings) Raters() int { return len(r.raters) }

// Values returns the values that occur, or the categories that were given, ascending.
func (r *Ratings) Values() []float64 { return append([]float64(nil), r.values...) }

// WithValues returns ratings by the same raters of the same items with other values. value[n] replaces label n of the
// study; in a matrix, the n-th rating that is not missing, row by row. An ordered category is its place, from 1. The
// grouping by item is shared, which makes replications of a study cheap. It panics if there is not one value for each
// label, if a value is not finite or is no ordered category, or if r has only counts.
func (r *Ratings) WithValues(value []float64) *Ratings {
	if len(value) != len(r.label) {
		panic("nonparam: values and ratings differ in number")
	}
	for _, x := range value {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			panic("nonparam: a value is not finite")
		}
		if r.scores != nil && (x < 1 || x > float64(len(r.scores)) || x != math.Trunc(x)) {
			panic("nonparam: a value is no place of an ordered category")
		}
	}
	next := *r
	next.fill(value)
	return &next
}

// group sorts the labels by item, keeping their order within an item.
func (r *Ratings) group(item, labeler []int32) {
	n := maxID(item) + 1
	count := make([]int, n+1)
	for _, i := range item {
		count[i+1]++
	}
	place := make([]int32, n) // of an item id among those that occur
	r.items = make([]int32, 0, n)
	r.first = []int{0}
	for i := range n {
		place[i] = int32(len(r.items))
		if count[i+1] > 0 {
			r.items = append(r.items, int32(i))
			r.first = append(r.first, r.first[len(r.first)-1]+count[i+1])
		}
	}
	next := append([]int(nil), r.first...)
	r.label = make([]int32, len(item))
	for n, i := range item {
		p := place[i]
		r.label[next[p]] = int32(n)
		next[p]++
	}
	if labeler != nil {
		r.groupRaters(labeler)
	}
}

func (r *Ratings) groupRaters(labeler []int32) {
	place := make([]int32, maxID(labeler)+1)
	for _, l := range labeler {
		place[l] = 1
	}
	r.raters = make([]int32, 0)
	for id, occurs := range place {
		place[id] = int32(len(r.raters))
		if occurs == 1 {
			r.raters = append(r.raters, int32(id))
		}
	}
	r.rater = make([]int32, len(labeler))
	for t, n := range r.label {
		r.rater[t] = place[labeler[n]]
	}
}

// fill counts the values of each item.
func (r *Ratings) fill(value []float64) {
	code := r.encode(value)
	items := len(r.items)
	r.start = make([]int, 1, items+1)
	r.size = make([]float64, items)
	occurring := r.occurring(code)
	r.cell = cells{make([]int32, 0, occurring), make([]float64, 0, occurring)}
	r.cellAt = make([]int32, len(value))
	r.total = float64(len(value))
	at := make([]int32, len(r.values)) // the cell of a code in this item
	weight := make([]float64, len(r.values))
	for i := range items {
		ratings := r.label[r.first[i]:r.first[i+1]]
		begin := len(r.cell.code)
		for _, n := range ratings {
			c := code[n]
			if weight[c] == 0 {
				r.cell.code = append(r.cell.code, c)
			}
			weight[c]++
		}
		own := r.cell.code[begin:]
		sortCodes(own)
		for j, c := range own {
			at[c] = int32(begin + j)
			r.cell.weight = append(r.cell.weight, weight[c])
			weight[c] = 0
		}
		places := r.cellAt[r.first[i]:r.first[i+1]]
		for t, n := range ratings {
			places[t] = at[code[n]]
		}
		r.start = append(r.start, len(r.cell.code))
		r.size[i] = float64(len(ratings))
	}
}

// occurring returns how many cells there are: of ratings, few values of each item.
func (r *Ratings) occurring(code []int32) int {
	last := make([]int32, len(r.values)) // 1 + the item in which a code occurred last
	n := 0
	for i := range r.items {
		for _, at := range r.label[r.first[i]:r.first[i+1]] {
			if c := code[at]; last[c] != int32(i)+1 {
				last[c] = int32(i) + 1
				n++
			}
		}
	}
	return n
}

// encode sets the values and returns the code of each rating: its category if the scale has all values.
func (r *Ratings) encode(value []float64) []int32 {
	if r.scores != nil {
		value = r.scored(value)
	}
	if code, ok := categoriesOf(value, r.scale); ok {
		r.values = r.scale
		return code
	}
	values, code := encode(value)
	r.values = values
	if move, within := placeIn(values, r.scale); within {
		r.values, code = r.scale, recoded(code, move)
	}
	return code
}

// scored returns the scores of ordered categories.
func (r *Ratings) scored(place []float64) []float64 {
	score := make([]float64, len(place))
	for n, c := range place {
		score[n] = r.scores[int(c)-1]
	}
	return score
}

func maxID(ids []int32) int {
	m := int32(-1)
	for _, i := range ids {
		m = max(m, i)
	}
	return int(m)
}

// needRaters says why a coefficient that compares raters is undefined; "" if there are two or more, with names.
func (r *Ratings) needRaters() reason {
	switch {
	case r.rater == nil:
		return noRaters
	case len(r.raters) < 2:
		return oneRater
	}
	return ""
}

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
