package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/say"
)

// Table is a table of an answer. Each cell is the row that its line and its column leave. A column without a cell is
// left out, and so is a table without a line. The first screen shows the ends of a long table, and a page can sort it.
type Table struct {
	Name, Caption string // as of [say.Scope.Fill]
	Lines         Lines
	Cols          []Col
	Notes         func(Scope) []string
	// If says when there is a table; nil: always.
	If func(Scope) bool
	// Keep has the quantities whose lines stay on a first screen that is too long. Spare tables go if fewer lines
	// do not make room.
	Keep  []string
	Spare bool
	// Top tables show the first lines, and leave the last ones out of a first screen. Rest, if there is one, says what
	// was left out.
	Top  bool
	Rest func(s Scope, left []Line) string
	// Most is how many lines a table has that is not on the first screen; 0: all.
	Most int
}

// Col is a column.
type Col struct {
	// Q is the quantity, or alternatives: "icc_A1|icc_1"; "": that of the line.
	Q  string
	As answer.As
	// Head is that of the quantity, or its event, unless it is given.
	Head     string
	Priority document.Priority
	// At, Suffix and By change the key of the line: what At has, the quantity, by the end of its name, and whose
	// labels. By takes the first that there is of "single_by_fit|single", and "source" stands for the source of the
	// answer.
	At         answer.Key
	Suffix, By string
	// Across says that each part has a column, and Others that the first part has none. Spread gives each key a column
	// that it makes of the keys of the quantity.
	Across, Others bool
	Spread         func(answer.Key) answer.Key
	// Decimals replaces the most decimals of the quantity. A column with Decimals has numbers.
	Decimals int
	// Find finds the row of a line, given its quantity, if it is elsewhere.
	Find func(s say.Scope, quantity string) *answer.Row
	// Made makes a cell of several rows, for the key of the line; nil: the cell is an aspect of the row.
	Made func(say.Scope) document.Cell
}

// Line is a line before its cells are found.
type Line struct {
	Title, Name string // of its group of lines, and its own
	answer.Key
	Q     string // the quantity, if columns do not name it
	Link  string // on the page, from the name
	Note  string // of the table, if it has the line
	Fixed bool   // others are measured by it, and it stays
}

// over is the key of the line with what another key has.
func (l Line) over(at answer.Key) answer.Key {
	return answer.Key{Task: cmp.Or(at.Task, l.Task), Group: cmp.Or(at.Group, l.Group), Of: cmp.Or(at.Of, l.Of),
		Against: cmp.Or(at.Against, l.Against), By: cmp.Or(at.By, l.By), Scale: cmp.Or(at.Scale, l.Scale),
		Term: cmp.Or(at.Term, l.Term), Design: cmp.Or(at.Design, l.Design),
		Category: cmp.Or(at.Category, l.Category), Distance: cmp.Or(at.Distance, l.Distance),
		Event: cmp.Or(at.Event, l.Event), Prior: cmp.Or(at.Prior, l.Prior), K: cmp.Or(at.K, l.K)}
}

// Lines finds the lines of a table.
type Lines func(Scope, []Col) []Line

// sortable is how many lines a table has at most that the page need not sort.
const sortable = 20

func (t Table) lay(s Scope) []document.Part {
	if t.If != nil && !t.If(s) {
		return nil
	}
	lines := t.Lines(s, t.Cols)
	if len(lines) == 0 {
		return nil
	}
	p := t.part(s, lines, cmp.Or(t.Most, len(lines)))
	if s.First {
		p = t.short(s, lines, mostLines)
	}
	return []document.Part{p}
}

// Numbers of lines of a table on a first screen: at most, and at least if the screen is too long.
const mostLines, leastLines = 8, 4

// short is the table with the ends of its lines, and with fewer if the screen is too long.
func (t Table) short(s Scope, lines []Line, most int) document.Part {
	if t.Keep != nil {
		most = len(lines)
	}
	p := t.part(s, lines, most)
	switch {
	case t.Keep != nil:
		kept := slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return !slices.Contains(t.Keep, l.Q) })
		p.Shorter = func() document.Part { return t.part(s, kept, len(kept)) }
	case most > leastLines && len(lines) > leastLines:
		p.Shorter = func() document.Part { return t.short(s, lines, most-2) }
	case t.Spare:
		p.Shorter = document.LeftOut
	}
	return p
}

// part is the table with at most a number of lines: the first ones, how many more there are, and the last ones.
func (t Table) part(s Scope, lines []Line, most int) document.Part {
	d := &document.Table{Name: s.fill(t.Name), Caption: s.fill(t.Caption), Columns: []document.Column{{}},
		Sortable: len(lines) > sortable && !s.First}
	if t.Notes != nil {
		d.Notes = t.Notes(s)
	}
	rest := lines[min(most, len(lines)):]
	if t.Top {
		lines = lines[:len(lines)-len(rest)]
	}
	var kept []Line
	for i, left, half := 0, 0, most/2-1; i < len(lines); i++ {
		if len(lines) > most && i >= half && i < len(lines)-half && !lines[i].Fixed {
			if left++; i+1 < len(lines)-half && !lines[i+1].Fixed {
				continue
			}
			kept, left = append(kept, Line{Name: fmt.Sprintf("… %d more", left)}), 0
			continue
		}
		kept = append(kept, lines[i])
	}
	rows := make([]document.Row, len(kept))
	for i, l := range kept {
		rows[i] = document.Row{Name: l.Name, Line: l.Fixed, Link: l.Link}
		if l.Note != "" && !slices.Contains(d.Notes, l.Note) {
			d.Notes = append(d.Notes, l.Note)
		}
	}
	for _, c := range t.Cols {
		parts := []answer.Key{{}}
		switch {
		case c.Across:
			parts = s.Parts()
			if c.Others {
				parts = parts[1:]
			}
		case c.Spread != nil:
			parts = s.spread(cmp.Or(c.Q, lines[0].Q), c.Spread)
		}
		for i, part := range parts {
			c.add(s, d, rows, kept, part, i)
		}
	}
	for i, l := range kept {
		if n := len(d.Groups); n == 0 || d.Groups[n-1].Title != l.Title {
			d.Groups = append(d.Groups, document.Group{Title: l.Title})
		}
		g := &d.Groups[len(d.Groups)-1]
		g.Rows = append(g.Rows, rows[i])
	}
	if t.Top && t.Rest != nil && len(rest) > 0 {
		last := &d.Groups[len(d.Groups)-1]
		last.Rows = append(last.Rows, document.Row{Name: t.Rest(s, rest)})
	}
	return document.Part{Table: d}
}

// more counts the lines that a table leaves out.
func more(_ Scope, left []Line) string { return fmt.Sprintf("… %d more", len(left)) }

// add adds a column of the i-th part, if one of its cells has something.
func (c Col) add(s Scope, d *document.Table, rows []document.Row, lines []Line, part answer.Key, i int) {
	cells := make([]document.Cell, len(lines))
	column := document.Column{Head: c.Head, Priority: c.Priority, Decimals: quantity.Any,
		Words: c.As == answer.What || c.As == answer.Group}
	var q *quantity.Entry
	found := false
	for k, l := range lines {
		if c.Across {
			l.Task, l.Group = part.Task, part.Group
		}
		name := l.Q
		if c.Q != "" {
			name = c.Q
		}
		if name == "" {
			continue
		}
		if l.Key = l.over(c.At); c.Spread != nil {
			l.Key = l.over(part)
		}
		name += c.Suffix
		r := s.Get(name, l.Key)
		if c.Find != nil {
			r = c.Find(say.Scope{Answer: s.Answer, At: l.Key}, name)
		}
		for by := range strings.SplitSeq(c.By, "|") {
			if by == "" || r != nil && l.By == by {
				break
			}
			of := l.Of
			if l.By = by; by == "source" {
				l.By, of = "", s.Set["source"]
			}
			for _, l.Of = range []string{of, ""} {
				if r = s.Get(name, l.Key); r != nil {
					break
				}
			}
			if r != nil {
				break
			}
			l.Of = of
		}
		if r != nil {
			if cells[k] = r.Cell(c.As); c.Made != nil {
				cells[k] = c.Made(say.Scope{Answer: s.Answer, At: l.Key})
				_, text := cells[k].(document.Text)
				column.Words = column.Words || text && c.Decimals == 0
			} else if s.First && r.Said != "" && c.As == answer.Whole {
				cells[k] = document.Text(document.Shortened(r.Said, 16))
			}
			if found = found || cells[k] != nil; q == nil {
				q = r.Q
			}
		}
	}
	if !found || c.As == answer.Group && !s.Several() {
		return
	}
	if c.Q+c.Suffix != "" || c.At.K > 0 {
		column.Decimals, column.Words = q.Decimals(s.First),
			column.Words || c.As == answer.Whole && q.Unit == quantity.Words
		switch {
		case c.Head != "":
		case c.As == answer.Chance:
			column.Head = q.Event
		default:
			column.Head = q.Head
		}
	}
	column.Head, column.Decimals = s.fill(column.Head), cmp.Or(c.Decimals, column.Decimals)
	switch {
	case c.Spread != nil && c.Head != "":
		part.Of = document.Shortened(part.Of, 12)
		column.Head = say.Scope{Answer: s.Answer, At: part}.Fill(c.Head)
	case c.Spread != nil:
		column.Head = document.Clip(cmp.Or(part.Against, part.Of))
	case c.Across:
		column.Head = document.Clip(part.PartName())
	}
	if i > 2 && (c.Across || s.First) && column.Priority == document.Essential {
		column.Priority = document.Useful
	}
	d.Columns = append(d.Columns, column)
	for k := range rows {
		rows[k].Cells = append(rows[k].Cells, cells[k])
	}
}

// Each has a line for each thing that the quantity of the first column is of, in the part of the scope or in all parts.
// Between joins the names of two.
// Others are quantities with further things.
func Each(between string, others ...string) Lines {
	return func(s Scope, cols []Col) []Line {
		var all []Line
		seen := map[answer.Key]bool{}
		across := slices.ContainsFunc(cols, func(c Col) bool { return c.Across && !c.Others })
		for _, name := range append(strings.Split(cols[0].Q, "|"), others...) {
			for _, r := range s.Of(name) {
				at := r.Key
				if !at.In(s.At) {
					continue
				}
				if across {
					at.Task, at.Group = "", ""
				}
				if !seen[at] {
					seen[at] = true
					all = append(all, Line{Name: nameOf(s, at, between), Key: at, Fixed: at.By == answer.Person})
				}
			}
		}
		return all
	}
}

// Named is [Each] with a text of [say.Scope.Fill] as the name of a line.
func Named(text string) Lines {
	return func(s Scope, cols []Col) []Line {
		all := Each("")(s, cols)
		for i, l := range all {
			if all[i].Name = (say.Scope{Answer: s.Answer, At: l.Key}).Fill(text); s.First {
				all[i].Name = document.Clip(all[i].Name)
			}
		}
		return all
	}
}

// byCategory and bySource give a column to each category of the labels in against, and to each source.
func byCategory(at answer.Key) answer.Key { return answer.Key{Against: at.Against} }
func bySource(at answer.Key) answer.Key   { return answer.Key{Of: at.Of} }

// spread are the columns of a quantity.
func (s Scope) spread(name string, by func(answer.Key) answer.Key) []answer.Key {
	var all []answer.Key
	for name := range strings.SplitSeq(name, "|") {
		for _, r := range s.Of(name) {
			if at := by(r.Key); r.In(s.At) && at != (answer.Key{}) && !slices.Contains(all, at) {
				all = append(all, at)
			}
		}
	}
	return all
}

// on has the lines on a scale.
func on(scale string, lines Lines) Lines {
	return func(s Scope, cols []Col) []Line {
		return slices.DeleteFunc(lines(s, cols), func(l Line) bool { return l.Scale != scale })
	}
}

// whose are the names of those whose labels a number is of.
var whose = map[string]string{answer.Person: "a person", answer.Unlimited: "unlimited people",
	"votes": "majority vote", "consensus": "consensus of the fit", "single": "one label",
	"single_by_fit": "one label by the fit", "votes_of_others": "  for other people",
	"single_of_others": "  for other people"}

// nameOf names what a line is of.
func nameOf(s Scope, at answer.Key, between string) string {
	switch {
	case at.By != "":
		return whose[at.By]
	case at.Against != "":
		return at.Of + between + at.Against
	case at.Of == "":
		at.Of = s.NameOf(at)
	}
	if s.First {
		return document.Clip(at.Of)
	}
	return at.Of
}

// Quantities has a line for each of some quantities of the part of the scope, in the order of their names and under
// titles. A first screen has those that are defined.
func Quantities(title func(say.Scope, quantity.Unit) string, names ...string) Lines {
	return func(s Scope, _ []Col) []Line {
		var all []Line
		for _, name := range names {
			r := s.Row(name)
			if r == nil || s.First && !r.Defined() || !r.Defined() && r.Why == "" && r.N < 0 {
				continue
			}
			l := Line{Name: s.fill(strings.ReplaceAll(r.Q.Head, "\n", " ")), Key: r.Key, Q: name}
			if title != nil {
				l.Title = title(s.Scope, r.Q.Unit)
			}
			all = append(all, l)
		}
		return all
	}
}

// matrix draws a quantity of each two things, on a scale up to 1. The other way round it is turned.
func (s Scope) matrix(
	id, caption string, low float64, name string, names []string, turned func(float64) float64,
) document.Matrix {
	m := document.Matrix{About: document.About{ID: id, Caption: caption}, Names: names, Low: low, High: 1}
	for _, of := range names {
		var row []float64
		for _, against := range names {
			at := s.At
			at.Of, at.Against = of, against
			x := s.Value(name, at)
			if at.Of, at.Against = against, of; math.IsNaN(x) {
				x = turned(s.Value(name, at))
			}
			row = append(row, x)
		}
		m.Values = append(m.Values, row)
	}
	return m
}
