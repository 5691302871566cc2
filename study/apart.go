package study

import (
	"slices"

	"concord/internal/visible"
)

// Apart returns the labels of a table of one study with those of each of some labelers as a study of its own, named
// like the labeler, in the order of the arguments; before them comes the study of all others, of the name that is
// given. The error is an [*Error] where labels name no labeler, a labeler is named twice or like the study of the
// others, or there are no others, and a [*NameError] where there is no such labeler. It panics if the table has several
// studies.
func (t *Table) Apart(others string, labelers ...string) (*Table, error) {
	if len(t.studies) != 1 {
		panic("study: Apart: the table has several studies")
	}
	fault := func(code Code, found string) error {
		return &Error{Code: code, File: t.source.File, Found: found}
	}
	if t.labeler == nil {
		return nil, fault(NoLabelers, "the labels name no labeler")
	}
	of := make([]int32, len(t.labelers)) // study of each labeler
	for k, name := range labelers {
		l := slices.Index(t.labelers, name)
		switch {
		case l < 0:
			return nil, &NameError{Kind: "labeler", Name: name, Names: t.labelers}
		case of[l] > 0:
			return nil, fault(RepeatedName, "labeler "+visible.Quote(name)+" is named twice")
		case name == others:
			return nil, fault(RepeatedName, visible.Quote(name)+
				" names both a labeler and the study of all others")
		}
		of[l] = int32(k + 1)
	}
	if len(labelers) == len(t.labelers) {
		return nil, fault(NoLabels, "all labelers are named, so no other is left")
	}
	c := Indexed{Items: t.items, Labelers: t.labelers, Item: t.item, Labeler: t.labeler, Value: t.value,
		Studies: append([]string{others}, labelers...), Study: make([]int32, len(t.value)), Factors: t.factors,
		Kind: t.kind, Categories: t.categories, Sets: t.sets, Label: t.column, Source: t.source}
	for n, l := range t.labeler {
		c.Study[n] = of[l]
	}
	return c.Grouped().table(), nil
}
