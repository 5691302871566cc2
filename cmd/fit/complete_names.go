package main

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// A shell waits for the completions, so that only the first rows of a file are read, and not for long.
const (
	completionRows = 50_000
	completionTime = 300 * time.Millisecond
)

// completeNames offers names of columns, studies or labels in the file that the command line has so far. If there is
// none, or it cannot be read, it offers nothing.
func completeNames(flag string, s streams) (cobra.CompletionFunc, bool) {
	var rows int
	var names func(read.Head) []string
	switch flag {
	case "item", "label", "wide", "by", "where", "wide-items", "list", "counts", "weight", "stratum", "cluster",
		"sampling-weight", "judge-column", "gold-column", "text", "covariate", "slopes", "criteria":
		names = func(h read.Head) []string { return h.Columns }
	case "labeler", "study", "system":
		names = func(h read.Head) []string { return append(h.Columns, read.NoColumn) }
	case "reference", "gold", "humans":
		rows, names = completionRows, func(h read.Head) []string { return h.Studies }
	case "facet":
		names = func(h read.Head) []string { return append(h.Columns, study.ItemFactor, study.LabelerFactor) }
	case "order":
		rows, names = completionRows, func(h read.Head) []string { return h.Labels }
	default:
		return nil, false
	}
	list, between := slices.Contains([]string{"wide", "order", "by", "facet", "wide-items", "list", "counts",
		"judge-column", "covariate", "slopes", "criteria"}, flag), "," // of names
	if flag == "facet" {
		between = ":"
	}
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, stop := s.completing()
		defer stop()
		head, err := read.Peek(ctx, args[0], peekOptions(cmd), rows)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		before := ""
		if list || flag == "label" && slices.Contains([]string{"fit", "agreement", "batch"}, cmd.Name()) {
			before = begun[:strings.LastIndex(begun, between)+1]
		}
		if flag == "study" {
			before = begun[:strings.LastIndexAny(begun, ",*")+1]
		}
		var offered []cobra.Completion
		given := strings.Split(before, between)
		for _, name := range names(head) {
			// A shell should not type characters that it cannot show, and a tab would begin a description.
			if name != "" && visible.Text(name) == name && strings.HasPrefix(before+name, begun) &&
				!(list && strings.ContainsAny(name, between+`"`)) && !(flag != "wide" && slices.Contains(given, name)) {
				offered = append(offered, before+name)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	}, true
}

// peekOptions are the options of the command line so far that say how to read the file.
func peekOptions(cmd *cobra.Command) read.Options {
	var f inputFlags
	text := func(name string) string {
		if flag := cmd.Flags().Lookup(name); flag != nil {
			return flag.Value.String()
		}
		return ""
	}
	f.duplicates, f.delimiter, f.study = "error", text("delimiter"), text("study")
	f.formats.format, f.formats.sheet = text("input-format"), text("sheet")
	if label := text("label"); severalLabels(label) == nil {
		f.label = label
	}
	o, err := f.options()
	if err != nil {
		return read.Options{} // the command itself says what is wrong
	}
	return o
}
