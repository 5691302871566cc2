package draw

import (
	"cmp"
	"math"
	"slices"

	"concord/internal/document"
	"concord/internal/visible"
)

// slopes draws a line from the first value of each row to its second, on one axis upward. A row without a second value
// is a mark.
func (l layout) slopes(c document.Strips) {
	const height, titles, room, beside, between = 220.0, 28.0, 118.0, 24.0, 14.0
	for _, line := range broken(visible.Text(c.Slope), typeSize, l.pixels, 2) {
		l.name(Start, 0, l.Height+12, line)
		l.Height += lineHeight
	}
	r, ends := span{0, 1}, []float64{l.share(room), 100 - l.share(room)}
	for _, row := range c.Groups[0].Rows {
		for _, v := range row.Values {
			r.hold(v.Lower, v.Upper)
		}
	}
	p := plot{layout: l, y: newAxis(r.low, r.high), top: l.Height + titles, bottom: l.Height + height - 2*lineHeight}
	for _, v := range p.y.ticks() {
		p.line(Grid, 1, ends[0], p.up(v), ends[1], p.up(v))
		p.text(Soft, Middle, 50, p.up(v)-3, p.y.label(v))
	}
	for side, anchor := range []Anchor{End, Start} {
		p.text(Soft, []Anchor{Start, End}[side], 100*float64(side), l.Height+14,
			shortened(visible.Text(c.Panels[side].Title), tickSize, l.pixels/2-8))
		rows := slices.Clone(c.Groups[0].Rows)
		slices.SortStableFunc(rows, func(a, b document.Strip) int {
			return cmp.Compare(b.Values[side].Value, a.Values[side].Value)
		})
		at := p.top - between
		for i, row := range rows {
			v, ink := row.Values[side], series(row.Series)
			x := ends[side] + l.share(float64(row.Series%4)*5)*float64(2*side-1) // no interval covers another
			if math.IsNaN(v.Value) {
				continue
			}
			if other := row.Values[1]; side == 0 && !math.IsNaN(other.Value) {
				p.curve(ink, 2, dashOf(row.Series), []Point{{ends[0], p.up(v.Value)}, {ends[1], p.up(other.Value)}})
			}
			p.line(ink, 1, x, p.up(v.Lower), x, p.up(v.Upper))
			p.mark(markOf(row.Series), ink, ends[side], p.up(v.Value))
			// The name is beside the mark, or below the name before, with room for the names after it.
			at = min(max(at+between, p.up(v.Value)+4), p.bottom-between*float64(len(rows)-1-i)+4)
			text := visible.Text(row.Name) + " " + document.Fixed(v.Value, 2)
			p.name(anchor, ends[side]+l.share(beside)*float64(2*side-1), at, shortened(text, typeSize, room-beside))
		}
	}
	l.Height = p.bottom + 8
}
