package naming

import (
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
)

// missingPart is a part that no column plays, or that several could play.
type missingPart struct {
	Role
	found []int
}

// Incomplete is the cause of an [faults.OpenParts] error: parts that no column has, or that several could have.
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
func (h *Header) incomplete(open []missingPart, parts []part) error {
	if err := h.Preferences(); err != nil {
		return err
	}
	switch len(h.Names) {
	case 0:
		return faults.NoColumns.Faultf("there is no column: the objects are empty, or none holds a label")
	case 1:
		if strings.HasPrefix(h.Names[0], "{") || strings.HasPrefix(h.Names[0], "[") {
			return faults.OneColumn.Faultf("only one column: %v, which looks like JSON", h.Names[0]).AtLine(1).
				Advising("name no delimiter, so that the file is read as JSON")
		}
		if i := strings.IndexFunc(h.Names[0], container.IsDelimiter); i >= 0 {
			return faults.OneColumn.Faultf("only one column: %v, which holds %q", h.Names[0], h.Names[0][i:i+1]).
				AtLine(1).Advising("name no delimiter, so that it is found, or remove the quotes around whole lines")
		}
		return faults.OneColumn.Faultf("only one column: %v", h.Names[0]).AtLine(1).
			Advising("separate columns by one of , ; tab |, and name them in the first line")
	}
	cause := &Incomplete{}
	for _, m := range open {
		cause.Open = append(cause.Open, OpenPart{m.Name, h.At(m.found)})
	}
	h.propose(cause, open, parts)
	h.others(cause, open, parts)
	return faults.OpenParts.Faultf("%s", cause.said(h.Names)).Wrapping(cause).FixedBy(cause.fixes()...)
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
func (h *Header) propose(to *Incomplete, open []missingPart, parts []part) {
	used := make([]bool, len(h.Names)) // by a part, a candidate or a proposal
	for i := range used {
		used[i] = h.Taken[i] != ""
	}
	for _, m := range open {
		for _, i := range m.found {
			used[i] = true
		}
	}
	one := func(r Role) {
		ids := slices.DeleteFunc(h.Free(r, ByID), func(i int) bool { // the ids of other parts
			return slices.ContainsFunc(parts, func(p part) bool { return p.Name != r.Name && p.Match(h.Names[i]) != 0 })
		})
		for _, i := range append(h.Free(r, ByProposal), ids...) {
			if !used[i] {
				used[i] = true
				to.BareID = to.BareID || Normalized(h.Names[i]) == "id"
				to.Proposed = append(to.Proposed, PartColumn{r.Name, h.Names[i]})
				return
			}
		}
	}
	for _, m := range open {
		if len(m.found) == 0 {
			one(m.Role)
		}
	}
	for _, p := range parts {
		if !p.needed && p.to.Name == "" && p.want == "" && !isOpen(open, p.Name) {
			one(p.Role)
		}
	}
}

// others adds which parts are found, and which may be named besides, where columns are left for them.
func (h *Header) others(to *Incomplete, open []missingPart, parts []part) {
	left, wanted := len(h.Names)-len(h.Taken), 0
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
			to.Found = append(to.Found, PartColumn{p.Name, p.to.Name})
		case !p.needed && p.want == "" && !isOpen(open, p.Name):
			to.Absent = append(to.Absent, p.Name)
		}
	}
}

func isOpen(open []missingPart, part string) bool {
	return slices.ContainsFunc(open, func(m missingPart) bool { return m.Name == part })
}

// PartsSaid says which column is which part.
func PartsSaid(parts []PartColumn) string {
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
		open = open.Choosing(OptionOf(p.Part))
	}
	all := []study.Fix{open}
	if len(e.Proposed) > 0 {
		perhaps := study.Fix{Does: "perhaps"}
		if e.BareID {
			perhaps.Does = "perhaps (an ID can be the item, the labeler or the row)"
		}
		for _, p := range e.Proposed {
			perhaps = perhaps.And(OptionOf(p.Part), p.Column)
		}
		for _, p := range e.Open {
			if !e.Proposes(p.Part) {
				perhaps = perhaps.Choosing(OptionOf(p.Part))
			}
		}
		all = append(all, perhaps)
	}
	// If none of many columns is known to be the label, often all are labels.
	last := e.Open[len(e.Open)-1] // the parts are in their order
	label := last.Part == LabelPart && len(last.Candidates) == 0
	if label && len(e.Open) == 1 && e.Left >= manyColumns {
		all = append(all, study.To("every column of 0 and 1, with a fit for each", LabelPart, AllColumns),
			study.Choose("several columns, with a fit for each", LabelPart))
	}
	// The columns may be labelers: no name says that one of them names the labelers or holds the labels.
	if label && e.Left > len(e.Open) && slices.Contains(e.Absent, study.LabelerFactor) && !e.Proposes(LabelPart) &&
		!e.Proposes(study.LabelerFactor) {
		all = append(all, study.Choose("a column for each labeler, or a pattern of their names", "wide"))
	}
	if e.Found != nil {
		all = append(all, study.Fix{Does: "found: " + PartsSaid(e.Found)})
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

// Proposes reports whether a column may be meant for a part.
func (e *Incomplete) Proposes(part string) bool {
	return slices.ContainsFunc(e.Proposed, func(p PartColumn) bool { return p.Part == part })
}

// LabelChoice says which label columns to read.
type LabelChoice struct {
	Several   bool     // rather than the one that the options name or that could be the label
	Names     []string // of several; empty means all columns that hold 0 and 1
	Groupings bool     // there may be several, a table each
}
