package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

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
		return problem("%w; did you mean the command %s %s?", err, cmd.Name(), name)
	}
	return err
}
