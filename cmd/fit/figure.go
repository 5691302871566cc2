package main

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/document/figure"
	"concord/internal/option"
	"concord/internal/result/export"
	"concord/report"
)

// checkFigure finds faults of the flag before any work is done.
func (ff *work) checkFigure() error {
	if option.Figure.In(ff) == "" {
		return nil
	}
	if filepath.Ext(option.Figure.In(ff)) != ".svg" {
		return usage("--figure %s: the name of the file ends in .svg", option.Figure.In(ff))
	}
	if err := writable(option.Figure.In(ff)); err != nil {
		return usage("--figure %w", err)
	}
	return nil
}

// writeFigure writes the figure of an earlier run, if there is to be one.
func (ff *work) writeFigure(saved *export.Saved) error {
	if option.Figure.In(ff) == "" {
		return nil
	}
	source, err := sourceOf(saved)
	if err != nil {
		return err
	}
	return ff.writeFigureOf(report.Fit(source, document.Appendix))
}

// writeFigureOf writes the figure of a document, if there is to be one.
func (ff *work) writeFigureOf(d *document.Document) error {
	if option.Figure.In(ff) == "" {
		return nil
	}
	name := strings.TrimSuffix(filepath.Base(option.Figure.In(ff)), ".svg")
	if names := figure.Names(d); !slices.Contains(names, name) {
		return usage("--figure %s: there is no figure %s; this report has: %s", option.Figure.In(ff), name,
			strings.Join(names, ", "))
	}
	return writeFile(option.Figure.In(ff), func(w io.Writer) error { return figure.Write(w, d, name) })
}
