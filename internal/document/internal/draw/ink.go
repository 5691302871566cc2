package draw

import (
	"fmt"
	"image/color"
	"strings"
)

// Ink is a colour by its role. The page has a light and a dark set of them.
type Ink int

// The inks. Series follow; they differ by dash or form as well.
const (
	Ink0    Ink = iota // text and marks
	Soft               // ticks and axes
	Grid               // lines behind
	Band               // bands
	Implied            // numbers that a model implies
	Paper
	Beat // lines to beat
	firstSeries
)

// seriesInks is how many inks series have. Further series begin again.
const seriesInks = 8

// series is the ink of series k, plain ink if k is negative.
func series(k int) Ink {
	if k < 0 {
		return Ink0
	}
	return firstSeries + Ink(k%seriesInks)
}

// Color is the ink on light paper.
func (i Ink) Color() color.NRGBA { return light()[i] }

// Hex is the ink on light paper as SVG writes it.
func (i Ink) Hex() string { return hex(i.Color()) }

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func light() []color.NRGBA {
	return colors(0x1d1d1b, 0x5f5e5a, 0xe9e6df, 0xd7d4cc, 0x77756f, 0xfffefb, 0x9c1030,
		0x0060a8, 0xc24e00, 0x00795c, 0xa8478b, 0x8a6d00, 0x2a8fc4, 0x6b4fa0, 0x555555)
}

func dark() []color.NRGBA {
	return colors(0xe9e7e1, 0xa5a29a, 0x2b2a28, 0x45433f, 0x9b9890, 0x171716, 0xff9aa8,
		0x6cb6f5, 0xff9a57, 0x3fc9a3, 0xe58fc9, 0xdcc04c, 0x8fd6f5, 0xb9a3ea, 0xbbbbbb)
}

func colors(all ...uint32) []color.NRGBA {
	inks := make([]color.NRGBA, len(all))
	for i, c := range all {
		inks[i] = color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 255}
	}
	return inks
}

// Styles returns the rules of a style sheet for figures on light and on dark paper. A figure of class light has the
// inks for light paper on both.
func Styles() (onLight, onDark string) {
	return rules("", light()), rules("figure:not(.light) ", dark())
}

// rules style the classes of filled shapes, f0 and so on, and of lines, k0 and so on.
func rules(of string, inks []color.NRGBA) string {
	var s strings.Builder
	for i, c := range inks {
		fmt.Fprintf(&s, "%s.f%d{fill:%s}%s.k%d{fill:none;stroke:%s}\n", of, i, hex(c), of, i, hex(c))
	}
	return s.String()
}

// beatDash is the dash of a line to beat.
const beatDash = 4

// Dashes returns the lengths of dashes and gaps in pixels; nil is a whole line.
func Dashes(dash int) []float64 {
	return [][]float64{nil, {7, 3}, {2, 2.5}, {9, 3, 2, 3}, {4, 3}}[dash]
}

// dashOf is the dash of series k.
func dashOf(k int) int { return max(0, k) % 4 }
