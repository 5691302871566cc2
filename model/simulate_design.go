package model

import (
	"fmt"
	"slices"

	"concord/study"
)

// Design says who labels what: a study without its labels.
type Design struct {
	// Studies, Items and Labelers are the names that the indices refer to. Labelers is
	// nil where labels name no labeler.
	Studies, Items, Labelers []string
	// Study, Item and Labeler hold one index for each label. Labeler is nil if and only
	// if Labelers is.
	Study, Item, Labeler []int32
}

// DesignOf returns the design of the labels in a table, in the table's order.
func DesignOf(t *study.Table) Design {
	d := Design{Studies: t.Studies(), Items: t.Items(), Labelers: t.Labelers()}
	for s := range t.Studies() {
		v := t.StudyAt(s)
		for range v.Len() {
			d.Study = append(d.Study, int32(s))
		}
		d.Item = append(d.Item, v.Item()...)
		d.Labeler = append(d.Labeler, v.Labeler()...)
	}
	return d
}

// validate checks that each index refers to a name.
func (d Design) validate() error {
	if (d.Labelers == nil) != (d.Labeler == nil) {
		return fmt.Errorf("the design has %d labelers and %d labels that name one", len(d.Labelers), len(d.Labeler))
	}
	for _, column := range []struct {
		name  string
		index []int32
		names int
	}{{"study", d.Study, len(d.Studies)}, {"item", d.Item, len(d.Items)}, {"labeler", d.Labeler, len(d.Labelers)}} {
		if len(column.index) != len(d.Study) && column.index != nil {
			return fmt.Errorf("the design has %d labels and names the %s of %d", len(d.Study), column.name, len(column.index))
		}
		for n, i := range column.index {
			if i < 0 || int(i) >= column.names {
				return fmt.Errorf("label %d is of %s %d, there are %d", n+1, column.name, i, column.names)
			}
		}
	}
	if d.Item == nil && len(d.Study) > 0 {
		return fmt.Errorf("the design names no items")
	}
	return nil
}

// table returns the design with its labels. It copies what it keeps.
func (d Design) table(family Family, values []float64) (*study.Table, error) {
	kind := study.Numeric
	if family == Bernoulli {
		kind = study.Binary
	}
	return study.NewTable(study.Indexed{
		Studies: slices.Clone(d.Studies), Items: slices.Clone(d.Items), Labelers: slices.Clone(d.Labelers),
		Study: slices.Clone(d.Study), Item: slices.Clone(d.Item), Labeler: slices.Clone(d.Labeler),
		Value: values, Kind: kind,
	})
}
