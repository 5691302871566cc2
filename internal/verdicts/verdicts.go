// Package verdicts has the labels of comparisons of two candidates, as reading writes them and ranking reads them.
package verdicts

import (
	"strconv"
	"strings"
)

// The winner is the candidate shown first, or the second, or neither. Labelers who say by how much a candidate is
// better give labels such as "first, much" or "first by 2".
const (
	First    = "first"
	Second   = "second"
	Tie      = "tie"
	Slightly = ", slightly"
	Much     = ", much"
	By       = " by "
)

// Order is by how much a label says that the first candidate is better, as an order: negative for the second, and 0 for
// a tie.
func Order(label string) int {
	winner, size := label, 2
	if w, by, graded := strings.Cut(label, By); graded {
		winner = w
		size, _ = strconv.Atoi(by)
	} else if w, graded := strings.CutSuffix(label, Slightly); graded {
		winner, size = w, 1
	} else if w, graded := strings.CutSuffix(label, Much); graded {
		winner, size = w, 3
	}
	switch winner {
	case First:
		return size
	case Second:
		return -size
	}
	return 0
}
