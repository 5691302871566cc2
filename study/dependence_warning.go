package study

import (
	"fmt"
	"strings"

	"concord/internal/visible"
)

// dependenceWarning is about studies in which the number of labels depends on labels.
func (d *Design) dependenceWarning() []Warning {
	w := Warning{Code: DependentLabels}
	evidence, decided := "", false
	for s, of := range d.Dependence {
		if !of.Found() {
			continue
		}
		if w.Studies = append(w.Studies, d.Studies[s].Name); evidence == "" {
			evidence = of.String()
		}
		decided = decided || of.First != nil
	}
	n := len(w.Studies)
	if n == 0 {
		return nil
	}
	which, those := "in "+d.named(w.Studies[0]), d.named(w.Studies[0])
	if n > 1 {
		which, those = "groups "+someNames(w.Studies)+": in the first of them", "these groups"
	}
	why := "The number of labels seems to depend on the labels themselves. The order of rows does not show it: " +
		"such items may have more labels for another reason"
	if decided {
		why = "The number of labels depends on the labels themselves: the first two labels of these items disagree " +
			"more than their other labels"
	}
	w.Text = fmt.Sprintf("%s, %s. "+why+". Coefficients of "+
		"agreement, shares and means of the labels of %s are then biased. Use the model's ICC and ρ instead. They "+
		"are right if the file has all labels that decided whether another label was collected", which, evidence, those)
	return []Warning{w}
}

// String says how labels differ, such as "items with more labels have more disagreement (z = 7.5)".
func (dep Dependence) String() string {
	var has []string
	if a := dep.Disagreement; a != nil {
		has = append(has, "more disagreement"+a.inBrackets())
		if a.Z < 0 {
			has[0] = "less disagreement" + a.inBrackets()
		}
	}
	if a := dep.Level; a != nil {
		what := "higher labels"
		if a.Z < 0 {
			what = "lower labels"
		}
		if a.Category != "" {
			what = "more often the label " + visible.Quote(a.Category)
			if a.Z < 0 {
				what = "less often the label " + visible.Quote(a.Category)
			}
		}
		has = append(has, what+a.inBrackets())
	}
	return "items with more labels have " + strings.Join(has, " and ")
}

func (as Association) inBrackets() string {
	return strings.Replace(fmt.Sprintf(" (z = %.1f)", as.Z), "-", "−", 1)
}
