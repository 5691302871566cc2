package html

import (
	"fmt"
	"slices"
	"strings"

	"concord/result"
	"concord/result/catalogue"
)

// undefined says which quantities made of shares of a label's variance do not exist on a scale, and why; each of them
// once for all studies.
func undefined(r *result.Result) []part {
	type absence struct{ scale, reason string }
	var order []absence
	names := map[absence][]string{}
	for _, e := range r.Estimates {
		q, _ := catalogue.Find(e.Quantity)
		if e.Defined() || !q.OfVariance || e.Scale == r.LabelScale() || len(r.Scales()) == 1 {
			continue
		}
		at := absence{result.ScaleName(e.Scale), e.Undefined}
		if !slices.Contains(order, at) {
			order = append(order, at)
		}
		if !slices.Contains(names[at], q.Short) {
			names[at] = append(names[at], q.Short)
		}
	}
	var parts []part
	for _, at := range order {
		const note = "Undefined on the %s (%s): %s."
		parts = append(parts, part{Note: fmt.Sprintf(note, at.scale, strings.Join(names[at], ", "), at.reason)})
	}
	return parts
}
