package main

import (
	"fmt"
	"html"
	"io"
	"math"
	"os"
	"slices"
	"strings"
)

// drawPage writes the table of a page as a picture.
func drawPage(w io.Writer, page string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	rows, err := readTable(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	if len(rows) == 0 {
		return fmt.Errorf("%s has no table with the columns %s", page, strings.Join(header, ", "))
	}
	_, err = io.WriteString(w, picture(rows))
	return err
}

// panel is a diagram: a quantity against the number of labels, both on logarithmic axes.
type panel struct {
	title string
	value func(measured) float64 // 0: not measured
}

const (
	panelWidth, panelHeight = 320, 230
	legendWidth             = 260
	left, right, top, below = 46, 14, 30, 34
	columns                 = 3
)

// picture returns the rows as SVG: a panel for each quantity, and a legend.
func picture(rows []measured) string {
	panels := []panel{
		{"wall seconds", func(m measured) float64 { return m.wall }},
		{"processor seconds", func(m measured) float64 { return m.processor }},
		{"memory, MB", func(m measured) float64 { return m.memory }},
		{"least effective size", func(m measured) float64 { return m.ess }},
		{"gradients", func(m measured) float64 { return m.gradients }},
	}
	lines := seriesOf(rows)
	labels := decades(rows, func(m measured) float64 { return m.labels })
	var b strings.Builder
	width, height := columns*panelWidth+legendWidth, (len(panels)+columns-1)/columns*panelHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" `+
		"font-size=\"11\">\n<rect width=\"%[1]d\" height=\"%[2]d\" fill=\"white\"/>\n", width, height)
	for i, p := range panels {
		values := decades(rows, p.value)
		x := axis{labels, float64(i%columns*panelWidth + left), panelWidth - left - right}
		y := axis{values, float64((i/columns+1)*panelHeight - below), -(panelHeight - top - below)}
		p.frame(&b, x, y)
		for _, s := range lines {
			s.draw(&b, x, y, p.value)
		}
	}
	legend(&b, lines, columns*panelWidth, top)
	b.WriteString("</svg>\n")
	return b.String()
}

// axis maps decades to a stretch of the picture.
type axis struct {
	decades     [2]int // the first and the last power of ten
	from, reach float64
}

func (a axis) at(v float64) float64 {
	return a.from + a.reach*(math.Log10(v)-float64(a.decades[0]))/float64(a.decades[1]-a.decades[0])
}

// decades returns the powers of ten that hold all values.
func decades(rows []measured, value func(measured) float64) [2]int {
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		if v := value(r); v > 0 {
			low, high = min(low, v), max(high, v)
		}
	}
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	return [2]int{first, max(last, first+1)}
}

// frame draws a panel's title and axes.
func (p panel) frame(b *strings.Builder, x, y axis) {
	fmt.Fprintf(b, "<text x=\"%.0f\" y=\"%.0f\" font-size=\"12\" font-weight=\"bold\">%s</text>\n", x.from,
		y.from+y.reach-10, html.EscapeString(p.title))
	for n := y.decades[0]; n <= y.decades[1]; n++ {
		at := y.at(math.Pow10(n))
		fmt.Fprintf(b, "<path d=\"M%.1f %.1fh%.1f\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%.1f\" "+
			"text-anchor=\"end\">%s</text>\n", x.from, at, x.reach, x.from-5, at+4, power(n))
	}
	for n := x.decades[0]; n <= x.decades[1]; n++ {
		at := x.at(math.Pow10(n))
		fmt.Fprintf(b, "<path d=\"M%.1f %.1fv%.1f\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%.1f\" "+
			"text-anchor=\"middle\">%s</text>\n", at, y.from, y.reach, at, y.from+15, power(n))
	}
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">labels</text>\n", x.from+x.reach, y.from+29)
}

// power returns 10ⁿ as it is written at an axis.
func power(n int) string {
	if n >= -1 && n <= 3 {
		return fmt.Sprintf("%g", math.Pow10(n))
	}
	return fmt.Sprintf(`10<tspan dy="-4" font-size="8">%d</tspan>`, n)
}

// series is the rows that a line joins: of a kind of labels and a number of studies, ascending by labels.
type series struct {
	rows           []measured
	colour, dashes string
	name           string
}

// seriesOf returns the lines of the rows. Colours stand for kinds of labels, dashes for numbers of studies.
func seriesOf(rows []measured) []series {
	colours := []string{
		"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a4b94", "#8c564b", "#7f7f7f", "#000000",
	}
	dashes := []string{"", "6 3", "2 3", "8 3 2 3", "1 5"}
	var families []string
	var studies []int
	var all []series
	for _, r := range rows {
		if !slices.Contains(families, r.family) {
			families = append(families, r.family)
		}
		if !slices.Contains(studies, r.studies) {
			studies = append(studies, r.studies)
		}
		same := func(s series) bool { return s.rows[0].family == r.family && s.rows[0].studies == r.studies }
		n := slices.IndexFunc(all, same)
		if n < 0 {
			n = len(all)
			all = append(all, series{
				colour: colours[slices.Index(families, r.family)%len(colours)],
				dashes: dashes[slices.Index(studies, r.studies)%len(dashes)],
				name:   fmt.Sprintf("%s, K = %d", r.family, r.studies),
			})
		}
		all[n].rows = append(all[n].rows, r)
	}
	for _, s := range all {
		slices.SortFunc(s.rows, func(a, b measured) int { return int(math.Copysign(1, a.labels-b.labels)) })
	}
	return all
}

// draw draws the line of a quantity, with a dot where it was measured.
func (sr series) draw(b *strings.Builder, x, y axis, value func(measured) float64) {
	var points []string
	for _, r := range sr.rows {
		if v := value(r); v > 0 {
			px, py := x.at(r.labels), y.at(v)
			points = append(points, fmt.Sprintf("%.1f,%.1f", px, py))
			fmt.Fprintf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\" fill=\"%s\"/>\n", px, py, sr.colour)
		}
	}
	if len(points) > 1 {
		fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\" "+
			"stroke-dasharray=\"%s\"/>\n", strings.Join(points, " "), sr.colour, sr.dashes)
	}
}

// legend says what the lines are.
func legend(b *strings.Builder, lines []series, x, y float64) {
	for n, s := range lines {
		at := y + float64(n)*18
		fmt.Fprintf(b, "<path d=\"M%.0f %.0fh34\" stroke=\"%s\" stroke-width=\"1.4\" stroke-dasharray=\"%s\"/>"+
			"<circle cx=\"%.0f\" cy=\"%.0f\" r=\"2.2\" fill=\"%s\"/><text x=\"%.0f\" y=\"%.0f\">%s</text>\n",
			x, at, s.colour, s.dashes, x+17, at, s.colour, x+42, at+4, html.EscapeString(s.name))
	}
}
