package report

import (
	"fmt"

	"concord/internal/document"
	"concord/internal/result"
)

// readLine says in one line what was read, and what the columns were taken for where their names alone do not say it.
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
