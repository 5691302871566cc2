package read

import (
	"cmp"
	"slices"
	"strings"

	"concord/internal/verdicts"
)

// graded returns the labels of comparisons that occur, in their order, if some say by how much a candidate is better.
func (labels *labelColumn) graded() []string {
	var all []string
	some := false
	for _, s := range labels.labels() {
		all = append(all, s.text)
		some = some || strings.Contains(s.text, verdicts.By) || strings.Contains(s.text, ", ")
	}
	if !some {
		return nil
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(verdicts.Order(a), verdicts.Order(b)) })
	return all
}
