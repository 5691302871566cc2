package result

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// Limits beyond which a warning is printed: Vehtari et al. (2021) for R̂ and ESS, Betancourt (2016) for E-BFMI.
const (
	WarnRHat  = 1.01
	WarnESS   = 400
	WarnEBFMI = 0.3

	FailRHat = 1.05
	FailESS  = 100
)

// TrustOf judges another posterior of a fit by the summaries of its quantities, with those that lead a result apart.
func TrustOf(fit Fit, of *model.Posterior, leading, others []posterior.Summary) *Diagnostics {
	fit.Posterior = of
	return newDiagnostics(fit, leading, others)
}

// newDiagnostics judges a run by the summaries of the reported quantities, with those that lead a result apart.
func newDiagnostics(fit Fit, leading, others []posterior.Summary) *Diagnostics {
	d := diagnosticsOf(fit.Posterior.Run(), leading, others, newRemedies(fit.Settings, fit.Words))
	if !d.Converged {
		d.Messages = append(d.Messages, agreed(fit)...)
	}
	d.OK = len(d.Messages) == 0
	return d
}

// diagnosticsOf judges a run of the sampler. It has converged if the leading quantities have. If others have not, a
// message says so.
func diagnosticsOf(run *sampler.Run, leading, others []posterior.Summary, try remedies) *Diagnostics {
	worst, judged := posterior.Diagnose(slices.Concat(leading, others)), posterior.Diagnose(leading)
	apart := Converged(judged) && !Converged(worst)
	if !apart {
		judged = worst
	}
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
	d.Converged = d.judge(judged, try)
	if apart {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: %s. The numbers of the first screen have converged. "+
			"Try %s.", notConverged(worst), try.again))
	}
	d.OK = len(d.Messages) == 0
	return d
}

// remedies say how to get better draws, in the words of the program that reports them.
type remedies struct{ again, draws, warmup, acceptance, depth string }

func newRemedies(settings sampler.Settings, words model.Wording) remedies {
	draws := model.Choice{Name: "draws", Value: strconv.Itoa(2 * max(settings.Draws, 1000))}
	warmup := model.Choice{Name: "warmup", Value: "2000"}
	acceptance := model.Choice{Name: "target-accept", Value: "0.95"}
	return remedies{
		again: words.Of(warmup, draws, acceptance), draws: words.Of(draws), warmup: words.Of(warmup),
		acceptance: words.Of(acceptance), depth: words.Of(model.Choice{Name: "max-depth", Value: "12"}),
	}
}

// judge appends warnings, the worst first, and reports whether the estimates can be used at all.
func (d *Diagnostics) judge(worst posterior.Diagnostics, try remedies) (converged bool) {
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
			"few or all equal. These estimates are not reliable. Try %s.", first(undefined), try.again))
		return false
	case rhat.Value > FailRHat:
		d.Messages = append(d.Messages, fmt.Sprintf("NOT CONVERGED: R̂ %.2f (%s). These estimates are not reliable. "+
			"Try %s.", rhat.Value, rhat.Name, try.again))
	case few.Value < FailESS:
		d.Messages = append(d.Messages, fmt.Sprintf("NOT CONVERGED: %s-ESS %.0f (%s). These estimates are not "+
			"reliable. Try %s.", kind, few.Value, few.Name, try.again))
	case rhat.Value > WarnRHat:
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: R̂ %.4f (%s): the chains do not agree well yet, so the "+
			"last digits may be wrong. Try %s.", rhat.Value, rhat.Name, try.draws))
	}
	if few.Value < WarnESS && few.Value >= FailESS && rhat.Value <= FailRHat {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: %s-ESS %.0f (%s): the ends of its interval are rough. "+
			"Try %s.", kind, few.Value, few.Name, try.draws))
	}
	if d.Divergences > 0 {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: %s: intervals may be too narrow. Try %s.",
			plural(d.Divergences, "divergence"), try.acceptance))
	}
	if d.MinEBFMI < WarnEBFMI {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: E-BFMI %s: the sampler moves slowly between energies, "+
			"so tails may be missing. Try %s.", d.MinEBFMI.fixed(2), try.warmup))
	}
	if d.MaxDepthHits > 0 {
		d.Messages = append(d.Messages, fmt.Sprintf("Warning: %s cut at the largest depth: draws are less efficient "+
			"than they could be. Try %s.", trajectories(d.MaxDepthHits), try.depth))
	}
	return Converged(worst)
}

// notConverged names the quantity that has converged least.
func notConverged(worst posterior.Diagnostics) string {
	few := worst.MinESSBulk
	if worst.MinESSTail.Value < few.Value {
		few = worst.MinESSTail
	}
	switch {
	case len(worst.Undefined) > 0:
		return "R̂ and ESS are undefined (" + first(worst.Undefined) + "): do not use this number"
	case worst.MaxRHat.Value > FailRHat:
		return fmt.Sprintf("R̂ %.2f (%s): do not use this number", worst.MaxRHat.Value, worst.MaxRHat.Name)
	}
	return fmt.Sprintf("ESS %.0f (%s): do not use this number", few.Value, few.Name)
}

// Converged reports whether quantities have converged, by the worst of their diagnostics: every R̂ is at most 1.05, and
// every effective size at least 100.
func Converged(worst posterior.Diagnostics) bool {
	return len(worst.Undefined) == 0 && worst.MaxRHat.Value <= FailRHat &&
		min(worst.MinESSBulk.Value, worst.MinESSTail.Value) >= FailESS
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

// agreed warns of studies whose labelers rarely differ. If the labels have no unit, a prior with heavy tails matters
// much there: items may be as far apart as the prior lets them be.
func agreed(fit Fit) []string {
	const hardly = 0.05
	sp := fit.Posterior.Spec()
	if _, heavy := sp.Priors.SD.(spec.StudentT); !heavy || sp.Family.LocationScale() {
		return nil
	}
	prior := fit.Words.Of(model.Choice{Name: "prior-sd", Value: "normal(0, 2.5)"})
	var messages []string
	t := fit.Posterior.Table()
	for s, name := range t.Studies() {
		v := t.StudyAt(s)
		first, repeated, differ := map[int32]float64{}, map[int32]bool{}, map[int32]bool{}
		for i, item := range v.Item() {
			y, seen := first[item]
			if !seen {
				first[item] = v.Value()[i]
				continue
			}
			repeated[item] = true
			if y != v.Value()[i] {
				differ[item] = true
			}
		}
		if len(repeated) == 0 || float64(len(differ)) > hardly*float64(len(repeated)) {
			continue
		}
		messages = append(messages, fmt.Sprintf("Warning: labelers of %s differ on only %d of %d items, so the prior "+
			"decides how far apart items are. Try %s.", visible.Text(name), len(differ),
			len(repeated), prior))
	}
	return messages
}

// Include adds the diagnostics of another fit: the worst of each number.
func (d *Diagnostics) Include(other *Diagnostics) {
	d.Divergences += other.Divergences
	d.MaxDepthHits += other.MaxDepthHits
	d.MaxRHat = larger(d.MaxRHat, other.MaxRHat)
	d.MinESSBulk = -larger(-d.MinESSBulk, -other.MinESSBulk)
	d.MinESSTail = -larger(-d.MinESSTail, -other.MinESSTail)
	d.MinEBFMI = -larger(-d.MinEBFMI, -other.MinEBFMI)
	d.OK, d.Converged = d.OK && other.OK, d.Converged && other.Converged
	d.Messages = append(d.Messages, other.Messages...)
}

// TrustBoth combines the diagnostics of two fits: the worst of each number. Messages begin with the name of their fit.
func TrustBoth(names [2]string, of [2]*Diagnostics) *Diagnostics {
	var each [2]Diagnostics
	for i, d := range of {
		each[i] = *d
		each[i].Messages = []string{}
		for _, m := range d.Messages {
			each[i].Messages = append(each[i].Messages, visible.Text(names[i])+": "+m)
		}
	}
	each[0].Include(&each[1])
	return &each[0]
}

// larger returns the larger of two numbers. If one is undefined, so is the result, because the worst is not known then.
func larger(a, b Number) Number {
	if !a.Defined() || b.Defined() && a > b {
		return a
	}
	return b
}
