package say

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/study"
)

// Leading are the quantities that a fit leads with: the reliability of one label, and of a mean of labels.
func (s Scope) Leading() (one, mean string) {
	kind := catalogue.Agreement
	if m := s.Runs[0].Model; m != nil {
		kind = m.ICC
	}
	return kind.Quantities()
}

// Others are the groups of a fit besides the reference, in the order of the file.
func (s Scope) Others() (names []string) {
	for _, g := range s.Data.Studies {
		if g.Name != s.Set["reference"] {
			names = append(names, g.Name)
		}
	}
	return names
}

// group is a number of a group of a fit; nil if it is undefined.
func (s Scope) group(name, group string) *answer.Row {
	return defined(s.Get(name, answer.Key{Group: group}))
}

// defined is the row if it has a number, or nil.
func defined(r *answer.Row) *answer.Row {
	if r == nil || !r.Defined() {
		return nil
	}
	return r
}

// above is the probability that a difference of one and another is above 0; NaN if there is none.
func (s Scope) above(name, group, one, another string) float64 {
	if r := s.Get(name, answer.Key{Group: group, Of: one, Against: another}); r != nil && !math.IsNaN(r.P) {
		return r.P
	}
	if r := s.Get(name, answer.Key{Group: group, Of: another, Against: one}); r != nil {
		return 1 - r.P
	}
	return math.NaN()
}

// nearest compares the group that is closest to the reference, or to the standard, with the next one; ok is false if
// there are not two groups to compare.
func (s Scope) nearest() (c result.Closest, ok bool) {
	d, first, next := s.leader()
	if d == nil || math.IsNaN(d.P) {
		return c, false
	}
	c = result.Closest{Reference: cmp.Or(s.Set["reference"], s.Set["source"]), First: first.Of, Next: next.Of,
		Of: len(s.contenders()), Probability: result.Number(d.P)}
	if d.P >= result.Sure && s.Command == "fit" {
		c.Against = fmt.Sprintf(", ρ %s against %s", document.Fixed(first.Value, 2), document.Fixed(next.Value, 2))
	}
	return c, true
}

// Crossing returns the group with the highest ICC and the group that is closest to the reference. ok says that they
// differ, and that both findings have a probability of at least [result.Sure].
func Crossing(a *answer.Answer) (itself, nearest string, ok bool) {
	s := Scope{Answer: a}
	c, ok := s.nearest()
	if one, _ := s.Leading(); !ok || c.Probability < result.Sure || one != catalogue.ICC {
		return "", "", false
	}
	best, highest := "", -1.0
	for _, name := range s.Others() {
		if r := s.group(catalogue.ICC, name); r != nil && r.Value > highest {
			best, highest = name, r.Value
		}
	}
	return best, c.First, best != c.First && s.above(catalogue.ICCDifference, "", best, c.First) >= result.Sure
}

// FitVerdict says in sentences what a fit found, the answer first. Numbers are on the label scale.
func FitVerdict(a *answer.Answer) []string {
	s, run := Scope{Answer: a}, a.Runs[0]
	switch {
	case !slices.ContainsFunc(a.Rows, func(r *answer.Row) bool { return r.Draws != nil }):
		return []string{}
	case run.Sampler != nil && run.Sampler.Partial:
		return []string{"No verdict: the run was interrupted"}
	case !trusted(run):
		return []string{unconverged}
	}
	all := s.findings()
	if len(a.Data.Studies) <= mostVerdicts { // of more groups, the table has the probabilities
		all = append(all, s.ofGroups(s.target)...)
	}
	for i, c := range a.Of("matters") {
		if i == mostCovariates {
			break
		}
		all = append(all, c.Why)
		if changed := a.Get("changed", c.Key); changed != nil {
			all = append(all, changed.Why)
		}
	}
	return all
}

// trusted reports whether the numbers of a run may be used: it was not interrupted, and its chains have converged.
func trusted(r answer.Run) bool {
	return (r.Sampler == nil || !r.Sampler.Partial) && (r.Trust == nil || r.Trust.Converged)
}

// findings begin a verdict: which group is closest to the reference, how far two agree, or how reliable the labels are.
func (s Scope) findings() []string {
	if c, ok := s.nearest(); ok {
		all := []string{c.Sentence()}
		if others := s.Others(); len(others) < mostVerdicts { // of more groups, the tables have the levels
			for _, other := range others {
				all = append(all, s.levels(other)...)
			}
		}
		return all
	}
	if others := s.Others(); s.Set["reference"] != "" && len(others) == 1 {
		if text := s.agree(others[0]); text != "" {
			return append([]string{text}, s.levels(others[0])...)
		}
	}
	return s.ofGroups(s.reliable)
}

// ofGroups returns the sentences on the first groups.
func (s Scope) ofGroups(sentence func(group string) string) []string {
	all := []string{}
	for _, g := range s.Data.Studies {
		if text := sentence(g.Name); text != "" && len(all) < mostVerdicts {
			all = append(all, text)
		}
	}
	return all
}

// agree says how far a group agrees with the reference; "" if the fit does not say.
func (s Scope) agree(other string) string {
	rho, xcc := s.pair(catalogue.Rho, other), s.pair(catalogue.XCC, other)
	if rho == nil {
		return ""
	}
	correlate := fmt.Sprintf("ith unlimited labels, %s and %s would correlate", visible.Text(s.Set["reference"]),
		visible.Text(other))
	if saysLittle(rho) {
		return fmt.Sprintf("Too little to say: w%s somewhere %s (ρ)", correlate, span(rho))
	}
	text := fmt.Sprintf("W%s %s (ρ)", correlate, document.Fixed(rho.Value, 2))
	if xcc != nil {
		text += fmt.Sprintf("; one label of each, %s (xCC)", document.Fixed(xcc.Value, 2))
	}
	return text
}

// levels says whether a group gives higher labels than the reference, if the interval of the difference leaves out 0.
func (s Scope) levels(other string) []string {
	reference := s.Set["reference"]
	r := defined(s.Get(catalogue.MeanDifference, answer.Key{Of: other, Against: reference}))
	if r == nil || r.Lower <= 0 && r.Upper >= 0 {
		return nil
	}
	more, higher := "more", "higher"
	if r.Value < 0 {
		more, higher = "less", "lower"
	}
	labels := fmt.Sprintf("are %s %s on average than", document.Fixed(math.Abs(r.Value), document.Places(r.SD, 0, 2)),
		higher)
	switch {
	case s.Data.Log:
		labels = fmt.Sprintf("are typically %.2f times as high as", math.Exp(r.Value))
	case s.Data.Positive != "":
		return []string{fmt.Sprintf("Labels from %s are “%s” %s often than those from %s (%s against %s); the "+
			"correlation ignores this", visible.Text(other), visible.Text(s.Data.Positive), more,
			visible.Text(reference), s.share(other), s.share(reference))}
	}
	return []string{fmt.Sprintf("Labels from %s %s those from %s; the correlation ignores this", visible.Text(other),
		labels, visible.Text(reference))}
}

// share is the share of positive labels of a group.
func (s Scope) share(group string) string {
	return document.Percent(float64(s.Data.Study(group).Mean), 0)
}

// reliable says how reliable the labels of a group are; "" if the fit does not say.
func (s Scope) reliable(group string) string {
	one, mean := s.Leading()
	icc := s.group(one, group)
	if icc == nil {
		return ""
	}
	of, name := "", "ICC"
	if len(s.Data.Studies) > 1 {
		of = " from " + visible.Text(group)
	}
	if one != catalogue.ICC {
		name = quantity.Of(one).Symbol
	}
	if saysLittle(icc) {
		return fmt.Sprintf("Too little to say: the reliability of one label%s (%s) is somewhere %s", of, name,
			span(icc))
	}
	text := fmt.Sprintf("One label%s has a reliability (%s) of %s", of, name, document.Fixed(icc.Value, 2))
	if r := s.mean(mean, group); r != nil && r.K > 1 {
		text += fmt.Sprintf("; the mean of %s has %s", document.Plural(r.K, "label"), document.Fixed(r.Value, 2))
	}
	return text
}

// mean is a number of the mean of the labels that an item of a group has; nil if there is none.
func (s Scope) mean(name, group string) *answer.Row {
	for _, r := range s.Of(name) {
		if r.Scale == "" && r.Group == group {
			return defined(r)
		}
	}
	return nil
}

// widest is the widest interval of a share or correlation that a verdict sums up in one number: beyond it, the interval
// is the finding.
const widest = 0.4

// saysLittle reports whether the interval is so wide that its middle is no finding.
func saysLittle(r *answer.Row) bool { return r.Upper-r.Lower > widest }

// assurance is the probability with which labels_enough reach their target.
const assurance = 0.9

// target says whether the labels that an item of a group has are enough for the target; "" if nobody asked.
func (s Scope) target(group string) string {
	_, name := s.Leading()
	p := s.Get(name, answer.Key{Group: group, Event: name + " > " + s.Set["asked"]})
	mean := s.mean(name, group)
	if p == nil || mean == nil {
		return ""
	}
	of := ""
	if len(s.Data.Studies) > 1 {
		of = " of " + visible.Text(group)
	}
	labels := "the mean of " + document.Plural(mean.K, "label") + of + " has"
	if mean.K == 1 {
		labels = "one label" + of + " has"
	}
	text := fmt.Sprintf("%s: %s a reliability above %s with %s", isEnough(p.P), labels, s.Set["asked"],
		document.Probability(p.P))
	if enough := s.group("labels_enough", group); enough != nil && p.P < result.Sure {
		noun := "labels"
		if enough.Value == 1 {
			noun = "label"
		}
		text += fmt.Sprintf("; %s %s per item would reach it (%.0f%% sure)", document.Needed{Value: enough.Value,
			Lower: math.NaN(), Upper: math.NaN()}.Short(), noun, 100*assurance)
	}
	return text
}

// likely is the smallest probability at which an event is called probable. It is “likely” in the scale of Mastrandrea
// et al. (2010), which also calls an event unlikely below a third.
const likely = 2.0 / 3

// isEnough says whether labels are enough that reach their target with probability p.
func isEnough(p float64) string {
	switch {
	case p >= result.Sure:
		return "Enough"
	case p > likely:
		return "Probably enough"
	case p < 1-result.Sure:
		return "Not enough"
	case p < 1-likely:
		return "Probably not enough"
	}
	return "Unclear whether enough"
}

// Discrimination is the statistic of a doubt about labelers whose λ is certainly low.
const Discrimination = "discrimination"

// nextOfFit is [NextStep] of a fit.
func nextOfFit(a *answer.Answer) study.Fix {
	if len(a.Tasks()) > 0 {
		return study.To("see every task with its pictures", "html", "report.html")
	}
	s, alone := Scope{Answer: a}, ""
	if len(a.Data.Studies) == 1 {
		alone = a.Data.Studies[0].Name
	}
	one, mean := s.Leading()
	icc, needed := s.group(one, alone), a.Get("labels_needed", answer.Key{Group: alone})
	switch {
	case !trusted(a.Runs[0]):
		return study.To("more draws", "warmup", "2000").And("draws", "2000")
	case icc != nil && saysLittle(icc):
		return study.Fix{Does: "how many labels would narrow it", Command: "plan"}
	case slices.ContainsFunc(a.Of("doubt"), func(r *answer.Row) bool {
		return strings.Contains(r.Reason, Discrimination)
	}):
		return study.Fix{Does: "who does not follow the items", Command: "labelers"}
	case alone == "" && slices.ContainsFunc(a.Of(catalogue.Rho), (*answer.Row).Defined):
		return study.To("see the items on which they differ most", "html", "report.html")
	case needed != nil:
		if now := s.mean(mean, alone); now == nil || needed.Value > float64(now.K) {
			return study.Fix{Does: "which items need more labels", Command: "next"}
		}
	}
	return study.Fix{Does: "one answer for each item", Command: "consensus"}
}
