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
		text = "equal steps: --distance interval"
		if modelled {
			text = "equal steps: --family gaussian"
		}
	case study.TwoNumbers.String():
		text = "the other way round: --positive " + quoting.Shell(quoting.List(d.Negative))
	case study.FewFractions.String():
		text = "ordered categories: --order LIST, the lowest first"
	case study.WordsWithNumbers.String(), study.KnownScale.String():
		text = "without order: --order none"
	case study.SetsOfLabels.String():
		text = "whole sets: --split none"
		if modelled {
			d.DefaultKind.Text += "; each label is fitted, sets with it against sets without it"
		}
	case study.OrderInFile.String():
		text = "without order: --distance nominal"
		if modelled {
			text = "without order: --each-category"
		}
	}
	if text != "" {
		d.DefaultKind.Text += " (" + text + ")"
	}
}
