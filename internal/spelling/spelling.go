// Package spelling finds the names that a misspelt one may have meant.
package spelling

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns the names that are near enough to a word to have been meant, the nearest first. Among equally near
// names, those nearest in length come first, then those of the same letters, and then those that come first in names.
// Case does not count. A name that has no letter of the word in its place is not near.
func Nearest(word string, names []string) []string {
	type candidate struct {
		name             string
		distance, longer int
		letters          int // 0: those of the word, in some order
	}
	var near []candidate
	for _, name := range names {
		d := distance(strings.ToLower(word), strings.ToLower(name))
		if d <= 1+len(word)/3 && d < max(len(word), len(name)) { // a letter of one is one of the other
			c := candidate{name, d, max(len(name)-len(word), len(word)-len(name)), 0}
			if letters(name) != letters(word) {
				c.letters = 1
			}
			near = append(near, c)
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.longer, b.longer),
			cmp.Compare(a.letters, b.letters))
	})
	var all []string
	for _, c := range near {
		all = append(all, c.name)
	}
	return all
}

// letters returns the letters of a word, sorted.
func letters(word string) string {
	all := []byte(strings.ToLower(word))
	slices.Sort(all)
	return string(all)
}

// distance is the least number of steps that turn a into b, where a step inserts, deletes or
// replaces a letter or swaps two neighbours, and no letter takes part in two steps (optimal string
// alignment; Damerau 1964, A technique for computer detection and correction of spelling errors,
// Communications of the ACM 7, for which four of five misspellings are one such step).
func distance(a, b string) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			replace := row[j]
			if a[i] != b[j] {
				replace++
			}
			next[j+1] = min(replace, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
