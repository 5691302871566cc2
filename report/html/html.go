// Package html writes a report as one HTML file that opens offline: no network, no script but one
// of its own that sorts and searches tables, pictures as inline
// SVG, readable on paper, on a phone, and in the dark.
//
// Pictures are drawn by this package and not by a plotting library, because they are part of the page: positions
// across are in per cent of its width, while type and lines keep their size, so that a picture is as legible
// on a phone as in print; colours are variables of the style sheet, which has a light and a dark set; and the
// names in them are escaped by html/template like all other text.
package html

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"concord/consensus"
	"concord/internal/visible"
	"concord/model"
	"concord/predictive"
	"concord/result"
	"concord/result/catalogue"
)

// Report is what a page is made from.
type Report struct {
	Result *result.Result
	// Posterior is the fit that the result is of. If it is nil, or was made from draws alone, the
	// pictures that need what is missing are left out, and the page says so.
	Posterior *model.Posterior
	// Shared is what the result was worked out with of the posterior; nil: the page works it out again.
	Shared *catalogue.Evaluator
	// Check is the predictive check of the fit, or nil.
	Check *predictive.Check
	// Consensus is what the fit knows of each item and labeler, or nil.
	Consensus *consensus.Consensus
	// Command repeats the run, as typed in a shell. "" if there is none.
	Command string
	// Version names the program.
	Version string
	// Task is the name of what the page is of, where it is one of many, and All a link to the page of all of them, ""
	// if there is none.
	Task, All string
}

//go:embed page.gohtml section.gohtml figure.gohtml style.css sort.js
var files embed.FS

// Write writes the page. It panics if there is no result; the error is that of w.
func Write(w io.Writer, r Report) error {
	if r.Result == nil {
		panic("html: there is no result")
	}
	return write(w, newPage(r))
}

// write lays a page out.
func write(w io.Writer, laid page) error {
	style, err := files.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("html: %w", err)
	}
	t, err := template.New("page").ParseFS(files, "*.gohtml")
	if err != nil {
		return fmt.Errorf("html: %w", err)
	}
	// The style sheet and the script are this package's own files, with nothing of the data in them.
	laid.Style = template.CSS(style)
	if laid.Script, laid.Hash, err = script(laid.Sections); err != nil {
		return err
	}
	var text strings.Builder
	if err := t.ExecuteTemplate(&text, "page.gohtml", laid); err != nil {
		return fmt.Errorf("html: %w", err)
	}
	// The page itself holds nothing that is obeyed rather than shown; names from the data may.
	_, err = io.WriteString(w, visible.Lines(text.String()))
	return err
}
