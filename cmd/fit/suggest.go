package main

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/option"
	"concord/internal/spelling"
	"concord/internal/visible"
	"concord/study"
)

// flagError turns pflag's error into a usage error that suggests the flag that was meant.
func flagError(cmd *cobra.Command, err error) error {
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return valueError(err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	best := nearest(name, names)
	if name == "items-are" && cmd.Flags().Lookup("prior-sd") != nil { // it fits a model
		return usage("%s has no --items-are, because it is worked out for normal true scores: leave it out",
			cmd.CommandPath())
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if o := option.Of(f); o != nil && slices.Contains(o.Choices, name) { // --json
			best = f.Name + " " + name
		}
	})
	if best == "" {
		return usage("unknown flag --%s; %s --help lists them", name, cmd.CommandPath())
	}
	return usage("unknown flag --%s; did you mean --%s?", name, best)
}

// valueError describes a wrong value of a flag in plain words, in place of the words of Go's parser.
func valueError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return usage("%w", err)
	}
	flag, value := invalid.GetFlag(), invalid.GetValue()
	var what string
	switch flag.Value.Type() {
	case "int":
		what = "a whole number"
	case "uint64":
		what = "a whole number from 0 to 18446744073709551615"
	case "float64", "float64Slice":
		what = "a number, with a point before decimals"
	case "bool":
		what = "true or false"
	default:
		return usage("--%s %s: %w", flag.Name, value, invalid.Unwrap())
	}
	return usage("--%s %s: it is %s", flag.Name, value, what)
}

// noName is the error of an option whose value is the name of nothing of a kind.
func noName(option, kind, name string, names []string) error {
	return usage("--%s: %w", option, &study.NameError{Kind: kind, Name: name, Names: names, Option: option})
}

// noStudy is [noName] of a group.
func noStudy(option, name string, studies []string) error {
	return noName(option, "group", name, studies)
}

// nearest returns the first of the names that are nearest to a word; "" if none is near enough.
func nearest(word string, names []string) string {
	if near := spelling.Nearest(word, names); len(near) > 0 {
		return near[0]
	}
	return ""
}

// meantCommand returns the command that a word misspells, or "". A word that names a file is a file.
func meantCommand(root *cobra.Command, word string) string {
	if _, err := os.Stat(word); err == nil {
		return ""
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return nearest(strings.ToLower(word), names)
}

// orCommand adds to the error of a file that is not there the command that may have been meant.
func orCommand(cmd *cobra.Command, word string, err error) error {
	if cmd.HasParent() || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if name := meantCommand(cmd, word); name != "" {
		return visible.Errorf("%w; did you mean the command %s %s?", err, cmd.Name(), name)
	}
	return err
}
