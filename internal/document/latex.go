package document

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/internal/visible"
)

// WriteLaTeX writes the tables of the document for \input into a paper; they need the package booktabs. Sentences are
// comments, except for the notes of tables.
func WriteLaTeX(w io.Writer, d *Document, o Options) error {
	var s strings.Builder
	fmt.Fprintf(&s, "%% %s\n", oneLine(d.Read))
	for _, text := range slices.Concat(d.Verdict, d.Alerts) {
		fmt.Fprintf(&s, "%% %s\n", oneLine(text))
	}
	s.WriteString("% \\usepackage{booktabs}\n")
	used := map[string]int{}
	for _, section := range d.sections(o.Level) {
		for _, p := range section.Parts {
			latexTable(&s, p.Numbers(), used)
		}
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// latexTable writes a table. used counts the labels of the tables before it.
func latexTable(s *strings.Builder, t *Table, used map[string]int) {
	if t.Empty() {
		return
	}
	p := t.Print()
	columns := ""
	if p.grouped() {
		columns = "l"
	}
	for i, c := range t.Columns {
		if i == 0 || c.Words {
			columns += "l"
		} else {
			columns += "r"
		}
	}
	fmt.Fprintf(s, "\n\\begin{table}\n\\caption{%s}\n\\begin{tabular}{%s}\n\\toprule\n", latex(t.Caption), columns)
	heads := append([]string{""}, p.Heads[1:]...)
	if p.grouped() {
		heads = append([]string{""}, heads...)
	}
	latexRow(s, heads)
	s.WriteString("\\midrule\n")
	for _, g := range p.Groups {
		for i, row := range g.Rows {
			if p.grouped() {
				title := g.Title
				if i > 0 {
					title = ""
				}
				row = append([]string{title}, row...)
			}
			latexRow(s, row)
		}
	}
	s.WriteString("\\bottomrule\n\\end{tabular}\n")
	for _, note := range p.Notes {
		fmt.Fprintf(s, "\\par\\footnotesize %s\n", latex(note))
	}
	label := t.Name
	if used[t.Name]++; used[t.Name] > 1 {
		label = fmt.Sprintf("%s-%d", t.Name, used[t.Name])
	}
	fmt.Fprintf(s, "\\label{tab:%s}\n\\end{table}\n", label)
}

func latexRow(s *strings.Builder, cells []string) {
	for i, c := range cells {
		if i > 0 {
			s.WriteString(" & ")
		}
		s.WriteString(latex(strings.ReplaceAll(c, "\n", " ")))
	}
	s.WriteString(" \\\\\n")
}

// latex keeps text from being read as commands, and writes symbols so that every engine has them.
func latex(s string) string {
	return strings.NewReplacer(
		"\\", `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "~",
		`\textasciitilde{}`, "^", `\textasciicircum{}`,
		"R̂", `$\hat{R}$`, "ρ", `$\rho$`, "²", `$^2$`, "Φ", `$\Phi$`,
		"κx", `$\kappa_x$`, "κ", `$\kappa$`, "α", `$\alpha$`, "π", `$\pi$`, "ι", `$\iota$`,
		"√", `$\sqrt{}$`, "±", `$\pm$`, "“", "``", "”", "''", "μ", `$\mu$`, "Δ", `$\Delta$`,
		"×", `$\times$`, "−", `$-$`, "–", "--", "<", `$<$`, ">", `$>$`, "∞", `$\infty$`, "≤", `$\le$`, "≥", `$\ge$`,
	).Replace(visible.Text(s))
}
