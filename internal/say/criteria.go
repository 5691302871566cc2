package say

import (
	"fmt"
	"strings"

	"concord/internal/answer"
	"concord/internal/checks/predictive"
	"concord/internal/document"
	"concord/internal/visible"
)

// CriteriaVerdict says whose halo is larger than the reference's, and how criteria go together.
func CriteriaVerdict(a *answer.Answer) []string {
	if !a.Converged(answer.Key{}) {
		return []string{unconverged}
	}
	people := Scope{a, a.Parts()[0]}
	together := people.Fill("True scores on two criteria correlate {true_scores} on average; two labels of an item, " +
		"{one_labeler} by one person and {two_labelers} by two")
	halo := people.Fill("[Halo: one person's errors on an item correlate {halo} between criteria]")
	switch others := a.Parts()[1:]; {
	case len(others) == 1:
		halo = haloOf(people, Scope{a, others[0]})
	case len(others) > 1:
		return append(halosOf(people, others), together)
	}
	if halo == "" {
		return []string{together}
	}
	return []string{halo, together}
}

// haloOf compares the halo of the only other group.
func haloOf(people, s Scope) string {
	r := s.Row("halo_difference")
	p, text := r.P, "Criteria colour each other more in labels from "
	switch Better(p) {
	case "":
		return fmt.Sprintf("The halos of %s and %s cannot be compared: %s", s.Fill("{group}"), people.Fill("{group}"),
			r.Why)
	case "no":
		p, text = 1-p, "Criteria colour each other less in labels from "
	case "?":
		text = "It is unclear whether criteria colour each other more in labels from "
	}
	return text + s.Fill("{group} than in those from ") + people.Fill("{group}") + s.Fill(": halo {halo} against ") +
		people.Fill("{halo}, ") + document.Probability(p)
}

// halosOf compares the halos of several other groups.
func halosOf(people Scope, others []answer.Key) (all []string) {
	for _, kind := range [][2]string{{"yes", "Larger halo than"}, {"no", "Smaller halo than"},
		{"?", "It is unclear whether the halo is larger than the halo of"}, {"", "No halo to compare with"}} {
		var names []string
		for _, part := range others {
			if Better(people.Get("halo_difference", part).P) == kind[0] {
				names = append(names, part.PartName())
			}
		}
		if names != nil {
			all = append(all, kind[1]+people.Fill(" {group}[ ({halo})]: ")+strings.Join(names, ", "))
		}
	}
	return all
}

// CriteriaNotes name the groups whose halo is unknown.
func CriteriaNotes(a *answer.Answer) []string {
	notes := []string{}
	for _, part := range a.Parts() {
		if r := a.Get("halo", part); r.Why != "" {
			notes = append(notes, fmt.Sprintf("%s: nothing is known of the halo, because %s.", part.PartName(), r.Why))
		}
	}
	return notes
}

// Statistic names a statistic of the predictive check in a line of a table.
func (s Scope) Statistic() string { return s.Fill(statistics()[s.At.Term].name) }

// statistic is a statistic of the predictive check: its name in a table, and in a sentence. If labels are unlike
// replicated ones in it, an assumption is in doubt. The reader then looks at something, or at something else if the
// labels have more of it.
type statistic struct{ name, title, assumption, consequence, look, high string }

func statistics() map[string]statistic {
	const pair = "{of} × {against}"
	one := statistic{name: "one labeler, " + pair,
		title:       "the correlation of one labeler's labels on {of} and {against}",
		assumption:  "a labeler's liking of an item goes into all criteria alike",
		consequence: "the halo is an average over criteria, and correlations of true scores are off",
		look:        "a fit without {of} or {against}", high: "whether labelers take {of} and {against} for the same"}
	halo := one
	halo.name = "halo of the pair, " + pair
	halo.title = "one labeler's correlation less that of two, compared with other criteria, on {of} and {against}"
	return map[string]statistic{"one_labeler": one, "halo_of_pair": halo,
		"label_sd": {name: "SD of labels, {of}", title: "the standard deviation of labels on {of}",
			assumption:  "labels on a criterion spread as the model expects",
			consequence: "the reliability of the criterion is off",
			look:        "labels on {of} that are far from the others"},
		"two_labelers": {name: "two labelers, " + pair,
			title:       "the correlation of two labelers' labels on {of} and {against}",
			assumption:  "true scores on two criteria follow a normal distribution together",
			consequence: "the correlation of true scores is off",
			look:        "items that are high on {of} and low on {against}"},
		"halo_spread": {name: "labelers' halos differ",
			title:       "how unlike labelers are in the differences of their labels over criteria",
			assumption:  "all labelers have the same halo",
			consequence: "the halo is an average over unlike labelers",
			look:        "each labeler's labels of an item on all criteria",
			high:        "[labelers who give nearly the same label on all criteria ({labelers_alike})]"}}
}

// CriteriaDoubt is an assumption about the labels of a group that they contradict.
type CriteriaDoubt struct{ Group, Assumption, Evidence, Consequence, Look string }

// CriteriaDoubts are the assumptions that labels contradict.
func CriteriaDoubts(a *answer.Answer) (all []*CriteriaDoubt) {
	of := map[[2]string]*CriteriaDoubt{}
	for _, r := range a.Of("p_of_all") {
		if r.Value > predictive.Threshold {
			continue
		}
		s := Scope{a, r.Key}
		is := statistics()[r.Term]
		look := s.Fill(is.look)
		if s.Row("observed").Value > s.Row("replicated").Value {
			s.At = answer.Key{Group: r.Group, Of: r.Key.Of, Against: r.Against}
			if high := s.Fill(is.high); high != "" {
				look = high
			}
			s.At = r.Key
		}
		evidence := s.Fill(is.title + " is {observed}, but replicated studies have {replicated.all}")
		d := of[[2]string{r.Group, is.assumption}]
		if d == nil {
			d = &CriteriaDoubt{visible.Text(document.Clip(r.Group)), is.assumption, evidence, is.consequence, look}
			of[[2]string{r.Group, is.assumption}], all = d, append(all, d)
			continue
		}
		if d.Evidence += "; " + evidence; !strings.Contains(d.Look, look) {
			d.Look += "; " + look
		}
	}
	return all
}

// CriteriaDoubted are the doubts for a first screen.
func CriteriaDoubted(a *answer.Answer) []string {
	all := []string{}
	for _, d := range CriteriaDoubts(a) {
		all = append(all, fmt.Sprintf("%s: it is doubtful that %s. Look at: %s.", d.Group, d.Assumption, d.Look))
	}
	return all
}
