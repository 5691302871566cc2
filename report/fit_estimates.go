package report

import (
	"slices"
	"strings"

	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/model/spec"
)

// Sections whose tables differ from the others.
const (
	reliabilityID = "reliability"
	parametersID  = "parameters"
	measurementID = "measurement"
)

// estimates is a table of estimates in the making: a group of rows for each quantity, with the probability of the event
// and the coefficient that belong to it.
type estimates struct {
	r            *result.Lookup
	table        *document.Table
	rows         []listed
	medians      bool // a posterior is skewed
	coefficients bool
	beliefs      bool
	shown        []result.Estimate
}

// listed is a quantity with its estimates.
type listed struct {
	title string
	rows  []listedRow
}

type listedRow struct {
	result.Estimate
	belief      *result.Probability
	coefficient *result.Agreement
}

func newEstimates(r *result.Lookup, name, caption string) *estimates {
	return &estimates{r: r, table: &document.Table{Name: name, Caption: caption}}
}

// add adds the estimates of a quantity on a scale.
func (t *estimates) add(q catalogue.Entry, scale string) {
	l := listed{title: t.title(q, scale)}
	for _, e := range t.r.Estimates {
		if e.Quantity != q.Name || e.Term != q.Term || e.Scale != scale {
			continue
		}
		row := listedRow{Estimate: e}
		if p, ok := t.r.BeliefOf(q, e); ok {
			row.belief, t.beliefs = &p, true
		}
		if a, ok := t.r.CoefficientOf(q, e); ok {
			row.coefficient, t.coefficients = &a, true
		}
		t.medians = t.medians || e.Skewed
		l.rows, t.shown = append(l.rows, row), append(t.shown, e)
	}
	if len(l.rows) == 0 {
		return
	}
	if q.EventName() != "" && slices.ContainsFunc(l.rows, func(r listedRow) bool { return r.belief != nil }) {
		l.title += ", " + q.Event
	}
	t.rows = append(t.rows, l)
}

// title is the heading of a quantity. It names the scale only in a table that has several.
func (t *estimates) title(q catalogue.Entry, scale string) string {
	title := t.r.Heading(q, scale)
	if t.table.Name != parametersID {
		title = strings.TrimSuffix(title, t.r.OnScale(scale))
	}
	if names := catalogue.ICCNames(q.Name, t.r.Model.Labelers != spec.NoLabelers.String()); names != "" {
		title += ", " + names
	}
	return title
}

// into adds the table to a section, unless it is empty.
func (t *estimates) into(s *document.Section) {
	if len(t.shown) == 0 {
		return
	}
	decimals := 3
	if s.ID == parametersID || s.ID == measurementID {
		decimals = document.WithUnit
	}
	t.table.Columns = []document.Column{{}, {Head: "Estimate", Decimals: decimals}}
	if t.medians {
		t.table.Columns = append(t.table.Columns, document.Column{Head: "median", Decimals: decimals,
			Priority: document.Spare})
	}
	t.table.Columns = append(t.table.Columns, document.Column{Head: "SD", Decimals: decimals, Priority: document.Spare},
		document.Column{Head: levelName(t.r.Interval, "CrI"), Decimals: decimals})
	if t.beliefs {
		t.table.Columns = append(t.table.Columns, document.Column{Head: "probability"})
	}
	if t.coefficients {
		t.table.Columns = append(t.table.Columns, document.Column{
			Head: "without a model [" + levelName(t.r.Interval, "CI") + "]", Decimals: 3, Priority: document.Useful})
	}
	for _, head := range []string{"R̂", "bulk-ESS", "tail-ESS"} {
		c := document.Column{Head: head, Priority: document.Diagnostic}
		if head == "R̂" {
			c.Decimals = 3
		}
		t.table.Columns = append(t.table.Columns, c)
	}
	var cautions []string
	for _, l := range t.rows {
		g := document.Group{Title: l.title}
		for _, e := range l.rows {
			g.Rows = append(g.Rows, t.row(e))
			if e.belief != nil && e.belief.Caution != "" {
				text := nameOf(e.Estimate) + " has " + e.belief.Caution + "."
				if !slices.Contains(cautions, text) {
					cautions = append(cautions, text)
				}
			}
		}
		t.table.Groups = append(t.table.Groups, g)
	}
	t.table.Notes = append(t.table.Notes, cautions...)
	if note := result.BoundaryNote(t.shown, nameOf, t.titleOf); note != "" {
		t.table.Notes = append(t.table.Notes, note)
	}
	if t.coefficients && s.ID == reliabilityID {
		t.table.Notes = append(t.table.Notes, say.CoefficientNotes(ask.Agreement(t.r.Data, t.r.Interval.Level,
			ask.Coefficients{All: t.r.Agreement}))...)
	}
	s.Parts = append(s.Parts, document.Part{Table: t.table})
}

// row returns an estimate as a row.
func (t *estimates) row(e listedRow) document.Row {
	row := document.Row{Name: nameOf(e.Estimate)}
	add := func(c document.Cell) { row.Cells = append(row.Cells, c) }
	if !e.Defined() {
		add(document.Undefined(e.Undefined))
		return row
	}
	sd := float64(e.Spread())
	add(document.Number{Value: float64(e.Centre()), SD: sd})
	if t.medians {
		if e.Skewed {
			add(document.Number{Value: float64(e.Median), SD: sd})
		} else {
			add(nil)
		}
	}
	add(document.Number{Value: float64(e.SD), SD: sd})
	add(document.Interval{Lower: float64(e.Lower), Upper: float64(e.Upper), SD: sd})
	if t.beliefs {
		if e.belief != nil {
			add(document.Chances(e.belief.Probability))
		} else {
			add(nil)
		}
	}
	if t.coefficients {
		if e.coefficient != nil {
			cell := coefficient(*e.coefficient)
			cell.Symbol = result.Marked(symbolOf(t.r, *e.coefficient), e.coefficient.Caution)
			cell.Undefined = "" // the section of coefficients says why
			add(cell)
		} else {
			add(nil)
		}
	}
	add(document.Number{Value: float64(e.RHat)})
	add(whole(e.ESSBulk))
	add(whole(e.ESSTail))
	return row
}

// whole returns a number of draws.
func whole(n result.Number) document.Cell {
	if !n.Defined() {
		return document.Text("–")
	}
	return document.Count(n)
}

// titleOf names the quantity of an estimate.
func (t *estimates) titleOf(e result.Estimate) string { return titleOf(t.r, e) }

// titleOf names the quantity of an estimate, with its scale if there are two.
func titleOf(r *result.Lookup, e result.Estimate) string {
	if q, ok := catalogue.OfTerm(e.Quantity, e.Term); ok {
		return r.Heading(q, e.Scale)
	}
	return e.Quantity
}

// symbolOf is the short name of a coefficient in a cell. The distance is left out if it belongs to the model's family.
func symbolOf(r *result.Lookup, a result.Agreement) string {
	name := r.ShortName(a)
	for _, of := range [][2]string{{"Krippendorff's ", ""}, {"cross-kappa ", ""}, {"difference of ", "Δ "}} {
		name = strings.Replace(name, of[0], of[1], 1)
	}
	return name
}
