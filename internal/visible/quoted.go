package visible

import (
	"fmt"
	"strconv"
	"strings"
)

// Quoted lists at most a number of names in quotes, and says how many more there are.
func Quoted(names []string, most int) string {
	var all []string
	for _, n := range names[:min(most, len(names))] {
		all = append(all, strconv.Quote(n))
	}
	text := strings.Join(all, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
