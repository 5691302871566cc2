package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// changed returns the flags that were given, in their order in the help.
func changed(cmd *cobra.Command) []*pflag.Flag {
	var given []*pflag.Flag
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			given = append(given, f)
		}
	})
	return given
}
