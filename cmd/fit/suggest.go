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
	best, distance := "", 1+len(name)/3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := editDistance(name, f.Name); d <= distance && (best == "" || d < distance) {
			best, distance = f.Name, d
		}
	})
	if best == "" {
		return usage("unknown flag --%s; %s --help lists them", name, cmd.CommandPath())
	}
	return usage("unknown flag --%s; did you mean --%s?", name, best)
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
