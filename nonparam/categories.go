package nonparam

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/study"
)

// weights is the distance 1 − w of a table of agreement weights.
type weights struct {
	names     []string
	agreement [][]float64
	value     []float64 // of each category among the ratings, NaN of one that they do not have; nil: not bound
}

// Weights returns the distance 1 − w from agreement weights w between named categories. Weights are 1 on the diagonal
// and between 0 and 1 elsewhere, as in the R package irrCAC. Coefficients of Gwet's family use the weights unchanged,
// even if the least of them is not 0. The table need not be symmetric: in [CohenKappaName] the row is the first rater's
// category, in [CrossKappaName] the first study's, and elsewhere both orders count alike. A coefficient is undefined if
// labels have a category without weights. The error is a [*WeightError].
func Weights(categories []string, agreement [][]float64) (Distance, error) {
	if len(agreement) != len(categories) {
		return nil, &WeightError{Code: NotSquare, Row: len(agreement), Column: len(categories)}
	}
	for i, row := range agreement {
		if len(row) != len(categories) {
			return nil, &WeightError{Code: NotSquare, Row: i, Column: len(row)}
		}
		if slices.Contains(categories[:i], categories[i]) {
			return nil, &WeightError{Code: RepeatedCategory, Row: i, Column: i}
		}
		for j, w := range row {
			switch {
			case !(w >= 0 && w <= 1):
				return nil, &WeightError{Code: NotWeight, Row: i, Column: j}
			case i == j && w != 1:
				return nil, &WeightError{Code: NotOneItself, Row: i, Column: j}
			}
		}
	}
	return &weights{names: categories, agreement: agreement}, nil
}

// WeightCode is the kind of a [WeightError].
type WeightCode string

// Faults of a table of agreement weights.
const (
	NotSquare        WeightCode = "not_square"        // Row has other columns than there are categories, or is missing
	RepeatedCategory WeightCode = "repeated_category" // the category of Row has a row before
	NotWeight        WeightCode = "not_weight"        // not between 0 and 1
	NotOneItself     WeightCode = "not_one_itself"    // a category agrees with itself by less than 1
)

// WeightError says which weight of [Weights] cannot be used.
type WeightError struct {
	Code        WeightCode
	Row, Column int // from 0
}

// Error describes the fault.
func (e *WeightError) Error() string {
	at := fmt.Sprintf("nonparam: agreement weights, row %d, column %d: ", e.Row+1, e.Column+1)
	switch e.Code {
	case NotSquare:
		return at + "there is no weight for each pair of categories"
	case RepeatedCategory:
		return at + "the category has a row before"
	case NotWeight:
		return at + "a weight is between 0 and 1"
	}
	return at + "the weight of a category with itself is 1"
}

// String returns "weights".
func (*weights) String() string { return "weights" }

// bound returns the weights with the values that ratings have for the categories.
func (ws *weights) bound(r *Ratings) Distance {
	own := &weights{names: ws.names, agreement: ws.agreement, value: make([]float64, len(ws.names))}
	for k, name := range ws.names {
		own.value[k] = r.valueOf(name)
	}
	return own
}

func (ws *weights) kernel(values, _ []float64) (kernel, reason) {
	place := make([]int, len(values))
	for k, v := range values {
		if place[k] = slices.Index(ws.value, v); place[k] < 0 {
			return nil, noWeight
		}
	}
	t, why := newTable(len(values), func(a, b int) float64 { return 1 - ws.agreement[place[a]][place[b]] })
	if why == "" {
		t.max = 1 // the weights are in the unit of agreement already
	}
	return t, why
}

// valueOf returns the value of the ratings for a category, or NaN if they have none.
func (r *Ratings) valueOf(category string) float64 {
	if r.table != nil && r.table.Kind() != study.Numeric {
		k := slices.Index(r.table.Categories(), category)
		switch {
		case k < 0:
			return math.NaN()
		case r.scores != nil:
			return r.scores[k]
		}
		return float64(k)
	}
	if x, err := strconv.ParseFloat(category, 64); err == nil {
		return x
	}
	return math.NaN()
}

// categoryOf returns the category of a value of the ratings.
func (r *Ratings) categoryOf(value float64) string {
	if r.table != nil && r.table.Kind() != study.Numeric {
		k := int(value)
		if r.scores != nil {
			k = slices.Index(r.scores, value)
		}
		return r.table.Categories()[k]
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

// setDistance is a distance between sets of labels; each category of a table is a set.
type setDistance struct {
	Standard
	sets *study.Sets
}

// OfSets reports whether a distance is between sets of labels.
func (d Standard) OfSets() bool { return d == MASI || d == Jaccard }

// bound returns a distance between sets with the sets of the ratings, weights with the values of their categories, and
// other distances unchanged.
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

// Between returns the distance between each two of the given different values, such as study.Table.Scores, as in
// Krippendorff's alpha and [CrossKappaName]: δ[y][z] for values y and z. The function that it returns takes the share,
// or the number, of ratings of each value, on which the ordinal distance depends, and is safe for concurrent use. The
// error says why there is no such distance.
func Between(d Distance, values []float64) (func(share []float64) [][]float64, error) {
	ascending := slices.Sorted(slices.Values(values))
	place := make([]int32, len(values)) // of each value, ascending
	for y, v := range values {
		place[y] = int32(slices.Index(ascending, v))
	}
	between := func(share []float64) ([][]float64, reason) {
		count := make([]float64, len(values))
		for y, k := range place {
			count[k] = share[y]
		}
		k, why := d.kernel(ascending, count)
		if why != "" {
			return nil, why
		}
		table := make([][]float64, len(values))
		for y := range table {
			for _, z := range place {
				table[y] = append(table[y], k.between(one(k, place[y]), one(k, z)))
			}
		}
		return table, ""
	}
	fixed, why := between(make([]float64, len(values)))
	if why != "" {
		return nil, fmt.Errorf("the %v distance cannot be taken: %s", d, why)
	}
	if d != Ordinal {
		return func([]float64) [][]float64 { return fixed }, nil
	}
	return func(share []float64) [][]float64 {
		table, _ := between(share) // ranks are always a distance
		return table
	}, nil
}

// Confusion says how often categories go together on the same items.
type Confusion struct {
	// Draw an item at random, and a label of it from each study. Share[y][z] is the chance that the labels are y and z.
	// All shares add up to 1. It is nil if there is no such item.
	Share [][]float64
	Items int // that have both labels
}

// Confuse returns the confusion of two studies x and y of one table, on the items that both have. If x and y are the
// same study, it returns which two categories two different labels of an item have. Every item has the same weight,
// whatever the number of its labels. Categories are in the order of the table. It panics if the labels are numbers, or
// if the studies are of different tables.
func Confuse(x, y study.View) Confusion {
	t := x.Table()
	if t != y.Table() {
		panic("nonparam: the studies are of different tables")
	}
	if t.Kind() == study.Numeric {
		panic("nonparam: labels are " + t.Kind().String() + ", not categories")
	}
	same := x.Name() == y.Name()
	byX, byY := categoriesByItem(x), categoriesByItem(y)
	c := Confusion{Share: make([][]float64, len(t.Categories()))}
	for k := range c.Share {
		c.Share[k] = make([]float64, len(t.Categories()))
	}
	for j := range t.Items() {
		a, b := byX.of(j), byY.of(j)
		pairs := len(a) * len(b)
		if same {
			pairs -= len(a)
		}
		if pairs == 0 {
			continue
		}
		c.Items++
		for n, u := range a {
			for m, v := range b {
				if !same || n != m {
					c.Share[u][v] += 1 / float64(pairs)
				}
			}
		}
	}
	if c.Items == 0 {
		return Confusion{}
	}
	for _, row := range c.Share {
		for z := range row {
			row[z] /= float64(c.Items)
		}
	}
	return c
}

// itemCategories are the categories of the labels of each item, from 0.
type itemCategories struct{ start, category []int32 }

func (oi itemCategories) of(item int) []int32 { return oi.category[oi.start[item]:oi.start[item+1]] }

func categoriesByItem(v study.View) itemCategories {
	first := int32(0)
	if v.Table().Kind() == study.Ordinal {
		first = 1
	}
	ic := itemCategories{make([]int32, len(v.Table().Items())+1), make([]int32, v.Len())}
	for _, j := range v.Item() {
		ic.start[j+1]++
	}
	for j := range v.Table().Items() {
		ic.start[j+1] += ic.start[j]
	}
	next := append([]int32(nil), ic.start...)
	for n, j := range v.Item() {
		ic.category[next[j]] = int32(v.Value()[n]) - first
		next[j]++
	}
	return ic
}
