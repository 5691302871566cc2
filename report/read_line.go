package report

import (
	"fmt"

	"concord/internal/document"
	"concord/internal/result"
)

// readLine describes the input in one line, and how the columns were read if their names alone do not say it.
func readLine(d result.Data) string {
	text := fmt.Sprintf("%s  %s · %s", d.File, document.Plural(d.Labels, "label"), document.Plural(d.Items, "item"))
	if d.Labelers > 0 {
		text += " · " + document.Plural(d.Labelers, "labeler")
	}
	text += " · " + d.StudiesCounted()
	if d.Positive != "" {
		text += " · positive = " + d.Positive
	}
	if d.ReadAs != "" {
		text += " · " + d.ReadAs
	}
	return text
}
