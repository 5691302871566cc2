package main

import (
	"fmt"
	"io"
	"slices"

	"concord/internal/result"
	"concord/internal/visible"
	"concord/report"
)

// formatAPA is the format that is one paragraph for a paper.
const formatAPA = "apa"

// formats returns the names of the formats of a fit.
func formats() []string { return append(documentFormats(), formatAPA) }

// printFit prints a fit, or coefficients alone, in the format of the flags.
func (p *printing) printFit(w io.Writer, r *result.Result) error {
	if slices.Contains([]string{"json", formatAPA}, p.format) && len(p.also.paths) == 0 {
		return p.print(w, r, nil)
	}
	return p.print(w, r, report.Fit(report.Source{Result: r}, p.level()), moreFull, morePage, moreExplain)
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
