package advice

import (
	"strings"

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
		for _, p := range c.Parts {
			s.set = append(s.set, [2]string{p.Part, List(p.Column)})
		}
		switch {
		case c.Wide != nil:
			s.does = "if each column has the labels of one labeler"
			s.set = append(s.set, [2]string{"wide", List(c.Wide...)})
		case c.Labels != nil:
			s.does = "each column of labels alone"
			s.set = append(s.set, [2]string{"label", List(c.Labels...)})
		default:
			s.does = choiceSays(c.Parts)
		}
		all = append(all, s)
	}
	return all
}

// choiceSays says which column is which part.
func choiceSays(parts []read.PartColumn) string {
	var each []string
	for _, p := range parts {
		each = append(each, p.Part+" = "+visible.Name(p.Column))
	}
	return strings.Join(each, ", ")
}
