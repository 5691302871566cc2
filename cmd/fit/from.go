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

	"concord/internal/advice"
	"concord/report"
	"concord/report/export"
)

// begin reads the run to repeat, if there is one, sets the flags that it was made with, and
// returns the file to read.
func (of *outFlags) begin(cmd *cobra.Command, args []string) (path string, err error) {
	of.started = time.Now()
	of.arguments = commandArguments(cmd, args)
	if of.from == "" {
		of.flags = flagValues(cmd.Flags())
		return args[0], nil
	}
	if of.earlier, err = export.ReadManifest(of.from); err != nil {
		return "", &exitError{exitInput, problem("--from %w", err)}
	}
	for _, name := range slices.Sorted(maps.Keys(of.earlier.Flags)) {
		flag := cmd.Flags().Lookup(name)
		switch {
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
	return of.locate(args)
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
func (of *outFlags) locate(args []string) (string, error) {
	in := of.earlier.Input
	if len(args) == 1 {
		return args[0], nil
	}
	if in.Path == "-" {
		return "", usage("--from %s: the run read standard input. Give the same labels again: fit --from %s FILE, "+
			"or - for standard input", of.from, advice.Quote(of.from))
	}
	for _, path := range []string{in.Absolute, in.Path} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", &exitError{exitInput,
		problem("--from %s: the run read %s, which is not there. Name the file: fit --from %s FILE", of.from,
			in.Absolute, advice.Quote(of.from))}
}

// sameInput refuses labels other than those of the run to repeat.
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

// compare says whether the run was repeated, unless it was not meant to be.
func (of *outFlags) compare(fitted report.Fit, w io.Writer) error {
	if of.earlier == nil {
		return nil
	}
	var other []string
	for _, name := range slices.Sorted(maps.Keys(of.flags)) {
		now := of.flags[name]
		then, known := of.earlier.Flags[name] // an earlier version may not have had the flag
		if known && !slices.Equal(now, then) {
			is, was := advice.Quote(strings.Join(now, ",")), advice.Quote(strings.Join(then, ","))
			other = append(other, fmt.Sprintf("--%s is %s (was %s)", name, is, was))
		}
	}
	switch {
	case len(other) > 0:
		tell(w, fmt.Sprintf("Not the run of %s: %s.", of.from, strings.Join(other, ", ")))
		return nil
	case fitted.Partial || of.earlier.Partial:
		tell(w, fmt.Sprintf("Not compared with the run of %s: one of the two was interrupted.", of.from))
		return nil
	}
	same, err := of.earlier.Repeats(fitted)
	if err != nil {
		return err
	}
	if same {
		tell(w, fmt.Sprintf("Repeated %s: the draws are the same to the byte.", of.from))
		return nil
	}
	now, then := export.ThisProgram(version()), of.earlier.Program
	if now != then {
		tellWarning(w, fmt.Sprintf("these are not the draws of %s, which were made by version %s on %s/%s; this is "+
			"%s on %s/%s.",
			of.from, then.Version, then.OS, then.Arch, now.Version, now.OS, now.Arch))
		return nil
	}
	return errors.New("the draws are not those of " + of.from + ", though nothing has changed: please report this")
}
