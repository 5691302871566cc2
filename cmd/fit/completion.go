package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/option"
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
func (w *work) completeFlags(s streams) {
	w.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		o := option.Of(f)
		complete := cobra.NoFileCompletions
		switch names, _ := namesIn(o); {
		case o.Choices != nil:
			complete = cobra.FixedCompletions(o.Choices, cobra.ShellCompDirectiveNoFileComp)
		case o.Is(option.Conditions):
			complete = w.conditionCompletion(s)
		case o.Is(option.Assumptions):
			complete = completeAssumption
		case names != nil:
			complete = w.completeNames(o, s)
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
