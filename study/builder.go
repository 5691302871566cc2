package study

import (
	"slices"
)

// Builder makes a table of labels one by one. The zero value is ready; a labeler ""
// means that the labels name no labeler, which holds for all or for none, and a study "" is
// [WholeFile].
type Builder struct {
	// Kind is the kind that the labels must have: [Binary], [Numeric], [Ordinal], or 0 for Binary if all are 0 or 1,
	// and Numeric otherwise. For nominal labels use [NewTable].
	Kind Kind
	// Categories are the names of ordered categories, ascending; a label is a place among them, from 1.
	Categories []string
	// Duplicates is the rule for several labels by one labeler of one item in one study.
	Duplicates Duplicates

	items, labelers, studies names
	item, labeler, study     []int32
	value                    []float64
	anonymous                int // labels without labeler
}

// Add takes up a label. [Builder.Table] reports faults.
func (b *Builder) Add(item, labeler, study string, label float64) {
	if study == "" {
		study = WholeFile
	}
	b.item = append(b.item, b.items.of(item))
	b.labeler = append(b.labeler, b.labelers.of(labeler))
	b.study = append(b.study, b.studies.of(study))
	b.value = append(b.value, label)
	if labeler == "" {
		b.anonymous++
	}
}

// Len returns the number of labels taken up.
func (b *Builder) Len() int { return len(b.value) }

// Table returns the table of the labels taken up, which later calls of Add do not change.
// The error is an [*Error].
func (b *Builder) Table() (*Table, error) {
	n := len(b.value)
	c := Indexed{Items: b.items.list, Studies: b.studies.list, Item: b.item[:n:n], Study: b.study[:n:n],
		Value: append([]float64(nil), b.value...), Kind: b.Kind, Categories: slices.Clone(b.Categories),
		Duplicates: b.Duplicates}
	if b.anonymous > 0 && b.anonymous < n {
		return nil, PartlyAnonymous.Faultf("%d of %d labels name no labeler: all must, or none", b.anonymous, n)
	}
	if b.anonymous == 0 {
		c.Labelers, c.Labeler = b.labelers.list, b.labeler[:n:n]
	}
	if c.Kind == 0 {
		c.Kind = Binary
		for _, v := range b.value {
			if v != 0 && v != 1 {
				c.Kind = Numeric
				break
			}
		}
	}
	return NewTable(c)
}
