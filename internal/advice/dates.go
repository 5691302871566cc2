package advice

import (
	"strings"

	"concord/internal/visible"
	"concord/internal/when"
	"concord/study/read"
)

// Untimed says that some tasks, by a column, have no place in time, why, and the command that mends it.
func (c *Call) Untimed(column string, values []string) string {
	value := values[0]
	for _, v := range values {
		if _, _, doubtful := when.Both(v); doubtful {
			value = v
			break
		}
	}
	text := visible.Sprintf("No trend: %q in column %q is no time as the others are.", value, column)
	if a, b, doubtful := when.Both(value); doubtful {
		const day = "2 January 2006"
		text = visible.Sprintf("No trend: %q in column %q is %s or %s.", value, column, a.Format(day), b.Format(day))
	}
	for i, s := range read.Dated(column, value) {
		if _, command, ok := strings.Cut(c.step(s), "\n  "); ok {
			text += " " + []string{"Next: ", "Or: "}[i] + command
		}
	}
	return text
}
