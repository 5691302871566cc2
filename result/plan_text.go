package result

import (
	"fmt"
	"io"
	"strconv"

	"concord/study"
)

// PlanJSON writes a plan as one JSON object, indented. Numbers that are undefined are null.
func PlanJSON(w io.Writer, p *Plan) error {
	return WriteJSON(w, p)
}

// PlanText writes a plan as a page for a terminal.
func PlanText(w io.Writer, p *Plan) error {
	blocks := []*block{planHead(p), neededBlock(p), curveBlock(p)}
	for _, s := range p.Data.Studies {
		if b := spendingBlock(p, s.Name); b != nil {
			blocks = append(blocks, b)
		}
		if b := designsBlock(p, s.Name); b != nil {
			blocks = append(blocks, b)
		}
	}
	for _, b := range []*block{plannedAgreementBlock(p), plannedDifferencesBlock(p)} {
		if b != nil {
			blocks = append(blocks, b)
		}
	}
	if len(p.Warnings) > 0 {
		b := &block{}
		for _, text := range p.Warnings {
			b.heading(text)
		}
		blocks = append(blocks, b)
	}
	return writeBlocks(w, blocks)
}

func writeBlocks(w io.Writer, blocks []*block) error {
	for i, b := range blocks {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := b.writeTo(w); err != nil {
			return err
		}
	}
	return nil
}

func planHead(p *Plan) *block {
	b := &block{}
	b.heading(fmt.Sprintf("Plan from %s: %s of %s in %s", p.Data.File, plural(p.Data.Labels, "label"),
		plural(p.Data.Items, "item"), studies(len(p.Data.Studies))))
	b.defaultKind(p.Data)
	scale := "Reliabilities are those of means of labels by different labelers."
	if p.Data.Kind == study.Binary.String() {
		scale = "Reliabilities are those of shares of positive labels by different labelers (label scale)."
	}
	b.heading(scale)
	if len(p.Designs) > 0 {
		b.heading("Labels an item needs, and ICC(k), are of labels that share nothing but the item: each has other " +
			"levels of all facets.")
	}
	return b
}

func neededBlock(p *Plan) *block {
	b := &block{}
	b.row("", "Labels an item needs", "target", "median", p.Interval.name("CrI"), "enough with "+percent(p.Assurance))
	before := ""
	for _, l := range p.Labels {
		name := ""
		if l.Study != before {
			name, before = "  "+l.Study, l.Study
		}
		b.row("", name, strconv.FormatFloat(l.Target, 'g', -1, 64), labels(l.Median),
			fmt.Sprintf("[%s, %s]", labels(l.Lower), labels(l.Upper)), labels(l.Enough))
	}
	return b
}

// labels prints a number of labels; so many that nobody collects them are not counted out.
func labels(n Number) string {
	const most = 99_999
	switch {
	case !n.Defined():
		return "∞"
	case n > most:
		return "> " + count(most)
	}
	return count(int(n))
}

func percent(p float64) string { return strconv.FormatFloat(100*p, 'g', 4, 64) + "%" }

func curveBlock(p *Plan) *block {
	b := &block{}
	head := []string{"Reliability of k labels"}
	for _, s := range p.Data.Studies {
		head = append(head, s.Name)
	}
	b.row("", head...)
	rows := map[int][]string{}
	most := 0
	for _, c := range p.Curve {
		rows[c.K] = append(rows[c.K], fmt.Sprintf("%s %s", c.Mean.fixed(2), interval(c.Lower, c.Upper, 2)))
		most = max(most, c.K)
	}
	for k := 1; k <= most; k++ {
		b.row("", append([]string{"  " + strconv.Itoa(k)}, rows[k]...)...)
	}
	return b
}

func spendingBlock(p *Plan, study string) *block {
	b := &block{}
	best := Undefined()
	var ses, own []Number
	for _, s := range p.Spending {
		if s.Study != study {
			continue
		}
		ses, own = append(ses, s.MeanSE), append(own, s.ICCSE)
		if s.ICCSE.Defined() && !(s.ICCSE >= best) {
			best = s.ICCSE
		}
	}
	if len(ses) == 0 {
		return nil
	}
	d, ofICC := bounded(decimals(ses), 3, mostPlaces), bounded(decimals(own), 3, mostPlaces)
	if !beyond(d) {
		d = max(d, ofICC)
		ofICC = d
	}
	for _, s := range p.Spending {
		if s.Study != study {
			continue
		}
		if len(b.lines) == 0 {
			b.heading(fmt.Sprintf("%s: what a cost of %s buys", study, plural(s.Budget, "label")))
			b.row("", "  labels/item", "items", "people", "reliability of an item's mean", "SE of the study's mean",
				"SE of the ICC")
		}
		mark := ""
		if s.ICCSE.Defined() && s.ICCSE == best {
			mark = "← tells the reliability best"
		}
		b.row(mark, "  "+strconv.Itoa(s.K), count(s.Items), s.Labelers.fixed(0), s.Reliability.fixed(2),
			s.MeanSE.fixed(d), s.ICCSE.fixed(ofICC))
	}
	return b
}
