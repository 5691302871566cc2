package result

import (
	"fmt"
	"math"

	"concord/internal/visible"
	"concord/study"
)

// A category is rare if it has less than rareShare of the labels of a study, and fewer than enoughRare labels. For
// other categories, 95 % intervals of the ICC hold the true value in 93 % of simulated studies or more
// (docs/lab/validation.md, rare positives).
const (
	rareShare  = 0.05
	enoughRare = 100
)

// rareCautions name the studies in which one of two categories has so few labels that intervals are often too low.
func rareCautions(d Data) []string {
	if d.Kind != study.Binary.String() {
		return nil
	}
	// In how many of 100 simulated studies, with fewer such labels than a number, intervals held the true value.
	held := [...]struct{ below, icc, alpha int }{{25, 90, 75}, {50, 91, 88}, {enoughRare, 93, 91}}
	var texts []string
	for _, s := range d.Studies {
		category, share := d.Positive, float64(s.Mean)
		if share > 0.5 {
			category, share = d.Negative, 1-share
		}
		n := int(math.Round(share * float64(s.Labels)))
		if n == 0 || !(share < rareShare) {
			continue
		}
		for _, h := range held {
			if n < h.below {
				texts = append(texts, fmt.Sprintf("only %s of %s (%.2g%%) say %s. With so few, the "+
					"true ICC was outside its 95%% interval in %d of 100 simulated studies (alpha: %d), and nearly "+
					"always above it", plural(n, "label"), study.GroupName(s.Name, len(d.Studies)), 100*share,
					visible.Quote(category), 100-h.icc, 100-h.alpha))
				break
			}
		}
	}
	return texts
}
