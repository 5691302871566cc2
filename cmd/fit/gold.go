package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/report"
	"concord/study/read"
)

// goldFlags say what the gold standard is.
type goldFlags struct {
	fit         fitFlags // input, model and sampler
	standard    string
	reliability string
	html        htmlFlags
	print       printing
	strict      bool
}

func goldCommand(s streams) *cobra.Command {
	var f goldFlags
	cmd := &cobra.Command{
		Use:   "gold [--gold GROUP | --gold-column NAME] [flags] FILE",
		Short: "How close groups of people come to a gold standard",
		Long: `Compare groups of people, such as crowds, with a gold standard: a group with one label of each item. For
each group it reports

  the correlation r of one gold label with the group's true score, and with the mean of k labels,
  the worth of a gold label: how many labels of the group follow its true scores as well,
  how often its votes, its consensus, a single label and each labeler are right (binary labels:
  sensitivity and specificity; ordered labels: each category; numbers: how far off they are),

and for each two groups which one is closer to the standard. The answer does not depend on how reliable
gold labels are. With --reliability it also reports ρ, and how many labels do as well as another gold label.
--by compares the labels of each criterion, language or other task alone.

Results of the fit have credible intervals. Right answers are counted, with intervals for other items and
the same people. Rows "for other people" have intervals for other items and other people.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 130 interrupted.

More in the source: docs/guides/gold.md, docs/statistics/method.md.`,
		Example: `  fit gold ratings.csv
  fit gold --gold expert --html gold.html ratings.csv
  fit gold --gold-column truth ratings.csv
  fit gold --gold expert --by criterion ratings.csv
  fit gold --gold expert --reliability 0.9 --format json ratings.csv > gold.json`,
		Args: f.fit.input.files.take, ValidArgsFunction: completeFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return orCommand(cmd, args[0], f.run(f.fit.input.files.path(args), s))
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&f.standard, "gold", "",
		"`group` of the gold standard (default: the only group with one label of each item)")
	fs.StringVar(&f.reliability, "reliability", "",
		"`reliability` of a gold label, if you know it: the correlation of two gold labels of an item, such as "+
			"0.9 or gold=0.9")
	f.fit.input.answers.registerGold(fs)
	f.fit.input.register(fs)
	f.fit.cut.registerBy(fs)
	f.fit.model.registerSpec(fs)
	f.fit.sampler.register(fs)
	fs.Float64Var(&f.fit.result.level, "interval", 0.95, "`probability` of intervals")
	f.print.register(fs)
	f.html.register(fs)
	fs.BoolVar(&f.strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	fs.BoolVarP(&f.fit.result.quiet, "quiet", "q", false, "no progress and no warnings")
	return cmd
}

func (gf *goldFlags) run(path string, s streams) error {
	if err := gf.print.check(); err != nil {
		return err
	}
	if err := gf.html.check(""); err != nil {
		return err
	}
	if l := gf.fit.result.level; !(l > 0 && l < 1) {
		return usage("--interval %v: it must be between 0 and 1", l)
	}
	settings, err := gf.fit.sampler.settings()
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if gf.fit.input.answers.gold != "" {
		if gf.standard != "" && gf.standard != read.GoldStudy {
			return usage("--gold %s: the gold standard is the column of --gold-column", gf.standard)
		}
		gf.standard = read.GoldStudy
	}
	tables, spec, err := gf.fit.load(path, s)
	if err != nil {
		return err
	}
	if len(tables) > 1 {
		return usage("--label %s: a gold standard is of one column of labels", gf.fit.input.label)
	}
	run := goldRun{flags: gf, file: fileName(path), table: tables[0], spec: spec, settings: settings, s: s}
	if len(gf.fit.cut.by) > 0 {
		return run.tasks(ctx)
	}
	g, err := run.compare(ctx)
	if err != nil {
		return err
	}
	return gf.deliver(s, g, report.Gold(g), g.Trust())
}

// deliver writes a comparison, as a value for JSON and as a document, to all places that were asked for. Diagnostics
// are nil if nothing was sampled.
func (gf *goldFlags) deliver(s streams, compared any, d *document.Document, all *result.Diagnostics) error {
	page := gf.html.writeDocument(d)
	if err := errors.Join(page, gf.print.print(s.out, compared, d, moreFull, morePage)); err != nil {
		return err
	}
	if all != nil {
		return trust(all, gf.strict)
	}
	return nil
}

// stated returns the reliability of the flag; 0 if there is none.
func (gf *goldFlags) stated(standard string) (float64, error) {
	if gf.reliability == "" {
		return 0, nil
	}
	text := gf.reliability
	if at := strings.LastIndexByte(text, '='); at >= 0 {
		if text[:at] != standard {
			return 0, usage("--reliability %s: the gold standard is %s", gf.reliability, visible.Quote(standard))
		}
		text = text[at+1:]
	}
	x, err := parseFloat(text)
	if err != nil || !(x > 0 && x <= 1) {
		return 0, usage("--reliability %s: it must be above 0 and at most 1, as in --reliability 0.9", gf.reliability)
	}
	return x, nil
}
