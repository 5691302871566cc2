package main

import (
	"errors"

	"github.com/spf13/cobra"

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
			if c := saved.Criteria; c != nil {
				if print.format == formatAPA {
					return usage("--format %s: the paragraph describes other fits than --criteria", formatAPA)
				}
				d := report.Criteria(c)
				files := errors.Join(page.writeDocument(d), picture.writeOf(d))
				if err := errors.Join(files, print.print(s.out, c, d, moreFull, morePage)); err != nil {
					return err
				}
				return trust(c.Trust, strict)
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
