package draw

import (
	"math"

	"concord/internal/document"
	"concord/internal/visible"
)

// scatter draws points with horizontal lines.
func (l layout) scatter(c document.Scatter) {
	points, across, upward := c.Drawn(), nothing(), nothing()
	for _, at := range points {
		across.hold(at.X)
		upward.hold(at.Y)
	}
	for _, r := range c.Rules {
		upward.hold(r.Value.Value, r.Value.Lower, r.Value.Upper)
	}
	var keys []key
	for _, line := range c.Trends {
		across.hold(line.X...)
		upward.hold(line.Y...)
		keys = append(keys, key{Line, lineInk(line), dashOfLine(line), line.Name})
	}
	if across.empty() || upward.empty() {
		return
	}
	l.legend(append(keys, keysOf(c.About)...))
	p := l.frame(stepped(across.low, across.high), newAxis(upward.low, upward.high), c.X, c.Y, false)
	if p.y.low <= c.Same && c.Same <= p.y.high {
		p.line(Soft, 1.2, p.x.from, p.up(c.Same), p.x.to, p.up(c.Same))
	}
	for _, r := range c.Rules {
		if r.Value.Lower <= r.Value.Upper {
			p.box(series(0), 0.16, p.x.from, p.up(r.Value.Upper), p.x.to, p.up(r.Value.Lower))
		}
	}
	for _, at := range points {
		if !math.IsNaN(at.Y) {
			p.add(Shape{Kind: Dot, Ink: Implied, Alpha: 0.5, Points: []Point{{p.x.at(at.X), p.up(at.Y)}}})
		}
	}
	for _, r := range c.Rules {
		p.rule(r, c.Decimals)
	}
	for _, line := range c.Trends {
		var curve []Point
		for i, v := range line.Y {
			curve = append(curve, Point{p.x.at(line.X[i]), p.up(v)})
		}
		p.curve(lineInk(line), 1.8, dashOfLine(line), curve)
	}
}

// rule draws a horizontal line with its name and value at its right end.
func (p plot) rule(r document.Rule, decimals int) {
	y, dash := p.up(r.Value.Value), beatDash
	if r.Main {
		dash = 0
	}
	p.add(Shape{Kind: Line, Ink: series(0), Stroke: 1.6, Dash: dash, Points: []Point{{p.x.from, y}, {p.x.to, y}}})
	text := visible.Text(r.Name) + " " + document.Say(document.Number{Value: r.Value.Value}, decimals)
	p.text(Ink0, End, p.x.to, math.Max(p.top+10, y-4), shortened(text, tickSize, (p.x.to-p.x.from)*p.pixels/100))
}
