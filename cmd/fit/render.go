package main

import (
	"fmt"
	"io"

	"concord/internal/visible"
	"concord/report"
	"concord/result"
)

// formatAPA is the format that is one paragraph for a paper.
const formatAPA = "apa"

// formats returns the names of the formats of --format.
func formats() []string { return append(result.Formats(), formatAPA) }

// renderer returns what writes a result in the named format.
func renderer(format string) (func(io.Writer, *result.Result) error, error) {
	if format == formatAPA {
		return displayed(format, writeMethods), nil
	}
	render, err := result.Renderer(format)
	return displayed(format, render), err
}

// writeMethods writes the methods paragraph of a fit.
func writeMethods(w io.Writer, r *result.Result) error {
	text, ok := report.Methods(report.Source{Result: r, Version: version()})
	if !ok {
		return usage("--format %s: the paragraph describes a model, and coefficients alone have none", formatAPA)
	}
	_, err := fmt.Fprintln(w, visible.Text(text))
	return err
}
