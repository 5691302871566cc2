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

// editDistance is Levenshtein's: the least number of letters to insert, delete or
// replace that turns a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
