package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// Rows of first screens, so that they have 25 lines with a verdict, checks and notes.
const (
	// mostApart is how many groups have reliability and agreement in separate tables.
	mostApart = 3
	// mostGroups is how many groups a first screen lists, and leastGroups how many one lists that has much else to say.
	mostGroups  = 8
	leastGroups = 4
)

// number returns an estimate without its interval.
func number(e result.Estimate) document.Cell {
	return document.Number{Value: float64(e.Centre()), SD: float64(e.Spread())}
}

// inShort is the first screen after the verdict.
func inShort(r *result.Lookup, level document.Level) document.Section {
	s := document.Section{ID: "answer", Title: "In short", Level: document.Answer}
	apart := len(r.Data.Studies) <= mostApart && level < document.Appendix
	if len(r.Estimates) > 0 {
		s.Parts = append(s.Parts, reliabilityPart(r, mostGroups, apart))
		clusters := clustersPart(r, shown(r, mostApart))
		if clusters.Table != nil {
			s.Parts = append(s.Parts, clusters)
		}
		if apart {
			if t := agreementTable(r); !t.Empty() {
				agreement := document.Part{Table: t}
				if clusters.Table == nil { // then the reliability stands before it
					agreement.Merges = true
					agreement.Shorter = func() document.Part { return reliabilityPart(r, mostGroups, false) }
				}
				s.Parts = append(s.Parts, agreement)
			}
		}
	}
	differences := func(most int) *document.Table { return covariatesTable(r, most) }
	if !differences(mostCompared).Empty() {
		s.Parts = append(s.Parts, covariatesPart(mostCompared, differences))
	}
	s.Parts = append(s.Parts, notesPart(r), document.Part{Checks: checks(r)},
		document.Part{Text: []string{footer(r)}})
	return s
}

// reliabilityPart is the table of groups with its chart. If groups are many, a shorter one has two groups fewer.
func reliabilityPart(r *result.Lookup, most int, apart bool) document.Part {
	p := document.Part{Table: reliabilityTable(r, shown(r, most), apart), Chart: crossing(r)}
	if most := min(most, len(r.Data.Studies)&^1); !apart && most > leastGroups {
		p.Shorter = func() document.Part { return reliabilityPart(r, most-2, apart) }
	}
	return p
}

// shown returns the groups that the first screen lists: all, or those that agree most and least with the reference. A
// group with −1 labels stands for the groups that are left out.
func shown(r *result.Lookup, most int) []result.Study {
	all := slices.Clone(r.Data.Studies)
	if len(all) <= most+1 {
		return all
	}
	icc, _ := r.ICCs()
	quantity := icc
	of := func(s result.Study) float64 {
		e, ok := r.Find(icc, s.Name)
		if r.Model != nil && r.Model.Reference != "" {
			quantity = catalogue.Rho
			if s.Name == r.Model.Reference {
				return 2
			}
			e, ok = r.Pair(quantity, r.Model.Reference, s.Name)
		}
		if !ok {
			return -2
		}
		return float64(e.Centre())
	}
	slices.SortStableFunc(all, func(a, b result.Study) int { return cmp.Compare(of(b), of(a)) })
	half, left := most/2, len(all)-most
	return slices.Concat(all[:half], []result.Study{{Name: fmt.Sprintf("… %d more", left), Labels: -1}},
		all[len(all)-half:])
}

// reliabilityTable has a row for each group. If there are many groups it has their agreement with the reference too.
func reliabilityTable(r *result.Lookup, groups []result.Study, apart bool) *document.Table {
	t := &document.Table{Name: "reliability", Caption: "Reliability", Columns: []document.Column{{}}}
	column := func(c document.Column) { t.Columns = append(t.Columns, c) }
	people := r.Data.Labelers > 0 && !r.Data.Whole()
	if people {
		t.Caption = "Group (people)"
	}
	two, ofTwo := twoLabelsOf(r, groups)
	if ofTwo {
		t.Columns = append(t.Columns, two.columns()...)
	}
	icc, mean := r.ICCs()
	head := "reliability of\none label (ICC)"
	if icc != catalogue.ICC {
		head = "reliability of one\nlabel, " + r.ICCName()
	}
	column(document.Column{Head: head, Decimals: 2})
	reference, priority := "", document.Spare
	if r.Model != nil && !apart {
		reference, priority = r.Model.Reference, document.Diagnostic
	}
	k := meansOf(r, mean, "")
	if k.any() {
		column(document.Column{Head: k.head(), Decimals: 2, Priority: priority})
	}
	rho := slices.ContainsFunc(groups, func(s result.Study) bool {
		_, ok := r.Pair(catalogue.Rho, reference, s.Name)
		return ok
	})
	if reference != "" {
		head, priority := "one label\neach (xCC)", document.Spare
		if rho {
			column(document.Column{Head: "agreement with\n" + document.Shortened(reference, mostHead) + " (ρ)",
				Decimals: 2})
		} else {
			head, priority = "agreement with\n"+document.Shortened(reference, mostHead)+" (xCC)", document.Essential
		}
		column(document.Column{Head: head, Decimals: 2, Priority: priority})
	} else {
		target := cmp.Or(r.Target, result.TargetReliability)
		column(document.Column{Head: fmt.Sprintf("labels to\nreach %g", target), Priority: document.Useful})
	}
	reached := reachedBy(r, apart)
	for _, c := range reached {
		column(document.Column{Head: c.head})
	}
	var rows []document.Row
	for _, s := range groups {
		name := s.Name
		if r.Data.Whole() {
			name = "everyone"
		}
		row := document.Row{Name: document.Clip(result.Marked(name, s.Caution()))}
		if s.Labels < 0 { // the groups that are left out
			rows = append(rows, row)
			continue
		}
		if people {
			row.Name += fmt.Sprintf(" (%s)", document.Integer(s.Labelers))
		}
		if ofTwo {
			row.Cells = append(row.Cells, two.cells(s.Name)...)
		}
		row.Cells = append(row.Cells, found(r, icc, s.Name))
		if k.any() {
			row.Cells = append(row.Cells, k.cell(s.Name))
		}
		if reference == "" {
			row.Cells = append(row.Cells, labelsNeeded(r, s.Name))
		} else {
			if rho {
				row.Cells = append(row.Cells, agreed(r, catalogue.Rho, reference, s.Name))
			}
			row.Cells = append(row.Cells, agreed(r, catalogue.XCC, reference, s.Name))
		}
		for _, c := range reached {
			row.Cells = append(row.Cells, document.Chances(c.of(s.Name)))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// reached is a column of probabilities that something of each group is above the target.
type reached struct {
	head string
	of   func(group string) result.Number
}

// reachedBy returns these columns for one label and for the mean label. If agreement has no separate table, ρ has a
// column too. Without a target there are none.
func reachedBy(r *result.Lookup, apart bool) []reached {
	if r.Target == 0 {
		return nil
	}
	of := func(what, quantity string) reached {
		return reached{fmt.Sprintf("P(%s\n> %g)", what, r.Target), func(group string) result.Number {
			return r.Reached(quantity, group)
		}}
	}
	icc, mean := r.ICCs()
	all := []reached{of("ICC", icc), of("mean", mean)}
	if r.Model != nil && r.Model.Reference != "" && !apart {
		rho := of("ρ", catalogue.Rho)
		rho.of = func(group string) result.Number { return r.Reached(catalogue.Rho, r.Model.Reference, group) }
		all = append(all, rho)
	}
	return all
}

// found returns an estimate on the label scale as a cell, with the reason if there is none.
func found(r *result.Lookup, quantity string, studies ...string) document.Cell {
	if e, ok := r.Find(quantity, studies...); ok {
		return estimate(e)
	} else if e.Undefined != "" {
		return document.Undefined(e.Undefined)
	}
	return document.Undefined("")
}

// pair is the same of two groups.
func pair(r *result.Lookup, quantity, a, b string) document.Cell {
	if e, ok := r.Pair(quantity, a, b); ok {
		return estimate(e)
	}
	return found(r, quantity, a, b)
}

// agreed is the agreement of a group with the reference; nil for the reference.
func agreed(r *result.Lookup, quantity, reference, group string) document.Cell {
	if group == reference {
		return nil
	}
	return pair(r, quantity, reference, group)
}

// labelsNeeded is how many labels of an item have a mean of the target reliability.
func labelsNeeded(r *result.Lookup, study string) document.Cell {
	for _, n := range r.LabelsNeeded {
		if n.Study == study {
			return n.Needed()
		}
	}
	return nil
}

// agreementTable has a row for each other group, or for the pair if there are two groups.
func agreementTable(r *result.Lookup) *document.Table {
	if r.Model == nil || r.Model.Reference == "" {
		return nil
	}
	reference := r.Model.Reference
	t := &document.Table{Name: "agreement", Caption: "Agreement with " + document.Clip(reference),
		Columns: []document.Column{{},
			{Head: "as groups (ρ)", Decimals: 2}, {Head: "one label each (xCC)", Decimals: 2}}}
	k := meansOf(r, catalogue.RhoK, reference)
	if k.any() {
		t.Columns = append(t.Columns, document.Column{Head: strings.ReplaceAll(k.head(), "\n", " "), Decimals: 2,
			Priority: document.Spare})
	}
	if r.Target > 0 {
		t.Columns = append(t.Columns, document.Column{Head: fmt.Sprintf("P(ρ > %g)", r.Target)})
	}
	var rows []document.Row
	for _, other := range r.Others() {
		row := document.Row{Name: document.Clip(other), Cells: []document.Cell{pair(r, catalogue.Rho, reference, other),
			pair(r, catalogue.XCC, reference, other)}}
		if k.any() {
			row.Cells = append(row.Cells, k.cell(other))
		}
		if r.Target > 0 {
			row.Cells = append(row.Cells, document.Chances(r.Reached(catalogue.Rho, reference, other)))
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// notesPart has the notes. A shorter one leaves out how groups with one label of each item are modelled: the tables say
// which groups these are.
func notesPart(r *result.Lookup) document.Part {
	all := notes(r)
	fewer := slices.DeleteFunc(slices.Clone(all), func(e document.Entry) bool { return e.Term == modelNote })
	p := document.Part{List: all}
	if len(fewer) < len(all) {
		p.Shorter = func() document.Part { return document.Part{List: fewer} }
	}
	return p
}

// modelNote is the term of the note about groups with one label of each item.
const modelNote = "Model"

// notes returns the notes that belong next to the numbers.
func notes(r *result.Lookup) []document.Entry {
	var all []document.Entry
	if itself, reference, ok := r.Crossing(); ok {
		all = append(all, document.Entry{Term: "Note", Text: fmt.Sprintf("%s agrees with itself most, but %s "+
			"with %s.", document.Clip(itself), document.Clip(reference), document.Clip(r.Model.Reference))})
	}
	if r.Data.DefaultKind != nil {
		all = append(all, document.Entry{Term: "Scale", Text: r.Data.DefaultKind.Text})
	}
	for _, e := range r.Estimates {
		if e.Quantity == catalogue.ItemDF && e.Defined() {
			all = append(all, document.Entry{Term: "Items", Text: fmt.Sprintf("True scores are from Student’s t "+
				"distribution with %s %s degrees of freedom. The fewer, the farther some lie from all others.",
				document.Fixed(float64(e.Median), 1), document.Span(float64(e.Lower), float64(e.Upper), 1))})
		}
	}
	if r.Model != nil {
		if text := r.Model.OneLabelSentence(); text != "" {
			all = append(all, document.Entry{Term: modelNote, Text: text})
		}
	}
	return all
}

// footer describes the numbers, and how they were drawn.
func footer(r *result.Lookup) string {
	kind := "credible"
	if r.Interval.Kind == "hdi" {
		kind = "highest-density"
	}
	text := fmt.Sprintf("Means and %.4g%% %s intervals", 100*r.Interval.Level, kind)
	switch r.Data.Kind {
	case "binary":
		text += ", labels as 0 and 1"
	case "ordinal":
		if r.Data.DefaultKind != nil { // which says so
			break
		}
		text += ", labels as " + strings.Join(scores(r), ", ")
	}
	if r.Data.Log {
		text += ", labels as their logarithms"
	}
	text += "."
	if s := r.Sampler; s != nil {
		text += fmt.Sprintf(" %s × %s draws%s.", document.Integer(s.Chains), document.Integer(s.Draws), took(", ", s))
	}
	return text
}

// scores are the numbers that stand for ordered labels. Of many numbers there are the first and the last.
func scores(r *result.Lookup) []string {
	var all []string
	if r.Model == nil {
		return []string{"scores"}
	}
	for _, x := range r.Model.Scores {
		all = append(all, document.Full(x))
	}
	if n := len(all); n > 5 {
		all = []string{all[0], all[1], "…", all[n-1]}
	}
	if len(all) == 0 {
		return []string{"scores"}
	}
	return all
}

// crossing draws how far each group agrees with itself and with the reference: nil if there is no reference.
func crossing(r *result.Lookup) document.Chart {
	c := document.Strips{About: document.About{ID: "answer-chart",
		Caption: "How far each group agrees with itself, and with the reference"},
		Panels: []document.Panel{{Title: "agrees with itself (ICC)", High: 1, Decimals: 2, Beat: r.Target}}}
	reference := ""
	if r.Model != nil {
		reference = r.Model.Reference
	}
	if reference == "" {
		c.Caption = "How far each group agrees with itself"
	} else {
		c.Panels = append(c.Panels, document.Panel{Title: "agrees with " + reference + " (ρ)", High: 1, Decimals: 2,
			Beat: r.Target})
		c.Slope = "Left: two people of a group. Right: unlimited labels of the group and of " + reference + "."
		if itself, nearest, ok := r.Crossing(); ok {
			c.Slope = fmt.Sprintf("%s agrees with itself most, but %s with %s.", itself, nearest, reference)
		}
	}
	var rows []document.Strip
	for i, s := range r.Data.Studies {
		strip := document.Strip{Name: s.Name, Series: i}
		icc, _ := r.ICCs()
		e, ok := r.Find(icc, s.Name)
		if !ok {
			e = result.Estimate{Mean: result.Undefined(), Lower: result.Undefined(), Upper: result.Undefined()}
		}
		strip.Values = append(strip.Values, estimate(e))
		if reference != "" {
			e, ok := r.Pair(catalogue.Rho, reference, s.Name)
			if !ok {
				e = result.Estimate{Mean: result.Undefined(), Lower: result.Undefined(), Upper: result.Undefined()}
			}
			strip.Values = append(strip.Values, estimate(e))
		}
		rows = append(rows, strip)
	}
	c.Groups = []document.StripGroup{{Rows: rows}}
	return c
}
