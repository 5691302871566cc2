package main

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/document"
	"concord/internal/document/figure"
	"concord/internal/result/export"
	"concord/report"
)

// figureFlag says where to write one figure of the page. The name of the file is the name of the figure.
type figureFlag struct{ path string }

func (ff *figureFlag) register(fs *pflag.FlagSet) {
	fs.StringVar(&ff.path, "figure", "",
		"write one figure of the page to this `file`, NAME.svg or NAME.png; a wrong NAME lists the names")
	writing(fs, "figure")
}

// name returns the name of the figure and the format of the file.
func (ff *figureFlag) name() (name, format string) {
	extension := filepath.Ext(ff.path)
	return strings.TrimSuffix(filepath.Base(ff.path), extension), strings.ToLower(strings.TrimPrefix(extension, "."))
}

// check finds faults of the flag before any work is done.
func (ff *figureFlag) check() error {
	if ff.path == "" {
		return nil
	}
	if _, format := ff.name(); !slices.Contains(figure.Formats(), format) {
		return usage("--figure %s: the name of the file ends in .svg or .png", ff.path)
	}
	if err := writable(ff.path); err != nil {
		return usage("--figure %w", err)
	}
	return nil
}

// write writes the figure of an earlier run, if there is to be one.
func (ff *figureFlag) write(saved *export.Saved) error {
	if ff.path == "" {
		return nil
	}
	source, err := sourceOf(saved)
	if err != nil {
		return err
	}
	return ff.writeOf(report.Fit(source, document.Appendix))
}

// writeOf writes the figure of a document, if there is to be one.
func (ff *figureFlag) writeOf(d *document.Document) error {
	if ff.path == "" {
		return nil
	}
	name, format := ff.name()
	if names := figure.Names(d); !slices.Contains(names, name) {
		return usage("--figure %s: there is no figure %s; this report has: %s", ff.path, name,
			strings.Join(names, ", "))
	}
	return writeFile(ff.path, func(w io.Writer) error { return figure.Write(w, d, name, format) })
}
