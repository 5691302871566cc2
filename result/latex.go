package result

import (
	"fmt"
	"io"
	"strings"

	"concord/internal/visible"
)

// LaTeX writes the estimates and coefficients of r as tables that need the package
// booktabs, one for each section, for \input into a paper.
func LaTeX(w io.Writer, r *Result) error {
	var s strings.Builder
	fmt.Fprintf(&s, "%% %s: %s of %s in %s\n%% \\usepackage{booktabs}\n", latexComment(r.Data.File),
		plural(r.Data.Labels, "label"), plural(r.Data.Items, "item"), studies(len(r.Data.Studies)))
	if r.Model != nil {
		others := newBeside(r)
		for _, section := range r.sections() {
			r.latexSection(&s, section, others)
		}
	}
	if len(r.Agreement) > 0 {
		latexBegin(&s, "Agreement", "llrrcr", "Coefficient", "Studies", "Estimate", "SE", r.Interval.Coefficients(),
			"Items")
		for _, a := range r.Agreement {
			name := coefficientName(a.Coefficient, a.Distance)
			who := Marked(strings.Join(a.Studies, " × "), a.Caution)
			if !a.Estimate.Defined() {
				latexRow(&s, name, who, "undefined", "", a.Undefined, count(a.Items))
				continue
			}
			d := a.decimals()
			latexRow(&s, name, who, a.Estimate.fixed(d), a.SE.fixed(d), interval(a.Lower, a.Upper, d), count(a.Items))
		}
		latexEnd(&s, "agreement", strings.Join(r.IntervalNotes(), " "))
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// latexSection writes a section, with a column for the probabilities of its estimates if they have any.
func (r *Result) latexSection(s *strings.Builder, section section, others beside) {
	event := ""
	var shown []Estimate
	for _, g := range section.groups {
		for _, e := range r.of(g) {
			if _, ok := others.event(g, e); ok {
				event = g.Event.Heading
			}
			shown = append(shown, e)
		}
	}
	if len(shown) == 0 {
		return
	}
	columns, heads := "llrrcrrr", []string{"Quantity", "Study", "Estimate", "SD", r.Interval.name("CrI"), "R̂",
		"bulk-ESS", "tail-ESS"}
	if event != "" {
		columns, heads = columns+"r", append(heads, event)
	}
	latexBegin(s, section.title, columns, heads...)
	for _, g := range section.groups {
		rows := r.of(g)
		d := groupDecimals(rows)
		for _, e := range rows {
			cells := []string{g.title, e.name(), e.Centre().fixed(d), e.SD.fixed(d), interval(e.Lower, e.Upper, d),
				e.RHat.fixed(3), whole(e.ESSBulk), whole(e.ESSTail)}
			if !e.Defined() {
				cells = []string{g.title, e.name(), "undefined", "", e.Undefined, "", "", ""}
			}
			if event != "" {
				p := ""
				if found, ok := others.event(g, e); ok {
					p = found.Probability.AsProbability()
				}
				cells = append(cells, p)
			}
			latexRow(s, cells...)
		}
	}
	latexEnd(s, strings.ToLower(strings.Fields(section.title)[0]), BoundaryNote(shown, Estimate.name, r.titleOf))
}

func latexBegin(s *strings.Builder, caption, columns string, heads ...string) {
	fmt.Fprintf(s, "\n\\begin{table}\n\\caption{%s}\n\\begin{tabular}{%s}\n\\toprule\n", latex(caption), columns)
	latexRow(s, heads...)
	s.WriteString("\\midrule\n")
}

func latexRow(s *strings.Builder, cells ...string) {
	for i, c := range cells {
		if i > 0 {
			s.WriteString(" & ")
		}
		s.WriteString(latex(c))
	}
	s.WriteString(" \\\\\n")
}

func latexEnd(s *strings.Builder, label, note string) {
	s.WriteString("\\bottomrule\n\\end{tabular}\n")
	if note != "" {
		fmt.Fprintf(s, "\\par\\footnotesize %s\n", latex(note))
	}
	fmt.Fprintf(s, "\\label{tab:%s}\n\\end{table}\n", label)
}

// latex keeps what comes from the data from being read as commands, and writes the
// symbols of the tables so that every engine has them.
func latex(s string) string {
	return strings.NewReplacer(
		"\\", `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "~",
		`\textasciitilde{}`, "^", `\textasciicircum{}`,
		"R̂", `$\hat{R}$`, "ρ", `$\rho$`, "²", `$^2$`, "Φ", `$\Phi$`,
		"κx", `$\kappa_x$`, "κ", `$\kappa$`, "α", `$\alpha$`, "π", `$\pi$`,
		"√", `$\sqrt{}$`, "±", `$\pm$`, "“", "``", "”", "''", "μ", `$\mu$`, "Δ", `$\Delta$`,
		"×", `$\times$`, "−", `$-$`, "–", "--", "<", `$<$`, ">", `$>$`,
	).Replace(visible.Text(s))
}

// latexComment keeps text on one line.
func latexComment(s string) string { return strings.Join(strings.Fields(visible.Text(s)), " ") }
