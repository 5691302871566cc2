package advice

import (
	"slices"
	"strings"

	"concord/criteria"
	"concord/internal/visible"
	"concord/study/read"
)

// choiceSteps have a command for each way to give the open parts a column that the values of the file leave, the most
// likely first.
func choiceSteps(parts *read.Incomplete) []step {
	var found []string
	for _, p := range parts.Found {
		found = append(found, p.Part+" = "+visible.Name(p.Column))
	}
	var all []step
	if found != nil {
		all = append(all, words("found: "+strings.Join(found, ", ")))
	}
	for _, c := range parts.Choices {
		s := step{}
		columns := map[string][]string{}
		for _, p := range c.Parts { // of which an item may have two columns
			columns[p.Part] = append(columns[p.Part], p.Column)
		}
		for _, p := range c.Parts {
			if of := columns[p.Part]; of[0] == p.Column {
				s.set = append(s.set, [2]string{p.Part, list(of...)})
			}
		}
		switch {
		case c.Wide != nil:
			s.does = "if each column has the labels of one labeler"
			s.set = append(s.set, [2]string{"wide", list(c.Wide...)})
		case c.WideItems != nil:
			s.does = "if each row is a person, and each column an item"
			s.set = append(s.set, [2]string{"wide-items", list(c.WideItems...)})
		case c.Labels != nil:
			s.does = "each column of labels alone"
			s.set = append(s.set, [2]string{"label", list(c.Labels...)})
		default:
			s.does = choiceSays(c.Parts)
		}
		all = append(all, s)
		if together, ok := jointly(parts, c, s); ok {
			all = append(all, together)
		}
	}
	return all
}

// jointly takes several columns of labels as criteria by which named labelers rate the items.
func jointly(parts *read.Incomplete, c read.Choice, alone step) (s step, ok bool) {
	named := slices.ContainsFunc(append(slices.Clone(parts.Found), c.Parts...), func(p read.PartColumn) bool {
		return p.Part == "labeler"
	})
	if !named || len(c.Labels) < 2 || len(c.Labels) > criteria.MostDimensions {
		return s, false
	}
	s = step{does: "all jointly, to see how they go together", command: "fit", set: slices.Clone(alone.set)}
	s.set[len(s.set)-1][0] = "criteria"
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
