package main

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// Distances counted by hand; the last is where optimal string alignment and Damerau-Levenshtein part.
func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"label", "label", 0}, {"lable", "label", 1}, {"lable", "labeler", 2},
		{"lab", "label", 2}, {"kitten", "sitting", 3}, {"abcd", "badc", 2}, {"ca", "abc", 3},
	} {
		assert.Equal(t, c.want, editDistance(c.a, c.b), "%q %q", c.a, c.b)
		assert.Equal(t, c.want, editDistance(c.b, c.a), "%q %q", c.b, c.a)
	}
}

// Each flag with two neighbouring letters swapped suggests itself.
func TestSwappedLettersSuggestTheFlag(t *testing.T) {
	every(rootCommand(streams{}), func(cmd *cobra.Command) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		for _, name := range names {
			for i := 1; i < len(name); i++ {
				swapped := name[:i-1] + name[i:i+1] + name[i-1:i] + name[i+1:]
				if swapped != name {
					assert.Equal(t, name, nearest(swapped, names), "--%s of %s", swapped, cmd.Name())
				}
			}
		}
	})
	_, stderr := runFit(t, exitUsage, "--lable", "x", "a.csv")
	assert.Contains(t, stderr, "did you mean --label?")
}
