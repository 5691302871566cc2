package report

import "concord/internal/document"

// shorterTable is a table for a first screen that needs two rows fewer if the screen is too long.
func shorterTable(most int, table func(most int) *document.Table) document.Part {
	p := document.Part{Table: table(most)}
	if most > leastTasks {
		p.Shorter = func() document.Part { return shorterTable(most-2, table) }
	}
	return p
}
