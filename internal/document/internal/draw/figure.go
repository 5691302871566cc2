// Package draw turns the charts of a document into shapes, and shapes into SVG.
//
// A plotting library does not do because charts are part of the page. Positions across are shares of its width, while
// type and lines keep their size. A chart is thus as legible on a phone as in print.
package draw

import (
	"math"

	"concord/internal/visible"
)

// Figure is a drawing as wide as its place on the page and of a fixed height in pixels.
type Figure struct {
	Title       string // what it shows, for readers who cannot see it
	Description string
	Height      float64
	Shapes      []Shape
}

// Shape is a part of a figure.
type Shape struct {
	Kind Kind
	Ink  Ink
	// Alpha is the opacity: 1 hides shapes below.
	Alpha float64
	// Stroke is the width of lines and curves in pixels, and Dash one of [Dashes].
	Stroke float64
	Dash   int
	// Points are the ends of a line, two corners of a box, the places of a curve or an area, or the place of a mark or
	// of a text.
	Points []Point
	// Fixed shapes have places across in pixels; others have them in per cent of the width.
	Fixed  bool
	Text   string
	Anchor Anchor
	Bold   bool
	Size   float64 // of type, in pixels
}

// Kind is the form of a shape.
type Kind int

// The kinds. Dot, Square, Triangle and Diamond are marks at one place.
const (
	Line Kind = iota
	Box
	Curve
	Area
	Dot
	Square
	Triangle
	Diamond
	Label
)

// Anchor is the part of a text that lies at its place.
type Anchor string

// The anchors.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Point is a place: x in per cent of the width from the left (pixels if the shape is fixed), y in pixels from the top.
type Point struct{ X, Y float64 }

// Sizes of type, and the radius of marks.
const (
	typeSize = 12.0
	tickSize = 11.0
	radius   = 4.0
)

// At returns the places of a shape in pixels in a figure of some width.
func (s Shape) At(width float64) []Point {
	if s.Fixed {
		return s.Points
	}
	all := make([]Point, len(s.Points))
	for i, p := range s.Points {
		all[i] = Point{p.X * width / 100, p.Y}
	}
	return all
}

// Outline returns the corners of a mark about its place; nil for a dot, which is a circle.
func (k Kind) Outline() []Point {
	const r = radius - 0.4
	switch k {
	case Square:
		return []Point{{-r, -r}, {r, -r}, {r, r}, {-r, r}}
	case Triangle:
		return []Point{{0, -r - 1}, {r + 0.6, r - 0.4}, {-r - 0.6, r - 0.4}}
	case Diamond:
		return []Point{{0, -r - 1}, {r + 1, 0}, {0, r + 1}, {-r - 1, 0}}
	}
	return nil
}

func (f *Figure) add(s Shape) {
	for _, p := range s.Points {
		if math.IsNaN(p.X) || math.IsNaN(p.Y) {
			return
		}
	}
	if s.Alpha == 0 {
		s.Alpha = 1
	}
	f.Shapes = append(f.Shapes, s)
}

// line draws a line.
func (f *Figure) line(ink Ink, stroke float64, x1, y1, x2, y2 float64) {
	f.add(Shape{Kind: Line, Ink: ink, Stroke: stroke, Points: []Point{{x1, y1}, {x2, y2}}})
}

// dashed draws a dashed line.
func (f *Figure) dashed(ink Ink, x1, y1, x2, y2 float64) {
	f.add(Shape{Kind: Line, Ink: ink, Stroke: 1.3, Dash: beatDash, Points: []Point{{x1, y1}, {x2, y2}}})
}

// box fills a rectangle.
func (f *Figure) box(ink Ink, alpha, x1, y1, x2, y2 float64) {
	corners := []Point{{min(x1, x2), min(y1, y2)}, {max(x1, x2), max(y1, y2)}}
	f.add(Shape{Kind: Box, Ink: ink, Alpha: alpha, Points: corners})
}

// mark draws a mark.
func (f *Figure) mark(kind Kind, ink Ink, x, y float64) {
	f.add(Shape{Kind: kind, Ink: ink, Points: []Point{{x, y}}})
}

// text writes text of the size of ticks.
func (f *Figure) text(ink Ink, anchor Anchor, x, y float64, text string) {
	f.write(Shape{Ink: ink, Anchor: anchor, Size: tickSize, Points: []Point{{x, y}}}, text)
}

// pinned writes text whose place across is in pixels.
func (f *Figure) pinned(ink Ink, size, x, y float64, text string) {
	f.write(Shape{Ink: ink, Anchor: Start, Size: size, Fixed: true, Points: []Point{{x, y}}}, text)
}

// name writes text of the size of names.
func (f *Figure) name(anchor Anchor, x, y float64, text string) {
	f.write(Shape{Ink: Ink0, Anchor: anchor, Size: typeSize, Points: []Point{{x, y}}}, text)
}

// title writes bold text.
func (f *Figure) title(anchor Anchor, x, y float64, text string) {
	f.write(Shape{Ink: Ink0, Anchor: anchor, Size: typeSize, Bold: true, Points: []Point{{x, y}}}, text)
}

func (f *Figure) write(s Shape, text string) {
	if s.Text = visible.Text(text); s.Text != "" {
		s.Kind = Label
		f.add(s)
	}
}

// curve draws a line through points.
func (f *Figure) curve(ink Ink, stroke float64, dash int, points []Point) {
	if len(points) > 1 {
		f.add(Shape{Kind: Curve, Ink: ink, Stroke: stroke, Dash: dash, Points: points})
	}
}

// area fills the area within points.
func (f *Figure) area(ink Ink, alpha float64, points []Point) {
	if len(points) > 2 {
		f.add(Shape{Kind: Area, Ink: ink, Alpha: alpha, Points: points})
	}
}
