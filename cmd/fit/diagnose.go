package main

import (
	"concord/internal/option"
	"concord/internal/result"
	"concord/report"
)

func diagnoseCommand() Command {
	return Command{
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
		Options: option.Join(option.Printing, option.Strict),
		Args:    oneRun, Complete: completeFolder, Run: (*work).runDiagnose,
	}
}

// runDiagnose prints the diagnostics of an earlier run.
func (w *work) runDiagnose() error {
	saved, err := openRun(w.path)
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
	return w.deliver(chains, report.Chains(chains), of.Diagnostics, moreFull, moreExplain)
}
