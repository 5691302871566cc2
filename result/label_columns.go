package result

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/batch"
	"concord/nonparam"
	"concord/study"
)

// LabelColumns is the coefficients of several label columns of one file, side by side: one
// question about the same items each, such as one emotion of many; or of several groupings of the labels; or of both.
type LabelColumns struct {
	Data     Data          `json:"data"` // of the first column
	Interval Intervals     `json:"interval"`
	Columns  []LabelColumn `json:"label_columns"`
	// More says, below the text, where standard errors and intervals are; "" for nothing.
	More string `json:"-"`
}

// LabelColumn is the coefficients of one label column, in one grouping.
type LabelColumn struct {
	Label     string      `json:"label"`
	Labels    int         `json:"labels"`
	Agreement []Agreement `json:"agreement"`
	Grouping  string      `json:"grouping,omitempty"` // as of [Study]
}

// NewLabelColumns computes the coefficients of each table, each of a label column in one grouping; data say whether
// there are several groupings. If ctx is cancelled it returns its error.
func NewLabelColumns(ctx context.Context, data Data, tables []*study.Table, o nonparam.Options) (*LabelColumns, error) {
	r := &LabelColumns{Data: data, Interval: Intervals{Level: o.Level, Kind: "eti"}}
	for _, t := range tables {
		results, err := nonparam.Agreement(ctx, t, o)
		if err != nil {
			return nil, err
		}
		column := LabelColumn{Label: t.LabelColumn(), Labels: t.Len(), Agreement: newAgreements(results)}
		if len(data.groupings()) > 0 {
			column.Grouping = batch.Grouping(t)
		}
		r.Columns = append(r.Columns, column)
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
		return WriteJSON(w, lc)
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

// columnGroup is the label columns of one grouping, which have the same coefficients.
type columnGroup struct {
	grouping string
	columns  []LabelColumn
}

// groups returns the label columns by grouping; where there is one only, all of them.
func (lc *LabelColumns) groups() []columnGroup {
	var all []columnGroup
	for _, c := range lc.Columns {
		k := slices.IndexFunc(all, func(g columnGroup) bool { return g.grouping == c.Grouping })
		if k < 0 {
			k, all = len(all), append(all, columnGroup{grouping: c.Grouping})
		}
		all[k].columns = append(all[k].columns, c)
	}
	return all
}

// headings returns the columns of the table.
func (cg columnGroup) headings() []heading {
	var all []heading
	for _, a := range cg.columns[0].Agreement {
		all = append(all, headingOf(a))
	}
	return all
}

// text prints a row for each label column and a column for each coefficient; of several groupings a table each.
func (lc *LabelColumns) text(w io.Writer) error {
	b := &block{}
	var labels []string
	for _, c := range lc.Columns {
		labels = union(labels, []string{c.Label})
	}
	b.heading(fmt.Sprintf("%s: %s of %s in %s", lc.Data.File, plural(len(labels), "label column"),
		plural(lc.Data.Items, "item"), lc.Data.StudiesCounted()))
	b.notUsed(lc.Data.UnusedColumns)
	blocks := []*block{b}
	for _, g := range lc.groups() {
		if g.grouping == "" {
			b.blank()
		} else { // its columns are as wide as its own studies ask for
			b = &block{}
			blocks = append(blocks, b)
			b.heading("Studies by " + g.grouping)
		}
		g.text(b)
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
	return writeBlocks(w, blocks)
}

func (cg columnGroup) text(b *block) {
	names, under := []string{""}, []string{"Label"}
	for _, h := range cg.headings() {
		names, under = append(names, coefficientName(h.coefficient, h.distance)), append(under, h.studies)
	}
	b.row("", names...)
	b.row("", under...)
	b.lines[len(b.lines)-1].head = true
	var reasons []string
	for _, c := range cg.columns {
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
}

func (lc *LabelColumns) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	grouped := len(lc.Data.groupings()) > 0
	write := func(label, grouping string, rest ...string) {
		row := []string{label}
		if grouped {
			row = append(row, grouping)
		}
		_ = out.Write(append(row, rest...)) // the errors of out stay with it until Flush
	}
	write("label", "grouping", "coefficient", "distance", "studies", "estimate", "se", "lower", "upper", "items",
		"ratings", "undefined", "resampled")
	for _, c := range lc.Columns {
		for _, a := range c.Agreement {
			write(cellList([]string{c.Label}), guarded(c.Grouping), a.Coefficient, a.Distance, cellList(a.Studies),
				a.Estimate.cell(), a.SE.cell(), a.Lower.cell(), a.Upper.cell(), fmt.Sprint(a.Items),
				fmt.Sprint(a.Ratings), a.Undefined, a.Resampled)
		}
	}
	out.Flush()
	return out.Error()
}

func (lc *LabelColumns) markdown(w io.Writer) error {
	var s strings.Builder
	for k, g := range lc.groups() {
		if k > 0 {
			s.WriteString("\n")
		}
		if g.grouping != "" {
			fmt.Fprintf(&s, "Studies by %s:\n\n", markdownCell(g.grouping))
		}
		g.markdown(&s)
	}
	_, err := io.WriteString(w, s.String())
	return err
}

func (cg columnGroup) markdown(s *strings.Builder) {
	s.WriteString("| Label |")
	rule := "\n|:--|"
	for _, h := range cg.headings() {
		fmt.Fprintf(s, " %s, %s |", coefficientName(h.coefficient, h.distance), markdownCell(h.studies))
		rule += "--:|"
	}
	s.WriteString(rule + "\n")
	for _, c := range cg.columns {
		fmt.Fprintf(s, "| %s |", markdownCell(c.Label))
		for _, a := range c.Agreement {
			cell := a.Estimate.fixed(3)
			if !a.Estimate.Defined() {
				cell = "undefined: " + markdownCell(a.Undefined)
			}
			fmt.Fprintf(s, " %s |", cell)
		}
		s.WriteString("\n")
	}
}
