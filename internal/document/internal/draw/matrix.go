package draw

import (
	"math"
	"strconv"

	"concord/internal/document"
	"concord/internal/visible"
)

// cells is a grid of shaded numbers.
type cells struct {
	rows, columns []string
	values        [][]float64
	printed       [][]string // the numbers, and what stands behind each row
	low, high     float64
	of, with      string // what rows and columns are
	all           string // the head of what stands behind the rows; "" is none
}

// matrix draws numbers of rows and columns with the same names.
func (l layout) matrix(m document.Matrix) {
	l.legend(keysOf(m.About))
	l.cells(cells{rows: m.Names, columns: m.Names, values: m.Values, printed: printedCells(m), low: m.Low,
		high: m.High})
}

// confusion draws shares of rows.
func (l layout) confusion(c document.Confusion) {
	l.legend(keysOf(c.About))
	g := cells{rows: c.Rows, columns: c.Columns, values: c.Shares, printed: printedCells(c), high: 1, of: c.Of,
		with: c.With}
	if len(c.All) > 0 {
		g.all = "all"
	}
	l.cells(g)
}

// printedCells are the cells of the table of a chart without the names of rows.
func printedCells(c document.Chart) [][]string {
	var all [][]string
	for _, g := range c.Numbers().Print().Groups {
		for _, row := range g.Rows {
			all = append(all, row[1:])
		}
	}
	return all
}

// cells draws a grid. Columns whose names are too long are numbered, as are their rows.
func (l layout) cells(g cells) {
	const size = 11.0
	if len(g.rows) == 0 || len(g.columns) == 0 {
		return
	}
	behind := 0.0
	if g.all != "" {
		behind = l.share(52)
	}
	room := l.nameRoom(visibleAll(g.rows))
	each := (100 - room - behind) / float64(len(g.columns))
	wide := each * l.pixels / 100
	heads, names := visibleAll(g.columns), visibleAll(g.rows)
	for _, head := range heads {
		if textWidth(head, size) > wide-6 {
			heads, names = numbered(heads, false), numbered(names, len(g.rows) == len(g.columns) && g.of == "")
			if g.of != "" {
				l.numbers(g)
			}
			break
		}
	}
	height := max(16, min(26, wide))
	numbers := wide >= 30
	if g.with != "" {
		for _, line := range broken("↓ "+visible.Text(g.of)+"   → "+visible.Text(g.with), size, l.pixels, 3) {
			l.text(Soft, Start, 0, l.Height+12, line)
			l.Height += lineHeight
		}
	}
	for j, head := range heads {
		l.text(Soft, Middle, room+(float64(j)+0.5)*each, l.Height+13, head)
	}
	if g.all != "" {
		l.text(Soft, End, 100, l.Height+13, g.all)
	}
	l.Height += 19
	scale := math.Max(math.Abs(g.low), math.Abs(g.high))
	for i, name := range names {
		y := l.Height + height/2 + 4
		l.name(Start, 0, y, shortened(name, typeSize, room*l.pixels/100-8))
		for j, x := range g.values[i] {
			if math.IsNaN(x) {
				continue
			}
			left, alpha, ink := room+float64(j)*each, min(1, math.Abs(x)/scale), series(0)
			if x < 0 {
				ink = series(1)
			}
			if alpha >= 0.01 {
				l.box(ink, alpha, left, l.Height, left+each-l.share(1.5), l.Height+height-1.5)
			}
			if on := Ink0; numbers {
				if alpha > 0.6 {
					on = Paper
				}
				l.text(on, Middle, left+each/2, y, shortened(g.printed[i][j], tickSize, wide))
			}
		}
		if g.all != "" {
			l.text(Soft, End, 100, y, g.printed[i][len(g.columns)])
		}
		l.Height += height
	}
	if !numbers {
		l.shades(g, scale)
	}
	l.Height += 4
}

// shades explains the shades of a grid without numbers.
func (l layout) shades(g cells, scale float64) {
	l.Height += 8
	const steps, wide = 5, 60.0
	for k := range steps {
		x := g.low + (g.high-g.low)*float64(k)/(steps-1)
		ink := series(0)
		if x < 0 {
			ink = series(1)
		}
		left := float64(k) * min(wide, l.pixels/steps)
		l.add(Shape{Kind: Box, Ink: ink, Alpha: max(0.01, math.Abs(x)/scale), Fixed: true,
			Points: []Point{{left, l.Height}, {left + 16, l.Height + 12}}})
		l.pinned(Soft, tickSize, left+20, l.Height+10, document.Fixed(x, 1))
	}
	l.Height += 16
}

// numbers says which names the numbers of columns stand for, if rows have other names.
func (l layout) numbers(g cells) {
	var keys []string
	for k, name := range visibleAll(g.columns) {
		keys = append(keys, strconv.Itoa(k+1)+" "+name)
	}
	x := 0.0
	for _, text := range keys {
		text = shortened(text, tickSize, l.pixels)
		if wide := textWidth(text, tickSize); x > 0 && x+wide > l.pixels {
			x, l.Height = 0, l.Height+lineHeight
		}
		l.pinned(Soft, tickSize, x, l.Height+12, text)
		x += textWidth(text, tickSize) + 14
	}
	l.Height += lineHeight + 4
}

// numbered puts numbers before names, or in their place.
func numbered(names []string, before bool) []string {
	all := make([]string, len(names))
	for k, name := range names {
		if all[k] = strconv.Itoa(k + 1); before {
			all[k] += "  " + name
		}
	}
	return all
}

func visibleAll(names []string) []string {
	all := make([]string, len(names))
	for k, name := range names {
		all[k] = visible.Text(name)
	}
	return all
}
