package say

import (
	"fmt"
	"math"

	"concord/internal/answer"
	"concord/internal/document"
)

// ConsensusVerdict says how many labels are certain, or how precise scores are.
func ConsensusVerdict(a *answer.Answer) []string {
	if !a.Converged(answer.Key{}) {
		return []string{unconverged}
	}
	sum, width := map[string]int{}, 0.0
	for _, part := range a.Parts() {
		for _, name := range []string{"items", "certain", "doubtful", "too_close"} {
			if r := a.Get(name, part); r != nil {
				sum[name] += int(r.Value)
			}
		}
		if r := a.Get("mean_width", part); r != nil {
			width += r.Value * a.Value("items", part)
		}
	}
	items := document.Plural(sum["items"], "item")
	if len(a.Of("certain")) == 0 {
		return []string{fmt.Sprintf("The scores of %s are known within ±%s on average", items,
			document.Fixed(width/float64(sum["items"])/2, 2))}
	}
	form := "%s of %s have a certain label, %s a doubtful one, and %s are too close to call"
	if n := len(a.Parts()); n > 1 {
		items = document.Integer(sum["items"])
		form = fmt.Sprintf("Over %d groups, ", n) + "%s of %s labels are certain, %s are doubtful, and %s are too " +
			"close to call"
	}
	return []string{fmt.Sprintf(form, document.Integer(sum["certain"]), items, document.Integer(sum["doubtful"]),
		document.Integer(sum["too_close"]))}
}

// OfUnlimited defines the consensus of unlimited labelers for a kind of label.
func OfUnlimited(kind string) string {
	if kind == "ordinal" {
		return "have the label as their median"
	}
	return "give the label most often"
}

// mostCounts is how many different numbers of labels a verdict lists.
const mostCounts = 4

// NextVerdict says how many items get how many labels, and their expected gain.
func NextVerdict(a *answer.Answer) []string {
	counts := a.Of("items_with")
	if !a.Converged(answer.Key{}) {
		return []string{unconverged}
	}
	if len(counts) == 0 {
		bought := ""
		if r := a.Of("wrong_now"); len(r) > 0 && r[0].Value > 1.0/2000 {
			bought = "that the budget buys "
		}
		return []string{"No label " + bought + "is expected to change a consensus: spend nothing"}
	}
	labels, items := 0, 0
	var parts []string
	for i, r := range counts {
		n := int(r.Value)
		labels, items = labels+r.K*n, items+n
		who, get := document.Integer(n), " get "
		if i == 0 {
			who = document.Plural(n, "item")
		}
		if n == 1 {
			get = " gets "
		}
		parts = append(parts, who+get+document.Integer(r.K))
	}
	if len(parts) > mostCounts {
		parts = []string{fmt.Sprintf("%s get %s to %s", document.Plural(items, "item"), document.Integer(counts[0].K),
			document.Integer(counts[len(counts)-1].K))}
	}
	what, by := "wrong", "Expected share of wrong labels"
	if a.Set["goal"] == "estimate" {
		what, by = "error", "Expected error of a score"
	}
	s := Scope{a, a.Of(what + "_now")[0].Key}
	if len(a.Data.Studies) > 1 {
		by += " by {group}"
	}
	return []string{"The next " + document.Plural(labels, "label") + ": " + document.Listed(parts),
		s.Fill(by + ": {" + what + "_now} now, {" + what + "_after} then[ ({" + what + "_evenly} if spread evenly)]")}
}

// NextNotes say why the budget is not spent, if it is not. items is how many may get labels.
func NextNotes(a *answer.Answer, items int) []string {
	s := Scope{a, answer.Key{}}
	cheapest, labels := math.Inf(1), 0.0
	for _, r := range a.Of("label_cost") {
		cheapest = min(cheapest, r.Value)
	}
	for _, r := range a.Of("group_labels") {
		labels += r.Value
	}
	most, left := s.Row("most_labels").Value, s.Row("budget").Value-s.Row("spent").Value
	switch {
	case labels == 0, left < cheapest, !a.Converged(answer.Key{}):
		return nil
	case labels >= most*float64(items):
		return []string{s.Fill("Every item gets {most_labels:label}, the most that were considered.")}
	}
	return []string{"No further labels are expected to change anything: " + document.Full(left) + " of the budget " +
		"is not spent."}
}
