package kinds

import (
	"cmp"
	"slices"
	"strings"

	"concord/internal/verdicts"
)

// Graded returns the labels of comparisons that occur, in their order, if some say by how much a candidate is better.
func (labels *LabelColumn) Graded() []string {
	var all []string
	some := false
	for _, s := range labels.labels() {
		all = append(all, s.Text)
		some = some || strings.Contains(s.Text, verdicts.By) || strings.Contains(s.Text, ", ")
	}
	if !some {
		return nil
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(verdicts.Order(a), verdicts.Order(b)) })
	return all
}
