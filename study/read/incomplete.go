package read

import (
	"fmt"
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

// incomplete is the error about all parts that are open at once, with a flag for each.
func (h *header) incomplete(open []missingPart, parts []part) error {
	switch len(h.names) {
	case 0:
		return &study.Error{File: h.file, Found: "there is no column: the objects are empty, or none holds a label"}
	case 1:
		return &study.Error{File: h.file, Line: 1, Found: fmt.Sprintf("only one column: %s", visible.Name(h.names[0])),
			Remedy: "separate columns by one of , ; tab |, and name them in the first line"}
	}
	var none, found, flags, perhaps []string
	used := make([]bool, len(h.names)) // by a proposal, or a candidate
	for i := range used {
		used[i] = h.taken[i] != ""
	}
	bare := false // a column that is called ID and nothing else is proposed
	for _, m := range open {
		flags = append(flags, "--"+m.name+" NAME")
		if len(m.found) > 0 {
			found = append(found, fmt.Sprintf("%d columns could be the %s: %s", len(m.found), m.name, visible.Names(h.at(m.found))))
			for _, i := range m.found {
				used[i] = true
			}
			continue
		}
		none = append(none, "the "+m.name)
	}
	propose := func(r role) {
		for _, i := range h.free(r, byProposal) {
			if !used[i] {
				used[i] = true
				bare = bare || normalized(h.names[i]) == "id"
				perhaps = append(perhaps, "--"+r.name+" "+visible.ShellList([]string{h.names[i]}))
				return
			}
		}
	}
	for _, m := range open {
		if len(m.found) == 0 {
			propose(m.role)
		}
	}
	for _, p := range parts {
		if !p.needed && p.to.Name == "" && p.want == "" && !slices.ContainsFunc(open, func(m missingPart) bool { return m.name == p.name }) {
			propose(p.role)
		}
	}
	if none != nil {
		found = append([]string{fmt.Sprintf("no column could be %s: %s", strings.Join(none, ", and none "), visible.Names(h.names))}, found...)
	}
	remedy := "choose one: " + strings.Join(flags, " ")
	if len(flags) > 1 {
		remedy = "choose: " + strings.Join(flags, " ")
	}
	if perhaps != nil {
		remedy += "; perhaps " + strings.Join(perhaps, " ")
	}
	if bare {
		remedy += " (an ID can be the item, the labeler or the row)"
	}
	return &study.Error{File: h.file, Found: strings.Join(found, "; "), Remedy: remedy + h.others(open, parts)}
}

// others says which parts are found, and which may be named besides, where columns are left for them.
func (h *header) others(open []missingPart, parts []part) string {
	left, wanted := len(h.names), 0
	for _, m := range open {
		left -= len(m.found)
		if len(m.found) == 0 {
			wanted++
		}
	}
	left -= len(h.taken)
	if left <= wanted {
		return ""
	}
	var played, absent []string
	for _, p := range parts {
		switch {
		case p.to.Name != "":
			played = append(played, p.name+" = "+p.to.String())
		case p.needed || p.want != "" || slices.ContainsFunc(open, func(m missingPart) bool { return m.name == p.name }):
		case p.name == "labeler":
			absent = append(absent, "--labeler NAME for who gave a label")
		default:
			absent = append(absent, "--study NAME for the study or condition")
		}
	}
	text := ""
	if played != nil {
		text = "\n  found: " + strings.Join(played, ", ")
	}
	if absent != nil {
		text += "\n  may be named: " + strings.Join(absent, ", ") + "; columns of no part are not used"
	}
	return text
}
