package study

import (
	"slices"

	"concord/internal/visible"
)

// Select returns the labels of the named studies, in the order of the arguments. Items and labelers that have no label
// in them are left out. The error is an [*Error] if a named study does not exist, if one is named twice, or if none is
// named.
func (t *Table) Select(studies ...string) (*Table, error) {
	if len(studies) == 0 {
		return nil, &Error{Code: NoStudies, File: t.source.File, Found: "no group is left"}
	}
	c := Indexed{Items: t.items, Labelers: t.labelers, Studies: slices.Clone(studies),
		Factors: eachFactor(t.factors, func(f Factor) Factor { return Factor{Name: f.Name, Levels: f.Levels} }),
		Kind:    t.kind, Categories: t.categories, Sets: t.sets, Label: t.column, Source: t.source,
		scores: t.scores}
	for k, name := range studies {
		s := slices.Index(t.studies, name)
		if s < 0 {
			return nil, &Error{Code: UnknownStudy, File: t.source.File, Column: t.source.Columns.Study.Name,
				Found: visible.Sprintf("no group is named %q: %v", name, t.studies)}
		}
		if slices.Index(studies, name) < k {
			return nil, &Error{Code: RepeatedName, File: t.source.File,
				Found: visible.Sprintf("group %q is named twice", name)}
		}
		v := t.StudyAt(s)
		c.Item = append(c.Item, v.item...)
		if t.labeler != nil {
			c.Labeler = append(c.Labeler, v.labeler...)
		}
		for k := range c.Factors {
			c.Factors[k].Index = append(c.Factors[k].Index, t.factors[k].Index[v.from:v.to]...)
		}
		c.Value = append(c.Value, v.value...)
		for range v.value {
			c.Study = append(c.Study, int32(k))
		}
	}
	return c.table(), nil
}

// Without returns the labels of all studies but the named ones, otherwise as [Table.Select].
func (t *Table) Without(studies ...string) (*Table, error) {
	for _, name := range studies {
		if !slices.Contains(t.studies, name) {
			return nil, &Error{Code: UnknownStudy, File: t.source.File, Column: t.source.Columns.Study.Name,
				Found: visible.Sprintf("no group is named %q: %v", name, t.studies)}
		}
	}
	return t.Select(slices.DeleteFunc(slices.Clone(t.studies),
		func(s string) bool { return slices.Contains(studies, s) })...)
}
