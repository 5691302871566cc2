package result

import (
	"fmt"
	"io"
	"strings"
)

// grouped reports whether the rows of a table come in groups with titles.
func (tab Table) grouped() bool { return len(tab.Groups) > 0 && tab.Groups[0].Title != "" }

// markdownDocument writes tables below a title and a first paragraph, and then what is said of them.
func markdownDocument(w io.Writer, title, first string, tables []Table, after ...string) error {
	var s strings.Builder
	fmt.Fprintf(&s, "## %s\n\n%s\n", markdownCell(title), first)
	markdownTables(&s, tables)
	for _, text := range after {
		fmt.Fprintf(&s, "\n%s\n", markdownCell(text))
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// latexDocument writes tables below a comment.
func latexDocument(w io.Writer, title, first string, tables []Table) error {
	var s strings.Builder
	fmt.Fprintf(&s, "%% %s: %s\n%% \\usepackage{booktabs}\n", latexComment(title), first)
	latexTables(&s, tables)
	_, err := io.WriteString(w, s.String())
	return err
}

// markdownTables lays tables out for GitHub and pandoc.
func markdownTables(s *strings.Builder, tables []Table) {
	for _, t := range tables {
		fmt.Fprintf(s, "\n| %s |", markdownCell(t.Title))
		rule := "\n|:--|"
		grouped := t.grouped()
		if grouped {
			s.WriteString(" |")
			rule += ":--|"
		}
		for _, h := range t.Head {
			fmt.Fprintf(s, " %s |", markdownCell(h))
			rule += "--:|"
		}
		s.WriteString(rule + "\n")
		for _, g := range t.Groups {
			for _, row := range g.Rows {
				s.WriteString("|")
				if grouped {
					fmt.Fprintf(s, " %s |", markdownCell(g.Title))
				}
				for _, c := range row {
					fmt.Fprintf(s, " %s |", markdownCell(c))
				}
				s.WriteString("\n")
			}
		}
		for _, note := range t.Notes {
			fmt.Fprintf(s, "\n%s\n", markdownCell(note))
		}
	}
}

// latexTables lays tables out for LaTeX.
func latexTables(s *strings.Builder, tables []Table) {
	for _, t := range tables {
		columns, heads := "l", []string{""}
		if t.grouped() {
			columns, heads = "ll", []string{"", ""}
		}
		latexBegin(s, t.Title, columns+strings.Repeat("r", len(t.Head)), append(heads, t.Head...)...)
		for _, g := range t.Groups {
			for i, row := range g.Rows {
				title := ""
				if i == 0 {
					title = g.Title
				}
				if t.grouped() {
					row = append([]string{title}, row...)
				}
				latexRow(s, row...)
			}
		}
		latexEnd(s, t.label, strings.Join(t.Notes, " "))
	}
}
