package draw

import (
	"math"

	"concord/internal/document"
	"concord/internal/visible"
)

// bars draws heights side by side.
func (l layout) bars(b document.Bars) {
	upward := span{0, b.High}
	if beats(b.Line) {
		upward.hold(b.Line)
	}
	var keys []key
	for _, s := range b.Series {
		upward.hold(s.Heights...)
		keys = append(keys, key{Box, barInk(s), 0, s.Name})
	}
	if len(b.Names) == 0 {
		return
	}
	if len(keys)+len(b.Legend) > 1 {
		l.legend(append(keys, keysOf(b.About)...))
	}
	y := newAxis(upward.low, upward.high)
	height := 150.0
	if b.Y != "" {
		for _, line := range broken(visible.Text(b.Y), tickSize, l.pixels, 2) {
			l.text(Soft, Start, 0, l.Height+12, line)
			l.Height += lineHeight
		}
	}
	room := 0.0
	for _, v := range y.ticks() {
		room = max(room, textWidth(y.label(v), tickSize)+8)
	}
	p := plot{layout: l, y: y, top: l.Height + 6, bottom: l.Height + 6 + height}
	left, right := l.share(room+4), 100.0
	for _, v := range y.ticks() {
		l.line(Grid, 1, left, p.up(v), right, p.up(v))
		l.text(Soft, Start, 0, p.up(v)+4, y.label(v))
	}
	each := (right - left) / float64(len(b.Names))
	wide := each * l.pixels / 100
	margin := 0.0
	if len(b.Series) > 1 || wide > 12 {
		margin = each * 0.12
	}
	for k, s := range b.Series {
		bar := (each - 2*margin) / float64(len(b.Series))
		for i, h := range s.Heights {
			if from := left + float64(i)*each + margin + float64(k)*bar; !math.IsNaN(h) && h != 0 {
				l.box(barInk(s), 1, from, p.up(0), from+bar, p.up(h))
			}
		}
	}
	l.line(Soft, 1, left, p.up(0), right, p.up(0))
	if beats(b.Line) {
		l.dashed(Beat, left, p.up(b.Line), right, p.up(b.Line))
	}
	l.barNames(b.Names, left, each, p.bottom)
	l.Height = p.bottom + 20
	if b.X != "" {
		l.text(Soft, End, right, l.Height+10, shortened(visible.Text(b.X), tickSize, l.pixels))
		l.Height += lineHeight
	}
}

// barNames writes the names of places, and leaves out those for which there is no room.
func (l layout) barNames(names []string, left, each, y float64) {
	free := 0.0 // from where there is room, in pixels
	for i, name := range visibleAll(names) {
		x := left + (float64(i)+0.5)*each
		alone := len(names) <= 12 && each*l.pixels/100 > 24
		if alone {
			name = shortened(name, tickSize, each*l.pixels/100-2)
		}
		half := textWidth(name, tickSize) / 2
		at := x * l.pixels / 100
		if name == "" || !alone && at-half < free {
			continue
		}
		l.text(Soft, Middle, x, y+15, name)
		free = at + half + 6
	}
}

// barInk is the ink of a series of bars.
func barInk(s document.BarSeries) Ink {
	if s.Series < 0 {
		return Implied
	}
	return series(s.Series)
}
