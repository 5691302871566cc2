package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Titles of the groups in which help lists flags.
const (
	groupColumns      = "Columns"
	groupLabels       = "Labels"
	groupQuestion     = "Question"
	groupModel        = "Model"
	groupSampling     = "Sampling"
	groupCoefficients = "Coefficients without a model"
	groupPlan         = "Plan"
	groupSimulation   = "Simulation"
	groupOutput       = "Output"
	groupExit         = "Exit code"
	groupOther        = "Other"
)

// flagGroup is a title with the names of its flags.
type flagGroup struct{ title, flags string }

// flagGroups returns the groups in the order of help.
func flagGroups() []flagGroup {
	return []flagGroup{
		{groupQuestion, "reference humans judge judge-column percent threshold system stratum cluster " +
			"sampling-weight anchor bar cost gold gold-column reliability compare design drop target icc " +
			"different-items log"},
		{groupColumns, "item labeler study label facet text delimiter wide pairs wide-items list counts weight pair " +
			"input-format sheet file-as as-is by every dates each-category columns criteria"},
		{groupLabels, "positive negative order split missing duplicates exclude-labelers where max-memory"},
		{groupModel, "covariate slopes covariate-effects family labeler-effects facet-effects residual " +
			"thresholds discrimination items-are prior-mean prior-sd prior-labeler-sd prior-cor replications"},
		{groupSampling, "chains draws warmup seed cores algorithm target-accept max-depth"},
		{groupCoefficients, "coefficients resample distance cross-pairs bootstrap normalize-by normalize-shared"},
		{groupPlan, "assurance max-labels budget item-cost people assume width at-least power judge-cost step " +
			"judged within goal new-items cost"},
		{groupSimulation, "studies items labelers labels-per-item labels-per-labeler labels-again categories " +
			"category-means mean item-sd item-df " +
			"item-share item-gap labeler-sd residual-sd noise-sd discrimination-sd correlation " +
			"labeler-correlation facet-correlation criteria-correlation halo-sd factor absent truth output"},
		{groupOutput, "format full also quiet interval interval-kind html figure out effects from " +
			"folder pages items labelers csv"},
		{groupExit, "strict fail-if"},
		{groupOther, "help version"},
	}
}

// groupOf returns the title of the group of a flag; "" if it is in none.
func groupOf(name string) string {
	for _, g := range flagGroups() {
		for _, flag := range strings.Fields(g.flags) {
			if flag == name {
				return g.title
			}
		}
	}
	return ""
}

// grouped lists the flags of a command below the titles of their groups, for a page of a number of columns.
func grouped(cmd *cobra.Command, columns int) string {
	sets := map[string]*pflag.FlagSet{}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		title := groupOf(f.Name)
		// Items and labelers are files of fit, and numbers of fit simulate.
		if cmd.Name() != "simulate" && (f.Name == "items" || f.Name == "labelers") {
			title = groupOutput
		}
		if sets[title] == nil {
			sets[title] = pflag.NewFlagSet(title, pflag.ContinueOnError)
			sets[title].SortFlags = false
		}
		sets[title].AddFlag(f)
	})
	var s strings.Builder
	for _, g := range flagGroups() {
		if set := sets[g.title]; set != nil {
			fmt.Fprintf(&s, "%s:\n%s\n", g.title, inColumns(flagRows(set), columns))
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
