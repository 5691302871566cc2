package result

import (
	"fmt"
	"io"
)

// JudgesJSON writes the comparison as one JSON object, indented. Numbers that are undefined are null.
func JudgesJSON(w io.Writer, j *Judges) error {
	return WriteJSON(w, j)
}

// JudgesText writes the comparison as a page for a terminal: the best judge first, and a random person among them as
// the line to beat.
func JudgesText(w io.Writer, j *Judges) error {
	blocks := []*block{j.head()}
	scales := len(j.People.Validity)
	for s := scales - 1; s >= 0; s-- {
		blocks = append(blocks, j.validityBlock(s))
	}
	blocks = append(blocks, j.levelBlock())
	if b := j.commonBlock(); b != nil {
		blocks = append(blocks, b)
	}
	verdicts := &block{}
	verdicts.paragraph("", j.Verdict)
	for _, s := range j.Judges {
		verdicts.paragraph("  ", s.Verdict)
	}
	for _, n := range j.Notes {
		verdicts.paragraph("  ", n)
	}
	trust := diagnosticsBlock(j.Sampler, j.Trust())
	if text := j.Reweighted(); text != "" {
		trust.heading(text)
	}
	blocks = append(blocks, verdicts, trust)
	return writeBlocks(w, blocks)
}

func (js *Judges) head() *block {
	b := &block{}
	b.heading(fmt.Sprintf("%s: %s beside %s of %s", js.Data.File, plural(len(js.Judges), "judge"),
		plural(js.People.Labelers, "labeler"), js.People.Study))
	b.defaultKind(js.Data)
	b.heading("  " + columns(js.Data))
	for _, n := range js.Data.Notes {
		b.heading("  " + n)
	}
	return b
}

// span prints median and interval of a measure.
func (measure Measure) span(decimals int) (value, interval string) {
	if !measure.Median.Defined() {
		return "–", "–"
	}
	return measure.Median.fixed(decimals), "[" + measure.Lower.fixed(decimals) + ", " +
		measure.Upper.fixed(decimals) + "]"
}

// validityBlock is the table of validities on one scale.
func (js *Judges) validityBlock(scale int) *block {
	b := &block{spare: []int{2, 4}}
	of := js.People.Validity[scale]
	b.row("", "Validity, "+ScaleName(of.Scale), "r", js.Interval.name("CrI"), "worth, labels",
		js.Interval.name("CrI"), "P(> person)", "P(follows as well)")
	random := func() {
		value, span := of.span(2)
		b.row("", "  – a random person of "+js.People.Study+" –", value, span, "1", "", "", "")
	}
	drawn := false
	for _, j := range js.Judges {
		v := j.Validity[scale]
		if !drawn && !(v.Median >= of.Median) {
			random()
			drawn = true
		}
		value, span := v.span(2)
		worth, worthSpan := j.Worth[scale].span(1)
		better, follows := js.Exceeds(j, scale)
		b.row("", "  "+j.Study, value, span, worth, worthSpan, better.AsProbability(), follows.AsProbability())
	}
	if !drawn {
		random()
	}
	return b
}

// levelBlock is the table of what depends on the level of labels too.
func (js *Judges) levelBlock() *block {
	b := &block{spare: []int{6, 2, 4}}
	scale := ScaleName(js.People.Validity[len(js.People.Validity)-1].Scale)
	b.row("", "Level included, "+scale, "bias", js.Interval.name("CrI"), "labeler SDs", "P(as good)",
		"people beaten", "agreement", "difference²")
	show := func(m *Measure, decimals int) string {
		if m == nil {
			return "–"
		}
		value, _ := m.span(decimals)
		return value
	}
	for _, j := range js.Judges {
		_, span := j.Bias.span(2)
		beaten := "–"
		if j.BeatenShare != nil {
			beaten = (100 * j.BeatenShare.Mean).fixed(0) + "%"
		}
		b.row("", "  "+j.Study, show(j.Bias, 2), span, show(j.Level, 1), j.AsGood.AsProbability(), beaten,
			show(j.Agreement, 3), show(j.Loss, 3))
	}
	b.row("", "  – a random person of "+js.People.Study+" –", "0", "", "0", "", "50%", show(js.People.Agreement, 3),
		show(js.People.Loss, 3))
	for _, j := range js.Judges {
		for _, m := range j.SelfConsistency {
			value, span := m.span(2)
			b.heading(fmt.Sprintf("  Self-consistency of %s, %s: %s %s.", j.Study, ScaleName(m.Scale), value, span))
		}
	}
	return b
}

// commonBlock is the errors that judges have in common.
func (js *Judges) commonBlock() *block {
	if len(js.CommonErrors) == 0 {
		return nil
	}
	b := &block{}
	b.row("", "Errors in common, "+ScaleName(js.CommonErrors[0].Scale), "correlation", js.Interval.name("CrI"))
	for _, c := range js.CommonErrors {
		value, span := c.span(2)
		b.row("", "  "+c.Judges[0]+" × "+c.Judges[1], value, span)
	}
	if m := js.IndependentJudges; m != nil {
		value, span := m.span(1)
		b.row("", "  all: worth independent judges", value, span)
	}
	return b
}
