package result

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Render writes the comparison in one of [Formats]. Numbers that are undefined are null in JSON and empty in CSV.
func (gd *Gold) Render(w io.Writer, format string) error {
	switch format {
	case "text":
		return gd.text(w)
	case "json":
		return WriteJSON(w, gd)
	case "csv":
		return gd.csv(w)
	case "markdown":
		return markdownDocument(w, gd.Data.File, markdownCell(gd.opening()), gd.Tables(),
			append(append([]string{}, gd.Verdict...), gd.Notes...)...)
	case "latex":
		return latexDocument(w, gd.Data.File, latexComment(gd.title()), gd.Tables())
	}
	return fmt.Errorf("a comparison with a gold standard is written as %s, not as %s", strings.Join(Formats(), ", "),
		format)
}

func (gd *Gold) title() string {
	names := make([]string, len(gd.Groups))
	for i, group := range gd.Groups {
		names[i] = group.Study
	}
	return fmt.Sprintf("%s beside %s, the gold standard of %s", strings.Join(names, ", "), gd.Standard.Study,
		plural(gd.Standard.Items, "item"))
}

// opening is the title, and after it what is said before all numbers.
func (gd *Gold) opening() string {
	return strings.Join(append([]string{gd.title()}, gd.Data.CautionTexts()...), ". ")
}

func (gd *Gold) text(w io.Writer) error {
	head := &block{}
	head.heading(gd.Data.File + ": " + gd.title())
	for _, text := range gd.Data.CautionTexts() {
		head.paragraph("  ", text)
	}
	head.defaultKind(gd.Data)
	head.heading("  " + columns(gd.Data))
	for _, n := range gd.Data.Notes {
		head.heading("  " + n)
	}
	blocks := []*block{head}
	for _, t := range gd.Tables() {
		blocks = append(blocks, t.block())
	}
	end := &block{}
	for _, text := range gd.Verdict {
		end.paragraph("", text)
	}
	for _, n := range gd.Notes {
		end.paragraph("  ", n)
	}
	blocks = append(blocks, end)
	if gd.Sampler != nil {
		blocks = append(blocks, diagnosticsBlock(gd.Sampler, gd.Trust()))
	}
	return writeBlocks(w, blocks)
}

// csv writes a row for each number that has an interval, or stands for one.
func (gd *Gold) csv(w io.Writer) error {
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
	for _, group := range gd.Groups {
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
		if group.SingleByFit != nil {
			answers(group.Study, "single_by_fit", *group.SingleByFit)
		}
		if group.VotesOfOthers != nil {
			answers(group.Study, "votes_other_people", *group.VotesOfOthers)
			answers(group.Study, "single_other_people", *group.SingleOfOthers)
		}
		for _, p := range group.People {
			answers(group.Study, "labeler", p)
		}
	}
	for _, p := range gd.Pairs {
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
	for _, d := range gd.Differences {
		_ = out.Write([]string{cellList(d.Groups[:]), d.By, "", "", "", "right_difference", "", d.Estimate.cell(),
			d.Lower.cell(), d.Upper.cell(), strconv.Itoa(d.Items), ""})
	}
	out.Flush()
	return out.Error()
}
