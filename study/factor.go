package study

import "slices"

// ItemFactor and LabelerFactor are the names of items and labelers as factors.
const (
	ItemFactor    = "item"
	LabelerFactor = "labeler"
)

// Factor is a way in which labels differ besides item, labeler and study, such as the template of a question or the
// day. Each label has one of its levels.
type Factor struct {
	Name   string   // neither "" nor the name of a part: item, labeler, study, label
	Levels []string // distinct names
	Index  []int32  // of each label's level
}

// IsPart reports whether a name belongs to a part that every table has, so that no factor can have it.
func IsPart(name string) bool {
	return slices.Contains([]string{ItemFactor, LabelerFactor, "study", "label"}, name)
}

// Factors returns the names of the factors of a table: [ItemFactor], [LabelerFactor] if the labels name their labelers,
// and the further ones in the order in which they were given.
func (t *Table) Factors() []string {
	all := []string{ItemFactor}
	if t.HasLabelers() {
		all = append(all, LabelerFactor)
	}
	for _, f := range t.factors {
		all = append(all, f.Name)
	}
	return all
}

// Levels returns the names of the levels of a factor that have a label, in the same order as [Table.Items], and
// whether there is the factor.
func (t *Table) Levels(factor string) (levels []string, ok bool) {
	switch factor {
	case ItemFactor:
		return t.items, true
	case LabelerFactor:
		return t.labelers, t.HasLabelers()
	}
	if k := t.factorAt(factor); k >= 0 {
		return t.factors[k].Levels, true
	}
	return nil, false
}

// Factor returns for each label the index of its level in Table().Levels(name), and whether there is the factor.
func (v View) Factor(name string) (level []int32, ok bool) {
	switch name {
	case ItemFactor:
		return v.item, true
	case LabelerFactor:
		return v.labeler, v.table.HasLabelers()
	}
	if k := v.table.factorAt(name); k >= 0 {
		return v.table.factors[k].Index[v.from:v.to], true
	}
	return nil, false
}

// factorAt returns the place of a further factor, or -1.
func (t *Table) factorAt(name string) int {
	return slices.IndexFunc(t.factors, func(f Factor) bool { return f.Name == name })
}

// eachFactor returns the factors with other levels or indices.
func eachFactor(factors []Factor, other func(Factor) Factor) []Factor {
	if factors == nil {
		return nil
	}
	all := make([]Factor, len(factors))
	for k, f := range factors {
		all[k] = other(f)
	}
	return all
}
