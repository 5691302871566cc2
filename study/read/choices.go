package read

import (
	"slices"

	"concord/study"
)

// mostChoices is how many choices of columns an error offers.
const mostChoices = 4

// choices are the columns that values leave for the parts that are open, the most likely first.
func (a *assigner) choices() []Choice {
	var all []Choice
	wide := a.alikeColumns()
	if wide != nil && a.known("labeler") == nil && a.known("label") == nil && !a.labelKnown && a.rowsAreItems() {
		all = append(all, Choice{Wide: wide})
	}
	if crossed := a.crossed(); crossed != nil {
		return append(all, Choice{Parts: crossed})
	}
	likely, several := a.likely()
	ofWide := func(p OpenPart) bool { return len(all) > 0 && slices.Contains(all[0].Wide, p.Candidates[0]) }
	if len(likely) == 0 || ofWide(likely[0]) {
		return all
	}
	base := make([]PartColumn, len(likely)) // the first column of each
	for k, p := range likely {
		base[k] = PartColumn{p.Part, p.Candidates[0]}
	}
	if several != nil && len(all) == 0 {
		all = append(all, Choice{Parts: partsBut(base, "label"), Labels: several})
	}
	all = append(all, Choice{Parts: base})
	for k, p := range likely { // and another one in turn
		for _, c := range p.Candidates[1:] {
			other := slices.Clone(base)
			other[k].Column = c
			all = append(all, Choice{Parts: other})
		}
	}
	return all[:min(len(all), mostChoices)]
}

// rowsAreItems reports whether an item, as far as it is known, has one row, or one in each study.
func (a *assigner) rowsAreItems() bool {
	item, studies := a.known("item"), a.known(studyPart)
	switch {
	case item == nil:
		return true
	case studies != nil:
		return item.isUniqueIn(studies)
	}
	return !item.comesAgain()
}

// crossed returns item, labeler and label, if no name says one of them, one pair of columns is unique together, and a
// single column is left for the label. The item is the one with more values.
func (a *assigner) crossed() []PartColumn {
	if a.known("item") != nil || a.known("labeler") != nil || a.known("label") != nil || a.labelKnown {
		return nil
	}
	var pair []int
	free := a.freeColumns()
	for _, i := range free {
		for _, k := range free {
			item, labeler := a.looks[i], a.looks[k]
			if i == k || len(item.values) <= len(labeler.values) || !item.canBeItem() || !labeler.canBeLabeler() ||
				labeler.numbers || !labeler.isUniqueIn(item) {
				continue
			}
			if pair != nil {
				return nil
			}
			pair = []int{i, k}
		}
	}
	var labels []int
	for _, i := range free {
		if pair != nil && !slices.Contains(pair, i) && a.fits(labelPart, i) {
			labels = append(labels, i)
		}
	}
	if len(labels) != 1 {
		return nil
	}
	return []PartColumn{{study.ItemFactor, a.names[pair[0]]}, {study.LabelerFactor, a.names[pair[1]]},
		{labelPart, a.names[labels[0]]}}
}

// likely returns the open parts with the columns that could have them, none twice as the first of a part; nothing if
// one has none. Labels in several columns are returned too.
func (a *assigner) likely() (parts []OpenPart, labels []string) {
	var used []string
	for _, p := range a.parts {
		if _, known := a.found[p.name]; known || !p.needed && !a.isOpen(p.name) {
			continue
		}
		candidates := a.at(a.open[p.name])
		if len(candidates) == 0 {
			candidates = a.at(a.fitting(p.role, a.freeColumns()))
		}
		if len(candidates) == 0 && p.name == labelPart { // a time or a length may be what was measured
			for _, i := range a.freeColumns() {
				if a.fitsLabel(i) {
					candidates = append(candidates, a.names[i])
				}
			}
		}
		candidates = slices.DeleteFunc(candidates, func(c string) bool { return slices.Contains(used, c) })
		if len(candidates) == 0 {
			return nil, nil
		}
		if used = append(used, candidates[0]); p.name == "label" && len(candidates) > 1 {
			labels = candidates
		}
		parts = append(parts, OpenPart{p.name, candidates})
	}
	return parts, labels
}

// partsBut returns the parts but one.
func partsBut(parts []PartColumn, part string) []PartColumn {
	return slices.DeleteFunc(slices.Clone(parts), func(p PartColumn) bool { return p.Part == part })
}
