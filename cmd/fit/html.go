package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/consensus"
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
func (hf *work) checkPage(out string) error {
	if option.HTML.In(hf) == "" && option.Text.In(hf) != "" {
		return usage("--text %s: the texts of items stand on the page of --html; give it too", option.Text.In(hf))
	}
	if option.HTML.In(hf) == "" {
		return nil
	}
	if option.HTML.In(hf) == "-" {
		return usage("--html -: the page goes to a file; standard output has the report of --format")
	}
	if info, err := os.Stat(option.HTML.In(hf)); err == nil && info.IsDir() {
		return usage("--html %s: this is a folder; name a file", option.HTML.In(hf))
	}
	if within(option.HTML.In(hf), out) {
		if filepath.Base(option.HTML.In(hf)) != export.ReportPage {
			return usage("--html %s: in the folder of --out the page is %s; a file of another name would keep the "+
				"next run from the folder", option.HTML.In(hf), export.ReportPage)
		}
		return nil // --out was checked before
	}
	if info, err := os.Stat(filepath.Dir(option.HTML.In(hf))); err != nil || !info.IsDir() {
		return usage("--html %s: there is no folder %s", option.HTML.In(hf), filepath.Dir(option.HTML.In(hf)))
	}
	if err := writable(option.HTML.In(hf)); err != nil {
		return usage("--html %w", err)
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
	fitted result.Fit, r *result.Result, known *consensus.Consensus, arguments []string,
) error {
	s := report.Source{Result: r, Posterior: fitted.Posterior, Shared: fitted.Shared, Check: fitted.Check,
		Consensus: known, Command: commandLine(arguments), Version: version.OfBuild()}
	if option.Text.In(hf) != "" {
		s.Texts = textsOf(fitted.Posterior.Table(), option.Text.In(hf))
	}
	return hf.writeFitPage(s)
}

// writeSavedPage writes the page of an earlier run, if there is to be one.
func (hf *work) writeSavedPage(saved *export.Saved) error {
	if option.HTML.In(hf) == "" {
		return nil
	}
	s, err := sourceOf(saved)
	if err != nil {
		return err
	}
	return hf.writeFitPage(s)
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
		return page.Write(w, d,
			page.Options{Version: version.OfBuild()})
	})
}

func (hf *work) writeFitPage(s report.Source) error {
	return hf.writePageFile(func(w io.Writer) error { return writePage(w, s) })
}

// writePage writes the page of a fit.
func writePage(w io.Writer, s report.Source) error {
	return page.Write(w, report.Fit(s, document.Appendix), page.Options{Version: s.Version, All: s.All})
}

// writePageFile writes the page, if there is to be one.
func (hf *work) writePageFile(write func(io.Writer) error) error {
	if option.HTML.In(hf) == "" {
		return nil
	}
	return writeFile(option.HTML.In(hf), write)
}

// commandLine is the command with its arguments, as typed in a shell.
func commandLine(arguments []string) string {
	return quoting.Line(append([]string{"fit"}, arguments...)...)
}

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
	charts, names := figure.All(d)
	if charts[name] == nil {
		return noName("figure", "figure", name, names)
	}
	return writeFile(option.Figure.In(ff), func(w io.Writer) error { return figure.Write(w, d, charts[name]) })
}
