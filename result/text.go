package result

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/model"
	"concord/model/family"
)

// Text writes r as a page for a terminal: the data, the model, the estimates with their
// nonparametric counterparts beside them, and the diagnostics last.
func Text(w io.Writer, r *Result) error {
	blocks := []*block{dataBlock(r.Data)}
	if r.Model != nil {
		m := modelBlock(r.Model)
		if !strings.HasPrefix(r.Model.BRMSCode, noCode) {
			m.heading("          R code that runs, with labels and priors: " + r.Model.codeFrom())
		}
		estimates := estimatesBlock(r)
		estimates.sentences(r.IntervalNotes())
		blocks = append(blocks, m, estimates)
	}
	if b := sensitivityBlock(r); b != nil {
		blocks = append(blocks, b)
	}
	if r.Estimates == nil {
		blocks = append(blocks, agreementBlock(r))
	}
	if len(r.Comparison) > 0 {
		blocks = append(blocks, comparisonBlock(r))
	}
	if len(r.Doubts) > 0 {
		blocks = append(blocks, doubtsBlock(r.Doubts))
	}
	for _, c := range r.Compared {
		blocks = append(blocks, comparedBlock(r, c))
	}
	if r.Diagnostics != nil && r.Sampler != nil {
		blocks = append(blocks, diagnosticsBlock(r.Sampler, r.Diagnostics))
	}
	return writeBlocks(w, blocks)
}

func dataBlock(d Data) *block {
	b := &block{}
	by := ""
	if d.Labelers > 0 {
		by = " by " + plural(d.Labelers, "labeler")
	}
	b.heading(fmt.Sprintf("%s: %s of %s%s in %s", d.File, plural(d.Labels, "label"), plural(d.Items, "item"), by,
		d.StudiesCounted()))
	for _, text := range d.CautionTexts() {
		b.paragraph("  ", text)
	}
	b.defaultKind(d)
	b.blank()
	head := []string{"Study", "labels", "items", "labels/item"}
	if d.Labelers > 0 {
		head = append(head, "labelers")
	}
	means := slices.ContainsFunc(d.Studies, func(s Study) bool { return s.Mean.Defined() })
	if means {
		head = append(head, meanHeading(d.Kind))
	}
	b.row("", head...)
	indent, grouping := "  ", ""
	for _, s := range d.Studies {
		if s.Grouping != grouping {
			indent, grouping = "    ", s.Grouping
			b.heading("  " + grouping)
		}
		row := []string{Marked(indent+s.Name, s.Caution()), count(s.Labels), count(s.Items),
			Number(float64(s.Labels) / float64(s.Items)).fixed(1)}
		if d.Labelers > 0 {
			row = append(row, count(s.Labelers))
		}
		switch {
		case means && d.Kind == "binary":
			row = append(row, percentage(s.Mean))
		case means:
			row = append(row, Mean(float64(s.Mean)))
		}
		b.row("", row...)
	}
	b.sentences(d.MeanNotes())
	if s := sharedItems(d.SharedItems); s != "" {
		b.heading("  " + s)
	}
	b.heading("  " + columns(d))
	b.notUsed(d.UnusedColumns)
	for _, n := range d.Notes {
		b.heading("  " + n)
	}
	return b
}

// meanHeading is what the mean label of a kind of labels is called.
func meanHeading(kind string) string {
	if kind == "binary" {
		return "positive"
	}
	return "mean"
}

func percentage(share Number) string {
	if !share.Defined() {
		return share.fixed(1)
	}
	return (100 * share).fixed(1) + "%"
}

// plural returns "1 item", "2 items".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return count(n) + " " + noun + "s"
}

func studies(n int) string {
	if n == 1 {
		return "1 study"
	}
	return fmt.Sprintf("%d studies", n)
}

func sharedItems(pairs []SharedItems) string {
	if len(pairs) == 0 {
		return ""
	}
	same := !slices.ContainsFunc(pairs, func(p SharedItems) bool { return p.Items != pairs[0].Items })
	if same && len(pairs) > 1 {
		return fmt.Sprintf("Items in common: %s in each pair of studies.", count(pairs[0].Items))
	}
	var each []string
	for _, p := range pairs {
		each = append(each, fmt.Sprintf("%s × %s %s", p.Studies[0], p.Studies[1], count(p.Items)))
	}
	return "Items in common: " + strings.Join(each, ", ") + "."
}

func columns(d Data) string {
	s := "Columns: " + strings.Join(d.Roles(), ", ")
	if d.Positive != "" {
		s += fmt.Sprintf(" (positive: %s)", d.Positive)
	}
	if len(d.Order) > 0 {
		s += fmt.Sprintf(" (order: %s)", strings.Join(d.Order, " < "))
	}
	return s + "."
}

// defaultKind says by which rule labels were taken for what they are.
func (b *block) defaultKind(d Data) {
	if d.DefaultKind != nil {
		b.heading("  " + d.DefaultKind.Text)
	}
}

// notUsed names the columns that play no part, as many as a few lines hold.
func (b *block) notUsed(columns []string) {
	const most = 20
	switch n := len(columns); {
	case n == 0:
	case n <= most:
		b.heading("  Not used: " + strings.Join(namesSeen(columns), ", ") + ".")
	default:
		first := strings.Join(namesSeen(columns[:most]), ", ")
		b.heading(fmt.Sprintf("  Not used: %s and %s more.", first, count(n-most)))
	}
}

// namesSeen returns names of columns such that those without a name are seen.
func namesSeen(columns []string) []string {
	names := slices.Clone(columns)
	for i, name := range names {
		if strings.TrimSpace(name) == "" {
			names[i] = strconv.Quote(name)
		}
	}
	return names
}

func modelBlock(m *Model) *block {
	b := &block{}
	several := m.Reference != ""
	parts := []string{m.Family}
	f := m.Distribution()
	if f != nil && f.About().Link != "" {
		parts[0] += " (" + linkName(f) + ")"
	}
	if several {
		parts = append(parts, "items correlated between studies")
	}
	switch {
	case m.Labelers == "none":
		parts = append(parts, "no labeler effects")
	case several && m.Labelers == "nested":
		parts = append(parts, "labelers nested in studies")
	case several:
		parts = append(parts, "labelers shared between studies")
	default:
		parts = append(parts, "effects of items and labelers")
	}
	if m.Sensitivity {
		parts = append(parts, "sensitivities of labelers")
	}
	for _, t := range m.Facets() {
		switch {
		case !several:
			parts = append(parts, "effects of "+t.Name)
		case t.Between() == model.Correlated:
			parts = append(parts, t.Name+" correlated between studies")
		case t.Between() == model.Common:
			parts = append(parts, t.Name+" the same in all studies")
		default:
			parts = append(parts, t.Name+" nested in studies")
		}
	}
	if f != nil && (several || m.Residual == model.LabelerResidual.String()) {
		parts = append(parts, m.ownParameters(f)...)
	}
	b.heading("Model: " + strings.Join(parts, ", "))
	if text := m.OneLabelSentence(); text != "" {
		b.paragraph("  ", text)
	}
	var priors []string
	for _, name := range m.StatedPriors() {
		priors = append(priors, strings.ReplaceAll(name, "_", " ")+" ~ "+m.Priors[name])
	}
	b.heading("  priors  " + strings.Join(priors, ", "))
	b.heading("  brms    " + m.BRMS)
	return b
}

// linkName is the name of a family's link: that of ordered categories is of cumulative chances.
func linkName(f family.Family) string {
	if thresholded(f) {
		return "cumulative " + f.About().Link
	}
	return f.About().Link
}

// ownParameters says which of a family's own parameters each study has for itself.
func (m *Model) ownParameters(f family.Family) []string {
	if thresholded(f) {
		if m.Thresholds == model.CommonThresholds.String() {
			return []string{"thresholds common to all studies"}
		}
		return []string{"thresholds for each study"}
	}
	var parts []string
	for i, p := range f.Parameters() {
		a, one := "the "+p.Words, "one "+p.Words
		if i == 0 && f.LocationScale() {
			a, one = "a residual", "one residual"
		}
		if i == 0 && m.Residual == model.LabelerResidual.String() {
			parts = append(parts, a+" for each labeler")
		} else if m.Residual != model.CommonResidual.String() {
			parts = append(parts, a+" for each study")
		} else {
			parts = append(parts, one+" for all studies")
		}
	}
	return parts
}

func diagnosticsBlock(s *Sampler, d *Diagnostics) *block {
	b := &block{}
	divergences := "no divergences"
	if d.Divergences > 0 {
		divergences = plural(d.Divergences, "divergence")
	}
	partial := ""
	if s.Partial {
		partial = "PARTIAL: interrupted. "
	}
	attempt := ""
	if s.Attempts > 1 {
		attempt = fmt.Sprintf(", attempt %d", s.Attempts)
	}
	if s.Thin > 1 {
		attempt += fmt.Sprintf(", thinned by %d", s.Thin)
	}
	b.heading(fmt.Sprintf("%s%s: %s of %s draws (seed %d%s) in %s; R̂ ≤ %s, ESS ≥ %s, E-BFMI ≥ %s, %s.",
		partial, strings.ToUpper(s.Algorithm), plural(s.Chains, "chain"), count(s.Draws), s.Seed, attempt,
		duration(s.SetupSeconds+s.WarmupSeconds+s.SamplingSeconds),
		d.MaxRHat.fixed(3), whole(min(d.MinESSBulk, d.MinESSTail)), d.MinEBFMI.fixed(2), divergences))
	for _, m := range d.Messages {
		b.heading(m)
	}
	return b
}

func whole(n Number) string {
	if !n.Defined() {
		return n.fixed(0)
	}
	return count(int(n))
}

// duration prints seconds with two digits, or in minutes where there are many.
func duration(seconds float64) string {
	switch {
	case seconds >= 120:
		return count(int(math.Round(seconds/60))) + " min"
	case seconds >= 10:
		return Number(seconds).fixed(0) + " s"
	case seconds >= 1:
		return Number(seconds).fixed(1) + " s"
	}
	return Number(seconds).fixed(2) + " s"
}
