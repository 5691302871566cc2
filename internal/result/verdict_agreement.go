package result

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/nonparam"
)

// Coefficients that come first in tables without a model, if the run has them.
const (
	leadingCoefficient     = "kripp_alpha"
	leadingPairCoefficient = "normalized_cross_kappa"
)

// LeadingCoefficients returns the coefficients of one study and of two studies that come first, each with the first of
// its distances; "" if there is none.
func LeadingCoefficients(all []Agreement) (one, two string) {
	for _, a := range all {
		switch n := len(a.Studies); {
		case a.IsDifference():
		case n == 1 && (one == "" || a.Coefficient == leadingCoefficient):
			one = a.Coefficient
		case n == 2 && (two == "" || a.Coefficient == leadingPairCoefficient):
			two = a.Coefficient
		}
	}
	return one, two
}

// agreementVerdict says how far labels agree without a model: within each study, and between two studies.
func agreementVerdict(all []Agreement) []string {
	verdict := []string{}
	one, two := LeadingCoefficients(all)
	for _, coefficient := range []string{one, two} {
		if text := coefficientSentence(all, coefficient); text != "" {
			verdict = append(verdict, text)
		}
	}
	differences := append(leadingDifferences(all, one), leadingDifferences(all, two)...)
	if len(differences) > mostVerdicts {
		open := func(a Agreement) bool { return a.Lower <= 0 && a.Upper >= 0 }
		differences = slices.DeleteFunc(differences, open)
	}
	for _, a := range differences[:min(len(differences), mostVerdicts)] {
		verdict = append(verdict, a.differenceSentence())
	}
	return verdict
}

// leadingDifferences returns the differences of a coefficient, with the first of its distances, that have an interval.
func leadingDifferences(all []Agreement, coefficient string) []Agreement {
	var found []Agreement
	for _, a := range all {
		if a.Coefficient == coefficient+differenceSuffix && a.Lower.Defined() && a.Upper.Defined() &&
			(found == nil || a.Distance == found[0].Distance) {
			found = append(found, a)
		}
	}
	return found
}

// differenceSentence says which of two studies agrees more: with itself, or with the reference.
func (a Agreement) differenceSentence() string {
	one, other, with := a.Studies[0], a.Studies[1], "itself"
	if len(a.Studies) == 3 {
		one, other, with = a.Studies[1], a.Studies[2], visible.Text(a.Studies[0])
	}
	estimate, lower, upper := a.Estimate, a.Lower, a.Upper
	if estimate < 0 {
		one, other, estimate, lower, upper = other, one, -estimate, -upper, -lower
	}
	open := ""
	if lower <= 0 {
		open = "unclear whether "
	}
	return fmt.Sprintf("%s%s agrees with %s more than %s does: by %s %s", open, visible.Text(one), with,
		visible.Text(other), estimate.fixed(2), interval(lower, upper, 2))
}

// coefficientSentence lists a coefficient of a few studies or pairs. If there are many, it names the highest and the
// lowest.
func coefficientSentence(all []Agreement, coefficient string) string {
	var found []Agreement
	undefined := ""
	for _, a := range all {
		switch {
		case a.Coefficient != coefficient || coefficient == "":
		case len(found) > 0 && a.Distance != found[0].Distance:
		case a.Estimate.Defined():
			found = append(found, a)
		case undefined == "":
			undefined = a.Undefined
		}
	}
	name := capital(catalogue.CoefficientName(coefficient))
	if len(found) > 0 && betweenSets(found[0].Distance) {
		name += " (" + found[0].Distance + ")"
	}
	switch n := len(found); {
	case n == 0 && undefined != "":
		return name + " is undefined: " + undefined
	case n == 0:
		return ""
	case n == 1 && len(found[0].Studies) == 1 && !severalStudies(all):
		return fmt.Sprintf("%s is %s", name, found[0].short())
	case n > mostVerdicts:
		var all []place
		for _, a := range found {
			all = append(all, place{a.of(), a.Estimate, a.SE})
		}
		return name + ": " + order(all, "for")
	}
	var parts []string
	for _, a := range found {
		parts = append(parts, a.Estimate.fixed(2)+" for "+a.of())
	}
	return name + " is " + strings.Join(parts, ", ")
}

// betweenSets reports whether a distance is between sets of labels. There are several such distances.
func betweenSets(distance string) bool {
	d, err := nonparam.ParseDistance(distance)
	return err == nil && d.OfSets()
}

func severalStudies(all []Agreement) bool {
	return slices.ContainsFunc(all, func(a Agreement) bool {
		return len(a.Studies) > 1 || len(all[0].Studies) == 1 && a.Studies[0] != all[0].Studies[0]
	})
}

// capital makes the first letter of a sentence a capital.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// of names the studies of a coefficient.
func (a Agreement) of() string { return visible.Text(strings.Join(a.Studies, " × ")) }

// short prints a coefficient and its interval with two decimals.
func (a Agreement) short() string {
	if !a.Lower.Defined() && !a.Upper.Defined() {
		return a.Estimate.fixed(2)
	}
	return a.Estimate.fixed(2) + " " + interval(a.Lower, a.Upper, 2)
}

// columnsVerdict says how far labels of each study agree in several label columns, by the coefficient that comes first.
func (lc *LabelColumns) columnsVerdict() []string {
	type columnsOf struct {
		of  string
		all []place
	}
	var all []*columnsOf
	coefficient := ""
	for _, c := range lc.Columns {
		one, _ := LeadingCoefficients(c.Agreement)
		if coefficient == "" {
			coefficient = one
		}
		seen := map[string]bool{} // coefficients, of which the first distance counts
		for _, a := range c.Agreement {
			if a.Coefficient != coefficient || !a.Estimate.Defined() || seen[a.of()] {
				continue
			}
			seen[a.of()] = true
			k := slices.IndexFunc(all, func(s *columnsOf) bool { return s.of == a.of() })
			if k < 0 {
				k, all = len(all), append(all, &columnsOf{of: a.of()})
			}
			all[k].all = append(all[k].all, place{c.name(), a.Estimate, a.SE})
		}
	}
	verdict := []string{}
	for _, s := range all[:min(len(all), mostVerdicts)] {
		of := ""
		if len(all) > 1 {
			of = " of " + s.of
		}
		name := capital(catalogue.CoefficientName(coefficient))
		text := fmt.Sprintf("%s%s: %s", name, of, order(s.all, "for"))
		if len(s.all) == 1 {
			text = fmt.Sprintf("%s%s is %s for %s", name, of, s.all[0].value.fixed(2), s.all[0].name)
		}
		verdict = append(verdict, text)
	}
	return verdict
}

// name is the name of a label column in verdicts.
func (c LabelColumn) name() string {
	if c.Grouping != "" {
		return visible.Text(c.Label + " by " + c.Grouping)
	}
	return visible.Text(c.Label)
}
