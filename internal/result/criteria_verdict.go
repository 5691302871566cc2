package result

import (
	"fmt"
	"strings"

	"concord/internal/document"
	"concord/internal/visible"
)

// verdict says in words whose halo is larger than the reference's, and how criteria go together.
func (r *Criteria) verdict() []string {
	if !r.Trust.Converged {
		return []string{"No verdict: the chains have not converged"}
	}
	of := r.Groups[0].OverPairs
	together := fmt.Sprintf("On two criteria, true scores correlate %s on average, labels by two labelers %s, and "+
		"labels by one labeler %s", centreWithin(of.TrueScores), centre(of.TwoLabelers), centre(of.OneLabeler))
	switch len(r.Groups) {
	case 1:
		if of.Halo.Median.Defined() {
			return []string{fmt.Sprintf("Halo: errors in one labeler's labels of an item correlate %s over criteria",
				centreWithin(of.Halo)), together}
		}
		return []string{together}
	case 2:
		return []string{r.haloOfOne(r.Groups[1]), together}
	}
	return append(r.haloOfEach(), together)
}

// haloOfOne compares the halo of the only other group.
func (r *Criteria) haloOfOne(g CriteriaGroup) string {
	name, reference, halo := visible.Text(g.Group), visible.Text(r.Reference), r.Groups[0].OverPairs.Halo
	p := g.HaloLarger
	if !p.Defined() {
		return fmt.Sprintf("The halos of %s and %s cannot be compared: %s", name, reference,
			g.HaloDifference.Undefined)
	}
	numbers := fmt.Sprintf("%s against %s", centreWithin(g.OverPairs.Halo), centreWithin(halo))
	switch {
	case p >= Sure:
		return fmt.Sprintf("%s has a larger halo than %s: %s, %s", name, reference, numbers,
			document.Probability(float64(p)))
	case p <= 1-Sure:
		return fmt.Sprintf("%s has a smaller halo than %s: %s, %s", name, reference, numbers,
			document.Probability(1-float64(p)))
	}
	return fmt.Sprintf("It is unclear whether %s has a larger halo than %s: %s, %s", name, reference, numbers,
		document.Probability(float64(p)))
}

// haloOfEach compares the halos of several other groups.
func (r *Criteria) haloOfEach() []string {
	kinds := []string{"Larger halo than %s (%s): ", "Smaller halo than %s (%s): ",
		"It is unclear whether the halo is larger than the halo of %s (%s): ", "No halo to compare with %s (%s): "}
	names := make([][]string, len(kinds))
	for _, g := range r.Groups[1:] {
		kind := 2
		switch p := g.HaloLarger; {
		case !p.Defined():
			kind = 3
		case p >= Sure:
			kind = 0
		case p <= 1-Sure:
			kind = 1
		}
		names[kind] = append(names[kind], visible.Text(g.Group))
	}
	var all []string
	for kind, of := range names {
		if len(of) > 0 {
			all = append(all, fmt.Sprintf(kinds[kind], visible.Text(r.Reference), centre(r.Groups[0].OverPairs.Halo))+
				strings.Join(of, ", "))
		}
	}
	return all
}

// centre is the median of a measure, to two decimals.
func centre(m Measure) string {
	if !m.Median.Defined() {
		return "unknown"
	}
	return document.Fixed(float64(m.Median), 2)
}

// centreWithin is centre with the interval.
func centreWithin(m Measure) string {
	if !m.Median.Defined() {
		return centre(m)
	}
	return fmt.Sprintf("%s [%s, %s]", centre(m), document.Fixed(float64(m.Lower), 2),
		document.Fixed(float64(m.Upper), 2))
}
