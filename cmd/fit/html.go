package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"concord/consensus"
	"concord/internal/advice"
	"concord/model"
	"concord/report/html"
	"concord/result"
	"concord/result/export"
	"concord/study"
)

// htmlFlags say where to write the report as a page.
type htmlFlags struct{ path string }

func (hf *htmlFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&hf.path, "html", "",
		"write the report with its pictures to this `file`, one page that opens in any browser, offline")
	writing(fs, "html")
}

// check says what is wrong with the flag before any work is done. The page may go to the folder of
// --out, which need not be there yet: it is made first.
func (hf *htmlFlags) check(out string) error {
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
		return nil // --out has been tried
	}
	if info, err := os.Stat(filepath.Dir(hf.path)); err != nil || !info.IsDir() {
		return usage("--html %s: there is no folder %s", hf.path, filepath.Dir(hf.path))
	}
	if err := writable(hf.path); err != nil {
		return usage("--html %w", err)
	}
	return nil
}

// within reports whether the file is to be in the folder, where there is one.
func within(file, folder string) bool {
	if folder == "" {
		return false
	}
	parent, err := filepath.Abs(filepath.Dir(file))
	there, err2 := filepath.Abs(folder)
	return err == nil && err2 == nil && parent == there
}

// mostEffects is the number of draws of effects, 8 bytes each, that a page is worth.
const mostEffects = 50_000_000

// effects reports whether a fit should keep the effects of labelers and items for the page. Where they
// would take more than 400 MB, the page does without.
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
	return hf.page(html.Report{Result: r, Posterior: fitted.Posterior, Shared: fitted.Shared, Check: fitted.Check,
		Consensus: known, Command: commandLine(arguments), Version: version()})
}

// writeSaved writes the page of an earlier run, if there is to be one.
func (hf *htmlFlags) writeSaved(saved *export.Saved) error {
	if hf.path == "" {
		return nil
	}
	draws, err := saved.Draws()
	if err != nil {
		return &exitError{exitInput, err}
	}
	return hf.page(html.Report{Result: saved.Result, Posterior: draws.Fit,
		Command: commandLine(saved.Manifest.Arguments), Version: saved.Manifest.Program.Version})
}

// writeJudges writes the page of a comparison of judges, if there is to be one.
func (hf *htmlFlags) writeJudges(j *result.Judges) error {
	return hf.file(func(w io.Writer) error { return html.WriteJudges(w, j, version()) })
}

// writeJudgesByCategory writes the page of a comparison by category, if there is to be one.
func (hf *htmlFlags) writeJudgesByCategory(j *result.JudgesByCategory) error {
	return hf.file(func(w io.Writer) error { return html.WriteJudgesByCategory(w, j, version()) })
}

// writeGold writes the page of a comparison with a gold standard, if there is to be one.
func (hf *htmlFlags) writeGold(g *result.Gold) error {
	return hf.file(func(w io.Writer) error { return html.WriteGold(w, g, version()) })
}

func (hf *htmlFlags) page(r html.Report) error {
	return hf.file(func(w io.Writer) error { return html.Write(w, r) })
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
	words := []string{"fit"}
	for _, a := range arguments {
		words = append(words, advice.Quote(a))
	}
	return strings.Join(words, " ")
}
