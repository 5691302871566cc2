package advice

import (
	"slices"
	"strings"

	"concord/criteria"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// choiceSteps have a command for each way to give the open parts a column that the values of the file leave, the most
// likely first.
func choiceSteps(parts *read.Incomplete) []study.Fix {
	var found []string
	for _, p := range parts.Found {
		found = append(found, p.Part+" = "+visible.Name(p.Column))
	}
	var all []study.Fix
	if found != nil {
		all = append(all, says("found: "+strings.Join(found, ", ")))
	}
	for _, c := range parts.Choices {
		s := study.Fix{}
		columns := map[string][]string{}
		for _, p := range c.Parts { // of which an item may have two columns
			columns[p.Part] = append(columns[p.Part], p.Column)
		}
		for _, p := range c.Parts {
			if of := columns[p.Part]; of[0] == p.Column {
				s = s.And(partFlag(p.Part), of...)
			}
		}
		switch {
		case c.Wide != nil:
			s.Does = "if each column has the labels of one labeler"
			s = s.And("wide", c.Wide...)
		case c.WideItems != nil:
			s.Does = "if each row is a person, and each column an item"
			s = s.And("wide-items", c.WideItems...)
		case c.Labels != nil:
			s.Does = "each column of labels alone"
			s = s.And("label", c.Labels...)
		default:
			s.Does = choiceSays(c.Parts)
		}
		all = append(all, s)
		if together, ok := jointly(parts, c, s); ok {
			all = append(all, together)
		}
	}
	return all
}

// jointly takes several columns of labels as criteria by which named labelers rate the items.
func jointly(parts *read.Incomplete, c read.Choice, alone study.Fix) (s study.Fix, ok bool) {
	named := slices.ContainsFunc(append(slices.Clone(parts.Found), c.Parts...), func(p read.PartColumn) bool {
		return p.Part == "labeler"
	})
	if !named || len(c.Labels) < 2 || len(c.Labels) > criteria.MostDimensions {
		return s, false
	}
	s = study.Fix{Does: "all jointly, to see how they go together", Command: "fit", Set: slices.Clone(alone.Set)}
	s.Set[len(s.Set)-1].Option = "criteria"
	return s, true
}

// choiceSays says which column is which part.
func choiceSays(parts []read.PartColumn) string {
	var each []string
	for _, p := range parts {
		each = append(each, p.Part+" = "+visible.Name(p.Column))
	}
	return strings.Join(each, ", ")
}
