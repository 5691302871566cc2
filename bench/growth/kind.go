package main

import (
	"slices"
	"strings"
)

// kind is a kind of labels with its model.
type kind struct {
	name, words   string   // words: in the table
	simulate, fit []string // flags
	again         int      // how often a labeler labels an item; 0: once
}

// kinds returns all there are.
func kinds() []kind {
	of := func(family string, more ...string) []string { return append([]string{"--family", family}, more...) }
	const thresholds = "--thresholds=-1.5,-0.3,0.8,2"
	return []kind{
		{name: "gaussian", words: "numbers", simulate: of("gaussian"), fit: of("gaussian")},
		{name: "bernoulli", words: "binary", simulate: of("bernoulli"), fit: of("bernoulli")},
		{name: "ordinal", words: "in five categories", simulate: of("ordinal", thresholds), fit: of("ordinal")},
		{name: "gaussian-discrimination", words: "numbers, discriminations",
			simulate: of("gaussian", "--discrimination-sd", "0.3"), fit: of("gaussian", "--discrimination")},
		{name: "bernoulli-discrimination", words: "binary, discriminations",
			simulate: of("bernoulli", "--discrimination-sd", "0.3"), fit: of("bernoulli", "--discrimination")},
		{name: "ordinal-discrimination", words: "in five categories, discriminations",
			simulate: of("ordinal", thresholds, "--discrimination-sd", "0.3"), fit: of("ordinal", "--discrimination")},
		{name: "noise", words: "numbers, a residual for each labeler",
			simulate: of("gaussian", "--noise-sd", "0.3"), fit: of("gaussian", "--residual", "labeler")},
		{name: "again", words: "numbers, given twice", again: 2,
			simulate: of("gaussian", "--labels-again", "2", "--facet", "item:labeler=0.4"),
			fit:      of("gaussian", "--duplicates", "keep")},
		{name: "facet", words: "numbers, eight templates",
			simulate: of("gaussian", "--factor", "template=8", "--facet", "template=0.3"),
			fit:      of("gaussian", "--facet", "template")},
		{name: "bernoulli-facet", words: "binary, eight templates",
			simulate: of("bernoulli", "--factor", "template=8", "--facet", "template=0.3"),
			fit:      of("bernoulli", "--facet", "template")},
	}
}

// kindOf returns the kind of a name.
func kindOf(name string) (kind, bool) {
	all := kinds()
	at := slices.IndexFunc(all, func(k kind) bool { return k.name == name })
	if at < 0 {
		return kind{}, false
	}
	return all[at], true
}

// kindNames lists the names.
func kindNames() string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return strings.Join(names, ", ")
}
