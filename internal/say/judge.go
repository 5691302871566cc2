package say

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// Better says whether an event with a probability is sure: "yes", "no" or, if neither is conclusive, "?"; "" if there
// is no probability.
func Better(p float64) string {
	switch {
	case p >= result.Sure:
		return "yes"
	case p <= 1-result.Sure:
		return "no"
	case p == p:
		return "?"
	}
	return ""
}

// better is what a judge does that is better than a random person.
const better = "better than one random person"

// standing says how a judge stands beside a random person; "" if there is no comparison with people.
func (s Scope) standing() string {
	r := s.Row("validity")
	if r == nil {
		return ""
	}
	const follows = " follows people's true scores "
	switch name, p := s.Fill("{of}"), r.P; Better(p) {
	case "yes":
		return name + follows + better + ": " + document.Probability(p)
	case "no":
		return name + follows + "less well than one random person: " + document.Probability(1-p)
	case "?":
		return "It is unclear whether " + name + follows + better + ": " + document.Probability(p)
	default:
		return name + " cannot be compared with a person: " + cmp.Or(r.Why, "there is no r")
	}
}

// Judges are the judges of the part of the scope, the best first.
func (s Scope) Judges() []Scope {
	var all []Scope
	for _, r := range s.Of("validity") {
		if r.By == "" && r.Scale == "" && r.In(s.At) {
			all = append(all, s.at(r))
		}
	}
	return all
}

// JudgesOf says how the judges of a part stand.
func JudgesOf(s Scope) []string {
	all := s.Judges()
	switch {
	case !s.Converged(s.At):
		return []string{unconverged}
	case len(all) == 1:
		return []string{all[0].standing()}
	}
	var good, others []string
	for _, j := range all {
		name, p := j.Fill("{of}"), j.Row("validity").P
		switch Better(p) {
		case "yes":
			good = append(good, name)
		case "no":
			others = append(others, name+" is worse than a person: "+document.Probability(1-p))
		case "?":
			others = append(others, name+" could be better or worse: "+document.Chance(p)+" that it is better than "+
				"a person")
		default:
			others = append(others, j.standing())
		}
	}
	head := "No judge has been shown to be as good as one person"
	if good != nil {
		head = "Better than one person: " + firstNames(good, "judge")
	}
	if left := len(others) - most; left > 0 {
		others = append(others[:most], document.Plural(left, "more judge")+" could be either, or worse")
	}
	return append([]string{head}, others...)
}

// JudgesOfTask says how the judges of a task stand, and which share of labels is of a category that is one.
func JudgesOfTask(s Scope) []string {
	var all []string
	for _, part := range s.Parts() {
		if part.Task != s.At.Task {
			continue
		}
		of := Scope{s.Answer, part}
		if text := of.Fill("[{category_share} of people's labels are of " + visible.Text(part.Task) + "]"); text != "" {
			all = append(all, text)
		}
		if len(of.Judges()) > 0 {
			all = append(all, JudgesOf(of)...)
		}
	}
	if r := s.Get("items", answer.Key{Task: s.At.Task}); r != nil {
		all = append(all, visible.Text(s.At.Task)+" has no comparison: "+r.Why)
	}
	return all
}

// FewPeople says that people are too few to describe a random person; "" if they are not, or if no judge was fitted.
func FewPeople(s Scope) string {
	fitted := slices.ContainsFunc(s.Judges(), func(j Scope) bool { return j.Row("validity").Defined() })
	const few = 10 // or the prior of their standard deviation matters as much as their labels
	if n := s.Value("labelers", s.At); fitted && n > 0 && n < few {
		return s.Fill("Only {labelers} people label: the r of a person and the worth depend on the prior of the " +
			"people's standard deviation. “Follows as well, ignoring level” hardly depends on it.")
	}
	return ""
}

// SharedErrors says whether judges err together; "" for fewer than two.
func SharedErrors(s Scope) string {
	var most *answer.Row
	for _, r := range s.Of("common_errors") {
		if r.In(s.At) && (most == nil || r.Value > most.Value) {
			most = r
		}
	}
	m := s.Row("independent_judges")
	if most == nil || !m.Defined() {
		return ""
	}
	all := fmt.Sprintf("all %d together", m.N)
	if m.N == 2 {
		all = "both together"
	}
	worth := s.Fill(all + " are worth {independent_judges.all} independent judges.")
	switch {
	case m.Upper >= float64(m.N): // with independent errors, many draws are near n
		return "Judges do not clearly share errors: " + worth
	case m.N == 2:
		return "Errors are shared: " + worth
	}
	return "Errors are shared: " + worth + s.at(most).Fill(" Most alike: {of} × {against} {common_errors}.")
}

// Reweighted says for how many judges draws of the people's posterior were reweighted; "" if for none.
func Reweighted(s Scope) string {
	n, k, ess := 0, math.Inf(-1), math.Inf(1)
	all := s.Judges()
	all = slices.DeleteFunc(all, func(j Scope) bool { return !j.Row("validity").Defined() })
	for _, j := range all {
		if r := j.Row("pareto_k"); r != nil {
			n, k, ess = n+1, max(k, r.Value), min(ess, j.Row("reweighted_ess").Value)
		}
	}
	if n == 0 {
		return ""
	}
	text := fmt.Sprintf("Judges: the draws of the people alone, mapped and reweighted for %s (Pareto k̂ ≤ %s, "+
		"ESS ≥ %s)", document.Plural(n, "judge"), document.Fixed(k, 2), document.Integer(int(ess)))
	if sampled := len(all) - n; sampled > 0 {
		text += fmt.Sprintf("; %d sampled", sampled)
	}
	return text + "."
}

// ProbabilitiesVerdict says how the best judge stands, and whether its probabilities can be taken as they are.
func ProbabilitiesVerdict(a *answer.Answer) []string {
	s := Whole(a)
	first := s.of("auc")
	switch {
	case len(first) == 0 || first[0].By != "":
		return []string{"No verdict: there are no probabilities"}
	case !a.Converged(s.At):
		return []string{unconverged}
	}
	var all []string
	s = s.at(first[0])
	if text := s.standing(); text != "" {
		all = append(all, text)
	}
	percent := func(x float64) string { return document.Percent(x, 1) }
	if first[0].Defined() {
		text := s.Fill("{of} gives the item with a person's yes the higher probability in ") +
			percent(first[0].Value) + " of pairs"
		if x := a.Get("auc", answer.Key{Group: s.At.Group, By: answer.Unlimited}); x != nil {
			text += "; at most " + percent(x.Value) + " can be attained"
		}
		all = append(all, text)
	}
	if b := s.Row("judge_bias"); b.Lower > 0 || b.Upper < 0 {
		yes := s.Row("positive").Value
		all = append(all, s.Fill("The mean of {of} is ")+percent(b.Value+yes)+", people's share of yes "+percent(yes))
	}
	return all
}

// tally lists the tasks in which a judge follows people's true scores better than a random person, and the ones in
// which it follows them less well.
type tally struct {
	judge         string
	tasks         int
	better, worse []string
}

// tallies are of each judge, in the order in which judges first occur, over tasks or categories that count.
func tallies(a *answer.Answer, counts func(answer.Key) bool) []tally {
	var all []tally
	for _, j := range (Scope{Answer: a}).Judges() {
		if j.At.Task == "" || !counts(j.At) {
			continue
		}
		i := slices.IndexFunc(all, func(t tally) bool { return t.judge == j.At.Of })
		if i < 0 {
			i, all = len(all), append(all, tally{judge: j.At.Of})
		}
		all[i].tasks++
		switch Better(j.Row("validity").P) {
		case "yes":
			all[i].better = append(all[i].better, j.At.Task)
		case "no":
			all[i].worse = append(all[i].worse, j.At.Task)
		}
	}
	return all
}

// Tally counts the categories in which a judge is better than a random person, in which it is worse, and all.
func (s Scope) Tally() (better, worse, all int) {
	for _, t := range tallies(s.Answer, func(at answer.Key) bool { return at.Of == s.At.Of }) {
		better, worse, all = len(t.better), len(t.worse), t.tasks
	}
	return better, worse, all
}

// listed names the judges that do something in some of their tasks: "gpt (2 of 3 tasks)"; a single task is named:
// "gpt (1 of 3 tasks: style)". It is "" if there is none.
func listed(all []tally, does string, some func(tally) []string, tasks string) string {
	var names []string
	for _, t := range all {
		in := some(t)
		which := ""
		if len(in) == 1 && t.tasks > 1 {
			which = ": " + visible.Text(in[0])
		}
		if len(in) > 0 {
			names = append(names, fmt.Sprintf("%s (%d of %d %s%s)", visible.Text(t.judge), len(in), t.tasks, tasks,
				which))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return does + ": " + firstNames(names, "judge")
}

// betterIn says which judges are better than a random person, and in how many tasks.
func betterIn(all []tally, one, tasks string) string {
	return cmp.Or(listed(all, "Better than one random person", func(t tally) []string { return t.better }, tasks),
		"No judge follows people's true scores "+better+" in any "+one)
}

// JudgesOfTasks says which judges follow people's true scores better than a random person, and which less well, and
// whether one judge is the best in all tasks. A task whose chains have not converged does not count.
func JudgesOfTasks(a *answer.Answer) []string {
	doubtful, trusted := 0, 0
	for _, part := range a.Parts() {
		switch {
		case part.Task == "":
		case a.Converged(part):
			trusted++
		default:
			doubtful++
		}
	}
	if trusted == 0 {
		return []string{"No verdict: the chains of no task have converged"}
	}
	counts := tallies(a, a.Converged)
	slices.SortStableFunc(counts, func(a, b tally) int {
		return cmp.Or(cmp.Compare(len(b.better), len(a.better)), cmp.Compare(len(a.worse), len(b.worse)))
	})
	all := []string{betterIn(counts, "task", "tasks")}
	slices.Reverse(counts)
	if text := listed(counts, "Less well than one random person", func(t tally) []string { return t.worse },
		"tasks"); text != "" {
		all = append(all, text)
	}
	if doubtful > 0 {
		all = append(all, fmt.Sprintf("No verdict on %s: the chains have not converged",
			document.Plural(doubtful, "task")))
	}
	if text := everywhere(a); text != "" {
		all = append(all, text)
	}
	return all
}

// everywhere says whether one judge is the best in all tasks; "" for one task or one judge.
func everywhere(a *answer.Answer) string {
	typical := a.Of("validity_typical")
	if len(typical) < 2 || len(a.Tasks()) < 2 || math.IsNaN(typical[0].P) {
		return ""
	}
	one := 0.0
	for _, r := range typical {
		one += r.P
	}
	s := Scope{a, typical[0].Key}
	if typical[0].P >= result.Sure {
		return s.Fill("{of} is the best judge in every task: ") + document.Probability(typical[0].P)
	}
	return "One judge is the best in every task: " + document.Probability(one) +
		s.Fill(" ({of}: ") + document.Chance(typical[0].P) + ")"
}

// JudgesOfCategories says which judge gives a person's label most often, and in how many categories judges follow
// people's true scores better than a random person.
func JudgesOfCategories(a *answer.Answer) (all []string) {
	person, best := math.NaN(), (*answer.Row)(nil)
	for _, r := range a.Of("gives_same_label") {
		switch {
		case r.By != "":
			person = r.Value
		case best == nil && r.Defined():
			best = r
		}
	}
	if best != nil && !math.IsNaN(person) {
		all = append(all, Scope{a, best.Key}.Fill("{of} gives a random person's label on ")+
			document.Percent(best.Value, 1)+" of items, another person on "+document.Percent(person, 1))
	}
	return append(all, betterIn(tallies(a, func(answer.Key) bool { return true }), "category", "categories"))
}

// firstNames lists the first of some names, and says how many more of their kind there are.
func firstNames(names []string, kind string) string {
	if more := len(names) - most; more > 0 {
		names = append(names[:most], document.Plural(more, "more "+kind))
	}
	return document.Listed(names)
}
