package study

import (
	"fmt"
	"strings"
	"unicode"
)

// Column is a column of the file and how it came to its part.
type Column struct {
	Name  string // "" if the file has none
	Named bool   // by the caller rather than found
	index int
}

// Columns are the columns of a file that a table came from. Labeler and Study have
// no name where the file has no such column.
type Columns struct {
	Item, Labeler, Study, Label Column
}

// role is a part that a column can play.
type role struct {
	name    string // and flag
	aliases []string
	needed  bool
}

func roles() (item, labeler, study, label role) {
	return role{"item", []string{"item", "task", "doc", "document", "example", "record", "conversation"}, true},
		role{"labeler", []string{"labeler", "labeller", "rater", "worker", "annotator", "coder", "judge", "user"}, false},
		role{"study", []string{"study", "group", "pool", "platform", "phase", "arm"}, false},
		role{"label", []string{"label", "rating", "score", "response", "answer", "vote"}, true}
}

// matches reports whether a header name is one of the aliases, alone or with an "id"
// behind it. "id" alone never is: it is the task in one export and the row in another.
func (r role) matches(name string) bool {
	name = normalized(name)
	for _, a := range r.aliases {
		if name == a || name == a+"id" {
			return true
		}
	}
	return false
}

// normalized returns a column name without case and separators, of which spreadsheets and
// pages of the web bring some that are not seen.
func normalized(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-.:/", r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name))
}

// header finds the columns of a file.
type header struct {
	file  string
	names []string
	taken map[int]string // the flag by which a column is taken
}

// repeatedBy reports whether a row says what the header says, in two columns at least.
func (h *header) repeatedBy(fields [][]byte) bool {
	for i, f := range fields {
		if string(f) != h.names[i] {
			return false
		}
	}
	return len(fields) > 1
}

// indexColumns finds item, labeler and study. The label columns that the caller
// names must be taken before, so that they play no other part.
func (h *header) indexColumns(o Options) (Columns, error) {
	var c Columns
	item, labeler, study, _ := roles()
	parts := []struct {
		role
		want string
		to   *Column
	}{{item, o.Item, &c.Item}, {labeler, o.Labeler, &c.Labeler}, {study, o.Study, &c.Study}}
	for _, named := range []bool{true, false} { // what the caller names is no candidate for another part
		for _, p := range parts {
			if (p.want != "") != named {
				continue
			}
			var err error
			if *p.to, err = h.column(p.role, p.want); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}

// column finds the column of a role: the one the caller wants, or the only one that matches.
func (h *header) column(r role, want string) (Column, error) {
	if want == NoColumn && !r.needed {
		return Column{index: -1, Named: true}, nil
	}
	if want != "" {
		i, err := h.named(r.name, want)
		if err != nil {
			return Column{}, err
		}
		return Column{Name: h.names[i], Named: true, index: i}, nil
	}
	var found []int
	for i, n := range h.names {
		if h.taken[i] == "" && r.matches(n) {
			found = append(found, i)
		}
	}
	switch {
	case len(found) == 1:
		h.taken[found[0]] = r.name
		return Column{Name: h.names[found[0]], index: found[0]}, nil
	case len(found) > 1:
		return Column{}, &Error{File: h.file,
			Found:  fmt.Sprintf("%d columns could be the %s: %s", len(found), r.name, plainList(h.at(found))),
			Remedy: fmt.Sprintf("choose one: --%s NAME", r.name)}
	case r.needed && len(h.names) == 0:
		return Column{}, &Error{File: h.file, Found: "there is no column: the objects are empty, or none holds a label"}
	case r.needed && len(h.names) == 1:
		return Column{}, &Error{File: h.file, Line: 1, Found: fmt.Sprintf("only one column: %s", plain(h.names[0])),
			Remedy: "separate columns by one of , ; tab |, and name them in the first line"}
	case r.needed:
		return Column{}, &Error{File: h.file, Found: fmt.Sprintf("no column could be the %s: %s", r.name, plainList(h.names)),
			Remedy: fmt.Sprintf("choose one: --%s NAME", r.name)}
	}
	return Column{index: -1}, nil
}

// named finds the column that the caller calls want, first by the exact name.
func (h *header) named(flag, want string) (int, error) {
	var found []int
	for i, n := range h.names {
		if n == want {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		for i, n := range h.names {
			if normalized(n) == normalized(want) {
				found = append(found, i)
			}
		}
	}
	switch {
	case len(found) == 0:
		return 0, &Error{File: h.file, Column: want, Found: fmt.Sprintf("no column is named %s: %s", show(want), plainList(h.names)),
			Remedy: fmt.Sprintf("choose one: --%s NAME", flag)}
	case len(found) > 1:
		return 0, &Error{File: h.file, Column: want, Found: fmt.Sprintf("%d columns are named %s: %s", len(found), show(want), plainList(h.at(found))),
			Remedy: "give each column a name of its own"}
	case h.taken[found[0]] != "":
		return 0, &Error{File: h.file, Column: want,
			Found:  fmt.Sprintf("column %s cannot be both --%s and --%s", show(want), h.taken[found[0]], flag),
			Remedy: fmt.Sprintf("choose another: --%s NAME", flag)}
	}
	h.taken[found[0]] = flag
	return found[0], nil
}

func (h *header) at(indices []int) []string {
	names := make([]string, len(indices))
	for i, c := range indices {
		names[i] = h.names[c]
	}
	return names
}
