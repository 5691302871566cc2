package main

import (
	"fmt"
	"io"

	"concord/report"
	"concord/report/html"
)

// formatAPA is the format that is one paragraph for a paper.
const formatAPA = "apa"

// formats returns the names of the formats of --format.
func formats() []string { return append(report.Formats(), formatAPA) }

// renderer returns what writes a result in the named format.
func renderer(format string) (func(io.Writer, *report.Result) error, error) {
	switch format {
	case formatAPA:
		return writeMethods, nil
	case "text":
		return painted(report.Text), nil
	}
	return report.Renderer(format)
}

// writeMethods writes the methods paragraph of a fit.
func writeMethods(w io.Writer, r *report.Result) error {
	text, ok := html.Methods(html.Report{Result: r, Version: version()})
	if !ok {
		return usage("--format %s: the paragraph describes a model, and coefficients alone have none", formatAPA)
	}
	_, err := fmt.Fprintln(w, text)
	return err
}
