package main

import (
	"math"
	"slices"
	"strings"

	"concord/internal/result"
	"concord/study"
)

// labelCosts returns the costs that --cost names of a label of people and of a judge; 0 for one that it does not name.
func labelCosts(text string) (c result.LabelCosts, err error) {
	costs, err := costsOf(text, []string{"people", "judge"}, costsExample)
	if err != nil {
		return c, err
	}
	for i, into := range []*float64{&c.People, &c.Judge} {
		if !math.IsNaN(costs[i]) {
			*into = costs[i]
		}
	}
	return c, nil
}

// costsOf returns the cost of a label that --cost gives for each of some names; NaN for names that it does not have.
func costsOf(text string, names []string, example string) ([]float64, error) {
	costs := slices.Repeat([]float64{math.NaN()}, len(names))
	for _, part := range strings.Split(text, ",") {
		end := max(0, strings.LastIndex(part, "="))
		who := strings.TrimSpace(part[:end])
		x, err := parseFloat(strings.TrimSpace(strings.TrimPrefix(part[end:], "=")))
		if err != nil || !(x >= 0) || x > study.LargestLabel {
			return nil, badCosts(text, example)
		}
		at := slices.Index(names, who)
		switch {
		case at < 0:
			last := len(names) - 1
			known := names[last]
			if last > 0 {
				known = strings.Join(names[:last], ", ") + " and " + known
			}
			return nil, usage("--cost %s: there is no %s; there are %s", text, who, known)
		case !math.IsNaN(costs[at]):
			return nil, badCosts(text, example)
		}
		costs[at] = x
	}
	return costs, nil
}

// costsExample is a --cost of people and a judge.
const costsExample = "people=0.40,judge=0.002"

// wrongCosts is the error about a --cost that names no costs.
func wrongCosts(text string) error { return badCosts(text, costsExample) }

// badCosts is wrongCosts with another example.
func badCosts(text, example string) error {
	return usage("--cost %s: it is the cost of a label of each, such as --cost %s", text, example)
}
