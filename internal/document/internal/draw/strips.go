package draw

import (
	"math"
	"strings"

	"concord/internal/document"
	"concord/internal/visible"
)

// Heights of rows in pixels, and how many rows have their names. Of more rows, the ones at both ends have them.
const (
	stripRow   = 24.0
	doubleRow  = 34.0
	nameRow    = 16.0
	thinRow    = 4.0
	mostNamed  = 40
	namedEnds  = 15
	groupTitle = 24.0
	axisRoom   = 22.0
	lineHeight = 15.0
)

// holdPanel widens a range so that panel i of a chart fits.
func holdPanel(r *span, s document.Strips, i int) {
	p := s.Panels[i]
	if p.Zero {
		r.hold(0)
	}
	if beats(p.Beat) {
		r.hold(p.Beat)
	}
	for _, g := range s.Groups {
		for _, row := range g.Rows {
			v := row.Values[i]
			r.hold(v.Value, v.Lower, v.Upper)
			if p.Beside != "" {
				r.hold(row.Beside[i].Value, row.Beside[i].Lower, row.Beside[i].Upper)
			}
			if p.Band != "" {
				r.hold(row.Bands[i].Lower, row.Bands[i].Upper)
			}
		}
	}
}

// stripPanel is the place of a panel.
type stripPanel struct {
	document.Panel
	axis
	column int     // of its value among the cells of a row
	value  float64 // where values end, in per cent
	shown  numbers // how much of a value there is room for
}

// numbers says how much of an estimate is printed next to its drawing.
type numbers int

const (
	none numbers = iota
	valueAlone
	withInterval
)

// strips draws estimates with their intervals: a row for each name, a panel for each quantity.
func (l layout) strips(s document.Strips, axes Axes) {
	printed := s.Numbers().Print()
	rows, aside, double := 0, 0.0, false
	names := []string{}
	for g, group := range s.Groups {
		rows += len(group.Rows)
		for r, row := range group.Rows {
			names = append(names, visible.Text(row.Name))
			double = double || row.Beside != nil
			if row.Aside != nil {
				cells := printed.Groups[g].Rows[r]
				aside = max(aside, textWidth(cells[len(cells)-1], typeSize)+10, textWidth(s.AsideHead(), tickSize)+10)
			}
		}
	}
	room := l.nameRoom(names)
	// Names are above their rows if they would take too much of a phone's width.
	above := l.narrow() && rows <= mostNamed && (len(s.Panels) > 1 || room > 30)
	if above {
		room = 0
	}
	panels := l.panels(s, axes, printed, room, l.share(aside))
	l.legend(l.stripKeys(s))
	l.panelTitles(panels)
	if aside > 0 {
		l.text(Soft, End, 100, l.Height-5, s.AsideHead())
	}
	top := l.Height
	before := len(l.Shapes)
	at := 0
	for g, group := range s.Groups {
		if group.Title != "" {
			lines := broken(visible.Text(group.Title), typeSize, l.pixels, 3)
			for i, line := range lines {
				l.title(Start, 0, l.Height+groupTitle-8+float64(i)*lineHeight, line)
			}
			l.Height += groupTitle + float64(len(lines)-1)*lineHeight
		}
		for r, row := range group.Rows {
			named := rows <= mostNamed || at < namedEnds || at >= rows-namedEnds
			l.strip(row, panels, printed.Groups[g].Rows[r], stripLook{named, rows > mostNamed, above, double, room})
			at++
		}
	}
	bottom := l.Height + 2
	l.Height += 2
	strips := l.Shapes[before:]
	l.Shapes = append([]Shape{}, l.Shapes[:before]...)
	for _, p := range panels {
		l.grid(p.axis, top, bottom, p.Zero)
		if beats(p.Beat) {
			l.dashed(Beat, p.at(p.Beat), top, p.at(p.Beat), bottom)
		}
	}
	l.Shapes = append(l.Shapes, strips...)
	for _, p := range panels {
		l.scale(p.axis, bottom, (p.to-p.from)*l.pixels/100)
	}
	l.Height += axisRoom
}

// nameRoom is the part of the width that names take, in per cent.
func (l layout) nameRoom(names []string) float64 {
	widest := 0.0
	for _, name := range names {
		widest = max(widest, textWidth(name, typeSize)+12)
	}
	return l.share(min(widest, 0.34*l.pixels))
}

// panels lays the panels out side by side, behind the names.
func (l layout) panels(s document.Strips, axes Axes, printed document.Printed, from, aside float64) []stripPanel {
	const gap, margin = 14.0, 7.0 // pixels between panels, and within them for marks
	each := (100 - from - aside) / float64(len(s.Panels))
	column := 1
	var all []stripPanel
	for i, p := range s.Panels {
		left := from + float64(i)*each
		panel := stripPanel{Panel: p, column: column}
		column++
		for _, name := range []string{p.Beside, p.Band} {
			if name != "" {
				column++
			}
		}
		interval, value := 0.0, 0.0
		for _, g := range printed.Groups {
			for _, row := range g.Rows {
				interval = max(interval, textWidth(row[panel.column], typeSize))
				value = max(value, textWidth(alone(row[panel.column]), typeSize))
			}
		}
		behind := gap
		if i == len(s.Panels)-1 && aside == 0 {
			behind = 0
		}
		width := each*l.pixels/100 - behind
		right := left + each - l.share(behind)
		panel.value, panel.shown = right, none
		switch {
		case width-interval > max(110, 0.45*width):
			panel.shown, right = withInterval, right-l.share(interval+8)
		case width-value > 60:
			panel.shown, right = valueAlone, right-l.share(value+8)
		}
		r, shared := axes[[2]float64{p.Low, p.High}]
		if !shared || !(p.Low < p.High) {
			r = nothing()
			if p.Low < p.High {
				r = span{p.Low, p.High}
			}
			holdPanel(&r, s, i)
		}
		if r.empty() {
			r = span{0, 1}
		}
		panel.axis = newAxis(r.low, r.high).over(left+l.share(margin), right-l.share(margin))
		all = append(all, panel)
	}
	return all
}

// alone is the value of an estimate without its interval.
func alone(text string) string {
	value, _, _ := strings.Cut(text, " [")
	return value
}

// stripKeys explains the marks.
func (l layout) stripKeys(s document.Strips) []key {
	all := keysOf(s.About)
	for _, p := range s.Panels {
		if p.Beside != "" {
			all = append(all, key{Dot, Ink0, 0, p.Title}, key{Square, Implied, 0, p.Beside})
		}
		if p.Band != "" {
			all = append(all, key{Box, Band, 0, p.Band})
		}
		if p.Beside != "" || p.Band != "" {
			break // the same in all panels
		}
	}
	return all
}

// panelTitles writes the titles above the panels.
func (l layout) panelTitles(panels []stripPanel) {
	most := 0
	titles := make([][]string, len(panels))
	for i, p := range panels {
		if p.Title != "" {
			titles[i] = broken(visible.Text(p.Title), tickSize, (p.value-p.from)*l.pixels/100+4, 3)
			most = max(most, len(titles[i]))
		}
	}
	for i, p := range panels {
		for k, line := range titles[i] {
			l.text(Soft, Start, p.from, l.Height+float64(most-len(titles[i])+k+1)*lineHeight-3, line)
		}
	}
	l.Height += float64(most)*lineHeight + 2
}

// stripLook is how a row is drawn.
type stripLook struct {
	named, thin, above, double bool
	room                       float64
}

// strip draws a row.
func (l layout) strip(row document.Strip, panels []stripPanel, cells []string, look stripLook) {
	height := stripRow
	switch {
	case look.double:
		height = doubleRow
	case look.thin && look.named:
		height = nameRow
	case look.thin:
		height = thinRow
	}
	name := visible.Text(row.Name)
	if look.above {
		l.name(Start, 0, l.Height+nameRow-2, shortened(name, typeSize, l.pixels))
		l.Height += nameRow
		height -= 4
	}
	y := l.Height + height/2
	if look.named && !look.above {
		l.name(Start, 0, y+4, shortened(name, typeSize, look.room*l.pixels/100-8))
	}
	ink := series(row.Series)
	for i, p := range panels {
		upper, lower := y, y
		if p.Beside != "" {
			upper, lower = y-6, y+6
		}
		if p.Band != "" {
			l.interval(p.axis, row.Bands[i].Lower, row.Bands[i].Upper, func(from, to float64) {
				l.box(Band, 1, from, y-height/2+3, to, y+height/2-3)
			})
		}
		l.estimate(p.axis, row.Values[i], Dot, ink, upper, !look.thin || look.named)
		if p.Beside != "" {
			l.estimate(p.axis, row.Beside[i], Square, Implied, lower, true)
		}
		text := cells[p.column]
		if p.shown == valueAlone {
			text = alone(text)
		}
		if p.shown != none && look.named {
			l.write(Shape{Ink: Ink0, Anchor: End, Size: typeSize, Points: []Point{{p.value, y + 4}}}, text)
		}
	}
	if row.Aside != nil && look.named {
		l.name(End, 100, y+4, cells[len(cells)-1])
	}
	l.Height += height
}

// interval draws from one end to the other, unless an end has no value.
func (l layout) interval(a axis, lower, upper float64, draw func(from, to float64)) {
	if math.IsNaN(lower) || math.IsNaN(upper) || lower > upper {
		return
	}
	draw(a.at(lower), a.at(upper))
}

// estimate draws an estimate with its interval.
func (l layout) estimate(a axis, e document.Estimate, mark Kind, ink Ink, y float64, marked bool) {
	if math.IsNaN(e.Value) || e.Undefined != "" {
		return
	}
	stroke := 2.2
	if !marked {
		stroke = 1.1
	}
	l.interval(a, e.Lower, e.Upper, func(from, to float64) { l.line(ink, stroke, from, y, to, y) })
	switch x := a.at(e.Value); {
	case math.IsInf(e.Value, 0):
	case marked:
		l.mark(mark, ink, x, y)
	default:
		l.line(ink, 2.2, x-l.share(1.5), y, x+l.share(1.5), y)
	}
}
