package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/pflag"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/version"
	"concord/internal/view"
	"concord/internal/visible"
	"concord/report"
	"concord/study"
)

// level is how much of a document is printed.
func (p *work) level() document.Level {
	if option.Full.In(p) {
		return document.Detail
	}
	return document.Answer
}

// answer lays an answer out and writes it: the page, and what [printing.print] writes. It returns the error, and so the
// exit code, that follows from the diagnostics and from --fail-if.
func (p *work) answer(a *answer.Answer) error {
	level := p.level()
	if option.HTML.In(p)+option.Card.In(p) != "" {
		level = document.Appendix
	}
	d := view.Document(a, level)
	if err := errors.Join(p.writeDocument(d), p.writeCard(d), p.writeItems(a),
		p.print(a, d, say.NextStep(a))); err != nil {
		return err
	}
	asked := func(event result.Asked, r *answer.Row) float64 {
		at := r.Key
		if at.Event = event.Event(); a.Get(r.Q.Name, at) == nil {
			return math.NaN()
		}
		return a.Get(r.Q.Name, at).P
	}
	return p.verdictOn(evidence{rows: a.Rows, level: a.Interval.Level, belief: asked,
		converged: func(r *answer.Row) bool { return a.Converged(r.Key) }}, a.Trust(), false)
}

// print writes a result to the files of --also, and then, in the format of the flags, to standard output. A first
// screen of text ends with the next step, or with the options that show more.
func (p *work) print(v any, d *document.Document, next study.Fix) error {
	write := func(format string) func(io.Writer, int) error {
		return func(w io.Writer, columns int) error {
			switch text, known := paragraphOf(v); {
			case format == "json":
				return result.WriteJSON(w, v)
			case format == formatAPA && known:
				return writeParagraph(w, text)
			}
			shown := *d
			if format == "text" && !option.Full.In(p) {
				shown.More = append(slices.Clip(d.More), p.more(next))
			}
			return document.Write(w, format, &shown, document.Options{Level: p.level(), Columns: columns})
		}
	}
	// Files first: printing to a pipe that nobody reads any more ends the process.
	return errors.Join(p.writeAlso(write), onDisplay(p.out, option.Format.In(p), write(option.Format.In(p))))
}

// onDisplay writes to a file or a pipe without changes. On a terminal, text is as wide as the terminal and coloured,
// and no format has control characters that the terminal would obey.
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
		text = paintFor(w).screen(text)
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

// more is the last line of a first screen: the next step as a command for the same files, without the options that say
// what this one shows or writes, or the options that show more of the result.
func (p *work) more(next study.Fix) string {
	if files := p.call.Files; len(files) > 0 && files[0] != "-" && option.From.In(p) == "" {
		next.Drop = append(next.Drop, p.fleeting()...)
		if to, ok := p.call.With(next); ok && next.Does != "" {
			return nextMark + next.Does + ":\n" + to.Written()
		}
	}
	pictures := ""
	if p.cmd.Flags().Lookup(option.HTML.Name) != nil {
		pictures = "   Pictures: --html report.html"
	}
	return "Every number: --full" + pictures + "   Words: fit explain"
}

// formatAPA is the format that is one paragraph for a paper.
const formatAPA = "apa"

// printFit prints a fit, or coefficients alone, in the format of the flags.
func (p *work) printFit(r *answer.Answer) error {
	if slices.Contains([]string{"json", formatAPA}, option.Format.In(p)) && len(option.Also.In(p)) == 0 {
		return p.print(r, nil, study.Fix{})
	}
	next := study.Fix{}
	if r.Model() != nil && p.call.Command == "fit" {
		next = say.NextStep(r)
	}
	return p.print(r, report.Fit(report.Source{Result: r}, p.level()), next)
}

// fleeting are the flags that change no number, which another call of the command does without.
func (p *work) fleeting() (names []string) {
	p.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if (option.IsFleeting(f) || option.IsWritten(f)) && !option.GroupOf(f).AboutFile() &&
			f.Name != option.From.Name {
			names = append(names, f.Name)
		}
	})
	return names
}

// paragraphOf returns the paragraph of a result for a paper; "" if it has none. ok is false if results of its type have
// no paragraph.
func paragraphOf(v any) (text string, ok bool) {
	a, ok := v.(*answer.Answer)
	if !ok {
		return "", false
	}
	if a.Command == "fit" {
		text, _ = report.Methods(report.Source{Result: a, Version: version.OfBuild()})
		return text, true
	}
	return view.Paragraph(a)
}

// writeParagraph writes the paragraph of a result.
func writeParagraph(w io.Writer, text string) error {
	if text == "" {
		return usage("--format %s: the paragraph describes a model or a measurement, and there is none", formatAPA)
	}
	_, err := fmt.Fprintln(w, visible.Text(text))
	return err
}
