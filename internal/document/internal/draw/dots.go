package draw

import (
	"math"

	"concord/internal/document"
	"concord/internal/visible"
)

// markOf is the form of the marks of series k.
func markOf(k int) Kind { return []Kind{Dot, Square, Triangle, Diamond}[k%4] }

// dots draws numbers of rows, a mark for each column, on one axis.
func (l layout) dots(d document.Dots) {
	var keys []key
	r := nothing()
	if d.Low < d.High {
		r = span{d.Low, d.High}
	}
	if beats(d.Beat) {
		r.hold(d.Beat)
	}
	for k, name := range d.Columns {
		keys = append(keys, key{markOf(k), series(k), 0, name})
	}
	var names []string
	for _, row := range d.Rows {
		names = append(names, visible.Text(row.Name))
		r.hold(row.Values...)
	}
	if r.empty() {
		r = span{0, 1}
	}
	l.legend(append(keys, keysOf(d.About)...))
	room := l.nameRoom(names)
	if l.narrow() {
		room = 0
	}
	a := newAxis(r.low, r.high).over(room+l.share(7), 100-l.share(12))
	top, before := l.Height, len(l.Shapes)
	for i, row := range d.Rows {
		if room == 0 {
			l.name(Start, 0, l.Height+nameRow-2, shortened(names[i], typeSize, l.pixels))
			l.Height += nameRow
		}
		y := l.Height + 10
		if room > 0 {
			l.name(Start, 0, y+4, shortened(names[i], typeSize, room*l.pixels/100-8))
		}
		for k, x := range row.Values {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				l.mark(markOf(k), series(k), a.at(x), y)
			}
		}
		l.Height += 20
	}
	marks := append([]Shape{}, l.Shapes[before:]...)
	l.Shapes = l.Shapes[:before]
	l.grid(a, top, l.Height, a.low < 0)
	if beats(d.Beat) {
		l.dashed(Beat, a.at(d.Beat), top, a.at(d.Beat), l.Height)
	}
	l.Shapes = append(l.Shapes, marks...)
	l.scale(a, l.Height, (a.to-a.from)*l.pixels/100)
	l.Height += axisRoom
}
