package main

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"concord/internal/option"
)

// formatOf returns the format that the name of a file implies; "" if it implies none.
func formatOf(path string) string {
	return map[string]string{".txt": "text", ".json": "json", ".csv": "csv", ".md": "markdown",
		".tex": "latex"}[strings.ToLower(filepath.Ext(path))]
}

// checkAlso says what is wrong with the flag before any work is done.
func (af *work) checkAlso() error {
	for _, path := range option.Also.In(af) {
		if formatOf(path) == "" {
			return usage("--also %s: the name of the file says the format, .txt, .json, .csv, .md or .tex", path)
		}
		if err := writable(path); err != nil {
			return usage("--also %w", err)
		}
	}
	return nil
}

// writeAlso writes the files, each in its format. If one fails, the others are still written.
func (af *work) writeAlso(in func(format string) func(w io.Writer, columns int) error) error {
	var failed []error
	for _, path := range option.Also.In(af) {
		failed = append(failed, writeFile(path, func(w io.Writer) error { return in(formatOf(path))(w, 0) }))
	}
	return errors.Join(failed...)
}
