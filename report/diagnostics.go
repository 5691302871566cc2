package report

import (
	"fmt"
	"math"
	"slices"

	"concord/model"
	"concord/posterior"
	"concord/sampler"
)

// Limits beyond which draws are not trusted without a word: Vehtari et al. (2021) for R̂
// and ESS, Betancourt (2016) for E-BFMI.
const (
	warnRHat  = 1.01
	warnESS   = 400
	warnEBFMI = 0.3

	failRHat = 1.05
	failESS  = 100
)

// newDiagnostics judges a run by the summaries of the reported quantities.
func newDiagnostics(fit *model.Posterior, settings sampler.Settings, summaries []posterior.Summary) *Diagnostics {
	run := fit.Run()
	worst := posterior.Diagnose(summaries)
	d := &Diagnostics{
		Divergences: run.DivergenceCount(), MaxDepthHits: run.MaxDepthHits(),
		MaxRHat:    Number(worst.MaxRHat.Value),
		MinESSBulk: Number(worst.MinESSBulk.Value), MinESSTail: Number(worst.MinESSTail.Value),
		MinEBFMI: Undefined(), Messages: []string{},
	}
	for _, e := range posterior.EBFMI(run.Energies().Chains) {
		if !math.IsNaN(e) && !(e >= float64(d.MinEBFMI)) {
			d.MinEBFMI = Number(e)
		}
	}
	d.Converged = d.judge(worst, settings)
	d.OK = len(d.Messages) == 0
	return d
}

// judge appends what there is to warn of, the worst first, and reports whether the
// estimates can be used at all.
func (d *Diagnostics) judge(worst posterior.Diagnostics, settings sampler.Settings) (converged bool) {
	again := fmt.Sprintf("--warmup %d --draws %d --target-accept 0.95", 2000, 2*max(settings.Draws, 1000))
	rhat, bulk, tail := worst.MaxRHat, worst.MinESSBulk, worst.MinESSTail
	few := bulk
	kind := "bulk"
	if tail.Value < bulk.Value {
		few, kind = tail, "tail"
	}
	switch {
	case math.IsNaN(rhat.Value) || len(worst.Undefined) > 0:
		undefined := slices.Clone(worst.Undefined)
		d.Messages = append(d.Messages, fmt.Sprintf("NOT CONVERGED: R̂ and ESS are undefined (%s): the draws are too "+
			"few or all equal. These estimates are not reliable. Try %s.", first(undefined), again))
		return false
	case rhat.Value > failRHat:
		d.Messages = append(d.Messages, fmt.Sprintf("NOT CONVERGED: R̂ %.2f (%s). These estimates are not reliable. "+
			"Try %s.", rhat.Value, rhat.Name, again))
	case few.Value < failESS:
		d.Messages = append(d.Messages, fmt.Sprintf("NOT CONVERGED: %s-ESS %.0f (%s). These estimates are not "+
			"reliable. Try %s.", kind, few.Value, few.Name, again))
	case rhat.Value > warnRHat:
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: R̂ %.4f (%s): the chains do not agree well yet, so the "+
			"last digits may be off. Try --draws %d.", rhat.Value, rhat.Name, 2*max(settings.Draws, 1000)))
	}
	if few.Value < warnESS && few.Value >= failESS && rhat.Value <= failRHat {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: %s-ESS %.0f (%s): the ends of its interval are rough. "+
			"Try --draws %d.", kind, few.Value, few.Name, 2*max(settings.Draws, 1000)))
	}
	if d.Divergences > 0 {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: %s: the sampler may have missed a part of the "+
			"posterior, so that intervals are too short. Try "+
			"--target-accept 0.95.", plural(d.Divergences, "divergence")))
	}
	if d.MinEBFMI < warnEBFMI {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: E-BFMI %s: the sampler moves slowly between "+
			"energies, so that tails may be missing. Try --warmup 2000.", d.MinEBFMI.fixed(2)))
	}
	if d.MaxDepthHits > 0 {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: %s cut at the largest depth: draws cost more than they "+
			"are worth. Try --max-depth 12.", trajectories(d.MaxDepthHits)))
	}
	return rhat.Value <= failRHat && few.Value >= failESS
}

// first returns the first few names.
func first(names []string) string {
	switch len(names) {
	case 0:
		return "all"
	case 1:
		return names[0]
	}
	return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
}

func trajectories(n int) string {
	if n == 1 {
		return "1 trajectory"
	}
	return count(n) + " trajectories"
}
