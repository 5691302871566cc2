package html

import (
	"fmt"
	"strings"

	"concord/result"
	"concord/result/catalogue"
)

const (
	// sure is the probability from which on the page says who is closer to the reference.
	sure = 0.95
	// mostVerdicts is how many comparisons fit in large type.
	mostVerdicts = 3
)

// verdict says, for each two groups, which of them is closer to the reference, as far as the labels tell: by ρ, on the
// scale of the labels. There is none of draws that have not converged, of a run that was interrupted, or where there
// are many groups.
func verdict(r *result.Result) []string {
	if d := r.Diagnostics; d != nil && !d.Converged || r.Sampler != nil && r.Sampler.Partial {
		return nil
	}
	differences := estimates(r, catalogue.RhoDifference, r.LabelScale())
	if len(differences) > mostVerdicts {
		return nil
	}
	var all []string
	for _, e := range differences {
		p, ok := probabilityOf(r, e)
		if !ok {
			continue
		}
		reference, closer, other := e.Studies[0], e.Studies[1], e.Studies[2]
		switch {
		case p >= sure:
		case p <= 1-sure:
			closer, other, p = other, closer, 1-p
		default:
			all = append(all, fmt.Sprintf("Whether %s or %s is closer to %s is open (%s that %s is).", closer, other,
				reference, asP(p), closer))
			continue
		}
		all = append(all, fmt.Sprintf("%s is closer to %s than %s (%s).", closer, reference, other, asP(p)))
	}
	return all
}

// asP writes a probability as "P = 0.98" or "P > 0.999".
func asP(p float64) string {
	text := result.Number(p).AsProbability()
	if strings.ContainsAny(text, "<>") {
		return "P " + text
	}
	return "P = " + text
}
