package say

import (
	"fmt"

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
