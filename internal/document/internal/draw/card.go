package draw

import (
	"fmt"
	"strings"

	"concord/internal/document"
	"concord/internal/visible"
)

// Card draws the verdict of a document, a chart, what a reader may say and may not, and the command that repeats it, on
// 1200 × 630 pixels. Texts become smaller until they have room, and then they are shortened.
func Card(d *document.Document, c document.Chart, command string) string {
	const width, height, margin, column, smallest, most = 1200.0, 630.0, 48.0, 520.0, 12.0, 10
	f := &Figure{Title: visible.Text(d.Verdict[0]), Description: visible.Text(described(c)), Height: height}
	y := margin - 10
	write := func(ink Ink, bold bool, size, x, room float64, most int, text string) {
		for _, line := range broken(visible.Text(text), size, room, most) {
			y += 1.3 * size
			f.write(Shape{Ink: ink, Bold: bold, Size: size, Anchor: Start, Fixed: true, Points: []Point{{x, y}}}, line)
		}
	}
	write(Soft, false, 20, margin, width-2*margin, 1, strings.Replace(d.Read, "  ", " · ", 1))
	write(Ink0, true, 34, margin, width-2*margin, 3, d.Verdict[0])
	top, bottom := y+40, height-margin-24
	size := 26.0
	for ; size > smallest; size-- {
		lines := 0
		for _, e := range d.Repeat {
			lines += len(broken(visible.Text(e.Text), size, column, 99)) + 2
		}
		if 1.3*size*float64(lines) <= bottom-top {
			break
		}
	}
	y = top - size
	for _, e := range d.Repeat {
		write(Soft, true, size, width-margin-column, column, 1, e.Term)
		write(Ink0, false, size, width-margin-column, column, most, e.Text)
		y += size
	}
	y = height - margin
	write(Soft, false, 18, margin, width-2*margin, 1, command)

	const enlarged = 1.44 // the largest for which the chart is not narrow
	picture := Of(c, AxesOf(d), column/enlarged)
	scale := min(enlarged, (bottom-top)/picture.Height)
	var s strings.Builder
	fmt.Fprintf(&s, `<svg x="%s" y="%s" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s">`+"\n",
		pixels(margin), pixels(top), pixels(scale*column/enlarged), pixels(scale*picture.Height),
		pixels(column/enlarged), pixels(picture.Height), fonts)
	picture.paint(&s, column/enlarged)
	return strings.TrimSuffix(f.Standalone(width), "</svg>\n") + s.String() + "</svg>\n</svg>\n"
}
