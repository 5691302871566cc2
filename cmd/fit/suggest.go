package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError turns pflag's error into a usage error that names the flag that was meant.
func flagError(cmd *cobra.Command, err error) error {
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return usage("%w", err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	best := nearest(name, names)
	if best == "" {
		return usage("unknown flag --%s; %s --help lists them", name, cmd.CommandPath())
	}
	return usage("unknown flag --%s; did you mean --%s?", name, best)
}

// nearest returns the first of the names that are nearest to a word, or "" if none is near enough to have been meant.
func nearest(word string, names []string) string {
	best, distance := "", 1+len(word)/3
	for _, name := range names {
		if d := editDistance(word, name); d <= distance && (best == "" || d < distance) {
			best, distance = name, d
		}
	}
	return best
}

// editDistance is the least number of steps that turn a into b, where a step inserts, deletes or
// replaces a letter or swaps two neighbours, and no letter takes part in two steps (optimal string
// alignment; Damerau 1964, A technique for computer detection and correction of spelling errors,
// Communications of the ACM 7, for which four of five misspellings are one such step).
func editDistance(a, b string) int {
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
