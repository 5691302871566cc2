package report

import (
	"fmt"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// separateKinds is the least distance of separate kinds, in standard deviations of one kind (Ashman, Bird and Zepf
// 1994, "Detecting bimodality in astronomical datasets"). Two normal distributions of equal shares have two peaks from
// there on.
const separateKinds = 2

// kindsOfItems says whether the items are of two kinds; "" if the model has no kinds. Draws that are not to be trusted
// say nothing about that.
func kindsOfItems(r *result.Lookup) string {
	share := ""
	var gaps []result.Estimate
	for _, e := range r.Estimates {
		switch {
		case !e.Defined():
		case e.Quantity == catalogue.ItemShare:
			share = fmt.Sprintf("%.0f%% [%.0f%%, %.0f%%]", 100*float64(e.Median), 100*float64(e.Lower),
				100*float64(e.Upper))
		case e.Quantity == catalogue.ItemGap:
			gaps = append(gaps, e)
		}
	}
	if share == "" || gaps == nil {
		return ""
	}
	separate, overlap := false, true
	least, most := gaps[0].Median, gaps[0].Median
	for _, e := range gaps {
		separate = separate || e.Lower > separateKinds || e.Upper < -separateKinds
		overlap = overlap && e.Upper < separateKinds && e.Lower > -separateKinds
		least, most = min(least, e.Median), max(most, e.Median)
	}
	apart := func(e result.Estimate) string {
		return document.Fixed(float64(e.Median), 1) + " " + document.Span(float64(e.Lower), float64(e.Upper), 1)
	}
	above := apart(gaps[0]) + " SD above the others"
	switch {
	case len(gaps) == 2:
		above += fmt.Sprintf(" in %s, %s in %s", document.Clip(gaps[0].Studies[0]), apart(gaps[1]),
			document.Clip(gaps[1].Studies[0]))
	case len(gaps) > 2:
		above = fmt.Sprintf("%s to %s SD above the others, by group", document.Fixed(float64(least), 1),
			document.Fixed(float64(most), 1))
	}
	switch {
	case !r.Trusted():
		return fmt.Sprintf("The chains do not say whether there are two kinds: %s of the items would lie %s.", share,
			above)
	case separate:
		return fmt.Sprintf("Two kinds: %s of the items lie %s.", share, above)
	case overlap:
		return fmt.Sprintf("No two separate kinds: %s of the items would lie %s.", share, above)
	}
	return fmt.Sprintf("Two kinds are not certain: %s of the items would lie %s.", share, above)
}
