package main

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

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
