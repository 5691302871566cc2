package draw

import (
	"math"

	"concord/internal/document"
	"concord/internal/visible"
)

// plot is a frame with an axis across and one upward.
type plot struct {
	layout
	x           axis
	y           axis // its stretch is in pixels, from the bottom to the top
	top, bottom float64
}

// up is the place of a height.
func (p plot) up(v float64) float64 {
	share := math.Max(0, math.Min(1, (v-p.y.low)/(p.y.high-p.y.low)))
	return p.bottom - (p.bottom-p.top)*share
}

// lines draws curves over a common x.
func (l layout) lines(c document.Lines) {
	across, upward := nothing(), nothing()
	if c.Low < c.High {
		upward = span{c.Low, c.High}
	}
	if beats(c.Beat) {
		upward.hold(c.Beat)
	}
	whole := true
	var keys []key
	for _, line := range c.Lines {
		across.hold(line.X...)
		upward.hold(line.Y...)
		upward.hold(line.Lower...)
		upward.hold(line.Upper...)
		for _, x := range line.X {
			whole = whole && x == math.Trunc(x)
		}
		if line.Y == nil {
			keys = append(keys, key{Box, Band, 0, line.Name})
		} else {
			keys = append(keys, key{Line, lineInk(line), dashOfLine(line), line.Name})
		}
	}
	if across.empty() || upward.empty() {
		return
	}
	if len(keys)+len(c.Legend) > 1 {
		l.legend(append(keys, keysOf(c.About)...))
	}
	x := stepped(across.low, across.high)
	if whole {
		x.step = max(1, x.step)
	}
	p := l.frame(x, newAxis(upward.low, upward.high), c.X, c.Y, c.HideY)
	for _, line := range c.Lines {
		p.band(line)
	}
	if beats(c.Beat) {
		p.dashed(Beat, p.x.from, p.up(c.Beat), p.x.to, p.up(c.Beat))
	}
	for _, line := range c.Lines {
		var points []Point
		for i, v := range line.Y {
			if math.IsNaN(v) {
				p.curve(lineInk(line), 1.8, dashOfLine(line), points)
				points = nil
				continue
			}
			points = append(points, Point{p.x.at(line.X[i]), p.up(v)})
		}
		p.curve(lineInk(line), 1.8, dashOfLine(line), points)
	}
}

// band fills the area between the ends of a line's band.
func (p plot) band(line document.Line) {
	if line.Lower == nil {
		return
	}
	var points []Point
	for i, x := range line.X {
		points = append(points, Point{p.x.at(x), p.up(line.Upper[i])})
	}
	for i := len(line.X) - 1; i >= 0; i-- {
		points = append(points, Point{p.x.at(line.X[i]), p.up(line.Lower[i])})
	}
	if line.Y == nil {
		p.area(Band, 1, points)
	} else {
		p.area(lineInk(line), 0.16, points)
	}
}

// lineInk is the ink of a curve: a study has its ink, other curves have one of two shades.
func lineInk(line document.Line) Ink {
	if line.Series < 0 && line.Style >= 4 {
		return Soft
	}
	return series(line.Series)
}

func dashOfLine(line document.Line) int {
	if line.Series < 0 {
		return dashOf(line.Style)
	}
	return dashOf(line.Series)
}

// frame draws the axes with their names.
func (l layout) frame(x, y axis, nameX, nameY string, hideY bool) plot {
	height := 190.0
	if l.narrow() {
		height = 150
	}
	if hideY {
		height -= 50
	}
	if nameY != "" && !hideY {
		for _, line := range broken(visible.Text(nameY), tickSize, l.pixels, 2) {
			l.text(Soft, Start, 0, l.Height+12, line)
			l.Height += lineHeight
		}
	}
	room := 0.0
	if !hideY {
		for _, v := range y.ticks() {
			room = max(room, textWidth(y.label(v), tickSize)+8)
		}
	}
	p := plot{layout: l, y: y, top: l.Height + 6, bottom: l.Height + 6 + height}
	p.x = x.over(l.share(room+4), 100-l.share(10))
	for _, v := range y.ticks() {
		if !hideY {
			l.line(Grid, 1, p.x.from, p.up(v), p.x.to, p.up(v))
			l.text(Soft, Start, 0, p.up(v)+4, y.label(v))
		}
	}
	if hideY {
		l.grid(p.x, p.top, p.bottom, x.low < 0 && x.high > 0)
	}
	l.line(Soft, 1, p.x.from, p.bottom, p.x.to, p.bottom)
	l.scale(p.x, p.bottom, (p.x.to-p.x.from)*l.pixels/100)
	l.Height = p.bottom + axisRoom
	if nameX != "" {
		l.text(Soft, End, p.x.to, l.Height+10, shortened(visible.Text(nameX), tickSize, l.pixels))
		l.Height += lineHeight
	}
	return p
}
