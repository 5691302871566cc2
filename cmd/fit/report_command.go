package main

import (
	"errors"

	"github.com/spf13/cobra"

	"concord/internal/document"
	"concord/internal/result"
	"concord/report"
)

func reportCommand(s streams) *cobra.Command {
	var print printing
	var strict bool
	var page htmlFlags
	var picture figureFlag
	cmd := &cobra.Command{
		Use:   "report [flags] DIR",
		Short: "Print the report of an earlier run",
		Long: `Print the report of a run that "fit --out DIR" kept, in any format. Nothing is sampled.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 no run in the folder, 4 the run had not converged (with
--strict: any warning).

More in the source: docs/reference/results.md, docs/reference/exports.md.`,
		Example: `  fit --out run ratings.csv
  fit report run --format markdown
  fit report run --html report.html
  fit report run --figure labels.png`,
		Args: oneRun, ValidArgsFunction: completeFolder,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := print.checkFormats(formats()); err != nil {
				return err
			}
			if err := errors.Join(page.check(""), picture.check()); err != nil {
				return err
			}
			saved, err := openRun(args[0])
			if err != nil {
				return err
			}
			other := savedReport{print, page, picture, strict, s}
			switch j, c := saved.Jointly, saved.Criteria; {
			case j != nil:
				return other.print(report.Jointly(j), j, j.Diagnostics, "--family "+categorical, moreExplain)
			case c != nil:
				return other.print(report.Criteria(c), c, c.Trust, "--criteria")
			}
			// The page first: printing to a pipe that nobody reads any more ends the process.
			files := errors.Join(page.writeSaved(saved), picture.write(saved))
			if err := errors.Join(files, print.printFit(s.out, saved.Result)); err != nil {
				return err
			}
			return trust(saved.Result.Diagnostics, strict)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	print.registerFormats(fs, formats())
	page.register(fs)
	picture.register(fs)
	fs.BoolVar(&strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	return cmd
}

// savedReport prints the report of an earlier run of a joint fit.
type savedReport struct {
	to      printing
	page    htmlFlags
	picture figureFlag
	strict  bool
	streams streams
}

// print prints a document. flag asks for such a fit.
func (sr *savedReport) print(
	d *document.Document, r any, trusted *result.Diagnostics, flag string, more ...string,
) error {
	if sr.to.format == formatAPA {
		return usage("--format %s: the paragraph describes other fits than %s", formatAPA, flag)
	}
	files := errors.Join(sr.page.writeDocument(d), sr.picture.writeOf(d))
	more = append([]string{moreFull, morePage}, more...)
	if err := errors.Join(files, sr.to.print(sr.streams.out, r, d, more...)); err != nil {
		return err
	}
	return trust(trusted, sr.strict)
}
