package html

import (
	"fmt"
	"io"

	"concord/result"
)

// WriteGold writes the comparison of groups with a gold standard as a page, of the given version of the program. The
// error is that of w.
func WriteGold(w io.Writer, g *result.Gold, version string) error {
	p := besidePage("Gold standard", g.Data, version, fmt.Sprintf("%s beside %s, the gold standard of %s",
		plural(len(g.Groups), "group"), g.Standard.Study, plural(g.Standard.Items, "item")))
	p.Alerts = g.Data.CautionTexts()
	if d := g.Trust(); d != nil {
		p.Alerts = append(p.Alerts, d.Messages...)
	}
	verdict := section{ID: "verdict", Title: "Verdict"}
	for _, text := range append(append([]string{}, g.Verdict...), g.Notes...) {
		verdict.Parts = append(verdict.Parts, part{Note: text})
	}
	p.Sections = []section{verdict}
	if s, ok := goldCurves(g); ok {
		p.Sections = append(p.Sections, s)
	}
	titles := map[string]string{"validity": "One gold label", "curve": "k labels", "closer": "Which group is closer",
		"answers": "Right answers", "differences": "Which group is right more often"}
	for _, t := range g.Tables() {
		last := &p.Sections[len(p.Sections)-1]
		switch title := titles[t.ID()]; {
		case title == "": // labelers, of whom the page has all
		case last.ID == t.ID():
			last.Parts = append(last.Parts, tablePart(t)...)
		default:
			p.Sections = append(p.Sections, section{ID: t.ID(), Title: title, Parts: tablePart(t)})
		}
	}
	for n, group := range g.Groups {
		if len(group.People) > 1 {
			p.Sections = append(p.Sections, goldPeople(g, group, n))
		}
	}
	return write(w, p)
}

// goldCurves draws the correlation of the mean of k labels with one gold label, by the fit and as it was observed.
func goldCurves(g *result.Gold) (section, bool) {
	s := section{ID: "curves", Title: "How many labels", Lead: []string{
		"The correlation of the mean of k labels with one label of " + g.Standard.Study +
			": by the fit, posterior median and " + levelName(g.Interval, "CrI") + " (bands), and as it is among " +
			"the labels, where at least half of the items have so many (squares). It ends at r, that of endlessly " +
			"many labels."}}
	const top, bottom, longest = 8.0, 196.0, 30
	across := axis{0, longest, planningStep(longest)}
	y := func(v float64) float64 { return bottom - (bottom-top)*max(0, min(1, v)) }
	x := func(k int) float64 { return 6 + 0.94*across.at(float64(k)) }
	p := &picture{Figure: figure{Title: "Correlation of the mean of k labels with one gold label, by group",
		Height: 222}, Caption: "Correlation with one gold label, for k labels, k from 1."}
	f := &p.Figure
	for v := 0; v <= 10; v += 2 {
		f.line("grid", x(0), y(float64(v)/10), 100, y(float64(v)/10))
		f.text("tick", "start", 0, y(float64(v)/10)+4, fixed(float64(v)/10, 1))
	}
	for _, k := range across.ticks() {
		f.text("tick", "middle", x(int(k)), bottom+18, fixed(k, 0))
	}
	drawn := false
	for n, group := range g.Groups {
		var middle, band, back []point
		for _, k := range group.Curve {
			if c := k.Correlation; c != nil && c.Median.Defined() {
				middle = append(middle, point{x(k.K), y(float64(c.Median))})
				band = append(band, point{x(k.K), y(float64(c.Upper))})
				back = append([]point{{x(k.K), y(float64(c.Lower))}}, back...)
			}
		}
		f.curve("area "+seriesClass(n), append(band, back...))
		f.curve("curve "+seriesClass(n), middle)
		for _, k := range group.Curve {
			if k.Observed.Defined() {
				f.square("mark "+seriesClass(n), x(k.K), y(float64(k.Observed)))
				drawn = true
			}
		}
		if len(group.Curve) > 0 {
			p.Legend = append(p.Legend, key{seriesClass(n), "line", group.Study})
		}
		drawn = drawn || len(middle) > 0
	}
	s.Parts = []part{{Picture: p}}
	return s, drawn
}

// goldPeople lists all labelers of a group.
func goldPeople(g *result.Gold, group result.GoldGroup, n int) section {
	head, rows := g.People(group)
	t := &table{Caption: "Labelers of " + group.Study + " beside " + g.Standard.Study,
		Head: append([]string{"Labeler"}, head...), Sortable: true}
	for _, row := range rows {
		t.Rows = append(t.Rows, cells(row...))
	}
	return section{ID: fmt.Sprintf("labelers-%d", n), Title: "Labelers of " + group.Study, Parts: []part{{Table: t}},
		Lead: []string{"Each labeler’s labels beside those of " + g.Standard.Study + ", of the items that both have."}}
}
