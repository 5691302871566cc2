package report

import (
	"cmp"
	"fmt"
	"slices"

	"concord/consensus"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/view"
	"concord/model"
	"concord/posterior"
)

// labelersSection shows which labelers are harsh or lenient, and which do not follow the others.
func labelersSection(s Source) (document.Section, bool) {
	fit := s.Posterior
	if fit == nil || fit.Table() == nil || !fit.HasLabelers() || !fit.Table().HasLabelers() {
		return document.Section{}, false
	}
	out := appendix("labelers", "Labelers", "The level of a labeler says how much higher the labeler's labels are "+
		"than an average labeler of the same group would give to the same items"+unitOf(s.Result.Model())+". Low "+
		"marks come from harsh labelers, high marks from lenient ones. If labels are yes or no, labelers with a low "+
		"level rarely say yes.")
	if t := outliersTable(s); !t.Empty() {
		out.Parts = append(out.Parts, document.Part{Table: t})
	}
	if !fit.Spec().Effects {
		out.Lead = append(out.Lead, "The run did not keep the effects of single labelers.")
		return out, true
	}
	var charts []document.Strips
	if len(fit.Studies()) <= mostCurves {
		charts = caterpillars(s)
	}
	for at, study := range fit.Studies() {
		part := document.Part{}
		if t := labelersTable(s, study); !t.Empty() {
			part.Table = t
		}
		if charts != nil && len(charts[at].Groups[0].Rows) > 0 {
			part.Chart = charts[at]
		}
		if part.Chart != nil || part.Table != nil {
			out.Parts = append(out.Parts, part)
		}
	}
	return out, true
}

// unitOf names the scale of a labeler's level.
func unitOf(m *result.Model) string {
	if m == nil || m.Distribution() == nil || m.Distribution().About().Link == "" {
		return ""
	}
	return " (on the latent scale, in " + m.Distribution().About().Link + "s)"
}

// level is the effect of one labeler.
type level struct {
	name string
	posterior.Summary
}

// levels returns the labelers of a study, the lowest first.
func levels(study model.StudyPosterior, width float64) []level {
	table := study.Posterior().Table()
	labels := make([]int, len(table.Labelers()))
	for _, l := range table.StudyAt(study.Index()).Labeler() {
		labels[l]++
	}
	var all []level
	var effects []posterior.Quantity
	for l, name := range table.Labelers() {
		if labels[l] == 0 {
			continue
		}
		if q, err := study.LabelerEffect(name); err == nil {
			all = append(all, level{name: name})
			effects = append(effects, q)
		}
	}
	for i, s := range posterior.Summarize(effects, posterior.Interval{Level: width}) {
		all[i].Summary = s
	}
	slices.SortStableFunc(all, func(a, b level) int { return cmp.Compare(a.Mean, b.Mean) })
	return all
}

// caterpillars draw the labelers of each study, on one axis.
func caterpillars(s Source) []document.Strips {
	var all []document.Strips
	widest := 0.0
	for at := range s.Posterior.Studies() {
		c := caterpillar(s, s.Posterior.StudyAt(at))
		for _, row := range c.Groups[0].Rows {
			widest = max(widest, -row.Values[0].Lower, row.Values[0].Upper)
		}
		all = append(all, c)
	}
	for i := range all {
		all[i].Panels[0].Low, all[i].Panels[0].High = -widest, widest
	}
	return all
}

// caterpillar draws the labelers of a study below one another, the lowest first.
func caterpillar(s Source, study model.StudyPosterior) document.Strips {
	all := levels(study, s.Result.Interval.Level)
	c := document.Strips{About: document.About{ID: "labelers-" + fmt.Sprint(study.Index()+1),
		Caption: "Labelers of " + study.Name() + " from the lowest to the highest level, with " +
			s.Result.Interval.Name("CrI")},
		Panels: []document.Panel{{Title: "level", Zero: true, Decimals: 3}}}
	some := evenly(all, mostLabelers)
	if len(some) < len(all) {
		c.Caption += fmt.Sprintf(" (%s of %s, at even distances)", document.Integer(mostLabelers),
			document.Integer(len(all)))
	}
	var rows []document.Strip
	for _, l := range some {
		rows = append(rows, document.Strip{Name: l.name, Series: study.Index(),
			Values: []document.Estimate{{Value: l.Mean, Lower: l.Lower, Upper: l.Upper, SD: l.SD}}})
	}
	c.Groups = []document.StripGroup{{Rows: rows}}
	return c
}

// evenly returns at most most of the labelers, with the first and the last, at even distances.
func evenly(all []level, most int) []level {
	if len(all) <= most {
		return all
	}
	some := make([]level, most)
	for k := range some {
		some[k] = all[k*(len(all)-1)/(most-1)]
	}
	return some
}

// outliersTable lists the labelers who do not follow the others.
func outliersTable(s Source) *document.Table {
	if s.Check == nil {
		return nil
	}
	t := &document.Table{Name: "outliers", Caption: "Labelers who rarely follow the others",
		Columns: []document.Column{{}, {Head: "group", Words: true}, {Head: "slope (90% interval)", Decimals: 2},
			{Head: "ordinary slope", Decimals: 2}}}
	var rows []document.Row
	for _, l := range s.Check.Outliers {
		rows = append(rows, document.Row{Name: l.Name, Cells: []document.Cell{document.Text(l.Study),
			document.Estimate{Value: l.Slope, Lower: l.Lower, Upper: l.Upper}, document.Number{Value: l.Ordinary}}})
	}
	t.Groups = document.Rows(rows...)
	t.Notes = []string{"The slope regresses a labeler's labels on the mean of the others' labels of the same items. " +
		"It is 0 for labels at random. The interval takes into account that these labelers were chosen among all. " +
		"Look at their labels before you leave them out."}
	return t
}

// labelersTable lists the labelers of a study by need.
func labelersTable(s Source, study string) *document.Table {
	if s.Consensus == nil {
		return nil
	}
	n := 0
	for _, l := range s.Consensus.Labelers {
		if l.Study == study {
			n++
		}
	}
	t := view.LabelersOf(ask.LabelersOf(s.Consensus, nil), study, mostRows)
	t.Caption = "All labelers of " + study + shownOf(n, "labeler")
	t.Sortable, t.Folded = true, true
	t.Notes = []string{view.LabelerWords}
	return t
}

// itemsSection lists each item with its true scores, given all labels.
func itemsSection(s Source) (document.Section, bool) {
	if s.Consensus == nil || len(s.Consensus.Items) == 0 {
		return document.Section{}, false
	}
	out := appendix("items", "Items", "The true score of an item in a group is the label to expect from a labeler of "+
		"the group who is drawn at random, given all labels. Items that a group did not label have a true score too, "+
		"as far as the labels of other groups allow one.")
	all := slices.Clone(s.Consensus.Items)
	t := &document.Table{Name: "items", Caption: "All items" + shownOf(len(all), "item"), Sortable: true, Folded: true,
		Columns: append(s.itemColumns(), document.Column{Head: "group", Words: true}, document.Column{Head: "labels"},
			document.Column{Head: "true score [" + s.Result.Interval.Name("CrI") + "]",
				Decimals: scoreDecimals(s.Result)})}
	if s.Consensus.Categories != nil {
		t.Columns = append(t.Columns, document.Column{Head: "consensus", Words: true},
			document.Column{Head: "certainty"})
		slices.SortStableFunc(all, func(a, b consensus.Item) int { return cmp.Compare(a.Certainty, b.Certainty) })
		out.Lead[0] += " The consensus is the most probable label. Its certainty is the probability that unlimited " +
			"labelers would " + say.OfUnlimited(s.Result.Data.Kind) + ". The least certain items come first."
	}
	var rows []document.Row
	for _, i := range all[:min(mostRows, len(all))] {
		cells := append(s.itemCells(i.Name), document.Text(i.Study), document.Count(i.Labels), trueScore(i))
		if s.Consensus.Categories != nil {
			cells = append(cells, document.Text(s.Consensus.Categories[i.Label]), document.Share(i.Certainty))
		}
		rows = append(rows, document.Row{Name: i.Name, Cells: cells})
	}
	t.Groups = document.Rows(rows...)
	out.Parts = []document.Part{{Table: t}}
	return out, true
}
