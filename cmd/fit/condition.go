package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/report"
)

// condition is a bound on the estimates of a quantity, as --fail-if gives it:
// "xcc<0.5", or "xcc(reference,control)<0.5" for one estimate.
type condition struct {
	text     string
	quantity string
	studies  []string // nil: any
	less     bool
	bound    float64
}

func (c condition) String() string { return "--fail-if " + shellQuote(c.text) }

func parseConditions(texts []string) ([]condition, error) {
	var all []condition
	for _, text := range texts {
		c := condition{text: text}
		i := strings.IndexAny(text, "<>")
		if i < 0 {
			return nil, usage("--fail-if %s: write it as 'xcc<0.5' or 'labeler_icc>0.2'", text)
		}
		c.less = text[i] == '<'
		bound, err := strconv.ParseFloat(strings.TrimSpace(text[i+1:]), 64)
		if err != nil {
			return nil, usage("--fail-if %s: %q is no number", text, text[i+1:])
		}
		c.bound = bound
		name, rest, bracket := strings.Cut(strings.TrimSpace(text[:i]), "(")
		c.quantity = name
		if bracket {
			list, closed := strings.CutSuffix(rest, ")")
			if !closed {
				return nil, usage("--fail-if %s: a bracket is open", text)
			}
			for _, s := range strings.Split(list, ",") {
				c.studies = append(c.studies, strings.TrimSpace(s))
			}
		}
		if !slices.Contains(report.Quantities(), c.quantity) {
			return nil, usage("--fail-if %s: there is no %q; there are %s", text, c.quantity, strings.Join(report.Quantities(), ", "))
		}
		all = append(all, c)
	}
	return all, nil
}

// meets describes the estimates whose posterior mean meets the condition. Of a quantity on two
// scales the latent one counts. It is an error if the result has no such estimate: a condition that
// cannot hold guards nothing.
func (c condition) meets(r *report.Result) ([]string, error) {
	var found []string
	known := false
	for _, e := range r.Estimates {
		if e.Quantity != c.quantity || e.Scale == report.ScaleProbability ||
			(c.studies != nil && !slices.Equal(c.studies, e.Studies)) || !e.Mean.Defined() {
			continue
		}
		known = true
		if mean := float64(e.Mean); (c.less && mean < c.bound) || (!c.less && mean > c.bound) {
			found = append(found, fmt.Sprintf("%s(%s) is %.4g", e.Quantity, strings.Join(e.Studies, ","), mean))
		}
	}
	if !known {
		return nil, usage("%v: the result has no such estimate", c)
	}
	return found, nil
}
