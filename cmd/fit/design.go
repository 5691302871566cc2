package main

import (
	"slices"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/model"
	"concord/study"
	"concord/vpc"
)

// designHelp describes --design.
const designHelp = "report Eρ² and Φ of a mean label over these `levels`: labeler=3,template=2 (repeatable; default, " +
	"with facets: the file's)"

// parseDesigns reads designs as --design gives them. A design has one level of each factor that it does not name.
func parseDesigns(texts []string) ([][]vpc.Levels, error) {
	var all [][]vpc.Levels
	for _, text := range texts {
		var levels []vpc.Levels
		for _, field := range strings.Split(text, ",") {
			at := strings.LastIndexByte(field, '=')
			if at < 1 {
				return nil, usage("--design %s: write it as labeler=3,template=2", text)
			}
			name := field[:at]
			n, err := strconv.Atoi(strings.TrimSpace(field[at+1:]))
			if err != nil || n < 1 || n > mostLevels {
				return nil, usage("--design %s: %q is no number of levels", text, field[at+1:])
			}
			if strings.EqualFold(name, study.ItemFactor) {
				return nil, usage("--design %s: items are what is distinguished; say how many labelers and levels of "+
					"facets label each", text)
			}
			if slices.ContainsFunc(levels, func(l vpc.Levels) bool { return strings.EqualFold(l.Factor, name) }) {
				return nil, usage("--design %s: %s is named twice", text, name)
			}
			levels = append(levels, vpc.Levels{Factor: name, N: n})
		}
		all = append(all, levels)
	}
	return all, nil
}

// mostLevels is a number of levels beyond any study.
const mostLevels = 1_000_000

// designsOf returns designs with the factors of a model, as it spells them.
func designsOf(designs [][]vpc.Levels, spec model.Spec) ([][]vpc.Levels, error) {
	known := []string{study.LabelerFactor, vpc.LabelFactor}
	for _, f := range spec.Facets {
		for _, name := range f.By {
			if name != study.ItemFactor && !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	for _, levels := range designs {
		for i, l := range levels {
			at := slices.IndexFunc(known, func(name string) bool { return strings.EqualFold(name, l.Factor) })
			if at < 0 {
				return nil, usage("--design: %s is no factor of the model; there are %s", l.Factor,
					visible.Names(known))
			}
			levels[i].Factor = known[at]
		}
	}
	return designs, nil
}
