package simulate

import (
	"fmt"
	"slices"

	"concord/model/internal/counting"
	"concord/study"
)

// Design says who labels what: a study without its labels.
type Design struct {
	// Studies, Items and Labelers are the names that the indices refer to. Labelers is nil where labels name no
	// labeler.
	Studies, Items, Labelers []string
	// Study, Item and Labeler hold one index for each label. Labeler is nil if and only if Labelers is.
	Study, Item, Labeler []int32
	// Factors are the groupings besides items and labelers, with a level for each label.
	Factors []study.Factor
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
	for _, name := range t.Factors() {
		if name == study.ItemFactor || name == study.LabelerFactor {
			continue
		}
		levels, _ := t.Levels(name)
		f := study.Factor{Name: name, Levels: levels}
		for s := range t.Studies() {
			index, _ := t.StudyAt(s).Factor(name)
			f.Index = append(f.Index, index...)
		}
		d.Factors = append(d.Factors, f)
	}
	return d
}

// Levels returns how many levels a combination of factors has in a design, and the level of each label.
func (design Design) Levels(by []string) (levels int, index []int32, err error) {
	all := counting.NewCombinations(len(design.Study))
	for _, name := range by {
		var of []int32
		var n int
		switch name {
		case study.ItemFactor:
			of, n = design.Item, len(design.Items)
		case study.LabelerFactor:
			of, n = design.Labeler, len(design.Labelers)
		default:
			i := slices.IndexFunc(design.Factors, func(f study.Factor) bool { return f.Name == name })
			if i < 0 {
				return 0, nil, fmt.Errorf("the design has no factor %q", name)
			}
			of, n = design.Factors[i].Index, len(design.Factors[i].Levels)
		}
		if of == nil {
			return 0, nil, fmt.Errorf("the design names no %s", name)
		}
		all.Cross(n, of)
	}
	if len(by) == 1 { // all levels, whether a label has them or not
		index = make([]int32, len(all.Key))
		for at, key := range all.Key {
			index[at] = int32(key)
		}
		return int(all.Limit), index, nil
	}
	distinct, place := counting.Number(all.Key, all.Limit)
	return len(distinct), place, nil
}

// validate checks that each index refers to a name.
func (design Design) validate() error {
	if (design.Labelers == nil) != (design.Labeler == nil) {
		return fmt.Errorf("the design has %d labelers and %d labels that name one",
			len(design.Labelers), len(design.Labeler))
	}
	for _, column := range []struct {
		name  string
		index []int32
		names int
	}{
		{"study", design.Study, len(design.Studies)}, {"item", design.Item, len(design.Items)},
		{"labeler", design.Labeler, len(design.Labelers)},
	} {
		if len(column.index) != len(design.Study) && column.index != nil {
			return fmt.Errorf("the design has %d labels and names the %s of %d", len(design.Study), column.name,
				len(column.index))
		}
		for n, i := range column.index {
			if i < 0 || int(i) >= column.names {
				return fmt.Errorf("label %d is of %s %d, there are %d", n+1, column.name, i, column.names)
			}
		}
	}
	for _, f := range design.Factors {
		if len(f.Index) != len(design.Study) {
			return fmt.Errorf("the design has %d labels and names the %s of %d",
				len(design.Study), f.Name, len(f.Index))
		}
		for n, i := range f.Index {
			if i < 0 || int(i) >= len(f.Levels) {
				return fmt.Errorf("label %d is of %s %d, there are %d", n+1, f.Name, i, len(f.Levels))
			}
		}
	}
	if design.Item == nil && len(design.Study) > 0 {
		return fmt.Errorf("the design names no items")
	}
	return nil
}

// Table returns the design with its labels, which are of a kind, and of categories if it has some. A labeler whom the
// design has twice at an item was asked again. It copies what it keeps.
func (design Design) Table(kind study.Kind, categories []string, values []float64) (*study.Table, error) {
	factors := slices.Clone(design.Factors)
	for i, of := range factors {
		factors[i].Levels, factors[i].Index = slices.Clone(of.Levels), slices.Clone(of.Index)
	}
	return study.NewTable(study.Indexed{
		Studies: slices.Clone(design.Studies), Items: slices.Clone(design.Items),
		Labelers: slices.Clone(design.Labelers),
		Study:    slices.Clone(design.Study), Item: slices.Clone(design.Item), Labeler: slices.Clone(design.Labeler),
		Value: values, Kind: kind, Categories: slices.Clone(categories), Factors: factors,
		Duplicates: study.DuplicatesKeep,
	})
}
