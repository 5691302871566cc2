package main

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// printing says in which format a result is printed, and how much of it.
type printing struct {
	format string
	full   bool
}

// register adds the flags.
func (p *printing) register(fs *pflag.FlagSet) { p.registerFormats(fs, documentFormats()) }

// registerFormats does so for a command with more formats.
func (p *printing) registerFormats(fs *pflag.FlagSet, formats []string) {
	fs.StringVar(&p.format, "format", "text", "`format` of the output: "+strings.Join(formats, ", "))
	fs.BoolVar(&p.full, "full", false, "print every number, not only the answer")
}

// documentFormats returns the formats that every result has.
func documentFormats() []string { return append([]string{"text", "json"}, document.Formats()[1:]...) }

// check says what is wrong with the flags before any work is done.
func (p *printing) check() error { return p.checkFormats(documentFormats()) }

// checkFormats does so for a command with more formats.
func (p *printing) checkFormats(formats []string) error {
	if !slices.Contains(formats, p.format) {
		return usage("--format %s: choose one of %s", p.format, strings.Join(formats, ", "))
	}
	return nil
}

// level is how much of a document is printed.
func (p *printing) level() document.Level {
	if p.full {
		return document.Detail
	}
	return document.Answer
}

// print writes a result: as JSON the value itself, in other formats the document that is made of it. more are the
// flags and commands that show more than the first screen of text does.
func (p *printing) print(w io.Writer, v any, d *document.Document, more ...string) error {
	if p.format == "json" {
		return onDisplay(w, p.format, func(w io.Writer, _ int) error { return result.WriteJSON(w, v) })
	}
	if p.format == "text" && !p.full && len(more) > 0 {
		d.More = append(d.More, strings.Join(more, "   "))
	}
	return onDisplay(w, p.format, func(w io.Writer, columns int) error {
		return document.Write(w, p.format, d, document.Options{Level: p.level(), Columns: columns})
	})
}

// onDisplay writes to a file or a pipe as it is, and fits what goes to a terminal to it: text as wide as the terminal
// and set off, and nothing in any format that the terminal would obey.
func onDisplay(w io.Writer, format string, write func(w io.Writer, columns int) error) error {
	if !isTerminal(w) {
		return write(w, 0)
	}
	var page bytes.Buffer
	if err := write(&page, columnsOf(w)); err != nil {
		return err
	}
	text := page.String()
	switch format {
	case "text":
		text = paintFor(w).page(text)
	case "json":
		text = visible.JSON(text)
	case "csv":
		text = visible.CSV(text)
	case formatAPA:
		text = document.Wrap(text, columnsOf(w), 0)
	}
	_, err := io.WriteString(w, text)
	return err
}

// Where the rest of a result is, as the last line of a first screen says.
const (
	moreFull    = "Every number: --full"
	morePage    = "Pictures: --html report.html"
	moreExplain = "Words: fit explain"
)
