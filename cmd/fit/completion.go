package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/model/family"
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

// choices returns the values of a flag that takes one of a few.
func choices(command, flag string) []string {
	switch flag {
	case "family":
		if command == "simulate" {
			return family.Names()
		}
		return append([]string{"auto"}, family.Names()...)
	case "labeler-effects":
		if command == "simulate" {
			return []string{"nested", "shared", "none"}
		}
		return []string{"auto", "nested", "shared", "none"}
	case "facet-effects":
		return []string{"nested", "shared", "common"}
	case "covariate-effects":
		return []string{"study", "common"}
	case "icc":
		return []string{"agreement", "consistency", "fixed"}
	case "items-are":
		return itemShapes()
	case "residual":
		return []string{"auto", "common", "study", "labeler"}
	case "thresholds":
		if command == "simulate" { // there they are numbers
			return nil
		}
		return []string{"auto", "study", "common"}
	case "algorithm":
		return []string{"auto", "nuts", "hmc"}
	case "duplicates":
		return []string{"error", "first", "last", "mean", "keep"}
	case "every":
		return []string{"day", "week", "month", "quarter", "year"}
	case "dates":
		return []string{"day-first", "month-first"}
	case "goal":
		return []string{"auto", "decision", "estimate"}
	case "file-as":
		return []string{"labeler", "study"}
	case "input-format":
		return []string{"csv", "json", "parquet", "xlsx"}
	case "resample":
		return resamplings()
	case "cross-pairs":
		return crossPairs()
	case "coefficients":
		return append(coefficientNames(), "all")
	case "normalize-by":
		return []string{"kripp_alpha", "iota", "fleiss_kappa"}
	case "distance":
		return distanceNames()
	case "interval-kind":
		if command == "agreement" {
			return []string{"percentile", "bca"}
		}
		return []string{"eti", "hdi"}
	case "format":
		if command == "fit" || command == "report" {
			return formats()
		}
		return documentFormats()
	}
	return nil
}

// namesFile reports whether a flag names a file or a folder.
func namesFile(flag string) bool {
	switch flag {
	case "out", "html", "also", "folder", "items", "labelers", "from", "output", "truth":
		return true
	}
	return false
}

// completeFlags lets shells complete the values of all flags of a command and of those below it.
func completeFlags(cmd *cobra.Command, s streams) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		var err error
		if values := choices(cmd.Name(), f.Name); values != nil {
			err = cmd.RegisterFlagCompletionFunc(f.Name,
				cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
		} else if f.Name == "fail-if" {
			err = cmd.RegisterFlagCompletionFunc(f.Name, conditionCompletion(s))
		} else if f.Name == "assume" {
			err = cmd.RegisterFlagCompletionFunc(f.Name, completeAssumption)
		} else if names, ok := completeNames(f.Name, s); ok {
			err = cmd.RegisterFlagCompletionFunc(f.Name, names)
		} else if !namesFile(f.Name) && f.NoOptDefVal == "" {
			err = cmd.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions)
		}
		if err != nil {
			panic("fit: completion of --" + f.Name + ": " + err.Error())
		}
	})
	for _, below := range cmd.Commands() {
		completeFlags(below, s)
	}
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
