package main

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/option"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/study"
)

// readConditions reads --fail-if before anything else is done.
func (w *work) readConditions() (err error) {
	w.conditions, err = parseConditions(option.FailIf.In(w), condition{ofCriteria: w.byCriteria(),
		ofRows: w.ofRows()})
	return err
}

// parseConditions reads the values of --fail-if. like tells conditions on a fit of criteria, and on other rows,
// from those on a fit.
func parseConditions(texts []string, like condition) ([]condition, error) {
	var all []condition
	for _, text := range texts {
		like.text = text
		c, err := like.parsed()
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// parsed reads the text of the condition.
func (c condition) parsed() (condition, error) {
	left, less, bound, err := c.side(c.text)
	if err != nil {
		return c, err
	}
	c.less, c.bound = less, bound
	c.of, left = measureOf(left)
	if c.of == ofProbability {
		inner := left
		switch left, c.event.Less, c.event.Bound, err = c.side(inner); {
		case !strings.ContainsAny(inner, "<>"):
			left, c.ownEvent = inner, true
		case err != nil:
			return c, err
		}
	}
	if err := c.name(left); err != nil {
		return c, err
	}
	q, _ := c.entry()
	switch {
	case c.ownEvent && q.Event == "" && c.ofRows:
		return c, usage("%v: %s has no probability; lower(%s) and upper(%s) are the ends of its "+
			"interval", c, c.quantity, c.quantity, c.quantity)
	case c.ownEvent && q.Event == "":
		_, _, _, err = c.side("")
		return c, err
	case c.ofRows && c.of == ofProbability && !c.ownEvent:
		return c, usage("%v: only a fit knows the probability of a bound; lower(%s) and upper(%s) are the ends of the "+
			"interval", c, c.quantity, c.quantity)
	}
	return c, c.possible()
}

// possible refuses conditions that hold always, or never, because the bound is no possible value. Such a gate guards
// nothing.
func (c *condition) possible() error {
	check := func(what string, of quantity.Range, less bool, bound float64) error {
		low, high := of.Ends()
		side, never := "above", bound >= high
		if less {
			side, never = "below", bound <= low
		}
		if !never && low <= bound && bound <= high {
			return nil
		}
		always := map[bool]string{true: "never", false: "always"}[never]
		lies := fmt.Sprintf("lies between %v and %v", low, high)
		if math.IsInf(high, 1) {
			lies = fmt.Sprintf("is %v or more", low)
		}
		return usage("%v: %s is %s %s %v, because it %s", c, what, always, side, bound, lies)
	}
	q, _ := c.entry()
	if c.of != ofProbability {
		return check(c.quantity, q.Range, c.less, c.bound)
	}
	c.event.Quantity = c.quantity
	if err := check("a probability", quantity.Fraction, c.less, c.bound); err != nil {
		return err
	}
	if c.ownEvent {
		return nil
	}
	return check(c.quantity, q.Range, c.event.Less, c.event.Bound)
}

// measureOf splits the text left of the sign into the measure and the rest: "lower(icc@label)" is lower and
// "icc@label".
func measureOf(left string) (measure, string) {
	word, rest, bracket := strings.Cut(left, "(")
	inner, closed := strings.CutSuffix(rest, ")")
	if !bracket || !closed {
		return ofMean, left
	}
	switch word = strings.TrimSpace(word); word {
	case "mean":
		// One quantity is called mean, and has its studies in brackets. Without a measure, a condition is about means.
		return ofMean, left
	case "p", "P":
		return ofProbability, strings.TrimSpace(inner)
	case string(ofMedian), string(ofLower), string(ofUpper):
		return measure(word), strings.TrimSpace(inner)
	}
	return ofMean, left
}

// side reads the sign and the bound on the right of text, and returns the text left of them.
func (c *condition) side(text string) (left string, less bool, bound float64, err error) {
	i := strings.LastIndexAny(text, "<>") // the last: a study may be called <b>
	if i < 0 {
		return "", false, 0, usage("--fail-if %s: write it as 'xcc@label<0.5', 'P(xcc@label<0.5)>0.05' or "+
			"'lower(item_sd)>2'", c.text)
	}
	number := strings.TrimSpace(text[i+1:])
	bound, err = parseFloat(number)
	if err != nil || math.IsNaN(bound) || math.IsInf(bound, 0) { // all estimates would meet it, or none
		return "", false, 0, usage("--fail-if %s: %q is no number", c.text, number)
	}
	return strings.TrimSpace(text[:i]), text[i] == '<', bound, nil
}

// name reads the quantity, its scale, its covariate and its studies: "xcc@label(a,b)", "coefficient:length(a)". In a
// fit of criteria the colon is before one or two of them, as in "icc:tone(a)" and "halo:tone,style(a)". Names of
// criteria may have brackets too: only the file tells them from the groups.
func (c *condition) name(text string) error {
	if c.ofCriteria {
		text, c.criteria, c.ofOne = strings.Cut(text, ":")
	}
	name, rest, bracket := strings.Cut(text, "(")
	if bracket {
		list, closed := strings.CutSuffix(rest, ")")
		if !closed {
			return usage("--fail-if %s: after the groups comes a closing bracket and then < or >, as in "+
				"xcc@label(a,b)<0.5", c.text)
		}
		for _, s := range strings.Split(list, ",") {
			c.studies = append(c.studies, strings.TrimSpace(s))
		}
	}
	name, c.term, _ = strings.Cut(name, ":")
	c.term = strings.TrimSpace(c.term)
	var scaled bool
	if c.quantity, c.scale, scaled = strings.Cut(name, "@"); scaled && c.scale != result.ScaleLabel &&
		c.scale != result.ScaleLatent {
		return usage("--fail-if %s: %w", c.text, &study.NameError{Kind: "scale", Name: c.scale,
			Names: []string{result.ScaleLabel, result.ScaleLatent}})
	}
	if _, known := c.entry(); !known {
		return usage("--fail-if %s: %w", c.text, &study.NameError{Kind: "number", Name: c.quantity, Names: c.names()})
	}
	return nil
}

// names returns the quantities that a condition may name.
func (c condition) names() []string {
	var names []string
	switch {
	case c.ofRows:
		for _, q := range quantity.All() {
			names = append(names, q.Name)
		}
		return names
	case !c.ofCriteria:
		return append(catalogue.Names(), ofEachCovariate()...)
	}
	return measureNames()
}
