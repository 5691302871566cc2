package study

import (
	"slices"
)

// Select returns the labels of the named studies, in the order of the arguments. Items and labelers that have no label
// in them are left out. The error is an [*Error] if a named study does not exist, if one is named twice, or if none is
// named.
func (t *Table) Select(studies ...string) (*Table, error) {
	if len(studies) == 0 {
		return nil, NoStudies.Faultf("no group is left").InFile(t.source.File)
	}
	var places, of []int32
	for k, name := range studies {
		s := slices.Index(t.studies, name)
		if s < 0 {
			return nil, t.noStudy(name)
		}
		if slices.Index(studies, name) < k {
			return nil, RepeatedName.Faultf("group %q is named twice", name).InFile(t.source.File)
		}
		for n := t.start[s]; n < t.start[s+1]; n++ {
			places, of = append(places, int32(n)), append(of, int32(k))
		}
	}
	c := t.indexed().Pick(places)
	c.Studies, c.Study = slices.Clone(studies), of
	return c.table(), nil
}

// noStudy is the error about a name that no study has.
func (t *Table) noStudy(name string) error {
	return UnknownStudy.Faultf("no group is named %q: %v", name, t.studies).InFile(t.source.File).
		InColumn(t.source.Columns.Study.Name)
}

// Without returns the labels of all studies but the named ones, otherwise as [Table.Select].
func (t *Table) Without(studies ...string) (*Table, error) {
	for _, name := range studies {
		if !slices.Contains(t.studies, name) {
			return nil, t.noStudy(name)
		}
	}
	return t.Select(slices.DeleteFunc(slices.Clone(t.studies),
		func(s string) bool { return slices.Contains(studies, s) })...)
}
