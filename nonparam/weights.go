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
// and between 0 and 1 elsewhere, as in the R package irrCAC. Coefficients of Gwet's family take the weights as they
// are, even if the least of them is not 0. The table need not be symmetric: in [CohenKappa] the row is the first
// rater's category, in [CrossKappa] the first study's, and elsewhere both orders count alike. A coefficient is
// undefined if labels have a category without weights. The error is a [*WeightError].
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

func (*weights) ranked() bool { return false }

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
