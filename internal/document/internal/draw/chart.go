package draw

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/document"
	"concord/internal/visible"
)

// Widths in pixels for which charts are laid out: for a page with room, and for a phone.
const (
	Wide   = 720.0
	Narrow = 310.0
)

// Axes are the ranges that panels of the same kind share in all charts of a document, so that charts can be compared.
type Axes map[[2]float64]span

// AxesOf returns the ranges of a document: for each range that charts ask for, that range and all values on it.
func AxesOf(d *document.Document) Axes {
	all := Axes{}
	for _, s := range d.Sections {
		for _, p := range s.Parts {
			strips, ok := p.Chart.(document.Strips)
			if !ok {
				continue
			}
			for i, panel := range strips.Panels {
				if panel.Low < panel.High {
					r, known := all[[2]float64{panel.Low, panel.High}]
					if !known {
						r = span{panel.Low, panel.High}
					}
					holdPanel(&r, strips, i)
					all[[2]float64{panel.Low, panel.High}] = r
				}
			}
		}
	}
	return all
}

// Of draws a chart for a page that is [Wide] or [Narrow].
func Of(c document.Chart, axes Axes, pixels float64) *Figure {
	f := &Figure{Title: visible.Text(c.Title()), Description: visible.Text(described(c))}
	if c.IsSmall() && pixels == Wide {
		pixels = Wide/2 - 20
	}
	l := layout{f, pixels}
	switch c := c.(type) {
	case document.Strips:
		if c.Slope != "" {
			l.slopes(c)
		} else {
			l.strips(c, axes)
		}
	case document.Matrix:
		l.matrix(c)
	case document.Confusion:
		l.confusion(c)
	case document.Dots:
		l.dots(c)
	case document.Lines:
		l.lines(c)
	case document.Bars:
		l.bars(c)
	case document.Scatter:
		l.scatter(c)
	default:
		panic(fmt.Sprintf("draw: %T is no chart that it knows", c))
	}
	return f
}

// described names the rows and columns of a chart.
func described(c document.Chart) string {
	t := c.Numbers()
	var heads, names []string
	for _, column := range t.Columns[min(1, len(t.Columns)):] {
		if column.Head != "" {
			heads = append(heads, strings.ReplaceAll(column.Head, "\n", " "))
		}
	}
	for _, g := range t.Groups {
		for _, row := range g.Rows {
			names = append(names, row.Name)
		}
	}
	const most = 12
	rows := strings.Join(names[:min(most, len(names))], ", ")
	if more := len(names) - most; more > 0 {
		rows += fmt.Sprintf(" and %d more", more)
	}
	return "The chart shows " + document.Listed(heads) + " of: " + rows + ". A table has the numbers."
}

// layout draws on a figure whose width is about the given number of pixels.
type layout struct {
	*Figure
	pixels float64
}

// narrow reports whether the figure is one for a phone, or as small.
func (l layout) narrow() bool { return l.pixels < Wide/2 }

// share is a width in pixels in per cent of the figure.
func (l layout) share(pixels float64) float64 { return 100 * pixels / l.pixels }

// key explains a mark.
type key struct {
	mark Kind
	ink  Ink
	dash int
	text string
}

// keysOf are the keys that the document adds. The line to beat comes last.
func keysOf(a document.About) []key {
	var all []key
	for _, k := range a.Legend {
		if k.Series != document.BeatLine {
			all = append(all, key{Dot, series(k.Series), 0, k.Text})
		}
	}
	for _, k := range a.Legend {
		if k.Series == document.BeatLine {
			all = append(all, key{Line, Beat, beatDash, k.Text})
		}
	}
	return all
}

// beats reports whether there is a line to beat.
func beats(x float64) bool { return x != 0 && !math.IsNaN(x) }

// legend draws keys at the top, in as many lines as they need.
func (l layout) legend(all []key) {
	const mark, between, row = 26.0, 16.0, 18.0
	x, y := 0.0, l.Height
	for _, k := range all {
		text := shortened(visible.Text(k.text), typeSize, l.pixels-mark)
		if text == "" {
			continue
		}
		wide := mark + textWidth(text, typeSize)
		if x > 0 && x+wide > l.pixels {
			x, y = 0, y+row
		}
		l.key(k, x, y+row/2-1)
		l.pinned(Ink0, typeSize, x+mark, y+row/2+3, text)
		x += wide + between
		l.Height = y + row + 6
	}
}

// key draws the mark of a key.
func (l layout) key(k key, x, y float64) {
	s := Shape{Kind: k.mark, Ink: k.ink, Fixed: true, Points: []Point{{x + 10, y}}}
	switch k.mark {
	case Box, Area:
		s.Kind, s.Points = Box, []Point{{x, y - 5}, {x + 20, y + 5}}
	case Line, Curve:
		s.Kind, s.Stroke, s.Dash, s.Points = Line, 1.8, k.dash, []Point{{x, y}, {x + 20, y}}
	}
	l.add(s)
}
