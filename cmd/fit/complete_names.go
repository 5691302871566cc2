package main

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/option"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// A shell waits for the completions, so that only the first rows of a file are read, and not for long.
const (
	completionRows = 50_000
	completionTime = 300 * time.Millisecond
)

// namesIn returns what an option may name in a file; nil if it names nothing there. rows says whether rows are read.
func namesIn(o *option.Option) (names func(read.Head) []string, rows int) {
	switch {
	case o.Is(option.Columns):
		return func(h read.Head) []string {
			if o.Is(option.NoColumn) {
				return append(h.Columns, read.NoColumn)
			}
			return h.Columns
		}, 0
	case o.Is(option.Factors):
		return func(h read.Head) []string { return append(h.Columns, study.ItemFactor, study.LabelerFactor) }, 0
	case o.Is(option.GroupNames):
		return func(h read.Head) []string { return h.Studies }, completionRows
	case o.Is(option.Labels):
		return func(h read.Head) []string { return h.Labels }, completionRows
	}
	return nil, 0
}

// completeNames offers names of columns, studies or labels in the file that the command line has so far. If there is
// none, or it cannot be read, it offers nothing.
func (w *work) completeNames(o *option.Option, s streams) cobra.CompletionFunc {
	names, rows := namesIn(o)
	return func(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, stop := s.completing()
		defer stop()
		head, err := read.Peek(ctx, args[0], w.peekOptions(), rows)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		before := begun[:strings.LastIndexAny(begun, o.Between)+1]
		given := strings.FieldsFunc(before, func(r rune) bool { return strings.ContainsRune(o.Between, r) })
		var offered []cobra.Completion
		for _, name := range names(head) {
			// A shell should not type characters that it cannot show, and a tab would begin a description.
			if name != "" && visible.Text(name) == name && strings.HasPrefix(before+name, begun) &&
				!(o.Between != "" && strings.ContainsAny(name, o.Between+`"`)) && !slices.Contains(given, name) {
				offered = append(offered, before+name)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	}
}

// peekOptions are the options of the command line so far that say how to read the file.
func (w *work) peekOptions() read.Options {
	so := option.Like(w, pflag.NewFlagSet("", pflag.ContinueOnError), option.Set{option.Duplicates, option.Delimiter,
		option.Study, option.InputFormat, option.Sheet, option.Label})
	if option.SeveralLabels(so) != nil {
		option.Label.Set(so, "")
	}
	o, err := option.Reading(so)
	if err != nil {
		return read.Options{} // the command itself says what is wrong
	}
	return o
}
