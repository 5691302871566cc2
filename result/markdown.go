package result

import (
	"fmt"
	"io"
	"strings"

	"concord/internal/visible"
)

// Markdown writes r as tables that GitHub and pandoc lay out.
func Markdown(w io.Writer, r *Result) error {
	var s strings.Builder
	fmt.Fprintf(&s, "## %s\n\n", markdownCell(r.Data.File))
	fmt.Fprintf(&s, "%s of %s in %s.\n", plural(r.Data.Labels, "label"), plural(r.Data.Items, "item"),
		studies(len(r.Data.Studies)))
	for _, text := range append(r.Data.CautionTexts(), r.Data.MeanNotes()...) {
		fmt.Fprintf(&s, "\n%s\n", markdownCell(text))
	}
	if k := r.Data.DefaultKind; k != nil {
		fmt.Fprintf(&s, "\n%s\n", markdownCell(k.Text))
	}
	if r.Model != nil {
		fmt.Fprintf(&s, "\nModel: `%s`\n", strings.ReplaceAll(visible.Text(r.Model.BRMS), "`", ""))
		others := newBeside(r)
		for _, section := range r.sections() {
			r.markdownSection(&s, section, others)
		}
	}
	if len(r.Agreement) > 0 {
		fmt.Fprintf(&s, "\n| Coefficient | Studies | Estimate | SE | %s | Items |\n|:--|:--|--:|--:|:-:|--:|\n",
			r.Interval.Coefficients())
		for _, a := range r.Agreement {
			if !a.Estimate.Defined() {
				fmt.Fprintf(&s, "| %s | %s | undefined | | %s | %s |\n", coefficientName(a.Coefficient, a.Distance),
					markdownNames(a.Studies), markdownCell(a.Undefined), count(a.Items))
				continue
			}
			d := a.decimals()
			fmt.Fprintf(&s, "| %s | %s | %s | %s | %s | %s |\n", coefficientName(a.Coefficient, a.Distance),
				markdownCell(Marked(strings.Join(a.Studies, " × "), a.Caution)),
				a.Estimate.fixed(d), a.SE.fixed(d), interval(a.Lower, a.Upper, d),
				count(a.Items))
		}
		if notes := r.IntervalNotes(); notes != nil {
			fmt.Fprintf(&s, "\n%s\n", markdownCell(strings.Join(notes, " ")))
		}
	}
	for _, c := range r.Compared {
		r.markdownCompared(&s, c)
	}
	if r.Diagnostics != nil && r.Sampler != nil {
		s.WriteString("\n")
		for _, l := range diagnosticsBlock(r.Sampler, r.Diagnostics).lines {
			s.WriteString(markdownCell(l.text) + "\n")
		}
	}
	_, err := io.WriteString(w, s.String())
	return err
}

func (r *Result) markdownSection(s *strings.Builder, section section, others beside) {
	head := false
	var shown []Estimate
	for _, g := range section.groups {
		rows := r.of(g)
		if len(rows) > 0 && !head {
			fmt.Fprintf(s, "\n| %s | | Estimate | SD | %s | R̂ | bulk-ESS | tail-ESS | "+
				"|\n|:--|:--|--:|--:|:-:|--:|--:|--:|:--|\n",
				markdownCell(section.title), r.Interval.name("CrI"))
			head = true
		}
		shown = append(shown, rows...)
		d := groupDecimals(rows)
		for _, e := range rows {
			fmt.Fprintf(s, "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", markdownCell(g.title),
				markdownCell(e.name()), e.Centre().fixed(d), e.SD.fixed(d), interval(e.Lower, e.Upper, d),
				e.RHat.fixed(3), whole(e.ESSBulk), whole(e.ESSTail), markdownCell(others.sentence(g, e)))
		}
	}
	if note := BoundaryNote(shown, Estimate.name, r.titleOf); note != "" {
		fmt.Fprintf(s, "\n%s\n", markdownCell(note))
	}
}

// markdownCompared lays out another model beside this one.
func (r *Result) markdownCompared(s *strings.Builder, c Compared) {
	fmt.Fprintf(s, "\nCompared with `%s`. %s\n\n| %s | | This model | The other |\n|:--|:--|:-:|:-:|\n",
		strings.ReplaceAll(visible.Text(c.Model), "`", ""), markdownCell(c.Sentence()), r.Interval.name("CrI"))
	this, other := c.Rows(r)
	for i, e := range this {
		d := groupDecimals([]Estimate{e})
		fmt.Fprintf(s, "| %s | %s | %s %s | %s %s |\n", markdownCell(r.titleOf(e)), markdownNames(e.Studies),
			e.Centre().fixed(d), interval(e.Lower, e.Upper, d),
			other[i].Mean.fixed(d), interval(other[i].Lower, other[i].Upper, d))
	}
	for _, text := range append([]string{c.DoubtsSentence()}, c.Messages...) {
		if text != "" {
			fmt.Fprintf(s, "\n%s\n", markdownCell(text))
		}
	}
}

// sentence says what stands beside an estimate where there is no column for it: each with its own name.
func (by beside) sentence(g group, e Estimate) string {
	if !e.Defined() {
		return "undefined: " + e.Undefined
	}
	var parts []string
	if p, ok := by.event(g, e); ok {
		sign := " = "
		if text := p.Probability.AsProbability(); strings.HasPrefix(text, "<") || strings.HasPrefix(text, ">") {
			sign = " "
		}
		parts = append(parts, g.Event.Heading+sign+p.Probability.AsProbability())
	}
	if a, ok := by.coefficient(g, e); ok {
		parts = append(parts, by.coefficientTitle(a)+": "+strings.TrimSpace(a.text()))
	}
	return strings.Join(append(parts, e.asideMedian()...), "; ")
}

func markdownNames(names []string) string { return markdownCell(strings.Join(names, " × ")) }

// markdownCell keeps what comes from the data from being read as markup.
func markdownCell(s string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "&", "&amp;", "`", "\\`", "*", "\\*", "_", "\\_",
		"[", "\\[").Replace(visible.Text(s))
}
