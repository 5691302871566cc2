package study

import (
	"slices"
)

// LabelersAsStudies returns the labels of a table of one study, divided into studies. The labels of each of the given
// labelers are a study, named like the labeler, in the order of the arguments. Before them comes the study of all other
// labelers, with the given name. In a table of several studies that is the name of the study from which they are taken,
// and the new studies come behind all. The error is an [*Error] if labels name no labeler, if a labeler is named twice
// or like a study, or if there are no others. It is a [*NameError] if there is no such labeler or study.
func (t *Table) LabelersAsStudies(others string, labelers ...string) (*Table, error) {
	if t.labeler == nil {
		return nil, NoLabelers.Faultf("the labels name no labeler").InFile(t.source.File)
	}
	studies, from := slices.Clone(t.studies), 0
	if len(studies) == 1 {
		studies[0] = others
	} else if from = slices.Index(studies, others); from < 0 {
		return nil, &NameError{Kind: "group", Name: others, Names: t.studies}
	}
	v := t.StudyAt(from)
	present := make([]bool, len(t.labelers))
	left := 0
	for _, l := range v.labeler {
		if !present[l] {
			present[l], left = true, left+1
		}
	}
	of := make([]int32, len(t.labelers)) // study of each labeler; 0 for the one in which the label is
	for _, name := range labelers {
		l := slices.Index(t.labelers, name)
		switch {
		case l < 0 || !present[l]:
			return nil, &NameError{Kind: "labeler", Name: name, Names: t.labelers}
		case of[l] > 0:
			return nil, RepeatedName.Faultf("labeler %q is named twice", name).InFile(t.source.File)
		case slices.Contains(studies, name):
			return nil, RepeatedName.Faultf("%q names both a labeler and the group of all others", name).
				InFile(t.source.File)
		}
		of[l] = int32(len(studies))
		studies = append(studies, name)
	}
	if len(labelers) == left {
		return nil, NoLabels.Faultf("all labelers are named, so no other is left").InFile(t.source.File)
	}
	c := t.indexed()
	c.Source, c.Studies, c.Study = t.source, studies, slices.Clone(c.Study)
	for n, l := range v.labeler {
		if of[l] > 0 {
			c.Study[v.from+n] = of[l]
		}
	}
	return c.Grouped().table(), nil
}
