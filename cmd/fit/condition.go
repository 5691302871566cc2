package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/advice"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model/family"
	"concord/study"
	"concord/vpc"
)

// condition is a bound on the estimates of a quantity, as --fail-if gives it: "rho_k<0.5"; "xcc@label<0.5", where the
// quantity has two scales; "xcc@label(reference,control)<0.5" for one estimate.
type condition struct {
	text     string
	quantity string
	scale    string   // as estimates have it; "": the only one
	studies  []string // nil: any
	less     bool
	bound    float64
}

func (c condition) String() string { return "--fail-if " + advice.Quote(c.text) }

func parseConditions(texts []string) ([]condition, error) {
	var all []condition
	for _, text := range texts {
		c := condition{text: text}
		i := strings.LastIndexAny(text, "<>") // the last: a study may be called <b>
		if i < 0 {
			return nil, usage("--fail-if %s: write it as 'xcc@label<0.5' or 'item_sd>2'", text)
		}
		c.less = text[i] == '<'
		bound, err := strconv.ParseFloat(strings.TrimSpace(text[i+1:]), 64)
		if err != nil || math.IsNaN(bound) || math.IsInf(bound, 0) { // no estimate would ever meet it, or all
			return nil, usage("--fail-if %s: %q is no number", text, text[i+1:])
		}
		c.bound = bound
		name, rest, bracket := strings.Cut(strings.TrimSpace(text[:i]), "(")
		if bracket {
			list, closed := strings.CutSuffix(rest, ")")
			if !closed {
				return nil, usage("--fail-if %s: after the studies comes a closing bracket and then < or >, as in "+
					"xcc@label(a,b)<0.5", text)
			}
			for _, s := range strings.Split(list, ",") {
				c.studies = append(c.studies, strings.TrimSpace(s))
			}
		}
		var scaled bool
		if c.quantity, c.scale, scaled = strings.Cut(name, "@"); scaled && !slices.Contains(scaleWords(), c.scale) {
			return nil, usage("--fail-if %s: there is no scale %q; there are label and latent", text, c.scale)
		}
		c.quantity = catalogue.Today(c.quantity)
		if _, known := catalogue.Find(c.quantity); !known {
			return nil, usage("--fail-if %s: there is no %q; there are %s", text, c.quantity,
				strings.Join(catalogue.Names(), ", "))
		}
		all = append(all, c)
	}
	return all, nil
}

// scaleWords are the words for scales in a condition: those of the report, and what earlier versions called the label
// scale of binary labels.
func scaleWords() []string {
	return []string{result.ScaleLabel, result.ScaleLatent, result.ScaleProbability}
}

// onScale settles the scale of a condition on estimates of a family of labels. Where there are two and none is said, it
// is an error: a gate must not pass on one scale while the reader looks at the other.
func (c condition) onScale(f family.Family) (condition, error) {
	q, _ := catalogue.Find(c.quantity)
	scales := q.ScalesOf(f)
	if c.scale == "" {
		if len(scales) > 1 {
			values := ""
			if f.Kind() == study.Binary {
				values = ", 0 and 1"
			}
			return c, usage("%v: of %s labels %s is on two scales. Choose %s (the labels themselves%s; beside "+
				"it stand the coefficients) or %s (their %ss)",
				c, f, c.quantity, advice.Quote(c.on("label")), values, advice.Quote(c.on("latent")), f.About().Link)
		}
		return c, nil
	}
	if c.scale != result.ScaleLatent {
		c.scale = result.ScaleLabel // also if it was called probability, as earlier versions did of binary labels
	}
	named := func(s vpc.Scale) bool { return s.String() == c.scale }
	if len(scales) > 0 && !slices.ContainsFunc(scales, named) {
		return c, usage("%v: of %s labels %s is on the %s only: leave out the scale", c, f, c.quantity,
			scales[0].Words())
	}
	return c, nil
}

// on returns the condition as text with a scale.
func (c condition) on(scale string) string {
	return strings.Replace(c.text, c.quantity, c.quantity+"@"+scale, 1)
}

// settle settles the scales of all conditions and looks up their studies, before anything is fitted.
func settle(conditions []condition, family family.Family, studies []string) ([]condition, error) {
	settled := make([]condition, len(conditions))
	for i, c := range conditions {
		var err error
		if settled[i], err = c.onScale(family); err != nil {
			return nil, err
		}
		q, _ := catalogue.Find(c.quantity)
		if least := q.Of.Least(); len(studies) < least {
			return nil, usage("%v: %s is of %d studies, and the labels are of %d (%s)", c, c.quantity, least,
				len(studies), strings.Join(studies, ", "))
		}
		settled[i].studies = slices.Clone(c.studies)
		for k, name := range c.studies {
			named, ok := studyNamed(studies, name)
			if !ok {
				return nil, usage("%v: %w", c, &study.NameError{Kind: "study", Name: name, Names: studies})
			}
			settled[i].studies[k] = named
		}
	}
	return settled, nil
}

// isOf reports whether the condition is on an estimate of these studies, and the sign that the estimate has for it. A
// quantity of a pair is the same in either order; a difference of two has the other sign.
func (c condition) isOf(studies []string) (sign float64, ok bool) {
	if c.studies == nil || slices.Equal(c.studies, studies) {
		return 1, true
	}
	swapped := len(c.studies) == 2 && len(studies) == 2 && c.studies[0] == studies[1] && c.studies[1] == studies[0]
	switch q, _ := catalogue.Find(c.quantity); q.Of {
	case catalogue.Pair:
		return 1, swapped
	case catalogue.Contrast:
		return -1, swapped
	}
	return 0, false
}

// meets describes the estimates whose posterior mean meets the condition, or whose median does if there is no mean. The
// scale of the condition is settled. It is an error if the result has no such estimate: a condition that cannot hold
// guards nothing.
func (c condition) meets(r *result.Result) ([]string, error) {
	var found []string
	known := false
	for _, e := range r.Estimates {
		sign, ok := c.isOf(e.Studies)
		if e.Quantity != c.quantity || (c.scale != "" && e.Scale != c.scale) || !ok || !e.Defined() {
			continue
		}
		known = true
		studies := e.Studies
		if sign < 0 {
			studies = c.studies
		}
		if centre := sign * float64(e.Centre()); (c.less && centre < c.bound) || (!c.less && centre > c.bound) {
			on := ""
			if c.scale != "" {
				on = " on the " + result.ScaleName(e.Scale)
			}
			quantity := e.Quantity
			if e.NextCategory != "" {
				quantity += " " + result.Between(e.Category, e.NextCategory)
			}
			verb := "is"
			if e.NoMoments {
				verb = "has no mean, and its median is"
			}
			found = append(found, fmt.Sprintf("%s(%s) %s %.4g%s", quantity, strings.Join(studies, ","), verb, centre,
				on))
		}
	}
	if !known {
		return nil, usage("%v: the result has no such estimate", c)
	}
	return found, nil
}

// completeCondition offers the quantities that a condition may begin with, each with what it is.
func completeCondition(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	for _, q := range catalogue.All() {
		if strings.HasPrefix(q.Name, begun) {
			offered = append(offered, cobra.CompletionWithDesc(q.Name, q.What))
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// named are conditions with their studies as the labels call them, on the scales that the conditions say.
func named(conditions []condition, family family.Family, studies []string) ([]condition, error) {
	settled, err := settle(conditions, family, studies)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(conditions)
	for i := range all {
		all[i].studies = settled[i].studies
	}
	return all, nil
}
