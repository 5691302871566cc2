package report

import (
	"slices"

	"concord/internal/document"
	"concord/internal/result"
)

// labelerWords say how labelers are judged.
const labelerWords = `Leaning is how much higher the labeler's labels are, on the scale of the labels. Discrimination is
how closely the labeler follows the items: 1 as the average labeler, 0 at random, below 0 if the scale is reversed. The
labeler's own labels have no part in the comparison with the others. A labeler barely follows the items if a label tells
less than a quarter as much about its item as an ordinary label does. A labeler leans too far if fewer than 3 in 1,000
would lean as far, and the leaning adds a quarter to the squared error of a label. The verdict is retrain if one of both
has a probability above 95%, and read if it is above 50%. A labeler is fine if the labels are 19 times as probable from
somebody who follows the items as from somebody who answers at random.`

// labelersNeeding lists labelers by need, with the largest of them shown.
func labelersNeeding(all []result.ConsensusLabeler) *document.Table {
	all = slices.Clone(all)
	result.SortByNeed(all)
	any := func(has func(l result.ConsensusLabeler) bool) bool { return slices.ContainsFunc(all, has) }
	noise := any(func(l result.ConsensusLabeler) bool { return l.Noise.Defined() })
	shares := any(func(l result.ConsensusLabeler) bool { return l.Agrees.Defined() })
	t := &document.Table{Columns: []document.Column{{}}}
	column := func(c document.Column) { t.Columns = append(t.Columns, c) }
	column(document.Column{Head: "labels"})
	column(document.Column{Head: "leaning", Decimals: 2})
	column(document.Column{Head: "discrimination", Decimals: 2})
	if noise {
		column(document.Column{Head: "noise", Decimals: 2, Priority: document.Useful})
	}
	agrees := document.Column{Head: "agrees with\nthe others", Priority: document.Spare}
	if !shares {
		agrees = document.Column{Head: "off what the\nothers say", Decimals: 2, Priority: document.Spare}
	}
	column(agrees)
	column(document.Column{Head: "verdict", Words: true})
	var rows []document.Row
	for _, l := range all[:min(mostRows, len(all))] {
		row := document.Row{Name: clip(l.Labeler), Cells: []document.Cell{document.Count(l.Labels),
			interval(l.Leaning, l.LeaningLower, l.LeaningUpper),
			interval(l.Discrimination, l.DiscriminationLower, l.DiscriminationUpper)}}
		if noise {
			row.Cells = append(row.Cells, interval(l.Noise, l.NoiseLower, l.NoiseUpper))
		}
		if l.Agrees.Defined() {
			row.Cells = append(row.Cells, document.Estimate{Value: float64(l.Agrees), Lower: float64(l.AgreesLower),
				Upper: float64(l.AgreesUpper), Percent: true})
		} else {
			row.Cells = append(row.Cells, interval(l.Off, l.OffLower, l.OffUpper))
		}
		verdict := l.Verdict
		if why := l.Why(); why != "" {
			verdict += ": " + why + " " + document.Chance(l.Concern())
		}
		row.Cells = append(row.Cells, document.Text(verdict))
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// interval is an estimate as a cell; nil if it is unknown.
func interval(mean, lower, upper result.Number) document.Cell {
	if !mean.Defined() {
		return nil
	}
	return document.Estimate{Value: float64(mean), Lower: float64(lower), Upper: float64(upper)}
}
