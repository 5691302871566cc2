package result

import (
	"cmp"
	"fmt"
	"slices"

	"concord/internal/document"
	"concord/internal/visible"
)

// newVerdict says in sentences how groups compare with the standard: which one is closest, and how often each is right.
func (gd *Gold) newVerdict() []string {
	all := []string{}
	d := gd.Trust()
	trusted := d == nil || d.Converged
	c, ok := gd.Closest()
	switch {
	case !trusted:
		all = append(all, "No verdict on true scores: the chains have not converged")
	case ok:
		all = append(all, c.sentence())
	}
	if len(gd.Groups) == 1 {
		all = append(all, gd.answersSentence(gd.Groups[0]))
		if text := gd.worthSentence(gd.Groups[0]); trusted && text != "" {
			all = append(all, text)
		}
		return all
	}
	groups := slices.Clone(gd.Groups)
	slices.SortStableFunc(groups, func(a, b GoldGroup) int { return compareAnswers(a.Best(), b.Best()) })
	for _, group := range groups[:min(len(groups), mostVerdicts-len(all))] {
		all = append(all, gd.answersSentence(group))
	}
	return all
}

// Closest compares the group that is closest to the standard with the next one, by r on the label scale; ok is false if
// the fit does not have two groups.
func (gd *Gold) Closest() (c Closest, ok bool) {
	groups := gd.ByValidity()
	groups = slices.DeleteFunc(groups, func(g GoldGroup) bool { return len(g.Validity) == 0 })
	if len(groups) < 2 {
		return c, false
	}
	c = Closest{Reference: gd.Standard.Study, First: groups[0].Study, Next: groups[1].Study, Of: len(groups)}
	if c.Probability = gd.Closer(c.First, c.Next); c.Probability < 0.5 { // the medians and the draws disagree
		c.First, c.Next, c.Probability = c.Next, c.First, 1-c.Probability
	}
	return c, c.Probability.Defined()
}

// ByValidity returns the groups, those with the highest r on the label scale first and those without one last.
func (gd *Gold) ByValidity() []GoldGroup {
	r := func(g GoldGroup) Number {
		if n := len(g.Validity); n > 0 && g.Validity[n-1].Median.Defined() {
			return g.Validity[n-1].Median
		}
		return -2
	}
	groups := slices.Clone(gd.Groups)
	slices.SortStableFunc(groups, func(a, b GoldGroup) int { return cmp.Compare(r(b), r(a)) })
	return groups
}

// Closer returns the probability that one group is closer to the standard than another on the label scale; undefined
// if the fit does not have both.
func (gd *Gold) Closer(a, b string) Number {
	for _, p := range gd.Pairs {
		chance := p.Closer[len(p.Closer)-1].Value
		switch p.Groups {
		case [2]string{a, b}:
			return chance
		case [2]string{b, a}:
			return 1 - chance
		}
	}
	return Undefined()
}

// Best returns the answers that use all labels of an item best: the consensus of the fit if there is one, or else
// votes, or means of labels.
func (group GoldGroup) Best() GoldAnswers {
	if group.ByConsensus() {
		return *group.Consensus
	}
	return group.Votes
}

// ByConsensus reports whether [GoldGroup.Best] is the consensus.
func (group GoldGroup) ByConsensus() bool {
	return group.Consensus != nil && group.Votes.Right != nil && group.Labels > group.Items
}

// One returns how often a single label is right: by the fit if a count would be biased.
func (group GoldGroup) One() GoldAnswers {
	if group.SingleByFit != nil {
		return *group.SingleByFit
	}
	return group.Single
}

// answersSentence says how often a group is right, or how far off it is.
func (gd *Gold) answersSentence(group GoldGroup) string {
	name, best := visible.Text(group.Study), group.Best()
	if best.Right == nil {
		return fmt.Sprintf("The mean label of %s is off by %s (root mean square, level aside), one label by %s", name,
			best.RMSE.Estimate.fixed(2), group.Single.RMSE.Estimate.fixed(2))
	}
	who := "The majority vote of %s is"
	switch {
	case group.Labels == group.Items:
		who = "Labels of %s are"
	case group.ByConsensus():
		who = "The consensus of %s is"
	}
	text := fmt.Sprintf(who+" right on %s of %s", name, percentage(best.Right.Estimate), plural(best.Items, "item"))
	if group.Labels > group.Items {
		text += fmt.Sprintf(", one label on %s", percentage(group.One().Right.Estimate))
	}
	return text
}

// worthSentence says how many labels of a group one gold label is worth; "" if the fit does not say.
func (gd *Gold) worthSentence(group GoldGroup) string {
	n := len(group.Worth)
	if n == 0 || !group.Worth[n-1].Median.Defined() {
		return ""
	}
	w := group.Worth[n-1]
	return fmt.Sprintf("One label of %s is worth %s labels of %s", visible.Text(gd.Standard.Study),
		document.Say(document.Labels{Value: float64(w.Median), Lower: float64(w.Lower), Upper: float64(w.Upper),
			Most: MostGoldLabels}, 1), visible.Text(group.Study))
}
