package main

import (
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/study"
)

// otherwise adds to the default kind of labels how to choose another: for a model, or for coefficients alone.
func otherwise(d *result.Data, modelled bool) {
	if d.DefaultKind == nil {
		return
	}
	text := ""
	switch d.DefaultKind.Code {
	case study.WholeNumbers.String():
		text = " As numbers with equal steps: --distance interval."
		if modelled {
			text = " As measurements with equal steps: --family gaussian."
		}
	case study.TwoNumbers.String():
		text = " The other way round: --positive " + quoting.Shell(quoting.List(d.Negative)) + "."
	case study.FewFractions.String():
		text = " As ordered categories: --order LIST, the lowest first."
	case study.WordsWithNumbers.String(), study.KnownScale.String():
		text = " As categories without order: --order none."
	case study.SetsOfLabels.String():
		text = " As whole sets: --split none."
		if modelled {
			text = " Each label is fitted: sets with it against sets without it." + text
		}
	case study.OrderInFile.String():
		text = " As categories without order: --distance nominal."
		if modelled {
			text = " As categories without order: --each-category."
		}
	}
	d.DefaultKind.Text += text
}
