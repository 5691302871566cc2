package study

import "slices"

// Select returns the labels of the named studies, in the order of the arguments. Items
// and labelers that have no label in them are left out. The error is an [*Error]: a study that
// there is not, is named twice, or none named.
func (t *Table) Select(studies ...string) (*Table, error) {
	if len(studies) == 0 {
		return nil, &Error{File: t.source.File, Found: "no study is left"}
	}
	r := rows{items: t.items, labelers: t.labelers, studies: slices.Clone(studies)}
	var value []float64
	for k, name := range studies {
		s := slices.Index(t.studies, name)
		if s < 0 {
			return nil, &Error{File: t.source.File, Column: t.source.Columns.Study.Name,
				Found: "no study is named " + show(name) + ": " + plainList(t.studies)}
		}
		if slices.Index(studies, name) < k {
			return nil, &Error{File: t.source.File, Found: "study " + show(name) + " is named twice"}
		}
		v := t.StudyAt(s)
		r.item = append(r.item, v.item...)
		if t.labeler != nil {
			r.labeler = append(r.labeler, v.labeler...)
		}
		value = append(value, v.value...)
		for range v.value {
			r.study = append(r.study, int32(k))
		}
	}
	part := r.table(value)
	part.kind, part.categories, part.column, part.source = t.kind, t.categories, t.column, t.source
	return part, nil
}

// Without returns the labels of all studies but the named ones, otherwise as [Table.Select].
func (t *Table) Without(studies ...string) (*Table, error) {
	for _, name := range studies {
		if !slices.Contains(t.studies, name) {
			return nil, &Error{File: t.source.File, Column: t.source.Columns.Study.Name,
				Found: "no study is named " + show(name) + ": " + plainList(t.studies)}
		}
	}
	return t.Select(slices.DeleteFunc(slices.Clone(t.studies), func(s string) bool { return slices.Contains(studies, s) })...)
}
