package document

import (
	"fmt"
	"io"
	"strings"

	"concord/internal/visible"
)

// WriteMarkdown writes the document for GitHub and pandoc.
func WriteMarkdown(w io.Writer, d *Document, o Options) error {
	var s strings.Builder
	fmt.Fprintf(&s, "## %s\n", markdown(d.Read))
	for _, text := range d.Verdict {
		fmt.Fprintf(&s, "\n**%s**\n", markdown(text))
	}
	for _, text := range d.Alerts {
		fmt.Fprintf(&s, "\n%s\n", markdown(text))
	}
	markdownPart(&s, Part{List: d.Repeat})
	for _, section := range d.sections(o.Level) {
		if section.Level > Answer && section.Title != "" {
			fmt.Fprintf(&s, "\n### %s\n", markdown(section.Title))
		}
		for _, p := range section.Parts {
			markdownPart(&s, p)
		}
	}
	for _, text := range d.More {
		fmt.Fprintf(&s, "\n%s\n", markdown(text))
	}
	_, err := io.WriteString(w, s.String())
	return err
}

func markdownPart(s *strings.Builder, p Part) {
	if p.Heading != "" {
		fmt.Fprintf(s, "\n#### %s\n", markdown(p.Heading))
	}
	for _, text := range p.Text {
		fmt.Fprintf(s, "\n%s\n", markdown(text))
	}
	if len(p.List)+len(p.Checks) > 0 {
		s.WriteString("\n")
	}
	for _, e := range p.List {
		if e.Term == "" {
			fmt.Fprintf(s, "* %s\n", markdown(e.Text))
			continue
		}
		fmt.Fprintf(s, "* %s: %s\n", markdown(e.Term), markdown(e.Text))
	}
	for _, c := range p.Checks {
		fmt.Fprintf(s, "* %s%s\n", c.mark(), markdown(c.Text))
	}
	markdownTable(s, p.Numbers())
	if p.Code != nil {
		fence := "```"
		for strings.Contains(p.Code.Text, fence) {
			fence += "`"
		}
		fmt.Fprintf(s, "\n%s%s\n%s\n%s\n", fence, p.Code.Language, strings.TrimRight(visible.Lines(p.Code.Text), "\n"),
			fence)
	}
}

// markdownTable writes a table, with a column for the titles of groups if groups have any.
func markdownTable(s *strings.Builder, t *Table) {
	if t.Empty() {
		return
	}
	p := t.Print()
	s.WriteString("\n|")
	rule := "|"
	if p.grouped() {
		s.WriteString(" |")
		rule += ":--|"
	}
	for i, h := range p.Heads {
		fmt.Fprintf(s, " %s |", markdown(strings.ReplaceAll(h, "\n", " ")))
		if i == 0 || t.Columns[i].Words {
			rule += ":--|"
		} else {
			rule += "--:|"
		}
	}
	s.WriteString("\n" + rule + "\n")
	for _, g := range p.Groups {
		for _, row := range g.Rows {
			s.WriteString("|")
			if p.grouped() {
				fmt.Fprintf(s, " %s |", markdown(g.Title))
			}
			for _, c := range row {
				fmt.Fprintf(s, " %s |", markdown(c))
			}
			s.WriteString("\n")
		}
	}
	for _, note := range p.Notes {
		fmt.Fprintf(s, "\n%s\n", markdown(note))
	}
}

// grouped reports whether groups have titles.
func (p Printed) grouped() bool {
	for _, g := range p.Groups {
		if g.Title != "" {
			return true
		}
	}
	return false
}

// mark is ✓ or ✗ and a blank.
func (c Check) mark() string {
	if c.OK {
		return passed
	}
	return failed
}

// markdown keeps text from being read as markup.
func markdown(s string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "&", "&amp;", "`", "\\`", "*", "\\*", "_", "\\_",
		"[", "\\[").Replace(visible.Text(s))
}
