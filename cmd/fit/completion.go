package main

import (
	"io"
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

func completionCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that lets the shell complete commands, flags and their values",
		Long: `Print a script for your shell. With it, the Tab key completes commands, flags, and the values of flags
that have a list of values. After the file, it also completes the names of columns and groups, and labels
(--order).

Exit codes: 0 fine, 1 failure, 2 wrong use.

More in the source: README.md.`,
		Example: "  source <(fit completion bash)                                  " +
			"# for this session; bash-completion is needed" + `
  fit completion bash > ~/.local/share/bash-completion/completions/fit
  fit completion zsh > "${fpath[1]}/_fit"                        # after autoload -U compinit; compinit
  fit completion fish > ~/.config/fish/completions/fit.fish
  fit completion powershell | Out-String | Invoke-Expression`,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("for which shell? %s bash, zsh, fish or powershell", cmd.CommandPath())
			}
			root := cmd.Root()
			write, err := oneOf("shell", args[0], cmd.ValidArgs, []func(io.Writer) error{
				func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
				root.GenZshCompletion,
				func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				root.GenPowerShellCompletionWithDesc,
			})
			if err != nil {
				return usage("%s: there is no script for it; there are %s", args[0], strings.Join(cmd.ValidArgs, ", "))
			}
			return write(s.out)
		},
	}
}

// completeFlags lets shells complete the values of the flags of a command.
func (w *work) completeFlags() {
	w.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		o := option.Of(f)
		complete := cobra.NoFileCompletions
		switch names, _ := namesIn(o); {
		case o.Choices != nil:
			complete = cobra.FixedCompletions(o.Choices, cobra.ShellCompDirectiveNoFileComp)
		case o.Is(option.Conditions):
			complete = w.conditionCompletion()
		case o.Is(option.Assumptions):
			complete = completeAssumption
		case names != nil:
			complete = w.completeNames(o)
		case o.Is(option.Writes|option.File) || f.NoOptDefVal != "":
			return
		}
		if err := w.cmd.RegisterFlagCompletionFunc(f.Name, complete); err != nil {
			panic("fit: completion of --" + f.Name + ": " + err.Error())
		}
	})
}

// completeFile completes a file of any name, in addition to the commands.
func completeFile(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeFolder completes the folder of a run.
func completeFolder(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

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
				return append(h.Columns, study.NoColumn)
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
func (w *work) completeNames(o *option.Option) cobra.CompletionFunc {
	names, rows := namesIn(o)
	return func(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, stop := w.completing()
		defer stop()
		head, err := read.Peek(ctx, nil, args[0], w.peekOptions(), rows)
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
