package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/spelling"
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
	if near := spelling.Nearest(word, names); len(near) > 0 {
		return near[0]
	}
	return ""
}
