package result

import (
	"fmt"
	"slices"
	"strconv"
)

// plannedAgreementBlock lists how precisely the studies show their agreement with the reference.
func plannedAgreementBlock(p *Plan) *block {
	if len(p.Agreement) == 0 {
		return nil
	}
	b, first := &block{}, p.Agreement[0]
	var head []string
	rows := map[int][]Number{}
	items := map[int]int{}
	var ks []int
	var ses []Number
	for _, a := range p.Agreement {
		if a.K == first.K {
			head = append(head, a.Study)
		}
		if _, seen := items[a.K]; !seen {
			ks = append(ks, a.K)
		}
		items[a.K], rows[a.K], ses = a.Items, append(rows[a.K], a.RhoSE), append(ses, a.RhoSE)
	}
	b.heading(fmt.Sprintf("SE of the agreement with %s (ρ): what a cost of %s buys if all %s label the same items",
		first.Reference, plural(first.Budget, "label"), studies(len(head)+1)))
	b.row("", append([]string{"  labels/item in each", "items"}, head...)...)
	d := max(3, decimals(ses))
	for _, k := range ks {
		row := []string{"  " + strconv.Itoa(k), count(items[k])}
		for _, se := range rows[k] {
			row = append(row, se.fixed(d))
		}
		b.row("", row...)
	}
	return b
}

// plannedDifferencesBlock lists what shows which of two studies is closer to the reference: for each two, the design
// that shows it most probably.
func plannedDifferencesBlock(p *Plan) *block {
	if len(p.Differences) == 0 {
		return nil
	}
	b := &block{}
	b.heading(fmt.Sprintf("Which is closer to %s? How probably a cost of %s shows it", p.Differences[0].Reference,
		plural(p.Differences[0].Budget, "label")))
	b.row("", "  two studies", "labels/item in each", "items", "SE of the difference of ρ", "shows it",
		"items that show it with "+percent(p.Assurance))
	best := cheapestDifferences(p.Differences)
	var ses []Number
	for _, d := range best {
		ses = append(ses, d.DifferenceSE)
	}
	digits := max(3, decimals(ses))
	for _, d := range best {
		b.row("", fmt.Sprintf("  %s, %s", d.Study, d.Other), strconv.Itoa(d.K), count(d.Items),
			d.DifferenceSE.fixed(digits), percentage(d.Power), labels(d.ItemsNeeded))
	}
	return b
}

// cheapestDifferences returns of each two studies the design that has the highest power for its cost.
func cheapestDifferences(all []PlannedDifference) []PlannedDifference {
	var best []PlannedDifference
	for _, d := range all {
		at := slices.IndexFunc(best, func(b PlannedDifference) bool { return b.Study == d.Study && b.Other == d.Other })
		switch {
		case at < 0:
			best = append(best, d)
		case d.Power > best[at].Power:
			best[at] = d
		}
	}
	return best
}
