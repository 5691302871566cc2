package main

import (
	"github.com/spf13/cobra"

	"concord/internal/result"
	"concord/report"
)

func diagnoseCommand(s streams) *cobra.Command {
	var to printing
	var strict bool
	cmd := &cobra.Command{
		Use:   "diagnose [flags] DIR",
		Short: "Check whether the draws of an earlier run can be trusted",
		Long: `Print the diagnostics of a run that "fit --out DIR" kept: R̂ and effective sample sizes of all parameters
and quantities, and for each chain its divergences, E-BFMI, acceptance, step size and trajectories. They are
computed from the draws; nothing is sampled.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 no run in the folder, 4 the run had not converged (with
--strict: any warning).

More in the source: docs/reference/results.md, docs/reference/exports.md.`,
		Example: `  fit --out run ratings.csv
  fit diagnose run`,
		Args: oneRun, ValidArgsFunction: completeFolder,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := to.check(); err != nil {
				return err
			}
			saved, err := openRun(args[0])
			if err != nil {
				return err
			}
			draws, err := drawsOf(saved)
			if err != nil {
				return err
			}
			of := saved.Result
			if c := saved.Criteria; c != nil {
				of = &result.Result{Data: c.Data, Sampler: c.Sampler, Diagnostics: c.Trust}
			}
			chains := result.NewChains(of, draws.Scalars(), draws.Stats...)
			if err := to.print(s.out, chains, report.Chains(chains), moreFull, moreExplain); err != nil {
				return err
			}
			return trust(of.Diagnostics, strict)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	to.register(fs)
	fs.BoolVar(&strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	return cmd
}
