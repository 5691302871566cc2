package result

import (
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// readAs says how the columns of a file were read, if their names alone do not.
func readAs(source study.Source) string {
	var parts, told []string
	for _, c := range []struct {
		part   string
		column study.Column
	}{{"item", source.Columns.Item}, {"labeler", source.Columns.Labeler}, {"study", source.Columns.Study},
		{"label", source.Columns.Label}} {
		if c.column.Name == "" {
			continue
		}
		parts = append(parts, c.part+" = "+visible.Name(c.column.Name))
		if c.column.ByValues {
			told = append(told, c.part)
		}
	}
	text := source.Recognised
	if len(told) > 0 {
		if text != "" {
			text += "; "
		}
		text += "columns: " + strings.Join(parts, ", ") + " (" + strings.Join(told, ", ") + " by values)"
	}
	return text
}
