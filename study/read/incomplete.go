package read

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// missingPart is a part that no column plays, or that several could play.
type missingPart struct {
	role
	found []int
}

// Incomplete is the cause of an [OpenParts] error: parts that no column has, or that several could have.
type Incomplete struct {
	Open     []OpenPart
	Proposed []PartColumn // columns that may be meant, by their names, for open parts and others
	BareID   bool         // one of those is called ID and nothing else
	// Found are the parts that have a column. Absent are the parts that have none and need none, if there are columns
	// left for them.
	Found  []PartColumn
	Absent []string
	Left   int // how many these are
	// Looks are the columns as the first rows have them, if [Options.Looks] asks for them.
	Looks []study.ColumnLook
}

// OpenPart is a part that has no column.
type OpenPart struct {
	Part       string
	Candidates []string // columns that could have it; none if no name says so
}

// PartColumn is a part with a column.
type PartColumn struct{ Part, Column string }

// Error names the open parts.
func (e *Incomplete) Error() string {
	parts := make([]string, len(e.Open))
	for i, p := range e.Open {
		parts[i] = "the " + p.Part
	}
	return "no column is known to be " + strings.Join(parts, ", nor ")
}

// incomplete is the error about all parts that are open at once.
func (h *header) incomplete(open []missingPart, parts []part) error {
	if err := h.preferences(); err != nil {
		return err
	}
	switch len(h.names) {
	case 0:
		return study.Faultf(NoColumns, "there is no column: the objects are empty, or none holds a label")
	case 1:
		if strings.HasPrefix(h.names[0], "{") || strings.HasPrefix(h.names[0], "[") {
			return study.Faultf(OneColumn, "only one column: %v, which looks like JSON", h.names[0]).AtLine(1).
				Advising("name no delimiter, so that the file is read as JSON")
		}
		if i := strings.IndexFunc(h.names[0], isDelimiter); i >= 0 {
			return study.Faultf(OneColumn, "only one column: %v, which holds %q", h.names[0], h.names[0][i:i+1]).
				AtLine(1).Advising("name no delimiter, so that it is found, or remove the quotes around whole lines")
		}
		return study.Faultf(OneColumn, "only one column: %v", h.names[0]).AtLine(1).
			Advising("separate columns by one of , ; tab |, and name them in the first line")
	}
	cause := &Incomplete{}
	for _, m := range open {
		cause.Open = append(cause.Open, OpenPart{m.name, h.at(m.found)})
	}
	h.propose(cause, open, parts)
	h.others(cause, open, parts)
	return study.Faultf(OpenParts, "%s", cause.said(h.names)).Wrapping(cause).FixedBy(cause.fixes()...)
}

// said says which parts no column of some names could have, and which of them several could.
func (e *Incomplete) said(names []string) string {
	var none, found []string
	for _, p := range e.Open {
		switch len(p.Candidates) {
		case 0:
			none = append(none, "the "+p.Part)
		case 1:
			found = append(found, visible.Sprintf("column %v could be the %s", p.Candidates[0], p.Part))
		default:
			found = append(found, visible.Sprintf("%d columns could be the %s: %v", len(p.Candidates), p.Part,
				p.Candidates))
		}
	}
	if none != nil {
		found = append([]string{visible.Sprintf("no column could be %s: %v", strings.Join(none, ", and none "),
			names)}, found...)
	}
	return strings.Join(found, "; ")
}

// propose adds the columns that may be meant, for parts without candidates.
func (h *header) propose(to *Incomplete, open []missingPart, parts []part) {
	used := make([]bool, len(h.names)) // by a part, a candidate or a proposal
	for i := range used {
		used[i] = h.taken[i] != ""
	}
	for _, m := range open {
		for _, i := range m.found {
			used[i] = true
		}
	}
	one := func(r role) {
		ids := slices.DeleteFunc(h.free(r, byID), func(i int) bool { // the ids of other parts
			return slices.ContainsFunc(parts, func(p part) bool { return p.name != r.name && p.match(h.names[i]) != 0 })
		})
		for _, i := range append(h.free(r, byProposal), ids...) {
			if !used[i] {
				used[i] = true
				to.BareID = to.BareID || normalized(h.names[i]) == "id"
				to.Proposed = append(to.Proposed, PartColumn{r.name, h.names[i]})
				return
			}
		}
	}
	for _, m := range open {
		if len(m.found) == 0 {
			one(m.role)
		}
	}
	for _, p := range parts {
		if !p.needed && p.to.Name == "" && p.want == "" && !isOpen(open, p.name) {
			one(p.role)
		}
	}
}

// others adds which parts are found, and which may be named besides, where columns are left for them.
func (h *header) others(to *Incomplete, open []missingPart, parts []part) {
	left, wanted := len(h.names)-len(h.taken), 0
	for _, m := range open {
		left -= len(m.found)
		if len(m.found) == 0 {
			wanted++
		}
	}
	if left <= wanted {
		return
	}
	to.Left = left
	for _, p := range parts {
		switch {
		case p.to.Name != "":
			to.Found = append(to.Found, PartColumn{p.name, p.to.Name})
		case !p.needed && p.want == "" && !isOpen(open, p.name):
			to.Absent = append(to.Absent, p.name)
		}
	}
}

func isOpen(open []missingPart, part string) bool {
	return slices.ContainsFunc(open, func(m missingPart) bool { return m.name == part })
}

// partsSaid says which column is which part.
func partsSaid(parts []PartColumn) string {
	var all []string
	for _, p := range parts {
		all = append(all, p.Part+" = "+visible.Name(p.Column))
	}
	return strings.Join(all, ", ")
}

// manyColumns is how many columns of no part make it likely that several hold labels.
const manyColumns = 5

// fixes name an option for each part that is open, and the columns that may be meant.
func (e *Incomplete) fixes() []study.Fix {
	open := study.Fix{Does: "choose one"}
	if len(e.Open) > 1 {
		open.Does = "choose"
	}
	for _, p := range e.Open {
		open = open.Choosing(optionOf(p.Part))
	}
	all := []study.Fix{open}
	if len(e.Proposed) > 0 {
		perhaps := study.Fix{Does: "perhaps"}
		if e.BareID {
			perhaps.Does = "perhaps (an ID can be the item, the labeler or the row)"
		}
		for _, p := range e.Proposed {
			perhaps = perhaps.And(optionOf(p.Part), p.Column)
		}
		for _, p := range e.Open {
			if !e.proposes(p.Part) {
				perhaps = perhaps.Choosing(optionOf(p.Part))
			}
		}
		all = append(all, perhaps)
	}
	// If none of many columns is known to be the label, often all are labels.
	last := e.Open[len(e.Open)-1] // the parts are in their order
	label := last.Part == labelPart && len(last.Candidates) == 0
	if label && len(e.Open) == 1 && e.Left >= manyColumns {
		all = append(all, study.To("every column of 0 and 1, with a fit for each", labelPart, AllColumns),
			study.Choose("several columns, with a fit for each", labelPart))
	}
	// The columns may be labelers: no name says that one of them names the labelers or holds the labels.
	if label && e.Left > len(e.Open) && slices.Contains(e.Absent, study.LabelerFactor) && !e.proposes(labelPart) &&
		!e.proposes(study.LabelerFactor) {
		all = append(all, study.Choose("a column for each labeler, or a pattern of their names", "wide"))
	}
	if e.Found != nil {
		all = append(all, study.Fix{Does: "found: " + partsSaid(e.Found)})
	}
	var absent []string
	for _, part := range e.Absent {
		what := " for the group or condition"
		if part == study.LabelerFactor {
			what = " for the person who gave a label"
		}
		absent = append(absent, part+what)
	}
	if absent != nil {
		all = append(all, study.Fix{Does: "may be named: " + strings.Join(absent, ", ") +
			"; other columns are not used"})
	}
	return all
}

// proposes reports whether a column may be meant for a part.
func (e *Incomplete) proposes(part string) bool {
	return slices.ContainsFunc(e.Proposed, func(p PartColumn) bool { return p.Part == part })
}
