package main

import (
	"slices"
	"strings"

	"concord/model/simulate"
	"concord/study"
)

// categoryNames returns the names of --categories; nil if there are none.
func (sf *simulateFlags) categoryNames() ([]string, error) {
	if sf.categories == "" {
		if sf.categoryMeans != "" {
			return nil, usage("--category-means goes with --categories: it has a mean for each of them")
		}
		return nil, nil
	}
	names := strings.Split(sf.categories, ",")
	for c, name := range names {
		names[c] = strings.TrimSpace(name)
		switch {
		case names[c] == "":
			return nil, usage("--categories %s: category %d has no name", sf.categories, c+1)
		case slices.Contains(names[:c], names[c]):
			return nil, usage("--categories %s: category %s is named twice", sf.categories, names[c])
		}
	}
	switch {
	case len(names) < 3:
		return nil, usage("--categories %s: there are at least three; two are binary labels", sf.categories)
	case sf.truth != "":
		return nil, usage("--truth: what follows for each category against the rest has no closed form; " +
			"the parameters are those of the flags")
	}
	return names, nil
}

// simulateCategories draws labels that are categories without order. Their parameters are as in truth, except for the
// means.
func (sf *simulateFlags) simulateCategories(
	names []string, truth simulate.Truth, design simulate.Design,
) (*study.Table, error) {
	text := sf.categoryMeans
	if text == "" {
		text = strings.TrimSuffix(strings.Repeat("0,", len(names)), ",")
	}
	lists := strings.Split(text, "/")
	if len(lists) != 1 && len(lists) != len(truth.Studies) {
		return nil, usage("--category-means %s: %d lists for %d groups; give one, or one for each", text, len(lists),
			len(truth.Studies))
	}
	truths := make([]simulate.Truth, len(names))
	for c := range truths {
		truths[c] = truth
		truths[c].Studies = slices.Clone(truth.Studies)
	}
	for s := range truth.Studies {
		means, err := perStudy("category-means", lists[min(s, len(lists)-1)], len(names), parseFloat)
		if err != nil {
			return nil, usage("--category-means %s: give each group a number for each of the %d categories", text,
				len(names))
		}
		for c := range truths {
			truths[c].Studies[s].Mean += means[c]
		}
	}
	table, err := simulate.Categories(names, truths, design, sf.seed)
	if err != nil {
		return nil, usage("%w", err)
	}
	return table, nil
}
