package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/consensus"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/version"
	"concord/model"
	"concord/report"
	"concord/study"
)

// htmlFlags say where to write the report as a page.
type htmlFlags struct {
	path string
	text string // column of the items' texts
}

func (hf *htmlFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&hf.path, "html", "", "write a page with pictures to this `file`; it opens in any browser, offline")
	writing(fs, "html")
}

// registerText registers the flag of the texts, for a command that reads labels.
func (hf *htmlFlags) registerText(fs *pflag.FlagSet) {
	fs.StringVar(&hf.text, "text", "",
		"`column` of the items' texts, which the page of --html shows with disputed items")
}

// check checks the flag before any work is done. The page may go to the folder of --out, which is made first and need
// not be there yet.
func (hf *htmlFlags) check(out string) error {
	if hf.path == "" && hf.text != "" {
		return usage("--text %s: the texts of items stand on the page of --html; give it too", hf.text)
	}
	if hf.path == "" {
		return nil
	}
	if hf.path == "-" {
		return usage("--html -: the page goes to a file; standard output has the report of --format")
	}
	if info, err := os.Stat(hf.path); err == nil && info.IsDir() {
		return usage("--html %s: this is a folder; name a file", hf.path)
	}
	if within(hf.path, out) {
		if filepath.Base(hf.path) != export.ReportPage {
			return usage("--html %s: in the folder of --out the page is %s; a file of another name would keep the "+
				"next run from the folder", hf.path, export.ReportPage)
		}
		return nil // --out was checked before
	}
	if info, err := os.Stat(filepath.Dir(hf.path)); err != nil || !info.IsDir() {
		return usage("--html %s: there is no folder %s", hf.path, filepath.Dir(hf.path))
	}
	if err := writable(hf.path); err != nil {
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

// effects reports whether a fit should keep the effects of labelers and items for the page. If they would take more
// than 400 MB, the page is without them.
func (hf *htmlFlags) effects(t *study.Table, s samplerFlags) bool {
	each := (len(t.Items()) + len(t.Labelers())) * len(t.Studies())
	draws := s.draws
	if draws == 0 {
		draws = model.AutoDraws(t.Len())
	}
	return hf.path != "" && each <= mostEffects/(s.chains*draws)
}

// write writes the page of a fit, if there is to be one.
func (hf *htmlFlags) write(
	fitted result.Fit, r *result.Result, known *consensus.Consensus, arguments []string,
) error {
	s := report.Source{Result: r, Posterior: fitted.Posterior, Shared: fitted.Shared, Check: fitted.Check,
		Consensus: known, Command: commandLine(arguments), Version: version.OfBuild()}
	if hf.text != "" {
		s.Texts = textsOf(fitted.Posterior.Table(), hf.text)
	}
	return hf.page(s)
}

// writeSaved writes the page of an earlier run, if there is to be one.
func (hf *htmlFlags) writeSaved(saved *export.Saved) error {
	if hf.path == "" {
		return nil
	}
	s, err := sourceOf(saved)
	if err != nil {
		return err
	}
	return hf.page(s)
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
func (hf *htmlFlags) writeDocument(d *document.Document) error {
	return hf.file(func(w io.Writer) error { return page.Write(w, d, page.Options{Version: version.OfBuild()}) })
}

func (hf *htmlFlags) page(s report.Source) error {
	return hf.file(func(w io.Writer) error { return writePage(w, s) })
}

// writePage writes the page of a fit.
func writePage(w io.Writer, s report.Source) error {
	return page.Write(w, report.Fit(s, document.Appendix), page.Options{Version: s.Version, All: s.All})
}

// file writes the page, if there is to be one.
func (hf *htmlFlags) file(write func(io.Writer) error) error {
	if hf.path == "" {
		return nil
	}
	return writeFile(hf.path, write)
}

// commandLine is the command with its arguments, as typed in a shell.
func commandLine(arguments []string) string {
	return quoting.Line(append([]string{"fit"}, arguments...)...)
}
