package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

func reportCommand(s streams) *cobra.Command {
	var format string
	var strict bool
	var page htmlFlags
	cmd := &cobra.Command{
		Use:   "report [flags] DIR",
		Short: "Print the report of an earlier run",
		Long: `Print again, in any format, the report of a run that was kept by "fit --out DIR". Nothing is
sampled.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 no run in the folder, 4 the run had not converged (with
--strict: any warning).

More in the source: docs/reading.md, docs/exports.md.`,
		Example: `  fit --out run ratings.csv
  fit report run --format markdown
  fit report run --html report.html`,
		Args: oneRun, ValidArgsFunction: completeFolder,
		RunE: func(_ *cobra.Command, args []string) error {
			render, err := renderer(format)
			if err != nil {
				return usage("--format %s: it is one of %s", format, strings.Join(formats(), ", "))
			}
			if err := page.check(""); err != nil {
				return err
			}
			saved, err := openRun(args[0])
			if err != nil {
				return err
			}
			// The page first: printing to a pipe that nobody reads any more ends the process.
			if err := errors.Join(page.writeSaved(saved), render(s.out, saved.Result)); err != nil {
				return err
			}
			return trust(saved.Result.Diagnostics, strict)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&format, "format", "text", "`format` of the output: "+strings.Join(formats(), ", "))
	page.register(fs)
	fs.BoolVar(&strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	return cmd
}
