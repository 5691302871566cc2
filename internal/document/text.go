package document

import (
	"cmp"
	"io"
	"strings"

	"concord/internal/visible"
)

// Options say how much of a document is written, and for how wide a page.
type Options struct {
	Level Level
	// Columns is the width of the terminal; 0 is a page of any width, in which sentences have 100 characters a line.
	Columns int
}

// WriteText writes the document for a terminal or a file: what was read, the verdict, then the sections of the level.
//
// A table that is wider than the page puts long names above their rows, then leaves out the columns of the highest
// priority, and last gives each row separate lines. It says which columns it left out, and breaks no number.
func WriteText(w io.Writer, d *Document, o Options) error {
	lines := lay(d, o, false)
	if o.Level == Answer {
		lines = firstScreen(d, o)
	}
	for _, text := range lines {
		if _, err := io.WriteString(w, text+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// lay returns the lines of the document. Tight lines leave out columns before they put names of rows above them.
func lay(d *Document, o Options, tight bool) []string {
	var lines []string
	joined := false // no blank line comes next
	add := func(b *block) {
		if len(b.lines) == 0 {
			return
		}
		if len(lines) > 0 && !joined {
			lines = append(lines, "")
		}
		b.tight = tight
		lines = append(lines, b.print(o.Columns)...)
	}
	head := &block{}
	if d.Read != "" {
		head.heading(d.Read)
	}
	add(head)
	joined = o.Level == Answer && len(lines) == 2 // the verdict is in the first three
	verdict := &block{}
	for _, text := range d.Verdict {
		verdict.lines = append(verdict.lines, line{text: oneLine(text), prose: true, hang: 2})
	}
	for _, text := range d.Alerts {
		verdict.paragraph("", text)
	}
	add(verdict)
	joined = false
	repeat := &block{}
	repeat.list(d.Repeat)
	add(repeat)
	for _, s := range d.sections(o.Level) {
		if s.Level > Answer && s.Title != "" && !titled(s) {
			b := &block{}
			b.heading(s.Title)
			add(b)
		}
		for _, b := range blocks(s) {
			add(b)
		}
	}
	more := &block{}
	for _, text := range d.More {
		does, command, two := strings.Cut(text, "\n")
		whole := does + " " + command
		if !two || width(whole) <= min(cmp.Or(o.Columns, textWidth), textWidth) {
			more.entry("", 0, strings.TrimSpace(whole))
			continue
		}
		more.entry("", 0, does)
		more.lines = append(more.lines, line{text: "  " + visible.Text(command), whole: true})
	}
	if n := len(lines); n > 0 && len(more.lines) > 0 && o.Level == Answer {
		lines = append(lines, more.print(o.Columns)...)
	} else {
		add(more)
	}
	return lines
}

// titled reports whether the first table of a section has the section's title as its caption, which is then said once.
func titled(s Section) bool {
	if len(s.Parts) == 0 {
		return false
	}
	t := s.Parts[0].Numbers()
	return t != nil && strings.HasPrefix(t.Caption, s.Title)
}

// blocks lays the parts of a section out. Tables that follow one another and have the same columns share their widths.
// On the first screen there is no blank line between parts without a table.
func blocks(s Section) []*block {
	var all []*block
	var last *Table // that the last block ends with
	for _, p := range s.Parts {
		b := &block{}
		if p.Heading != "" {
			b.heading(p.Heading)
		}
		for _, text := range p.Text {
			b.paragraph("", text)
		}
		b.list(p.List)
		b.checks(p.Checks)
		t := p.Numbers()
		plain := len(b.lines) == 0
		if !t.Empty() {
			if plain && last != nil && len(last.Columns) == len(t.Columns) && s.Level > Answer {
				b = all[len(all)-1]
				b.blank()
			} else {
				all = append(all, b)
			}
			b.spare = spareColumns(t.Columns)
			b.table(t, "  ")
			last = t
			continue
		}
		if p.Code != nil {
			for line := range strings.Lines(strings.TrimRight(p.Code.Text, "\n")) {
				b.heading("  " + strings.TrimRight(line, "\n"))
			}
		}
		if len(b.lines) == 0 {
			continue
		}
		if s.Level == Answer && last == nil && len(all) > 0 {
			all[len(all)-1].lines = append(all[len(all)-1].lines, b.lines...)
		} else {
			all = append(all, b)
		}
		last = nil
	}
	return all
}

// list adds terms with their texts.
func (b *block) list(entries []Entry) {
	indent := 0
	for _, e := range entries {
		indent = max(indent, width(visible.Text(e.Term))+2)
	}
	for _, e := range entries {
		b.entry(e.Term, max(indent, termWidth), e.Text)
	}
}

// termWidth is the least room for the terms of a list, so that lists of the first screen are aligned.
const termWidth = 8

// Marks of checks.
const (
	passed = "✓ "
	failed = "✗ "
)

// checks adds those that failed, each on a line, and then those that passed, several on a line.
func (b *block) checks(all []Check) {
	term := "Checks"
	add := func(text string) {
		b.entry(term, termWidth, text)
		term = ""
	}
	var fine []string
	for _, c := range all {
		if c.OK {
			fine = append(fine, passed+oneLine(c.Text))
		} else {
			add(failed + c.Text)
		}
	}
	row := ""
	for _, text := range fine {
		if row != "" && termWidth+width(row)+len(between)+width(text) > textWidth {
			add(row)
			row = ""
		}
		if row != "" {
			row += between
		}
		row += text
	}
	if row != "" {
		add(row)
	}
}

// between separates checks that share a line.
const between = "   "
