package draw

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// fonts are the fonts of figures in separate files.
const fonts = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"

// SVG returns the figure as a part of a page that is styled by the rules of [Styles]. ID is unique on the page.
func (f *Figure) SVG(id, class string) string {
	var s strings.Builder
	fmt.Fprintf(&s, `<svg class="%s" height="%s" role="img" aria-labelledby="%s-t %s-d">`, html.EscapeString(class),
		number(f.Height), html.EscapeString(id), html.EscapeString(id))
	fmt.Fprintf(&s, `<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`, html.EscapeString(id),
		html.EscapeString(f.Title), html.EscapeString(id), html.EscapeString(f.Description))
	f.paint(&s, 0)
	s.WriteString("</svg>")
	return s.String()
}

// Standalone returns the figure as a file of SVG of some width in pixels, in colours for light paper.
func (f *Figure) Standalone(width float64) string {
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" `+
		`font-family="%s">`+"\n", number(width), number(f.Height), number(width), number(f.Height), fonts)
	fmt.Fprintf(&s, "<title>%s</title>\n<desc>%s</desc>\n", html.EscapeString(f.Title),
		html.EscapeString(f.Description))
	fmt.Fprintf(&s, `<rect width="%s" height="%s" fill="#ffffff"/>`+"\n", number(width), number(f.Height))
	f.paint(&s, width)
	s.WriteString("</svg>\n")
	return s.String()
}

// paint writes the shapes, in per cent of the width and with classes for inks if the width is 0.
func (f *Figure) paint(s *strings.Builder, width float64) {
	for _, shape := range f.Shapes {
		w := pen{s, shape, width, f.Height}
		w.paint()
		if width > 0 {
			s.WriteString("\n")
		}
	}
}

// pen writes one shape.
type pen struct {
	*strings.Builder
	Shape
	width, height float64
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// pixels writes a place in pixels, to a tenth of one.
func pixels(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 1, 64), "0"), ".")
}

// across writes a place or a width across the figure.
func (p pen) across(x float64) string {
	switch {
	case p.Fixed:
		return pixels(x)
	case p.width > 0:
		return pixels(x * p.width / 100)
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".") + "%"
}

// ink writes the attributes of the colour: fill, or stroke.
func (p pen) ink(kind string) {
	switch {
	case p.width > 0:
		fmt.Fprintf(p, ` %s="%s"`, kind, p.Ink.Hex())
		if kind == "stroke" {
			p.WriteString(` fill="none"`)
		}
	case kind == "stroke":
		fmt.Fprintf(p, ` class="k%d"`, p.Ink)
	default:
		fmt.Fprintf(p, ` class="f%d"`, p.Ink)
	}
	if p.Alpha < 1 {
		fmt.Fprintf(p, ` %s-opacity="%s"`, kind, number(float64(int(p.Alpha*100+0.5))/100))
	}
}

// stroke writes the attributes of a line.
func (p pen) stroke() {
	p.ink("stroke")
	fmt.Fprintf(p, ` stroke-width="%s"`, number(p.Stroke))
	var dashes []string
	for _, d := range Dashes(p.Dash) {
		dashes = append(dashes, number(d))
	}
	if dashes != nil {
		fmt.Fprintf(p, ` stroke-dasharray="%s"`, strings.Join(dashes, " "))
	}
}

func (p pen) paint() {
	at := p.Points[0]
	switch p.Kind {
	case Line:
		to := p.Points[1]
		fmt.Fprintf(p, `<line x1="%s" y1="%s" x2="%s" y2="%s"`, p.across(at.X), pixels(at.Y), p.across(to.X),
			pixels(to.Y))
		p.stroke()
		p.WriteString("/>")
	case Box:
		to := p.Points[1]
		fmt.Fprintf(p, `<rect x="%s" y="%s" width="%s" height="%s"`, p.across(at.X), pixels(at.Y), p.across(to.X-at.X),
			pixels(to.Y-at.Y))
		p.ink("fill")
		p.WriteString("/>")
	case Dot:
		fmt.Fprintf(p, `<circle cx="%s" cy="%s" r="%s"`, p.across(at.X), pixels(at.Y), number(radius))
		p.ink("fill")
		p.WriteString("/>")
	case Square, Triangle, Diamond:
		p.outlined(at)
	case Curve, Area:
		p.path()
	case Label:
		fmt.Fprintf(p, `<text x="%s" y="%s"`, p.across(at.X), pixels(at.Y))
		if p.Anchor != Start {
			fmt.Fprintf(p, ` text-anchor="%s"`, p.Anchor)
		}
		fmt.Fprintf(p, ` font-size="%s"`, number(p.Size))
		if p.Bold {
			p.WriteString(` font-weight="600"`)
		}
		p.ink("fill")
		fmt.Fprintf(p, ">%s</text>", html.EscapeString(p.Text))
	}
}

// outlined writes a mark with corners. If its place is in per cent, a frame puts it there.
func (p pen) outlined(at Point) {
	framed := !p.Fixed && p.width == 0
	origin := Point{}
	if framed {
		fmt.Fprintf(p, `<svg class="free" x="%s" y="%s">`, p.across(at.X), pixels(at.Y))
	} else {
		origin = p.At(p.width)[0]
	}
	p.WriteString(`<path d="`)
	for i, c := range p.Kind.Outline() {
		fmt.Fprintf(p, "%s%s %s", letter(i), pixels(origin.X+c.X), pixels(origin.Y+c.Y))
	}
	p.WriteString(`z"`)
	p.ink("fill")
	p.WriteString("/>")
	if framed {
		p.WriteString("</svg>")
	}
}

// path writes a curve or an area. Paths know no per cents. On a page they lie in a frame that is stretched to the
// width; strokes are not stretched.
func (p pen) path() {
	scale := p.width / 100
	framed := p.width == 0
	if framed {
		scale = 10
		fmt.Fprintf(p, `<svg class="free" width="100%%" height="%s" viewBox="0 0 1000 %s" preserveAspectRatio="none">`,
			number(p.height), number(p.height))
	}
	p.WriteString(`<path d="`)
	for i, c := range p.Points {
		fmt.Fprintf(p, "%s%s %s", letter(i), pixels(c.X*scale), pixels(c.Y))
	}
	if p.Kind == Area {
		p.WriteString(`z"`)
		p.ink("fill")
	} else {
		p.WriteString(`"`)
		p.stroke()
		p.WriteString(` stroke-linejoin="round"`)
	}
	p.WriteString("/>")
	if framed {
		p.WriteString("</svg>")
	}
}

func letter(i int) string {
	if i == 0 {
		return "M"
	}
	return "L"
}

// Shares returns a small bar for a cell of a table: the shares of counts side by side, the first one the faintest. The
// cell says the counts.
func Shares(counts []int) string {
	const wide, high = 90, 10
	all := 0
	for _, n := range counts {
		all += n
	}
	if all == 0 {
		return ""
	}
	var s strings.Builder
	fmt.Fprintf(&s, `<svg class="tally" width="%d" height="%d" aria-hidden="true" focusable="false">`, wide, high)
	from := 0
	for k, n := range counts {
		alpha := 0.12 + 0.88*float64(k)/float64(max(1, len(counts)-1))
		p := pen{&s, Shape{Kind: Box, Ink: Ink0, Alpha: alpha, Fixed: true, Points: []Point{
			{wide * float64(from) / float64(all), 0}, {wide * float64(from+n) / float64(all), high}}}, 0, high}
		if n > 0 {
			p.paint()
		}
		from += n
	}
	s.WriteString("</svg>")
	return s.String()
}
