// Package study holds human ratings: which labeler gave which item which label
// in which study.
//
// Package study/read reads a table from a file, a [Builder] or [NewTable] makes one of
// labels that a program has, and [Describe] says who labelled what.
//
// A [Table] is columnar and immutable. Rows of one study are contiguous, so
// that a [View] of a study is three subslices and costs nothing.
package study

import "slices"

// Kind is the kind of the labels of a table.
type Kind int

const (
	// Binary labels are 0 (negative) or 1 (positive).
	Binary Kind = iota + 1
	// Numeric labels are finite numbers.
	Numeric
	// Nominal labels are indices into [Table.Categories], without order.
	Nominal
	// Ordinal labels are places among [Table.Categories], which ascend, counted from 1.
	Ordinal
)

// String returns "binary", "numeric", "nominal" or "ordinal".
func (k Kind) String() string {
	return named(k, "unknown", "binary", "numeric", "nominal", "ordinal")
}

// first is the value of the first category.
func (k Kind) first() float64 { return indicator(k == Ordinal) }

// named is the name of a value; the first name if it has none.
func named[T ~int](value T, names ...string) string {
	if value < 0 || int(value) >= len(names) {
		return names[0]
	}
	return names[value]
}

// Table is a validated set of labels. Label n was given to item Items()[ItemOf()[n]]
// and so on; besides, it may be of a level of further factors. All slices that its methods return are shared and must
// not be modified.
type Table struct {
	kind       Kind
	categories []string
	sets       *Sets     // that categories are; nil: each label is one thing
	scores     []float64 // of ordered categories
	column     string    // name of the label column

	items    []string
	labelers []string // nil: the labels name no labeler
	studies  []string

	item    []int32
	labeler []int32  // nil: the labels name no labeler
	factors []Factor // besides items and labelers
	value   []float64
	start   []int // rows of study s are start[s]:start[s+1]

	source Source
	found  *found
}

// copied returns a table to be changed before anybody else knows it.
func (t *Table) copied() *Table {
	other := *t
	other.found = &found{}
	return &other
}

// Len returns the number of labels.
func (t *Table) Len() int { return len(t.value) }

// Kind returns the kind of the labels.
func (t *Table) Kind() Kind { return t.kind }

// Categories returns the names of the categories. A nominal table has all of them in the order of their index, an
// ordinal table in ascending order, even if no label has them. A binary table has the negative and the positive
// spelling, a numeric table nil.
func (t *Table) Categories() []string { return t.categories }

// Scores returns the numbers that stand for the categories of an ordinal table when labels are averaged or subtracted.
// They are the names themselves if all are numbers that ascend or descend, and otherwise 1 to the number of categories.
// For other tables it is nil.
func (t *Table) Scores() []float64 { return t.scores }

// LabelColumn returns the name of the column that the labels came from.
func (t *Table) LabelColumn() string { return t.column }

// Source returns the source of the table and the choices on the way.
func (t *Table) Source() Source { return t.source }

// Items returns the names of the items that have a label, in the order of their first
// appearance, or as they were given to [NewTable].
func (t *Table) Items() []string { return t.items }

// Labelers returns the names of the labelers in the same order as [Table.Items], or nil if
// the labels name no labeler. A name that occurs in two studies is one entry.
func (t *Table) Labelers() []string { return t.labelers }

// Studies returns the names of the studies that have a label, in the same order as
// [Table.Items], or in that given to [Table.Select].
func (t *Table) Studies() []string { return t.studies }

// HasLabelers reports whether the labels name their labeler.
func (t *Table) HasLabelers() bool { return t.labeler != nil }

// Study returns the labels of the study of a name; if there is none, a [*NameError].
func (t *Table) Study(name string) (View, error) {
	s := slices.Index(t.studies, name)
	if s < 0 {
		return View{}, &NameError{Kind: "group", Name: name, Names: t.studies}
	}
	return t.StudyAt(s), nil
}

// StudyAt returns the labels of study s, 0 ≤ s < len(Studies()).
func (t *Table) StudyAt(s int) View {
	a, b := t.start[s], t.start[s+1]
	v := View{table: t, name: t.studies[s], from: a, to: b, item: t.item[a:b], value: t.value[a:b]}
	if t.labeler != nil {
		v.labeler = t.labeler[a:b]
	}
	return v
}

// View is the labels of one study of a table.
// All slices that its methods return are shared and must not be modified.
type View struct {
	table   *Table
	name    string
	item    []int32
	labeler []int32
	value   []float64

	from, to int // rows of the table
}

// Name returns the name of the study.
func (v View) Name() string { return v.name }

// Table returns the table that v is a part of.
func (v View) Table() *Table { return v.table }

// Len returns the number of labels.
func (v View) Len() int { return len(v.value) }

// Item returns for each label the index of its item in Table().Items().
func (v View) Item() []int32 { return v.item }

// Labeler returns for each label the index of its labeler in
// Table().Labelers(), or nil if the labels name no labeler.
func (v View) Labeler() []int32 { return v.labeler }

// Value returns for each label its value: 0 or 1, a number, the index of a category, or the place of an ordered
// category from 1.
func (v View) Value() []float64 { return v.value }

// Repeated reports whether an item of the study has several labels.
func (v View) Repeated() bool {
	seen := make([]bool, len(v.table.items))
	for _, i := range v.item {
		if seen[i] {
			return true
		}
		seen[i] = true
	}
	return false
}

// Constant reports whether all labels of the study are the same.
func (v View) Constant() bool {
	return !slices.ContainsFunc(v.value, func(x float64) bool { return x != v.value[0] })
}
