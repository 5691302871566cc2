package read

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Labels of comparisons that say by how much a candidate is better have these behind the winner: "first, much",
// "first by 2".
const (
	by          = " by "
	gradeSlight = ", slightly"
	gradeMuch   = ", much"
)

// gradeOf orders labels of comparisons, from the second candidate by far to the first.
func gradeOf(label string) int {
	winner, size := label, 2
	if w, n, ok := strings.Cut(label, by); ok {
		winner = w
		size, _ = strconv.Atoi(n)
	} else if w, ok := strings.CutSuffix(label, gradeSlight); ok {
		winner, size = w, 1
	} else if w, ok := strings.CutSuffix(label, gradeMuch); ok {
		winner, size = w, 3
	}
	switch winner {
	case firstWon:
		return size
	case secondWon:
		return -size
	}
	return 0
}

// graded returns the labels of comparisons that occur, in their order, if some say by how much a candidate is better.
func (labels *labelColumn) graded() []string {
	var all []string
	some := false
	for _, s := range labels.spellings {
		if s.present() {
			all = append(all, s.text)
			some = some || strings.Contains(s.text, by) || strings.Contains(s.text, ", ")
		}
	}
	if !some {
		return nil
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(gradeOf(a), gradeOf(b)) })
	return all
}
