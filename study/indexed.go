package study

import (
	"math"
	"slices"
	"unicode/utf8"

	"concord/internal/visible"
)

// Indexed is labels with the indices of their names. Label n was given to item
// Items[Item[n]] by labeler Labelers[Labeler[n]] in study Studies[Study[n]], and so on of further factors.
type Indexed struct {
	Items, Labelers, Studies []string  // distinct names; Labelers nil: the labels name no labeler
	Item, Labeler, Study     []int32   // of one length; Labeler nil like Labelers
	Factors                  []Factor  // further ones; each label is of a level of each
	Value                    []float64 // 0 or 1, finite numbers, indices into Categories, or places from 1, by Kind
	Kind                     Kind
	// Categories are the categories of nominal labels, or all categories of ordinal labels, ascending. For binary
	// labels they are nil, or the spellings of negative and positive labels.
	Categories []string
	Sets       *Sets  // that the categories of nominal labels are; nil: each label is one thing
	Label      string // name of the labels; "" is "label"
	Duplicates Duplicates
	// Row is the row of each label in its source. It gives the order, and errors name it; nil: labels are in rows 0, 1,
	// ….
	Row []int32
	// Time is when the label of each row of the source was given, for [DuplicatesLatest]; NaN if that is not known.
	Time   []float64
	Source Source // where the labels come from; its Duplicates and Repeated are counted by [NewTable]

	scores []float64 // of Categories that are some of a scale, see [Table.OwnCategories]; nil: their own
}

// Squares of numeric labels and of their differences are summed, and those squared again.
const (
	LargestLabel = 1e50  // the largest absolute value of a numeric label
	LeastSpan    = 1e-50 // the smallest difference of the largest and the smallest that is not 0

	tooLarge = "is larger than 1e50, too large for sums of squares"
	tooClose = "differ by less than 1e-50, too little for sums of squares"
)

// NewTable checks labels and makes a table of them. It leaves out names that no label has, and
// keeps the order of the others. It may retain the slices, which must not be
// modified afterwards. The error is an [*Error], of duplicates one whose cause is a [*Duplicate].
func NewTable(c Indexed) (*Table, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := checkSpan(c.Kind, c.Value); err != nil {
		return nil, err
	}
	labels := len(c.Value)
	c.Source.Repeated = 0
	c, duplicate := c.Grouped().settle()
	if duplicate != nil {
		return nil, duplicate.fault()
	}
	c.complete()
	if c.Source.File == "" {
		c.Source.Rows = labels
	}
	c.Source.Duplicates = labels - len(c.Value)
	return c.table(), nil
}

// complete sets the names of labels, and the spellings of binary ones.
func (c *Indexed) complete() {
	if c.Label == "" {
		c.Label = "label"
	}
	switch {
	case c.Kind == Numeric:
		c.Categories = nil
	case c.Kind == Binary && len(c.Categories) == 0:
		c.Categories = []string{"0", "1"}
	}
}

func (c *Indexed) check() error {
	n := len(c.Value)
	switch {
	case n == 0:
		return NoLabels.Faultf("there is no label")
	case n > math.MaxInt32:
		return TooManyLabels.Faultf("more than %d labels", math.MaxInt32)
	case len(c.Item) != n || len(c.Study) != n || c.Labeler != nil && len(c.Labeler) != n:
		return MismatchedIndex.Faultf("%d labels have %d items, %d labelers and %d groups",
			n, len(c.Item), len(c.Labeler), len(c.Study))
	case c.Row != nil && len(c.Row) != n:
		return MismatchedIndex.Faultf("%d labels have %d rows", n, len(c.Row))
	case (c.Labeler == nil) != (c.Labelers == nil):
		return MismatchedIndex.Faultf("labelers have names without labels, or labels without names")
	case c.Kind < Binary || c.Kind > Ordinal:
		return BadOption.Faultf("%d is not a kind of label", int(c.Kind))
	case c.Kind == Binary && len(c.Categories) != 0 && len(c.Categories) != 2:
		return BadOption.Faultf("binary labels have %d categories", len(c.Categories))
	case c.Duplicates < DuplicatesError || c.Duplicates > DuplicatesLatest:
		return BadOption.Faultf("%d is not a way to treat duplicates", int(c.Duplicates))
	}
	for _, part := range []struct {
		role  string
		names []string
		index []int32
	}{{"item", c.Items, c.Item}, {"labeler", c.Labelers, c.Labeler}, {"study", c.Studies, c.Study}} {
		if err := checkIndex(part.role, part.names, part.index); err != nil {
			return err
		}
	}
	if err := c.checkFactors(); err != nil {
		return err
	}
	if c.Kind == Nominal || c.Kind == Ordinal {
		if err := checkIndex("category", c.Categories, nil); err != nil {
			return err
		}
	}
	if err := c.Sets.check(c.Kind, c.Categories); err != nil {
		return err
	}
	if c.Kind == Ordinal {
		if err := checkOrdered(c.Categories); err != nil {
			return err
		}
	}
	for i, v := range c.Value {
		if fault := c.valueFault(v); fault != "" {
			return BadLabel.Faultf("label %d is %v, which %s", i, v, fault)
		}
	}
	return nil
}

// checkSpan refuses numbers whose squares cannot be summed.
func checkSpan(kind Kind, values []float64) error {
	if low, high := slices.Min(values), slices.Max(values); kind == Numeric && low < high && high-low < LeastSpan {
		return TooClose.Faultf("the labels %s", tooClose).Advising("write them in another unit")
	}
	return nil
}

func (c *Indexed) checkFactors() error {
	for k, f := range c.Factors {
		what := visible.Sprintf("factor %q", f.Name)
		switch {
		case f.Name == "":
			return BadName.Faultf("the name of a factor is empty")
		case !utf8.ValidString(f.Name):
			return BadName.Faultf("%s", what+" is not UTF-8")
		case IsPart(f.Name):
			return ReservedName.Faultf("%s", what+" has the name of a part of every table")
		case slices.ContainsFunc(c.Factors[:k], func(g Factor) bool { return g.Name == f.Name }):
			return RepeatedName.Faultf("%s", what+" is named twice")
		case len(f.Index) != len(c.Value):
			return MismatchedIndex.Faultf("%d labels have %d levels of %s", len(c.Value),
				len(f.Index), what)
		}
		if err := checkIndex("level of "+what, f.Levels, f.Index); err != nil {
			return err
		}
	}
	return nil
}

func (c *Indexed) valueFault(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "is not a finite number"
	case c.Kind == Numeric && math.Abs(v) > LargestLabel:
		return tooLarge
	case c.Kind == Binary && v != 0 && v != 1:
		return "is neither 0 nor 1"
	case c.Kind == Nominal && (v < 0 || v >= float64(len(c.Categories)) || v != math.Trunc(v)):
		return "is not the index of a category"
	case c.Kind == Ordinal && (v < 1 || v > float64(len(c.Categories)) || v != math.Trunc(v)):
		return "is not the place of a category"
	}
	return ""
}

func checkIndex(role string, names []string, index []int32) error {
	for _, n := range names {
		switch {
		case n == "":
			return BadName.Faultf("the name of a %s is empty", role)
		case !utf8.ValidString(n):
			return BadName.Faultf("%s %q is not UTF-8", role, n)
		}
	}
	if i := repeated(names); i >= 0 {
		return RepeatedName.Faultf("%s %q is named twice", role, names[i])
	}
	for i, k := range index {
		if k < 0 || int(k) >= len(names) {
			return MismatchedIndex.Faultf("label %d has %s %d of %d", i, role, k, len(names))
		}
	}
	return nil
}
