package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/version"
	"concord/internal/visible"
)

// begin reads the run to repeat, if there is one, sets the flags that it was made with, and finds the file to read.
func (of *work) begin(args []string) (err error) {
	from := option.From.In(of)
	cmd := of.cmd
	of.started = time.Now()
	of.arguments = commandArguments(cmd, args)
	if from == "" {
		if of.values = flagValues(cmd.Flags()); len(args) > 0 {
			of.reads(of.pathOf(args))
		}
		return nil
	}
	of.earlier, err = export.ReadManifest(from)
	var missing *fs.PathError
	if errors.As(err, &missing) {
		err = visible.Errorf("%s: %w. fit --out DIR FILE makes a folder with a run.json",
			from, missing.Err)
	}
	if err != nil {
		return unusable("--from %w", err)
	}
	if err := of.sameCommand(cmd); err != nil {
		return err
	}
	var left []string // flags for files that the run wrote; a run.json must not cause writing
	for _, name := range slices.Sorted(maps.Keys(of.earlier.Flags)) {
		flag := cmd.Flags().Lookup(name)
		switch {
		case flag != nil && option.IsWritten(flag):
			if values := of.earlier.Flags[name]; len(values) > 0 && values[0] != "" && !flag.Changed {
				left = append(left, "--"+name+" "+quoting.Shell(values[0]))
			}
			continue
		case flag == nil || option.IsFleeting(flag):
			return unusable("--from %s: this version has no flag --%s; the run was made by %s", from,
				name, of.earlier.Program.Version)
		case flag.Changed:
			continue
		}
		if err := setValues(flag, of.earlier.Flags[name]); err != nil {
			return unusable("--from %s: --%s: %w", from, name, err)
		}
	}
	of.values = flagValues(cmd.Flags())
	path, err := of.locate(args)
	if err != nil {
		return err
	}
	of.reads(path)
	if len(left) > 0 {
		tell(of.news(), fmt.Sprintf("Note: the run of %s wrote %s. Only the command line says what is written: give "+
			"the flag again if you want the file.", from, strings.Join(left, " and ")))
	}
	return apart(cmd, []string{path}, of.streams)
}

// reads notes the file that a run reads.
func (of *work) reads(path string) { of.path, of.file = path, fileName(path) }

// sameCommand refuses the run of another command.
func (of *work) sameCommand(cmd *cobra.Command) error {
	ran := func(name string) string {
		if name == "" || name == cmd.Root().Name() {
			return cmd.Root().Name()
		}
		return cmd.Root().Name() + " " + name
	}
	if made := ran(of.earlier.Command); made != ran(cmd.Name()) {
		return usage("--from %s: this is a run of %s. Repeat it with %[2]s --from %s", option.From.In(of), made,
			quoting.Shell(option.From.In(of)))
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
func (of *work) locate(args []string) (string, error) {
	in := of.earlier.Input
	if len(args) > 0 {
		return of.pathOf(args), nil
	}
	if len(in.Files) > 0 {
		for _, file := range in.Files {
			path, err := of.locateFile(file)
			if err != nil {
				return "", err
			}
			of.Paths = append(of.Paths, path)
		}
		return of.pathOf(nil), nil
	}
	if in.Path == "-" {
		return "", usage("--from %s: the run read standard input. Give the same labels again: fit --from %s FILE, "+
			"or - for standard input", option.From.In(of), quoting.Shell(option.From.In(of)))
	}
	return of.locateFile(in)
}

// locateFile returns the path of one input file of the run.
func (of *work) locateFile(in export.Input) (string, error) {
	for _, path := range []string{in.Absolute, in.Path} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", unusable("--from %s: the run read %s, which is not there. Name the file: fit --from %s FILE",
		option.From.In(of), cmp.Or(in.Absolute, in.Path), quoting.Shell(option.From.In(of)))
}

// sameInput refuses labels other than the labels of the run to repeat.
func (of *work) sameInput() error {
	if of.earlier == nil || of.input.SHA256 == of.earlier.Input.SHA256 {
		return nil
	}
	return unusable("%s has changed since the run of %s, so the run cannot be repeated: SHA-256 %.12s…, then "+
		"%.12s….\n  Fit it as new data, without --from",
		fileName(of.input.Path), of.earlier.Timings.Started.Format(time.DateOnly), of.input.SHA256,
		of.earlier.Input.SHA256)
}

// compareRun says whether the draws of the run were reproduced. If flags that matter differ, it says so instead.
func (of *work) compareRun(fitted result.Fit) error {
	return of.repeated("draws", fitted.Partial, func() (bool, error) { return of.earlier.Repeats(fitted) })
}

// repeated says whether the output of a run was reproduced. If flags that matter differ, it says so instead.
func (of *work) repeated(what string, partial bool, repeats func() (bool, error)) error {
	from := option.From.In(of)
	w := of.err
	if of.earlier == nil || option.Quiet.In(of) {
		return nil
	}
	var other []string
	for _, name := range slices.Sorted(maps.Keys(of.values)) {
		now := of.values[name]
		then, known := of.earlier.Flags[name] // an earlier version may not have had the flag
		if known && !slices.Equal(now, then) {
			is, was := quoting.Shell(strings.Join(now, ",")), quoting.Shell(strings.Join(then, ","))
			other = append(other, fmt.Sprintf("--%s is %s (was %s)", name, is, was))
		}
	}
	switch {
	case len(other) > 0:
		tell(w, fmt.Sprintf("Not the run of %s: %s.", from, strings.Join(other, ", ")))
		return nil
	case partial || of.earlier.Partial:
		tell(w, fmt.Sprintf("Not compared with the run of %s: one of the two was interrupted.", from))
		return nil
	}
	same, err := repeats()
	if err != nil {
		return err
	}
	if same {
		tell(w, fmt.Sprintf("Repeated %s: the %s are the same to the byte.", from, what))
		return nil
	}
	now, then := export.ThisProgram(version.OfBuild()), of.earlier.Program
	if now != then {
		tellWarning(w, fmt.Sprintf("these are not the %s of %s, which were made by version %s on %s/%s; this is "+
			"%s on %s/%s.",
			what, from, then.Version, then.OS, then.Arch, now.Version, now.OS, now.Arch))
		return nil
	}
	return errors.New("the " + what + " are not those of " + from +
		", though nothing has changed: please report this")
}
