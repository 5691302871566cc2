package read

import "slices"

// mostChoices is how many choices of columns an error offers.
const mostChoices = 4

// choices are the columns that values leave for the parts that are open, the most likely first.
func (a *assigner) choices() []Choice {
	var all []Choice
	if wide := a.alikeColumns(); wide != nil && a.known("labeler") == nil && a.known("label") == nil && !a.labelKnown {
		all = append(all, Choice{Wide: wide})
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
