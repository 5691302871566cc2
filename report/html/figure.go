package html

import (
	"fmt"
	"strings"
)

// figure is a drawing as wide as its place on the page and of a fixed height in pixels. Positions across are
// in per cent of the width, from the left; those down are in pixels, from the top.
type figure struct {
	Title  string // what it shows, for readers who cannot see it; "": it repeats the numbers beside it
	Height float64
	Shapes []shape
}

// shape is a part of a figure. Classes name colours and strokes of the style sheet.
type shape struct {
	Kind           string // "line", "dot", "square", "box", "text" or "curve"
	Class          string
	X1, Y1, X2, Y2 string // of a box, X2 and Y2 are its width and height
	Text           string // of a text; of a curve its path
	Anchor         string // of a text
}

func percent(x float64) string { return fmt.Sprintf("%.2f%%", x) }
func pixels(y float64) string  { return fmt.Sprintf("%.1f", y) }

// line draws a line from (x1, y1) to (x2, y2).
func (f *figure) line(class string, x1, y1, x2, y2 float64) {
	f.Shapes = append(f.Shapes, shape{Kind: "line", Class: class, X1: percent(x1), Y1: pixels(y1), X2: percent(x2),
		Y2: pixels(y2)})
}

// dot draws a filled circle.
func (f *figure) dot(class string, x, y float64) {
	f.Shapes = append(f.Shapes, shape{Kind: "dot", Class: class, X1: percent(x), Y1: pixels(y)})
}

// square draws a small square.
func (f *figure) square(class string, x, y float64) {
	f.Shapes = append(f.Shapes, shape{Kind: "square", Class: class, X1: percent(x), Y1: pixels(y - 3.5)})
}

// box draws a filled rectangle.
func (f *figure) box(class string, x, y, width, height float64) {
	f.Shapes = append(f.Shapes, shape{Kind: "box", Class: class, X1: percent(x), Y1: pixels(y),
		X2: percent(max(0, width)), Y2: pixels(max(0, height))})
}

// text writes text whose start, middle or end is at x.
func (f *figure) text(class, anchor string, x, y float64, text string) {
	f.Shapes = append(f.Shapes, shape{Kind: "text", Class: class, Anchor: anchor, X1: percent(x), Y1: pixels(y),
		Text: text})
}

// point is a place in a figure.
type point struct{ x, y float64 }

// curve draws a path through points. Paths know no per cents, so it lies in a frame of its own
// that is stretched to the width; strokes are not stretched.
func (f *figure) curve(class string, points []point) {
	if len(points) == 0 {
		return
	}
	var d strings.Builder
	for i, p := range points {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		fmt.Fprintf(&d, "%s%.2f %.1f", letter, 10*p.x, p.y)
	}
	f.Shapes = append(f.Shapes, shape{Kind: "curve", Class: class, X1: fmt.Sprintf("0 0 1000 %g", f.Height),
		Y1: pixels(f.Height), Text: d.String()})
}
