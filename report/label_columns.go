package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"concord/nonparam"
	"concord/study"
)

// LabelColumns is the coefficients of several label columns of one file, side by side: one
// question about the same items each, such as one emotion of many.
type LabelColumns struct {
	Data     Data          `json:"data"` // of the first column
	Interval Intervals     `json:"interval"`
	Columns  []LabelColumn `json:"label_columns"`
	// More says, below the text, where standard errors and intervals are; "" for nothing.
	More string `json:"-"`
}

// LabelColumn is the coefficients of one label column.
type LabelColumn struct {
	Label     string      `json:"label"`
	Labels    int         `json:"labels"`
	Agreement []Agreement `json:"agreement"`
}

// NewLabelColumns computes the coefficients of each table, a label column each. If ctx is
// cancelled it returns its error.
func NewLabelColumns(ctx context.Context, data Data, tables []*study.Table, o nonparam.Options) (*LabelColumns, error) {
	r := &LabelColumns{Data: data, Interval: Intervals{Level: o.Level, Kind: "eti"}}
	for _, t := range tables {
		results, err := nonparam.Agreement(ctx, t, o)
		if err != nil {
			return nil, err
		}
		r.Columns = append(r.Columns, LabelColumn{t.LabelColumn(), t.Len(), newAgreements(results)})
	}
	var all []Agreement
	for _, c := range r.Columns {
		all = append(all, c.Agreement...)
	}
	r.Interval.Resampled = resampledOf(all)
	return r, nil
}

// Render writes the columns in one of [Formats].
func (lc *LabelColumns) Render(w io.Writer, format string) error {
	switch format {
	case "text":
		return lc.text(w)
	case "json":
		return asJSON(w, lc)
	case "csv":
		return lc.csv(w)
	case "markdown":
		return lc.markdown(w)
	}
	return fmt.Errorf("several label columns are written as text, json, csv or markdown, not as %s", format)
}

// heading is one coefficient of one study or pair.
type heading struct{ coefficient, distance, studies string }

func headingOf(a Agreement) heading {
	return heading{a.Coefficient, a.Distance, strings.Join(a.Studies, " × ")}
}

// headings returns the columns of the table. All label columns have the same.
func (lc *LabelColumns) headings() []heading {
	var all []heading
	if len(lc.Columns) > 0 {
		for _, a := range lc.Columns[0].Agreement {
			all = append(all, headingOf(a))
		}
	}
	return all
}

// text prints a row for each label column and a column for each coefficient.
func (lc *LabelColumns) text(w io.Writer) error {
	b := &block{}
	b.heading(fmt.Sprintf("%s: %s of %s in %s", lc.Data.File, plural(len(lc.Columns), "label column"),
		plural(lc.Data.Items, "item"), studies(len(lc.Data.Studies))))
	b.notUsed(lc.Data.UnusedColumns)
	b.blank()
	names, under := []string{""}, []string{"Label"}
	for _, h := range lc.headings() {
		names, under = append(names, coefficientName(h.coefficient, h.distance)), append(under, h.studies)
	}
	b.row("", names...)
	b.row("", under...)
	b.lines[len(b.lines)-1].head = true
	var reasons []string
	for _, c := range lc.Columns {
		cells := []string{c.Label}
		for _, a := range c.Agreement {
			cells = append(cells, a.Estimate.fixed(3))
			if !a.Estimate.Defined() {
				cells[len(cells)-1] = "–"
				h := headingOf(a)
				reasons = append(reasons, fmt.Sprintf("%s, %s of %s: undefined: %s", c.Label,
					coefficientName(h.coefficient, h.distance), h.studies, a.Undefined))
			}
		}
		b.row("", cells...)
	}
	for _, reason := range reasons {
		b.heading("  " + reason)
	}
	if lc.Interval.Resampled != "" {
		var all []Agreement
		for _, c := range lc.Columns {
			all = append(all, c.Agreement...)
		}
		b.heading("Intervals are by a " + Agreement{Method: kindOf(all), Resampled: lc.Interval.Resampled}.over() + ".")
	}
	if lc.More != "" {
		b.heading(lc.More)
	}
	return b.writeTo(w)
}

func (lc *LabelColumns) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	// The errors of out stay with it until Flush.
	_ = out.Write([]string{"label", "coefficient", "distance", "studies", "estimate", "se", "lower", "upper", "items",
		"ratings", "undefined", "resampled"})
	for _, c := range lc.Columns {
		for _, a := range c.Agreement {
			_ = out.Write([]string{cellList([]string{c.Label}), a.Coefficient, a.Distance, cellList(a.Studies),
				a.Estimate.cell(), a.SE.cell(), a.Lower.cell(), a.Upper.cell(), fmt.Sprint(a.Items),
				fmt.Sprint(a.Ratings), a.Undefined, a.Resampled})
		}
	}
	out.Flush()
	return out.Error()
}

func (lc *LabelColumns) markdown(w io.Writer) error {
	var s strings.Builder
	s.WriteString("| Label |")
	rule := "\n|:--|"
	for _, h := range lc.headings() {
		fmt.Fprintf(&s, " %s, %s |", coefficientName(h.coefficient, h.distance), markdownCell(h.studies))
		rule += "--:|"
	}
	s.WriteString(rule + "\n")
	for _, c := range lc.Columns {
		fmt.Fprintf(&s, "| %s |", markdownCell(c.Label))
		for _, a := range c.Agreement {
			cell := a.Estimate.fixed(3)
			if !a.Estimate.Defined() {
				cell = "undefined: " + markdownCell(a.Undefined)
			}
			fmt.Fprintf(&s, " %s |", cell)
		}
		s.WriteString("\n")
	}
	_, err := io.WriteString(w, s.String())
	return err
}
