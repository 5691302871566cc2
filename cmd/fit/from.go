package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"concord/report"
	"concord/report/export"
)

// begin reads the run to repeat, if there is one, sets the flags that it was made with, and
// returns the file to read.
func (f *outFlags) begin(cmd *cobra.Command, args []string) (path string, err error) {
	f.started = time.Now()
	f.arguments = commandArguments(cmd, args)
	if f.from == "" {
		f.flags = flagValues(cmd.Flags())
		return args[0], nil
	}
	if f.earlier, err = export.ReadManifest(f.from); err != nil {
		return "", &exitError{exitInput, problem("--from %w", err)}
	}
	for _, name := range slices.Sorted(maps.Keys(f.earlier.Flags)) {
		flag := cmd.Flags().Lookup(name)
		switch {
		case flag == nil || ephemeral(name):
			return "", &exitError{exitInput, problem("--from %s: this version has no flag --%s; the run was made by %s", f.from, name, f.earlier.Program.Version)}
		case flag.Changed:
			continue
		}
		if err := setValues(flag, f.earlier.Flags[name]); err != nil {
			return "", &exitError{exitInput, problem("--from %s: --%s: %w", f.from, name, err)}
		}
	}
	f.flags = flagValues(cmd.Flags())
	return f.locate(args)
}

// commandArguments are the arguments as they can be given again: flags that were set, then
// the file.
func commandArguments(cmd *cobra.Command, args []string) []string {
	var all []string
	for _, flag := range changed(cmd) {
		values := valuesOf(flag)
		if flag.Value.Type() == "stringSlice" { // one argument of values between commas, in quotes where need be
			values = []string{strings.TrimSuffix(strings.TrimPrefix(flag.Value.String(), "["), "]")}
		}
		for _, value := range values {
			all = append(all, "--"+flag.Name+"="+value)
		}
	}
	return append(all, args...)
}

// locate returns the file that the run was made of: the one named again, or the one
// it was, by its whole path or by the path as it was given.
func (f *outFlags) locate(args []string) (string, error) {
	in := f.earlier.Input
	if len(args) == 1 {
		return args[0], nil
	}
	if in.Path == "-" {
		return "", usage("--from %s: the run read standard input. Give the same labels again: fit --from %s FILE, or - for standard input", f.from, shellQuote(f.from))
	}
	for _, path := range []string{in.Absolute, in.Path} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", &exitError{exitInput, problem("--from %s: the run read %s, which is not there. Name the file: fit --from %s FILE", f.from, in.Absolute, shellQuote(f.from))}
}

// sameInput refuses labels other than those of the run to repeat.
func (f *outFlags) sameInput() error {
	if f.earlier == nil || f.input.SHA256 == f.earlier.Input.SHA256 {
		return nil
	}
	return &exitError{exitInput, problem("%s has changed since the run of %s, so the run cannot be repeated: SHA-256 %.12s…, then %.12s….\n  Fit it as new data, without --from",
		fileName(f.input.Path), f.earlier.Timings.Started.Format(time.DateOnly), f.input.SHA256, f.earlier.Input.SHA256)}
}

// compare says whether the run was repeated, unless it was not meant to be.
func (f *outFlags) compare(fitted report.Fit, w io.Writer) error {
	if f.earlier == nil {
		return nil
	}
	var other []string
	for _, name := range slices.Sorted(maps.Keys(f.flags)) {
		now := f.flags[name]
		then, known := f.earlier.Flags[name] // an earlier version may not have had the flag
		if known && !slices.Equal(now, then) {
			other = append(other, fmt.Sprintf("--%s is %s (was %s)", name, shellQuote(strings.Join(now, ",")), shellQuote(strings.Join(then, ","))))
		}
	}
	switch {
	case len(other) > 0:
		tell(w, fmt.Sprintf("Not the run of %s: %s.", f.from, strings.Join(other, ", ")))
		return nil
	case fitted.Partial || f.earlier.Partial:
		tell(w, fmt.Sprintf("Not compared with the run of %s: one of the two was interrupted.", f.from))
		return nil
	}
	same, err := f.earlier.Repeats(fitted)
	if err != nil {
		return err
	}
	if same {
		tell(w, fmt.Sprintf("Repeated %s: the draws are the same to the byte.", f.from))
		return nil
	}
	now, then := export.ThisProgram(version()), f.earlier.Program
	if now != then {
		tellWarning(w, fmt.Sprintf("these are not the draws of %s, which were made by version %s on %s/%s; this is %s on %s/%s.",
			f.from, then.Version, then.OS, then.Arch, now.Version, now.OS, now.Arch))
		return nil
	}
	return errors.New("the draws are not those of " + f.from + ", though nothing has changed: please report this")
}
