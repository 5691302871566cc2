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

	Option string // whose value the name is; "" if it is not known
}

// Nearest returns the names that may have been meant, two at most, the nearest first.
func (missing *NameError) Nearest() []string {
	near := spelling.Nearest(missing.Name, missing.Names)
	return near[:min(2, len(near))]
}

// Mends gives the option one of the nearest names.
func (missing *NameError) Mends() (all []Fix) {
	for _, near := range missing.Nearest() {
		if missing.Option != "" {
			all = append(all, Fix{Set: []Setting{{missing.Option, []string{near}, InPlaceOf, missing.Name}}})
		}
	}
	return all
}

// Error names those that may have been meant, or a few that there are.
func (missing *NameError) Error() string {
	text := fmt.Sprintf("there is no %s %q", missing.Kind, missing.Name)
	if near := missing.Nearest(); len(near) > 0 {
		for i, n := range near {
			near[i] = strconv.Quote(n)
		}
		return text + "; did you mean " + strings.Join(near, " or ") + "?"
	}
	if len(missing.Names) == 0 {
		return text
	}
	return text + "; there are " + visible.Quoted(missing.Names, 5)
}
