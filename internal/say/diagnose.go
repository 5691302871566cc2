package say

import (
	"fmt"
	"math"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
)

// DiagnoseVerdict says whether the chains of all runs have converged.
func DiagnoseVerdict(a *answer.Answer) []string {
	d := *a.Runs[0].Trust
	for _, r := range a.Runs[1:] {
		d.Include(r.Trust)
	}
	text := "The chains have converged: "
	switch {
	case !d.Converged:
		text = "The chains have not converged, do not use their numbers: "
	case !d.OK:
		text = "The chains have converged, with warnings: "
	}
	ess := "–"
	if n := min(d.MinESSBulk, d.MinESSTail); n.Defined() {
		ess = document.Integer(int(n))
	}
	return []string{text + fmt.Sprintf("R̂ ≤ %s, ESS ≥ %s, %s", document.Fixed(float64(d.MaxRHat), 3), ess,
		document.Plural(d.Divergences, "divergence"))}
}

// VariableDoubt names the doubt about the draws of a variable; "" if there is none. Constant variables have no
// diagnostics.
func VariableDoubt(s Scope) string {
	switch of := s.Row("variable").Draws; {
	case math.IsNaN(of.RHat):
		return "constant"
	case of.RHat > result.WarnRHat:
		return fmt.Sprintf("R̂ above %v", result.WarnRHat)
	case min(of.ESSBulk, of.ESSTail) < result.WarnESS:
		return fmt.Sprintf("ESS below %v", result.WarnESS)
	}
	return ""
}

// ChainDoubt names the doubt about a chain; "" if there is none.
func ChainDoubt(s Scope) string {
	switch {
	case s.Row("divergences").Value > 0:
		return "divergences"
	case s.Row("ebfmi").Value < result.WarnEBFMI:
		return fmt.Sprintf("E-BFMI below %v", result.WarnEBFMI)
	}
	return ""
}
