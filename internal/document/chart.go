package document

import "cmp"

// Chart is data that the page draws. Every chart has a table with its numbers, which formats without pictures print.
type Chart interface {
	// Title is the caption, which also describes the chart to readers who cannot see it.
	Title() string
	// Name identifies the chart within its document, as in the name of a file.
	Name() string
	// IsSmall reports whether half the width of a page is enough for the chart.
	IsSmall() bool
	// Numbers returns the table that the chart stands for.
	Numbers() *Table
}

// About names a chart.
type About struct {
	ID, Caption string
	// Legend explains the marks, if colours or shapes mean something.
	Legend []Key
	// Small charts are two in a row if there is room.
	Small bool
}

// IsSmall implements [Chart].
func (a About) IsSmall() bool { return a.Small }

// Name implements [Chart].
func (a About) Name() string { return a.ID }

// Title implements [Chart].
func (a About) Title() string { return a.Caption }

// Key explains a mark. Series is the number of the series, from 0, or one of the marks that are of no series.
type Key struct {
	Series int
	Text   string
}

// Marks that are of no series.
const (
	Plain    = -1 // ink
	BeatLine = -2 // the line to beat
)

// Strips are estimates with their intervals: a row for each name, and a panel with an axis for each quantity.
type Strips struct {
	About
	Panels []Panel
	Groups []StripGroup
	// Aside is the head of the cells next to the last values; "" is "probability".
	Aside string
	// Slope, if it is not "", draws the rows as lines from the first of two panels to the second, below this sentence.
	Slope string
}

// Panel is an axis of [Strips].
type Panel struct {
	Title string
	// Low and High are values that the axis has at least; equal ones ask for nothing.
	Low, High float64
	// Zero draws a line at zero, and Beat another at its value: the line to beat. 0 and NaN are none.
	Zero bool
	Beat float64
	// Decimals is as in [Column].
	Decimals int
	// Beside and Band name a second estimate of each row and an interval behind both, such as the value that a model
	// implies and the range of replicated studies; "" is none.
	Beside, Band string
}

// StripGroup is strips with a title in common.
type StripGroup struct {
	Title string
	Rows  []Strip
}

// Strip is a row of [Strips] with an estimate for each panel.
type Strip struct {
	Name   string
	Series int // the colour, which stands for a study; −1 is plain
	Values []Estimate
	// Beside and Bands belong to panels that name them, one for each panel.
	Beside []Estimate
	Bands  []Interval
	// Aside is printed next to the last value, such as a probability.
	Aside Cell
}

// Numbers implements [Chart].
func (s Strips) Numbers() *Table {
	t := &Table{Name: s.ID, Caption: s.Caption, Columns: []Column{{}}}
	for _, p := range s.Panels {
		for _, head := range p.heads() {
			t.Columns = append(t.Columns, Column{Head: head, Decimals: p.Decimals})
		}
	}
	aside := false
	for _, g := range s.Groups {
		group := Group{Title: g.Title}
		for _, strip := range g.Rows {
			row := Row{Name: strip.Name}
			for i, v := range strip.Values {
				row.Cells = append(row.Cells, v)
				if s.Panels[i].Beside != "" {
					row.Cells = append(row.Cells, strip.Beside[i])
				}
				if s.Panels[i].Band != "" {
					row.Cells = append(row.Cells, strip.Bands[i])
				}
			}
			if strip.Aside != nil {
				aside = true
				row.Cells = append(row.Cells, strip.Aside)
			}
			group.Rows = append(group.Rows, row)
		}
		t.Groups = append(t.Groups, group)
	}
	if aside {
		t.Columns = append(t.Columns, Column{Head: s.AsideHead()})
	}
	return t
}

// AsideHead is the head of the cells next to the last values.
func (s Strips) AsideHead() string { return cmp.Or(s.Aside, "probability") }

// heads names the columns of a panel.
func (p Panel) heads() []string {
	heads := []string{p.Title}
	for _, name := range []string{p.Beside, p.Band} {
		if name != "" {
			heads = append(heads, name)
		}
	}
	return heads
}

// Matrix is shades of numbers in rows and columns of the same names, such as correlations.
type Matrix struct {
	About
	Names []string
	// Values[i][j] is the value of row i and column j; NaN: none.
	Values [][]float64
	// Low and High are the ends of the scale of shades. A scale from below 0 to above has two colours.
	Low, High float64
}

// Numbers implements [Chart].
func (m Matrix) Numbers() *Table { return crossed(m.About, m.Names, m.Names, m.Values, false) }

// crossed is the table of numbers in rows and columns.
func crossed(a About, rows, columns []string, values [][]float64, percent bool) *Table {
	t := &Table{Name: a.ID, Caption: a.Caption, Columns: []Column{{}}, Groups: []Group{{}}}
	for _, name := range columns {
		decimals := 2
		if percent {
			decimals = 1
		}
		t.Columns = append(t.Columns, Column{Head: name, Decimals: decimals})
	}
	for i, name := range rows {
		row := Row{Name: name}
		for _, x := range values[i] {
			if percent {
				row.Cells = append(row.Cells, Share(x))
			} else {
				row.Cells = append(row.Cells, Number{Value: x})
			}
		}
		t.Groups[0].Rows = append(t.Groups[0].Rows, row)
	}
	return t
}

// Confusion shows how often labels of one source go with labels of another, as shares of each row.
type Confusion struct {
	About
	Rows, Columns []string    // names of labels
	Of, With      string      // whose labels rows and columns are
	Shares        [][]float64 // of the row; NaN: the row has none
	All           []float64   // share of all labels that is in the row
}

// Numbers implements [Chart].
func (c Confusion) Numbers() *Table {
	t := crossed(c.About, c.Rows, c.Columns, c.Shares, true)
	if len(c.All) > 0 {
		t.Columns = append(t.Columns, Column{Head: "all", Decimals: 1})
		for i := range t.Groups[0].Rows {
			t.Groups[0].Rows[i].Cells = append(t.Groups[0].Rows[i].Cells, Share(c.All[i]))
		}
	}
	return t
}

// Dots are numbers of rows in columns, drawn as dots on one axis.
type Dots struct {
	About
	Columns []string // one for each series
	Rows    []DotRow
	Low     float64
	High    float64
	Beat    float64 // a line to beat; 0 and NaN are none
	Decimal int
}

// DotRow is the values of a row, one for each column; NaN: none.
type DotRow struct {
	Name   string
	Values []float64
}

// Numbers implements [Chart].
func (d Dots) Numbers() *Table {
	t := &Table{Name: d.ID, Caption: d.Caption, Columns: []Column{{}}, Groups: []Group{{}}}
	for _, name := range d.Columns {
		t.Columns = append(t.Columns, Column{Head: name, Decimals: d.Decimal})
	}
	for _, r := range d.Rows {
		row := Row{Name: r.Name}
		for _, x := range r.Values {
			row.Cells = append(row.Cells, Number{Value: x})
		}
		t.Groups[0].Rows = append(t.Groups[0].Rows, row)
	}
	return t
}

// Lines are curves over a common x, such as the reliability of a mean by the number of labels, or posterior densities.
type Lines struct {
	About
	X, Y  string // what the axes are
	Lines []Line
	// Low and High are values that the y axis has at least; equal ones ask for nothing.
	Low, High float64
	// Beat draws a horizontal line at its value; 0 and NaN are none. HideY leaves the y axis out, as of densities.
	Beat  float64
	HideY bool
	// Points is the table of the numbers that readers need, if all points of the lines are too many.
	Points *Table
}

// Line is one curve. Lower and Upper are the ends of a band about it; nil: none. A line without Y is a band alone.
type Line struct {
	Name         string
	Series       int // the colour, which stands for a study; −1 is one of Style
	Style        int // the dash of a curve that is of no study
	X, Y         []float64
	Lower, Upper []float64
}

// Numbers implements [Chart].
func (l Lines) Numbers() *Table {
	if l.Points != nil {
		return l.Points
	}
	t := &Table{Name: l.ID, Caption: l.Caption, Columns: []Column{{}}, Groups: []Group{{}}}
	places := map[float64]int{}
	for _, line := range l.Lines {
		t.Columns = append(t.Columns, Column{Head: line.Name, Decimals: 2})
		for _, x := range line.X {
			if _, known := places[x]; !known {
				places[x] = len(t.Groups[0].Rows)
				t.Groups[0].Rows = append(t.Groups[0].Rows, Row{Name: l.X + " " + Full(x),
					Cells: make([]Cell, len(l.Lines))})
			}
		}
	}
	for k, line := range l.Lines {
		for i := range line.Y {
			t.Groups[0].Rows[places[line.X[i]]].Cells[k] = Number{Value: line.Y[i]}
		}
	}
	return t
}

// Bars are heights side by side: a histogram, or numbers of things in an order.
type Bars struct {
	About
	X, Y   string
	Names  []string // of the places along x; a histogram may name a few, others are ""
	Series []BarSeries
	// High is a height that the axis has at least, so that charts can be compared; 0 asks for nothing.
	High float64
	// Line is a height to compare with, such as the height by chance; 0 and NaN are none.
	Line float64
}

// BarSeries is the heights of one series.
type BarSeries struct {
	Name    string
	Series  int
	Heights []float64
}

// Numbers implements [Chart].
func (b Bars) Numbers() *Table {
	t := &Table{Name: b.ID, Caption: b.Caption, Columns: []Column{{}}, Groups: []Group{{}}}
	for _, s := range b.Series {
		t.Columns = append(t.Columns, Column{Head: s.Name, Decimals: 2})
	}
	for i, name := range b.Names {
		row := Row{Name: name}
		for _, s := range b.Series {
			row.Cells = append(row.Cells, Number{Value: s.Heights[i]})
		}
		t.Groups[0].Rows = append(t.Groups[0].Rows, row)
	}
	return t
}
