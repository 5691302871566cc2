// Package figure writes one chart of a document as a file of SVG, for a paper or for slides.
package figure

import (
	"io"

	"concord/internal/document"
	"concord/internal/document/internal/draw"
)

// All returns the charts of a document by name, and the names in their order.
func All(d *document.Document) (charts map[string]document.Chart, names []string) {
	charts = map[string]document.Chart{}
	for _, s := range d.Sections {
		for _, p := range s.Parts {
			if p.Chart != nil && charts[p.Chart.Name()] == nil {
				charts[p.Chart.Name()] = p.Chart
				names = append(names, p.Chart.Name())
			}
		}
	}
	return charts, names
}

// Card writes the card of a document, with its first chart and the command that repeats it. ok is false if there is
// nothing to draw: no chart, or nothing that a reader may say or may not.
func Card(d *document.Document, command string) (card string, ok bool) {
	charts, names := All(d)
	if len(names) == 0 || len(d.Repeat) == 0 {
		return "", false
	}
	return draw.Card(d, charts[names[0]], command), true
}

// Write writes a chart of a document.
func Write(w io.Writer, d *document.Document, chart document.Chart) error {
	width := draw.Wide
	if chart.IsSmall() {
		width = draw.Wide / 2
	}
	f := draw.Of(chart, draw.AxesOf(d), draw.Wide)
	_, err := io.WriteString(w, f.Standalone(width))
	return err
}
