package main

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// fileFlags say which files are read, and which of their rows.
type fileFlags struct {
	where  []string
	fileAs string
	paths  []string // of the files, once they are known; nil: one file, whose path is the argument
}

func (ff *fileFlags) register(fs *pflag.FlagSet) {
	fs.StringArrayVar(&ff.where, "where", nil,
		"`condition` of the rows to read: source=expert,crowd or source!=test (repeatable: all hold)")
	fs.StringVar(&ff.fileAs, "file-as", "",
		"`part` that the name of each file plays: labeler or study (default: labeler, if there are several files and "+
			"no column names labelers)")
}

// apply adds them to the options of reading.
func (ff *fileFlags) apply(o *read.Options) error {
	for _, text := range ff.where {
		c, ok := read.Condition{}, false
		if c.Column, c.Not, c.Values, ok = quoting.ConditionOf(text); !ok {
			return usage("--where %s: it is COLUMN=VALUE, COLUMN=VALUE,VALUE or COLUMN!=VALUE", quoting.Shell(text))
		}
		o.Where = append(o.Where, c)
	}
	switch ff.fileAs {
	case "", study.LabelerFactor, "study":
	default:
		return usage("--file-as %s: it is labeler or study", quoting.Shell(ff.fileAs))
	}
	if column := map[string]string{study.LabelerFactor: o.Labeler, "study": o.Study}[ff.fileAs]; column != "" {
		return usage("--file-as %s and --%[1]s both say who the %[1]s is: leave one out", ff.fileAs)
	}
	o.FileAs = ff.fileAs
	if len(ff.paths) > 1 {
		o.Beside = ff.paths[1:]
	}
	return nil
}

// take finds the files that the arguments of a command name: files, patterns and folders. The folder of an earlier run
// is not searched.
func (ff *fileFlags) take(cmd *cobra.Command, args []string) error {
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
	ff.paths, err = read.Files(args...)
	return err
}

// path is the name, in messages, of the files that some arguments name.
func (ff *fileFlags) path(args []string) string {
	switch n := len(ff.paths); n {
	case 0:
		return args[0]
	case 1:
		return ff.paths[0]
	default:
		return ff.paths[0] + " and " + visible.Count(n-1, "more file")
	}
}

// firstOf returns the path of the first of several files, or the path of the only one.
func (ff *fileFlags) firstOf(path string) string {
	if len(ff.paths) == 0 {
		return path
	}
	return ff.paths[0]
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

// duplicatesOf sets the rule for labels given again.
func duplicatesOf(rule string, o *read.Options) error {
	name, column, found := strings.Cut(rule, "=")
	d, err := study.ParseDuplicates(name)
	if err != nil || found != (d == study.DuplicatesLatest) || found && column == "" {
		return usage("--duplicates %s: it is one of error, first, last, mean, keep, latest=COLUMN", rule)
	}
	o.Duplicates, o.Latest = d, strings.Join(quoting.Names(column), ",")
	return nil
}
