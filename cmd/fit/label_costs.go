package main

import (
	"strconv"
	"strings"

	"concord/internal/result"
	"concord/study"
)

// labelCosts returns the costs of a label of people and of a judge that --cost names, 0 for one that it does not.
func labelCosts(text string) (c result.LabelCosts, err error) {
	seen := map[string]bool{}
	for _, part := range strings.Split(text, ",") {
		who, number, _ := strings.Cut(part, "=")
		who = strings.TrimSpace(who)
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x >= 0) || x > study.LargestLabel || seen[who] {
			return c, wrongCosts(text)
		}
		seen[who] = true
		switch who {
		case "people":
			c.People = x
		case "judge":
			c.Judge = x
		default:
			return c, usage("--cost %s: there is no %s; there are people and judge", text, who)
		}
	}
	return c, nil
}

// wrongCosts is the error about a --cost that names no costs.
func wrongCosts(text string) error {
	return usage("--cost %s: it is the cost of a label of each, such as --cost people=0.40,judge=0.002", text)
}
