package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/version"
)

// fileOrRun wants files, or the run to repeat, which names them.
func (of *outFlags) fileOrRun(files *fileFlags) cobra.PositionalArgs {
	of.files = files
	return func(cmd *cobra.Command, args []string) error {
		if of.from != "" && len(args) == 0 {
			return nil
		}
		return files.take(cmd, args)
	}
}

// running returns a command that begins with the run to repeat, if there is one, and then runs on the file.
func (of *outFlags) running(s streams, run func(path string, s streams) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		path, err := of.begin(cmd, args, s)
		if err != nil {
			return err
		}
		return orCommand(cmd, path, run(path, s))
	}
}

// begin reads the run to repeat, if there is one, sets the flags that it was made with, and
// returns the file to read.
func (of *outFlags) begin(cmd *cobra.Command, args []string, s streams) (path string, err error) {
	of.started = time.Now()
	of.arguments = commandArguments(cmd, args)
	if of.from == "" {
		of.flags = flagValues(cmd.Flags())
		return of.files.path(args), nil
	}
	of.earlier, err = export.ReadManifest(of.from)
	var missing *fs.PathError
	if errors.As(err, &missing) {
		err = problem("%s: %w. fit --out DIR FILE makes a folder with a run.json", of.from, missing.Err)
	}
	if err != nil {
		return "", &exitError{exitInput, problem("--from %w", err)}
	}
	if err := of.sameCommand(cmd); err != nil {
		return "", err
	}
	of.nameFlagsToday()
	var left []string // flags for files that the run wrote; a run.json must not cause writing
	for _, name := range slices.Sorted(maps.Keys(of.earlier.Flags)) {
		flag := cmd.Flags().Lookup(name)
		switch {
		case flag != nil && isWritten(flag):
			if values := of.earlier.Flags[name]; len(values) > 0 && values[0] != "" && !flag.Changed {
				left = append(left, "--"+name+" "+quoting.Shell(values[0]))
			}
			continue
		case flag == nil || ephemeral(name):
			return "", &exitError{exitInput,
				problem("--from %s: this version has no flag --%s; the run was made by %s", of.from, name,
					of.earlier.Program.Version)}
		case flag.Changed:
			continue
		}
		if err := setValues(flag, of.earlier.Flags[name]); err != nil {
			return "", &exitError{exitInput, problem("--from %s: --%s: %w", of.from, name, err)}
		}
	}
	of.flags = flagValues(cmd.Flags())
	if path, err = of.locate(args); err != nil {
		return "", err
	}
	if quiet, _ := cmd.Flags().GetBool("quiet"); len(left) > 0 && !quiet {
		tell(s.err, fmt.Sprintf("Note: the run of %s wrote %s. Only the command line says what is written: give the "+
			"flag again if you want the file.", of.from, strings.Join(left, " and ")))
	}
	return path, apart(cmd, []string{path}, s)
}

// nameFlagsToday gives flags of a run by an earlier version their present names.
func (of *outFlags) nameFlagsToday() {
	flags := map[string][]string{}
	for name, values := range of.earlier.Flags {
		today := advice.Today(name)
		flags[today], of.renamed = values, of.renamed || today != name
	}
	of.earlier.Flags = flags
}

// sameCommand refuses the run of another command.
func (of *outFlags) sameCommand(cmd *cobra.Command) error {
	ran := func(name string) string {
		if name == "" || name == cmd.Root().Name() {
			return cmd.Root().Name()
		}
		return cmd.Root().Name() + " " + name
	}
	if made := ran(of.earlier.Command); made != ran(cmd.Name()) {
		return usage("--from %s: this is a run of %s. Repeat it with %[2]s --from %s", of.from, made,
			quoting.Shell(of.from))
	}
	return nil
}

// commandArguments returns the arguments so that they can be given again: the flags that were set, then the file.
func commandArguments(cmd *cobra.Command, args []string) []string {
	var all []string
	for _, flag := range changed(cmd) {
		all = append(all, flagArguments(flag)...)
	}
	return append(all, args...)
}

// flagArguments is a flag with its values as it can be given again.
func flagArguments(flag *pflag.Flag) []string {
	values := valuesOf(flag)
	if flag.Value.Type() == "stringSlice" { // one argument: values with commas between them, in quotes if needed
		values = []string{strings.TrimSuffix(strings.TrimPrefix(flag.Value.String(), "["), "]")}
	}
	for i, value := range values {
		values[i] = "--" + flag.Name + "=" + value
	}
	return values
}

// locate returns the input file of the run: the file that is named now, or the file of the run, by its absolute path or
// by its path as it was given.
func (of *outFlags) locate(args []string) (string, error) {
	in := of.earlier.Input
	if len(args) > 0 {
		return of.files.path(args), nil
	}
	if len(in.Files) > 0 {
		for _, file := range in.Files {
			path, err := of.locateFile(file)
			if err != nil {
				return "", err
			}
			of.files.paths = append(of.files.paths, path)
		}
		return of.files.path(nil), nil
	}
	if in.Path == "-" {
		return "", usage("--from %s: the run read standard input. Give the same labels again: fit --from %s FILE, "+
			"or - for standard input", of.from, quoting.Shell(of.from))
	}
	return of.locateFile(in)
}

// locateFile returns the path of one input file of the run.
func (of *outFlags) locateFile(in export.Input) (string, error) {
	for _, path := range []string{in.Absolute, in.Path} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", &exitError{exitInput,
		problem("--from %s: the run read %s, which is not there. Name the file: fit --from %s FILE", of.from,
			cmp.Or(in.Absolute, in.Path), quoting.Shell(of.from))}
}

// sameInput refuses labels other than the labels of the run to repeat.
func (of *outFlags) sameInput() error {
	if of.earlier == nil || of.input.SHA256 == of.earlier.Input.SHA256 {
		return nil
	}
	return &exitError{exitInput,
		problem("%s has changed since the run of %s, so the run cannot be repeated: SHA-256 %.12s…, then %.12s….\n"+
			"  Fit it as new data, without --from",
			fileName(of.input.Path), of.earlier.Timings.Started.Format(time.DateOnly), of.input.SHA256,
			of.earlier.Input.SHA256)}
}

// compare says whether the draws of the run were reproduced. If flags that matter differ, it says so instead.
func (of *outFlags) compare(fitted result.Fit, w io.Writer) error {
	return of.repeated("draws", fitted.Partial, w, func() (bool, error) { return of.earlier.Repeats(fitted) })
}

// compareCriteria is compare for a fit of criteria.
func (of *outFlags) compareCriteria(fit result.CriteriaFit, w io.Writer) error {
	return of.repeated("draws", false, w, func() (bool, error) { return of.earlier.RepeatsCriteria(fit) })
}

// repeated says whether the output of a run was reproduced. If flags that matter differ, it says so instead.
func (of *outFlags) repeated(what string, partial bool, w io.Writer, repeats func() (bool, error)) error {
	if of.earlier == nil {
		return nil
	}
	var other []string
	for _, name := range slices.Sorted(maps.Keys(of.flags)) {
		now := of.flags[name]
		then, known := of.earlier.Flags[name] // an earlier version may not have had the flag
		if known && !slices.Equal(now, then) {
			is, was := quoting.Shell(strings.Join(now, ",")), quoting.Shell(strings.Join(then, ","))
			other = append(other, fmt.Sprintf("--%s is %s (was %s)", name, is, was))
		}
	}
	switch {
	case len(other) > 0:
		tell(w, fmt.Sprintf("Not the run of %s: %s.", of.from, strings.Join(other, ", ")))
		return nil
	case partial || of.earlier.Partial:
		tell(w, fmt.Sprintf("Not compared with the run of %s: one of the two was interrupted.", of.from))
		return nil
	}
	same, err := repeats()
	if err != nil {
		return err
	}
	if same {
		tell(w, fmt.Sprintf("Repeated %s: the %s are the same to the byte.", of.from, what))
		return nil
	}
	if of.renamed {
		tellWarning(w, fmt.Sprintf("these are not the %s of %s to the byte: it is of an earlier version, which has "+
			"other names.", what, of.from))
		return nil
	}
	now, then := export.ThisProgram(version.OfBuild()), of.earlier.Program
	if now != then {
		tellWarning(w, fmt.Sprintf("these are not the %s of %s, which were made by version %s on %s/%s; this is "+
			"%s on %s/%s.",
			what, of.from, then.Version, then.OS, then.Arch, now.Version, now.OS, now.Arch))
		return nil
	}
	return errors.New("the " + what + " are not those of " + of.from +
		", though nothing has changed: please report this")
}
