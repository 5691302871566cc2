package main

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study/read"
)

// take finds the files that the arguments of a command name: files, patterns and folders. The folder of an earlier run
// is not searched.
func (ff *work) take(args []string) error {
	cmd := ff.cmd
	if option.From.In(ff) != "" && len(args) == 0 {
		return nil
	}
	if err := someFiles(cmd, args); err != nil {
		return err
	}
	if len(args) == 1 && placeOf("", args[0]).holdsRun() {
		if cmd.Name() == "plan" {
			return nil
		}
		return &exitError{exitInput, problem("%s: this is the folder of an earlier run, not of labels. Print its "+
			"report:\n  fit report %s", args[0], quoting.Shell(args[0]))}
	}
	for _, path := range args {
		if placeOf("", path).holdsRun() && len(args) > 1 {
			return usage("%s: this is the folder of an earlier run, which stands alone, but there are %d arguments: %q",
				path, len(args), args[:min(3, len(args))])
		}
	}
	var err error
	ff.Paths, err = read.Files(args...)
	return err
}

// path is the name, in messages, of the files that some arguments name.
func (ff *work) path(args []string) string {
	switch n := len(ff.Paths); n {
	case 0:
		return args[0]
	case 1:
		return ff.Paths[0]
	default:
		return ff.Paths[0] + " and " + visible.Count(n-1, "more file")
	}
}

// firstOf returns the path of the first of several files, or the path of the only one.
func (ff *work) firstOf(path string) string {
	if len(ff.Paths) == 0 {
		return path
	}
	return ff.Paths[0]
}

// someFiles asks for the files of a study.
func someFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usage("which file? %s FILE, or - for standard input; %s --help says more", cmd.CommandPath(),
			cmd.CommandPath())
	}
	if slices.Contains(args, "") { // from a variable of the shell that is not set
		return usage("which file? its name is empty; - is standard input")
	}
	if len(args) > 1 && !cmd.HasParent() {
		_, err := os.Stat(args[0])
		if name := meantCommand(cmd, args[0]); name != "" && err != nil {
			return usage("there is no command %q; did you mean %s %s?", args[0], cmd.Name(), name)
		}
	}
	if wide := cmd.Flags().Lookup("wide"); len(args) > 1 && wide != nil && wide.Changed {
		for _, path := range args { // the shell has replaced a pattern by names of files
			if _, err := os.Stat(path); err != nil && !strings.ContainsAny(path, "*?[") {
				return usage("there are %d files: %q, and %q is not there; a pattern such as 'rater_*' goes in quotes",
					len(args), args[:min(3, len(args))], path)
			}
		}
	}
	return nil
}
