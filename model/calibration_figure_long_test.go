//go:build long

package model_test

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

// ecdfPlot is the ranks of the quantities of one design.
type ecdfPlot struct {
	title string
	test  *ecdfTest
	ranks [][]int
}

// ecdfFigure draws, for each plot, the empirical distribution functions of the ranks less the
// uniform one, over the band that holds a whole curve in 95 of 100 cases, as SVG.
func ecdfFigure(plots []ecdfPlot) []byte {
	const width, height, columns, left, top = 240, 170, 4, 34, 26
	const plotW, plotH, reach = width - left - 12, height - top - 24, 0.1
	rows := (len(plots) + columns - 1) / columns
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" `+
		`font-size="10">`+"\n", width*columns, height*rows)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width*columns, height*rows)
	for i, p := range plots {
		n, values := float64(p.test.n), float64(p.test.values)
		x0, y0 := float64(i%columns*width+left), float64(i/columns*height+top)
		point := func(v int, count float64) string {
			u := float64(v+1) / values
			return fmt.Sprintf("%.1f,%.1f", x0+u*plotW, y0+(0.5-(count/n-u)/(2*reach))*plotH)
		}
		fmt.Fprintf(&b, `<text x="%.0f" y="%.0f" font-size="11">%s</text>`+"\n", x0, y0-8, html.EscapeString(p.title))
		fmt.Fprintf(&b, `<rect x="%.0f" y="%.0f" width="%d" height="%d" fill="none" stroke="#999"/>`+"\n", x0, y0,
			plotW, plotH)
		for _, tick := range []float64{-reach, 0, reach} {
			fmt.Fprintf(&b, `<text x="%.0f" y="%.1f" text-anchor="end">%.1f</text>`+"\n", x0-4,
				y0+(0.5-tick/(2*reach))*plotH+3.5, tick)
		}
		fmt.Fprintf(&b, `<text x="%.0f" y="%.0f">0</text>`+
			`<text x="%.0f" y="%.0f" text-anchor="end">rank / 100</text>`+"\n", x0, y0+plotH+13, x0+plotW, y0+plotH+13)
		lower, upper := p.test.band(0.95)
		var band []string
		for v := range lower {
			band = append(band, point(v, float64(lower[v])))
		}
		for v := len(upper) - 1; v >= 0; v-- {
			band = append(band, point(v, float64(upper[v])))
		}
		fmt.Fprintf(&b, `<polygon points="%s" fill="#cfe0f3"/>`+"\n", strings.Join(band, " "))
		for _, ranks := range p.ranks {
			var line []string
			for v, c := range p.test.counts(ranks) {
				line = append(line, point(v, float64(c)))
			}
			fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="#1f3a5f" stroke-width="0.8" `+
				`stroke-opacity="0.7"/>`+"\n", strings.Join(line, " "))
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
