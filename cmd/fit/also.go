package main

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"
)

// alsoFlag names files that get the result too, each in the format of its name: one run has several formats.
type alsoFlag struct{ paths []string }

func (af *alsoFlag) register(fs *pflag.FlagSet) {
	fs.StringArrayVar(&af.paths, "also", nil,
		"write the result to this `file` too, as its name says: .txt, .json, .csv, .md, .tex (repeatable)")
	writing(fs, "also")
}

// formatOf returns the format that the name of a file implies; "" if it implies none.
func formatOf(path string) string {
	return map[string]string{".txt": "text", ".json": "json", ".csv": "csv", ".md": "markdown",
		".tex": "latex"}[strings.ToLower(filepath.Ext(path))]
}

// check says what is wrong with the flag before any work is done.
func (af *alsoFlag) check() error {
	for _, path := range af.paths {
		if formatOf(path) == "" {
			return usage("--also %s: the name of the file says the format, .txt, .json, .csv, .md or .tex", path)
		}
		if err := writable(path); err != nil {
			return usage("--also %w", err)
		}
	}
	return nil
}

// write writes the files, each in its format. If one fails, the others are still written.
func (af *alsoFlag) write(in func(format string) func(w io.Writer, columns int) error) error {
	var failed []error
	for _, path := range af.paths {
		failed = append(failed, writeFile(path, func(w io.Writer) error { return in(formatOf(path))(w, 0) }))
	}
	return errors.Join(failed...)
}
