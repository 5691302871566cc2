package main

import (
	"fmt"
	"io"
	"slices"

	"concord/internal/answer"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/version"
	"concord/internal/view"
	"concord/internal/visible"
	"concord/report"
)

// formatAPA is the format that is one paragraph for a paper.
const formatAPA = "apa"

// printFit prints a fit, or coefficients alone, in the format of the flags.
func (p *work) printFit(r *result.Result) error {
	if slices.Contains([]string{"json", formatAPA}, option.Format.In(p)) && len(option.Also.In(p)) == 0 {
		return p.print(r, nil)
	}
	return p.print(r, report.Fit(report.Source{Result: r}, p.level()), moreFull, morePage, moreExplain)
}

// paragraphOf returns the paragraph of a result for a paper; "" if it has none. ok is false if results of its type have
// no paragraph.
func paragraphOf(v any) (text string, ok bool) {
	switch r := v.(type) {
	case *result.Result:
		text, _ = report.Methods(report.Source{Result: r, Version: version.OfBuild()})
		return text, true
	case *answer.Answer:
		return view.Paragraph(r)
	}
	return "", false
}

// writeParagraph writes the paragraph of a result.
func writeParagraph(w io.Writer, text string) error {
	if text == "" {
		return usage("--format %s: the paragraph describes a model or a measurement, and there is none", formatAPA)
	}
	_, err := fmt.Fprintln(w, visible.Text(text))
	return err
}
