package say

import (
	"fmt"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/study"
)

// LabelersVerdict says whose labels agree beyond what all others' labels explain, who needs retraining, and who changes
// with a covariate unlike the others.
func LabelersVerdict(a *answer.Answer) []string {
	if !a.Converged(answer.Key{}) {
		return []string{unconverged}
	}
	var all []string
	for _, c := range a.Data.Cautions {
		if c.Code == result.SameLabels {
			same, _, _ := strings.Cut(c.Text, result.BeyondOthers)
			all = append(all, same)
		}
	}
	all = append(all, retraining(a))
	for _, c := range a.Of("matters") {
		if text := changing(a, c.Of); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// retraining says who needs retraining, and how many have too few labels to tell.
func retraining(a *answer.Answer) string {
	counts, last := map[string]int{}, ""
	var names []string
	for _, r := range a.Of("verdict") {
		counts[r.Said]++
		if r.Said != "retrain" || counts[r.Said] > most {
			continue
		}
		name, why := visible.Text(r.Of), a.Get("fault", r.Key).Said
		if why != last {
			name, last = name+" "+why, why
		}
		names = append(names, name)
	}
	retrain, read, few, all := counts["retrain"], counts["read"], counts["too few labels"], len(a.Of("verdict"))
	text := fmt.Sprintf("Nobody of %d is clearly off", all)
	switch {
	case few == all:
		return fmt.Sprintf("Too few labels to tell whether any of %s is off", document.Plural(few, "rater"))
	case retrain == 1:
		text = fmt.Sprintf("1 of %s needs retraining: %s", document.Plural(all, "rater"), names[0])
	case retrain > 1:
		text = fmt.Sprintf("%d of %s need retraining: %s", retrain, document.Plural(all, "rater"), firstOf(names,
			retrain))
	}
	if read > 0 {
		text += fmt.Sprintf("; read the labels of %d", read)
		if retrain > 0 {
			text += " more"
		}
	}
	switch {
	case few == 1:
		text += "; 1 has too few labels to tell"
	case few > 1:
		text += fmt.Sprintf("; %d have too few labels to tell", few)
	}
	return text
}

// firstOf lists the first names of more.
func firstOf(names []string, all int) string {
	if left := all - len(names); left > 0 {
		names = append(names, fmt.Sprintf("%d more", left))
	}
	return strings.Join(names, ", ")
}

// changing names the labelers who change with a covariate unlike a random labeler; "" if none could.
func changing(a *answer.Answer, covariate string) string {
	all := 0
	for _, name := range []string{"change", "rate_change"} {
		for _, r := range a.Of(name) {
			if r.Against == covariate {
				all++
			}
		}
	}
	var names []string
	n := 0
	for _, r := range a.Of("differs") {
		if r.Against == covariate {
			if n++; n <= 5 {
				names = append(names, Scope{a, r.Key}.Fill("{of}[ in {part}]"))
			}
		}
	}
	who, verb := fmt.Sprintf("%d of %d raters", n, all), "change"
	switch n {
	case 0:
		who, verb = fmt.Sprintf("None of %d raters", all), "clearly changes"
	case 1:
		verb = "changes"
	}
	text := fmt.Sprintf("%s %s with %s unlike the others", who, verb, visible.Text(covariate))
	switch {
	case all == 0:
		return ""
	case n > 0:
		text += ": " + firstOf(names, n)
	}
	return text
}

// LabelersNotes say that labelers are compared given covariates, and name the labelers without a leaning.
func LabelersNotes(a *answer.Answer) []string {
	var all, own, alone []string
	for _, c := range a.Runs[0].Model.Covariates {
		all = append(all, visible.Text(c.Name))
		if c.Of == study.LabelerFactor {
			own = append(own, visible.Text(c.Name))
		}
	}
	if all == nil {
		return []string{}
	}
	text := fmt.Sprintf("Raters are compared as if all labels had the same %s.", document.Listed(all))
	if own != nil {
		text += fmt.Sprintf(" A leaning compares raters with the same %s.", document.Listed(own))
	}
	for _, r := range a.Of("level") {
		if leaning := a.Get("leaning", r.Key); leaning == nil || !leaning.Defined() {
			alone = append(alone, r.Of)
		}
	}
	if alone == nil {
		return []string{text}
	}
	return []string{text, fmt.Sprintf("No other rater has the %s of %s, so that the leaning is not known.",
		document.Listed(own), visible.Names(alone))}
}
