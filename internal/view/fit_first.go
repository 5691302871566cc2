package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
)

// mostApart is how many groups have reliability and agreement in separate tables.
const mostApart = 3

// reliable has the tables of the first screen of a fit: how far each group agrees with itself and with the reference.
// The page has both in one table.
func reliable(s Scope) []document.Part {
	if !slices.ContainsFunc(s.Rows, func(r *answer.Row) bool { return r.Draws != nil }) {
		return nil
	}
	apart := len(s.Data.Studies) <= mostApart && s.Level < document.Appendix
	parts := groupTable(s, apart)
	parts[0].Chart = crossing(s)
	clustered := clusters(s)
	parts = append(parts, clustered...)
	if !apart || s.Set["reference"] == "" {
		return parts
	}
	agreement := Table{Name: "agreement", Caption: "Agreement with {reference}", Lines: others, Cols: []Col{
		{Q: "rho", Head: "as groups (ρ)", Find: say.WithReference},
		{Q: "xcc", Head: "one label each (xCC)", Find: say.WithReference}, means(s, "rho_k", " ", document.Spare),
		reached(s, "rho", "P(ρ > {target})", say.WithReference)}}.lay(s)
	if len(clustered) == 0 { // then the reliability stands before it
		agreement[0].Merges = true
		agreement[0].Shorter = func() document.Part { return groupTable(s, false)[0] }
	}
	return append(parts, agreement...)
}

// groupTable has a line for each group. Agreement with the reference has a column there unless it is in a table apart.
func groupTable(s Scope, apart bool) []document.Part {
	t := Table{Name: "reliability", Caption: "Reliability", Lines: byAgreement}
	if s.people() {
		t.Caption = "Group (people)"
	}
	one, mean := s.Leading()
	head := "reliability of\none label (ICC)"
	if one != catalogue.ICC {
		head = "reliability of one\nlabel, " + quantity.Of(one).Symbol
	}
	reference, priority := s.Set["reference"], document.Diagnostic
	if apart || reference == "" {
		reference, priority = "", document.Spare
	}
	t.Cols = append(twoLabels(s), Col{Q: one, Head: head}, means(s, mean, "\n", priority))
	with := "agreement with\n" + document.Shortened(reference, mostHead)
	switch rho := (Col{Q: "rho", Head: with + " (ρ)", Find: say.WithReference}); {
	case reference == "":
		t.Cols = append(t.Cols, Col{Q: "labels_needed", Head: "labels to\nreach {target}", Priority: document.Useful})
	case slices.ContainsFunc(others(s, nil), func(l Line) bool {
		return say.WithReference(say.Scope{Answer: s.Answer, At: l.Key}, "rho") != nil
	}):
		t.Cols = append(t.Cols, rho, Col{Q: "xcc", Head: "one label\neach (xCC)", Find: say.WithReference,
			Priority: document.Spare})
	default:
		t.Cols = append(t.Cols, Col{Q: "xcc", Head: with + " (xCC)", Find: say.WithReference})
	}
	t.Cols = append(t.Cols, reached(s, one, "P(ICC\n> {target})", nil), reached(s, mean, "P(mean\n> {target})", nil))
	if reference != "" {
		t.Cols = append(t.Cols, reached(s, "rho", "P(ρ\n> {target})", say.WithReference))
	}
	parts := t.lay(s)
	if apart {
		parts[0].Shorter = nil
	}
	return parts
}

// mostHead is how many letters of a name the head of a narrow column has.
const mostHead = 16

// people reports whether the labels name their labelers, and groups.
func (s Scope) people() bool { return s.Data.Labelers > 0 && !s.Data.Whole() }

// byAgreement has a line for each group. Many are in the order of their agreement with the reference, or of their
// reliability.
func byAgreement(s Scope, _ []Col) (all []Line) {
	one, _ := s.Leading()
	value := func(l Line) float64 {
		r := s.Get(one, l.Key)
		if reference := s.Set["reference"]; reference == l.Group {
			return 2
		} else if reference != "" {
			r = say.WithReference(say.Scope{Answer: s.Answer, At: l.Key}, "rho")
		}
		if r == nil || !r.Defined() {
			return -2
		}
		return r.Value
	}
	for _, g := range s.Data.Studies {
		l := Line{Key: answer.Key{Group: g.Name}}
		l.Name = document.Clip(result.Marked(s.NameOf(l.Key), g.Caution()))
		if s.people() {
			l.Name += fmt.Sprintf(" (%s)", document.Integer(g.Labelers))
		}
		all = append(all, l)
	}
	if len(all) > mostLines {
		slices.SortStableFunc(all, func(a, b Line) int { return cmp.Compare(value(b), value(a)) })
	}
	return all
}

// others has a line for each group besides the reference.
func others(s Scope, _ []Col) []Line {
	all := slices.DeleteFunc(ofGroups(s, nil), func(l Line) bool { return l.Group == s.Set["reference"] })
	for i := range all {
		all[i].Name = document.Clip(all[i].Name)
	}
	return all
}

// reached is the probability that a number is above the target, if there is one.
func reached(s Scope, name, head string, find func(say.Scope, string) *answer.Row) Col {
	if s.Set["asked"] == "" {
		return Col{}
	}
	return Col{Q: name, As: answer.Chance, At: answer.Key{Event: name + " > " + s.Set["target"]}, Head: head,
		Find: find}
}

// means are numbers about the mean of k labels: of a group, or of a group and the reference. If groups have as many
// labels of an item, the head says how many; if not, each cell.
func means(s Scope, name, gap string, priority document.Priority) Col {
	same, n := 0, 0
	find := func(s say.Scope, _ string) *answer.Row {
		for _, r := range s.Of(name) {
			if r.Scale == "" && r.Event == "" && r.Defined() && cmp.Or(r.Of, r.Group) == s.At.Group {
				return r
			}
		}
		return nil
	}
	for _, g := range s.Data.Studies {
		r := find(say.Scope{Answer: s.Answer, At: answer.Key{Group: g.Name}}, "")
		switch {
		case r == nil:
			continue
		case n == 0:
			same = r.K
		case r.K != same:
			same = -1
		}
		n++
	}
	if same < 0 {
		return Col{Q: name, Head: "mean of k" + gap + "labels (k)", Find: find, Decimals: 2, Priority: priority,
			Made: func(s say.Scope) document.Cell {
				r := find(s, "")
				return document.Text(fmt.Sprintf("%s (%s)", document.Fixed(r.Value, 2), document.Integer(r.K)))
			}}
	}
	return Col{Q: name, As: answer.Alone, Head: "mean of" + gap + document.Plural(same, "label"), Find: find,
		Priority: priority}
}

// clusters has the three ICCs of items in clusters: of clusters, of items within clusters, and of both together, which
// is the reliability of the table above.
func clusters(s Scope) []document.Part {
	m := s.Runs[0].Model
	if m == nil {
		return nil
	}
	i := slices.IndexFunc(m.Terms, func(t result.Term) bool { return t.Cluster })
	if i < 0 {
		return nil
	}
	return Table{Name: "clusters", Caption: "Clusters: " + document.Clip(m.Terms[i].Name), Lines: ofGroups,
		Cols: []Col{{Q: "icc_cluster", Head: "ICC of the\ncluster level"},
			{Q: "icc_within_cluster", Head: "ICC within\nclusters"}, {Q: "icc", Head: "pooled\nICC"}}}.lay(s)
}

// twoLabels are columns of how often two people agree about an item, or how far their labels differ.
func twoLabels(s Scope) []Col {
	one, chance, head, what := "same_label", "same_label_by_chance", "two people\nagree (chance)", ""
	shown := func(r *answer.Row) string { return document.Percent(r.Value, 0) }
	if slices.ContainsFunc(s.Of("label_difference"), (*answer.Row).Defined) {
		one, chance, head, what = "label_difference", "label_difference_by_chance",
			"two labels of an\nitem differ by", "others "
		shown = func(r *answer.Row) string { return document.Fixed(r.Value, document.Places(10*r.SD, 0, 2)) }
		if s.Data.Log {
			head = "two labels of an item\ndiffer by a factor of"
			shown = func(r *answer.Row) string { return document.Fixed(math.Exp(r.Value), 2) }
		}
	}
	return []Col{{Q: one, Head: head, Decimals: 2, Priority: document.Useful, Made: func(s say.Scope) document.Cell {
		if !s.Row(one).Defined() {
			return document.Undefined("")
		}
		return document.Text(shown(s.Row(one)) + " (" + what + shown(s.Row(chance)) + ")")
	}}, {Q: "far_apart", Head: "≥ 2 steps\napart", Decimals: 1, Priority: document.Diagnostic,
		Made: func(s say.Scope) document.Cell {
			return document.Text(document.Percent(s.Row("far_apart").Value, 0))
		}}}
}

// crossing draws how far each group agrees with itself and with the reference.
func crossing(s Scope) document.Chart {
	target, _ := strconv.ParseFloat(s.Set["asked"], 64)
	panel := func(title string) document.Panel {
		return document.Panel{Title: title, High: 1, Decimals: 2, Beat: target}
	}
	c := document.Strips{About: document.About{ID: "answer-chart", Caption: "How far each group agrees with itself"},
		Panels: []document.Panel{panel("agrees with itself (ICC)")}}
	reference := s.Set["reference"]
	if reference != "" {
		c.Caption += ", and with the reference"
		c.Panels = append(c.Panels, panel("agrees with "+reference+" (ρ)"))
		c.Slope = "Left: two people of a group. Right: unlimited labels of the group and of " + reference + "."
		for _, r := range s.Of("crossing") {
			c.Slope = fmt.Sprintf("%s agrees with itself most, but %s with %s.", r.Of, r.Against, reference)
		}
	}
	drawn := func(r *answer.Row) document.Estimate {
		if e, ok := r.Cell(answer.Whole).(document.Estimate); ok {
			return e
		}
		return document.Estimate{Value: math.NaN(), Lower: math.NaN(), Upper: math.NaN()}
	}
	one, _ := s.Leading()
	var strips []document.Strip
	for i, l := range ofGroups(s, nil) {
		strip := document.Strip{Name: l.Name, Series: i, Values: []document.Estimate{drawn(s.Get(one, l.Key))}}
		if reference != "" {
			strip.Values = append(strip.Values, drawn(say.WithReference(say.Scope{Answer: s.Answer, At: l.Key}, "rho")))
		}
		strips = append(strips, strip)
	}
	c.Groups = []document.StripGroup{{Rows: strips}}
	return c
}
