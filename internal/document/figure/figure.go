// Package figure writes one chart of a document as a file of SVG, for a paper or for slides.
package figure

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/document/internal/draw"
)

// Names returns the names of the charts of a document in their order.
func Names(d *document.Document) []string {
	var all []string
	for _, s := range d.Sections {
		for _, p := range s.Parts {
			if p.Chart != nil && !slices.Contains(all, p.Chart.Name()) {
				all = append(all, p.Chart.Name())
			}
		}
	}
	return all
}

// UnknownError is that a document has no chart of a name.
type UnknownError struct {
	Name  string
	Known []string
}

// Error says which charts there are.
func (u *UnknownError) Error() string {
	if len(u.Known) == 0 {
		return fmt.Sprintf("there is no figure %q: this report has none", u.Name)
	}
	return fmt.Sprintf("there is no figure %q; this report has: %s", u.Name, strings.Join(u.Known, ", "))
}

// Write writes the chart of a name. The error is an error of w, or an [UnknownError].
func Write(w io.Writer, d *document.Document, name string) error {
	for _, s := range d.Sections {
		for _, p := range s.Parts {
			if p.Chart == nil || p.Chart.Name() != name {
				continue
			}
			f := draw.Of(p.Chart, draw.AxesOf(d), draw.Wide)
			width := draw.Wide
			if p.Chart.IsSmall() {
				width = draw.Wide / 2
			}
			_, err := io.WriteString(w, f.Standalone(width))
			return err
		}
	}
	return &UnknownError{name, Names(d)}
}
