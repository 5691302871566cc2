package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/option"
)

// grouped lists the flags of a command below the titles of their groups, for a page of a number of columns.
func grouped(cmd *cobra.Command, columns int) string {
	sets := map[option.Group]*pflag.FlagSet{}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		g := option.GroupOf(f)
		if sets[g] == nil {
			sets[g] = pflag.NewFlagSet(string(g), pflag.ContinueOnError)
			sets[g].SortFlags = false
		}
		sets[g].AddFlag(f)
	})
	var s strings.Builder
	for _, g := range option.Groups() {
		if set := sets[g]; set != nil {
			fmt.Fprintf(&s, "%s:\n%s\n", g, inColumns(flagRows(set), columns))
		}
	}
	return strings.TrimRight(s.String(), "\n")
}

// groupCommands puts the commands below titles, by their purpose.
func groupCommands(root *cobra.Command) {
	of := map[string][]string{
		"answer": {"judge", "score", "gold", "rank", "labelers", "consensus", "next", "agreement",
			"measurement", "batch"},
		"before": {"check", "plan", "simulate"},
		"after":  {"report", "diagnose", "compare"},
		"help":   {"demo", "explain", "mcp", "completion", "help"},
	}
	root.AddGroup(&cobra.Group{ID: "answer", Title: "Answers:"}, &cobra.Group{ID: "before",
		Title: "Before you collect labels:"},
		&cobra.Group{ID: "after", Title: "An earlier run:"}, &cobra.Group{ID: "help", Title: "Help:"})
	root.SetHelpCommandGroupID("help")
	for id, names := range of {
		for _, name := range names {
			for _, cmd := range root.Commands() {
				if cmd.Name() == name {
					cmd.GroupID = id
				}
			}
		}
	}
}
