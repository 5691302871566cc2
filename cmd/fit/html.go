package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/document/figure"
	"concord/internal/document/page"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/version"
	"concord/model"
	"concord/report"
	"concord/study"
)

// checkPage checks the flag before any work is done. The page may go to the folder of --out, which is made first and
// need not be there yet.
func (hf *work) checkPage() error {
	path, text := option.HTML.In(hf), option.Text.In(hf)
	switch {
	case path == "" && text != "":
		return usage("--text %s: the texts of items stand on the page of --html; give it too", text)
	case path == "":
		return nil
	case within(path, option.Out.In(hf)):
		if filepath.Base(path) != export.ReportPage {
			return usage("--html %s: in the folder of --out the page is %s; a file of another name would keep the "+
				"next run from the folder", path, export.ReportPage)
		}
		return nil // --out was checked before
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return usage("--html %s: there is no folder %s", path, filepath.Dir(path))
	}
	return checkFile("html", path, "page")
}

// checkFile refuses the path of an output that is no file, or that cannot be written.
func checkFile(flag, path, what string) error {
	if path == "-" {
		return usage("--%s -: the %s goes to a file; standard output has the report of --format", flag, what)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return usage("--%s %s: this is a folder; name a file", flag, path)
	}
	if err := writable(path); err != nil {
		return usage("--%s %w", flag, err)
	}
	return nil
}

// within reports whether the file is in the folder, if there is one.
func within(file, folder string) bool {
	if folder == "" {
		return false
	}
	parent, err := filepath.Abs(filepath.Dir(file))
	there, err2 := filepath.Abs(folder)
	return err == nil && err2 == nil && parent == there
}

// mostEffects is the largest number of draws of effects, 8 bytes each, that are kept for a page.
const mostEffects = 50_000_000

// pageEffects reports whether a fit should keep the effects of labelers and items for the page. If they would take more
// than 400 MB, the page is without them.
func (hf *work) pageEffects(t *study.Table, s *work) bool {
	each := (len(t.Items()) + len(t.Labelers())) * len(t.Studies())
	draws := option.Draws.In(s)
	if draws == 0 {
		draws = model.AutoDraws(t.Len())
	}
	return option.HTML.In(hf) != "" && each <= mostEffects/(option.Chains.In(s)*draws)
}

// writePageOf writes the page of a fit, if there is to be one.
func (hf *work) writePageOf(
	fitted result.Fit, r *answer.Answer, known *consensus.Consensus, arguments []string,
) error {
	s := report.Source{Result: r, Posterior: fitted.Posterior, Shared: fitted.Shared, Check: fitted.Check,
		Consensus: known, Command: commandLine(arguments), Version: version.OfBuild()}
	if column := option.Text.In(hf); column != "" {
		s.Texts = textsOf(fitted.Posterior.Table(), column)
	}
	err := hf.writePageFile(func(w io.Writer) error { return writePage(w, s) })
	if option.Card.In(hf) != "" {
		err = errors.Join(err, hf.writeCard(report.Fit(s, document.Answer)))
	}
	return err
}

// writeSaved writes the page and the figure of an earlier run, if there are to be some.
func (hf *work) writeSaved(saved *export.Saved) error {
	if option.HTML.In(hf)+option.Figure.In(hf) == "" {
		return nil
	}
	s, err := sourceOf(saved)
	if err != nil {
		return err
	}
	d := report.Fit(s, document.Appendix)
	return errors.Join(hf.writePageFile(func(w io.Writer) error {
		return page.Write(w, d, page.Options{Version: s.Version})
	}), hf.writeFigureOf(d))
}

// sourceOf returns the source of the document of an earlier run.
func sourceOf(saved *export.Saved) (report.Source, error) {
	draws, err := drawsOf(saved)
	if err != nil {
		return report.Source{}, err
	}
	return report.Source{Result: saved.Result, Posterior: draws.Fit,
		Command: commandLine(saved.Manifest.Arguments), Version: saved.Manifest.Program.Version}, nil
}

// textsOf returns the texts of items, from a column of the file.
func textsOf(t *study.Table, column string) map[string]string {
	at := slices.IndexFunc(t.Factors(), func(name string) bool { return strings.EqualFold(name, column) })
	if at < 0 {
		return nil
	}
	name := t.Factors()[at]
	levels, _ := t.Levels(name)
	texts := map[string]string{}
	for s := range t.Studies() {
		v := t.StudyAt(s)
		index, _ := v.Factor(name)
		for n, j := range v.Item() {
			if item := t.Items()[j]; texts[item] == "" {
				texts[item] = levels[index[n]]
			}
		}
	}
	return texts
}

// writeDocument writes the page of a document, if there is to be one.
func (hf *work) writeDocument(d *document.Document) error {
	return hf.writePageFile(func(w io.Writer) error {
		return page.Write(w, d, page.Options{Version: version.OfBuild()})
	})
}

// writeCard writes the card of a document, if there is to be one.
func (hf *work) writeCard(d *document.Document) error {
	path := option.Card.In(hf)
	if path == "" {
		return nil
	}
	again, _ := hf.call.With(study.Fix{Drop: hf.fleeting()})
	card, ok := figure.Card(d, again.Line())
	if !ok {
		return usage("--card %s: a card has a picture of one result, and what a reader may say of it; this result has "+
			"none", path)
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, card)
		return err
	})
}

// writePage writes the page of a fit.
func writePage(w io.Writer, s report.Source) error {
	return page.Write(w, report.Fit(s, document.Appendix), page.Options{Version: s.Version, All: s.All})
}

// writePageFile writes the page, if there is to be one.
func (hf *work) writePageFile(write func(io.Writer) error) error {
	if path := option.HTML.In(hf); path != "" {
		return writeFile(path, write)
	}
	return nil
}

// commandLine is the command with its arguments, as typed in a shell.
func commandLine(arguments []string) string {
	return quoting.Line(append([]string{"fit"}, arguments...)...)
}

// checkPicture finds faults of a flag that writes a picture before any work is done.
func checkPicture(name, path string) error {
	switch {
	case path == "":
		return nil
	case filepath.Ext(path) != ".svg":
		return usage("--%s %s: the name of the file ends in .svg", name, path)
	}
	return checkFile(name, path, name)
}

// writeFigureOf writes the figure of a document, if there is to be one.
func (ff *work) writeFigureOf(d *document.Document) error {
	path := option.Figure.In(ff)
	if path == "" {
		return nil
	}
	name := strings.TrimSuffix(filepath.Base(path), ".svg")
	charts, names := figure.All(d)
	if charts[name] == nil {
		return noName("figure", "figure", name, names)
	}
	return writeFile(path, func(w io.Writer) error { return figure.Write(w, d, charts[name]) })
}
