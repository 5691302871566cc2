package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/result"
	"concord/model/simulate"
)

// defaultCategories are the categories of simulated labels without order.
const defaultCategories = "a,b,c"

// Flags of other labels than categories without order, and flags with which their true values are not known.
const (
	notOfCategories = "mean residual-sd noise-sd thresholds step columns covariate item-share item-gap criteria " +
		"criteria-correlation halo-sd"
	notOfTheirTruth = "item-df discrimination-sd facet facet-effects facet-correlation"
)

// suitsCategories makes categories of labels whose categories are named. It refuses flags that do not go with
// categories without order.
func (sf *simulateFlags) suitsCategories(cmd *cobra.Command) error {
	named := sf.categories != "" || sf.categoryMeans != ""
	switch {
	case named && !cmd.Flags().Changed("family"):
		sf.family = categorical
	case named && sf.family != categorical:
		return usage("--categories and --category-means are of --family %s, not of %s\n  without --family: %v",
			categorical, sf.family, untrusted(leavingOut(cmd, "family")))
	}
	if sf.family != categorical {
		return nil
	}
	if sf.categories == "" {
		sf.categories = defaultCategories
	}
	unused, why := givenOf(cmd, notOfCategories), "--family "+categorical
	if unused == nil && sf.truth != "" {
		unused, why = givenOf(cmd, notOfTheirTruth), "--truth of --family "+categorical
	}
	if unused == nil {
		return nil
	}
	verb, it := "does", "it"
	if len(unused) > 1 {
		verb, it = "do", "them"
	}
	if unused[0] == "mean" {
		why += ", whose categories have means: --category-means"
	}
	return usage("--%s %s not go with %s\n  without %s: %v", strings.Join(unused, " and --"), verb, why, it,
		untrusted(leavingOut(cmd, unused...)))
}

// givenOf returns the flags of a list that were given.
func givenOf(cmd *cobra.Command, list string) (names []string) {
	for _, flag := range changed(cmd) {
		if slices.Contains(strings.Fields(list), flag.Name) {
			names = append(names, flag.Name)
		}
	}
	return names
}

// categoryNames returns the names of --categories.
func (sf *simulateFlags) categoryNames() ([]string, error) {
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
	if len(names) < 3 {
		return nil, usage("--categories %s: there are at least three; two are binary labels", sf.categories)
	}
	return names, nil
}

// runCategories simulates labels that are categories without order. Parameters of their utilities are as in truth,
// except for the means.
func (sf *simulateFlags) runCategories(truth simulate.Truth, design simulate.Design, s streams) error {
	names, err := sf.categoryNames()
	if err != nil {
		return err
	}
	truths, err := sf.categoryTruths(names, truth)
	if err != nil {
		return err
	}
	table, err := simulate.Categories(names, truths, design, sf.seed)
	if err != nil {
		return usage("%w", err)
	}
	if sf.truth != "" {
		known, err := result.NewTruthOfCategories(names, truths, design, sf.seed)
		if err != nil {
			return usage("--truth: %w", err)
		}
		if err := writeFile(sf.truth, func(w io.Writer) error { return encodeTruth(w, known) }); err != nil {
			return err
		}
	}
	return sf.write(table, s)
}

// categoryTruths returns the parameters of the utility of each category.
func (sf *simulateFlags) categoryTruths(names []string, truth simulate.Truth) ([]simulate.Truth, error) {
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
			truths[c].Studies[s].Mean = means[c]
		}
	}
	return truths, nil
}
