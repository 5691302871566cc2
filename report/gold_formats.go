package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Render writes the comparison in one of [Formats]. Numbers that are undefined are null in JSON and empty in CSV.
func (g *Gold) Render(w io.Writer, format string) error {
	switch format {
	case "text":
		return g.text(w)
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(g)
	case "csv":
		return g.csv(w)
	case "markdown":
		var s strings.Builder
		fmt.Fprintf(&s, "## %s\n\n%s\n", markdownCell(g.Data.File), markdownCell(g.title()))
		markdownTables(&s, g.Tables())
		for _, text := range append(append([]string{}, g.Verdict...), g.Notes...) {
			fmt.Fprintf(&s, "\n%s\n", markdownCell(text))
		}
		_, err := io.WriteString(w, s.String())
		return err
	case "latex":
		var s strings.Builder
		fmt.Fprintf(&s, "%% %s: %s\n%% \\usepackage{booktabs}\n", latexComment(g.Data.File), latexComment(g.title()))
		latexTables(&s, g.Tables())
		_, err := io.WriteString(w, s.String())
		return err
	}
	return fmt.Errorf("a comparison with a gold standard is written as %s, not as %s", strings.Join(Formats(), ", "),
		format)
}

func (g *Gold) title() string {
	names := make([]string, len(g.Groups))
	for i, group := range g.Groups {
		names[i] = group.Study
	}
	return fmt.Sprintf("%s beside %s, the gold standard of %s", strings.Join(names, ", "), g.Standard.Study,
		plural(g.Standard.Items, "item"))
}

func (g *Gold) text(w io.Writer) error {
	head := &block{}
	head.heading(g.Data.File + ": " + g.title())
	head.defaultKind(g.Data)
	head.heading("  " + columns(g.Data))
	for _, n := range g.Data.Notes {
		head.heading("  " + n)
	}
	blocks := []*block{head}
	for _, t := range g.Tables() {
		blocks = append(blocks, t.block())
	}
	end := &block{}
	for _, text := range g.Verdict {
		end.paragraph("", text)
	}
	for _, n := range g.Notes {
		end.paragraph("  ", n)
	}
	blocks = append(blocks, end)
	if g.Sampler != nil {
		blocks = append(blocks, diagnosticsBlock(g.Sampler, g.Trust()))
	}
	return writeBlocks(w, blocks)
}

// csv writes a row for each number that has an interval, or stands for one.
func (g *Gold) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	// The errors of out stay with it until Flush.
	_ = out.Write([]string{"study", "answer", "labeler", "category", "k", "quantity", "scale", "estimate", "lower",
		"upper", "items", "undefined"})
	measure := func(study, k, quantity string, m *Measure) {
		if m != nil {
			_ = out.Write([]string{guarded(study), "", "", "", k, quantity, m.Scale, m.Median.cell(), m.Lower.cell(),
				m.Upper.cell(), "", m.Undefined})
		}
	}
	each := func(study, quantity string, all []Measure) {
		for _, m := range all {
			measure(study, "", quantity, &m)
		}
	}
	share := func(study, by, labeler, k, quantity string, s *GoldShare) {
		if s != nil {
			_ = out.Write([]string{guarded(study), by, guarded(labeler), guarded(s.Category), k, quantity, "",
				s.Estimate.cell(), s.Lower.cell(), s.Upper.cell(), strconv.Itoa(s.Items), ""})
		}
	}
	answers := func(study, by string, a GoldAnswers) {
		share(study, by, a.Labeler, "", "right", a.Right)
		for _, s := range a.ByCategory {
			share(study, by, a.Labeler, "", "right", &s)
		}
		for i, x := range []*GoldNumber{a.Level, a.RMSE, a.Correlation} {
			if x != nil {
				_ = out.Write([]string{guarded(study), by, guarded(a.Labeler), "", "",
					[]string{"level", "rmse", "correlation"}[i], "", x.Estimate.cell(), x.Lower.cell(), x.Upper.cell(),
					strconv.Itoa(a.Items), ""})
			}
		}
	}
	for _, group := range g.Groups {
		each(group.Study, "validity", group.Validity)
		each(group.Study, "person", group.Person)
		each(group.Study, "worth", group.Worth)
		measure(group.Study, "", "rho", group.Rho)
		measure(group.Study, "", "like", group.Like)
		for _, k := range group.Curve {
			at := strconv.Itoa(k.K)
			measure(group.Study, at, "correlation", k.Correlation)
			measure(group.Study, at, "rho_of_mean", k.RhoOfMean)
			if k.Observed.Defined() {
				_ = out.Write([]string{guarded(group.Study), "votes", "", "", at, "observed", "", k.Observed.cell(), "",
					"", strconv.Itoa(k.Items), ""})
			}
			share(group.Study, "votes", "", at, "right", k.Right)
		}
		answers(group.Study, "votes", group.Votes)
		if group.Consensus != nil {
			answers(group.Study, "consensus", *group.Consensus)
		}
		answers(group.Study, "single", group.Single)
		for _, p := range group.People {
			answers(group.Study, "labeler", p)
		}
	}
	for _, p := range g.Pairs {
		both := cellList(p.Groups[:])
		for _, c := range p.Closer {
			_ = out.Write([]string{both, "", "", "", "", "P(closer)", c.Scale, c.Value.cell(), "", "", "", ""})
		}
		for i := range p.ByValidity {
			measure(both, "", "validity_difference", &p.ByValidity[i])
			measure(both, "", "xcc_difference", &p.BySingle[i])
		}
		measure(both, "", "rho_difference", p.ByRho)
	}
	out.Flush()
	return out.Error()
}
