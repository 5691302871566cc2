package study

import (
	"fmt"
	"strconv"
	"strings"

	"concord/internal/spelling"
	"concord/internal/visible"
)

// NameError says that no thing of a kind has a name.
type NameError struct {
	Kind  string   // what was looked for: "study", "item", "labeler"
	Name  string   // as it was asked for
	Names []string // those that there are
}

// Error names those that may have been meant, or a few that there are.
func (missing *NameError) Error() string {
	const most = 5
	text := fmt.Sprintf("there is no %s %q", missing.Kind, missing.Name)
	if near := spelling.Nearest(missing.Name, missing.Names); len(near) > 0 {
		near = near[:min(most, len(near))]
		for i, n := range near {
			near[i] = strconv.Quote(n)
		}
		return text + "; did you mean " + strings.Join(near, " or ") + "?"
	}
	if len(missing.Names) == 0 {
		return text
	}
	return text + "; there are " + visible.Quoted(missing.Names, most)
}
