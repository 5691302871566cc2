package read

import (
	"slices"

	"concord/study"
)

// declaring is records of a file that may say of a column that its values are ordered categories.
type declaring interface {
	records
	// Order returns the categories of a column, ascending; nil if the file does not have them.
	Order(column int) []string
}

// declare takes the order of labels from the file if the caller does not say what they are. A list that is too long for
// an order, or has similar names, is ignored.
func (in *intake) declare(rows declaring) {
	o := in.options
	said := len(o.Order)+len(o.Positive)+len(o.Negative) > 0 || o.Kind != 0 && o.Kind != study.Ordinal
	if said || o.Unordered || o.Duplicates == study.DuplicatesMean {
		return
	}
	for _, l := range in.labels {
		order := slices.DeleteFunc(slices.Clone(rows.Order(l.index)),
			func(name string) bool { return matchesAny(name, o.Missing) })
		as := Options{Kind: study.Ordinal, Order: order}.settled()
		if !l.onlyUnit && as.checkOrder() == nil {
			l.order = as.Order
		}
	}
}
