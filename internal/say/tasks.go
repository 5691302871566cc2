package say

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/tasks/fits"
	"concord/internal/visible"
)

// PairOf is the row of a quantity of two groups of a task, in whichever order the answer has them; nil if there is
// none.
func PairOf(a *answer.Answer, task, name, one, other string) *answer.Row {
	return cmp.Or(a.Get(name, answer.Key{Task: task, Of: one, Against: other}),
		a.Get(name, answer.Key{Task: task, Of: other, Against: one}))
}

// Leads are the rows by which a fitted task is compared with others: ρ of each group with the reference, or the
// reliability of one label (ICC) of each group if there is none.
func Leads(a *answer.Answer, r answer.Run) (quantity string, all []*answer.Row) {
	if r.Model == nil {
		return "", nil
	}
	var single []*answer.Row
	for _, g := range r.Data.Studies {
		if row := PairOf(a, r.Task, catalogue.Rho, r.Model.Reference, g.Name); row != nil && row.Defined() {
			all = append(all, row)
		}
		if row := a.Get(catalogue.ICC, answer.Key{Task: r.Task, Group: g.Name}); row != nil && row.Defined() {
			single = append(single, row)
		}
	}
	if all == nil {
		return catalogue.ICC, single
	}
	return catalogue.Rho, all
}

// Lead is the mean of the numbers by which a task is compared; NaN if it has none.
func Lead(a *answer.Answer, r answer.Run) float64 {
	_, all := Leads(a, r)
	sum := 0.0
	for _, row := range all {
		sum += row.Value
	}
	return sum / float64(len(all))
}

// Ranking gathers the tasks that are compared. The zero value is ready for use.
type Ranking struct {
	quantity  string
	tasks     int
	doubtful  int    // whose chains have not converged
	reference string // of the first task with a fit
	between   string // the groups whose ρ it is; "" if tasks have other ones, or several
	places    []Place
}

// Add adds a task, whose rows are in an answer.
func (rk *Ranking) Add(a *answer.Answer, r answer.Run) {
	quantity, all := Leads(a, r)
	if r.Model == nil {
		return
	}
	reference := r.Model.Reference
	rk.reference = cmp.Or(rk.reference, reference)
	if r.Trust != nil && !r.Trust.Converged {
		rk.doubtful++
		return
	}
	switch {
	case len(all) == 0 || rk.quantity == catalogue.Rho && quantity != rk.quantity:
		return
	case rk.quantity != quantity: // pairs are more than groups alone
		rk.quantity, rk.tasks, rk.places = quantity, 0, nil
	}
	other := func(row *answer.Row) string {
		if row.Key.Of == reference {
			return visible.Text(row.Against)
		}
		return visible.Text(cmp.Or(row.Key.Of, row.Group))
	}
	between := ""
	if len(all) == 1 && quantity == catalogue.Rho {
		between = visible.Text(reference) + " and " + other(all[0])
	}
	if rk.tasks++; rk.tasks == 1 {
		rk.between = between
	} else if rk.between != between {
		rk.between = ""
	}
	for _, row := range all {
		name := visible.Text(r.Task)
		if len(all) > 1 {
			name += " of " + other(row)
		}
		rk.places = append(rk.places, Place{name, row.Value, row.SD})
	}
}

// sentence says how the tasks lie, with the numbers of their rows.
func (rk *Ranking) sentence() string {
	if rk.tasks < 2 {
		return ""
	}
	name := "Reliability of one label (ICC)"
	switch {
	case rk.between != "":
		name = fmt.Sprintf("Agreement of %s (ρ)", rk.between)
	case rk.quantity == catalogue.Rho:
		name = "Agreement with the reference (ρ)"
	}
	return name + ": " + Order(rk.places, "in")
}

// Verdict is the finding over all tasks: the change over time, the group that is closer to the reference, the middle ρ
// or ICC, and the tasks in which it is highest and lowest.
func (rk *Ranking) Verdict(a *answer.Answer) []string {
	if a.Partial != "" {
		return []string{"No verdict over the tasks: the run was interrupted"}
	}
	if rk.tasks == 0 && rk.doubtful > 0 {
		return []string{"No verdict: the chains of no task have converged"}
	}
	verdict, open := append([]string{}, changeSentences(a, rk.reference)...), ""
	var middles []*answer.Row
	for _, r := range a.Of("over_middle") {
		switch {
		case !r.Defined():
		case r.Term == catalogue.RhoDifference && !math.IsNaN(r.P):
			if c := closer(r); r.P >= result.Sure || r.P <= 1-result.Sure {
				verdict = append(verdict, c+", over all tasks")
			} else {
				open = cmp.Or(open, c)
			}
		case rk.quantity == r.Term && (r.Term == catalogue.ICC || slices.Contains(r.Names(), rk.reference)):
			middles = append(middles, r)
		}
	}
	for _, text := range []string{middleSentence(middles, rk.reference), rk.sentence(), open} {
		if text != "" && len(verdict) < mostVerdicts {
			verdict = append(verdict, text)
		}
	}
	return verdict
}

// TasksVerdict says in sentences what the tasks of an answer show together.
func TasksVerdict(a *answer.Answer) []string {
	var rk Ranking
	for _, r := range a.Runs {
		rk.Add(a, r)
	}
	return rk.Verdict(a)
}

// closer says which of two groups is closer to the reference over the tasks.
func closer(r *answer.Row) string {
	c := result.Closest{Reference: r.Group, First: r.Key.Of, Next: r.Against, Probability: result.Number(r.P), Of: 2}
	if c.Probability < 0.5 {
		c.First, c.Next, c.Probability = c.Next, c.First, 1-c.Probability
	}
	return c.Sentence()
}

// middleSentence says how large a quantity is in the middle of the tasks.
func middleSentence(all []*answer.Row, reference string) string {
	if len(all) == 0 {
		return ""
	}
	var parts []string
	for _, r := range all[:min(len(all), mostVerdicts)] {
		text, of := estimated(r), cmp.Or(r.Group, r.Key.Of)
		if of == reference && r.Term == catalogue.Rho {
			of = r.Against
		}
		if r.Term == catalogue.Rho || len(all) > 1 {
			text += " for " + visible.Text(of)
		}
		parts = append(parts, text)
	}
	name := "Reliability of one label (ICC), middle task"
	if all[0].Term == catalogue.Rho {
		name = "Agreement with " + visible.Text(reference) + " (ρ), middle task"
		if all[0].Design != "" {
			name = "Agreement with the reference (ρ), middle task"
		}
	}
	return name + ": " + strings.Join(parts, ", ")
}

// estimated is a number over tasks with its interval.
func estimated(r *answer.Row) string {
	return fixed(r.Value) + " " + document.Span(r.Lower, r.Upper, 2)
}

// fixed has the decimals of numbers over tasks: how much tasks differ is known to two digits at best.
func fixed(x float64) string { return document.Fixed(x, 2) }

// Counted counts the tasks of a run by their outcome.
func Counted(a *answer.Answer) string {
	n := func(name string) int { return int(a.Value(name, answer.Key{})) }
	count := document.Integer
	all := []string{document.Plural(n("tasks"), "task") + ": " + count(n("tasks_fitted")) + " fitted"}
	for _, part := range []struct {
		n    int
		text string
	}{{n("tasks_not_converged"), " of them not converged"},
		{n("tasks_finished") - n("tasks_fitted"), " without fit"}, {n("tasks") - n("tasks_finished"), " not done"},
		{n("tasks_earlier"), " done before"}} {
		if part.n > 0 {
			all = append(all, count(part.n)+part.text)
		}
	}
	return strings.Join(all, ", ")
}

// OverName is the name of a quantity over tasks.
func OverName(r answer.Key) string {
	name := ""
	switch r.Term {
	case MeanOverTime, RateOverTime:
		name = r.Term + ", " + r.Group
	case catalogue.ICC:
		name = "ICC, " + r.Group
	case catalogue.Rho:
		name = "ρ, " + r.Of + " × " + r.Against
	case catalogue.ICCDifference:
		name = "logit ICC, " + r.Against + " − " + r.Of
	default:
		name = fmt.Sprintf("z of ρ with %s, %s − %s", r.Group, r.Of, r.Against)
	}
	if r.Design != "" {
		name += " (" + r.Design + ")"
	}
	return name
}

// OverNotes say what the table of many tasks means, which tasks are left out of it, and in which task a quantity most
// probably is the largest.
func OverNotes(a *answer.Answer) []string {
	notes := []string{"Middle: the middle of tasks like these. Spread: the standard deviation of tasks, in logits " +
		"for ICC and in Fisher's z for ρ, as differences are. The tasks are taken as exchangeable, and the prior of " +
		"each fit is divided out."}
	most := func(name string) (n int) {
		for _, r := range a.Of(name) {
			n = max(n, int(r.Value))
		}
		return n
	}
	if left := most("over_not_converged"); left > 0 {
		notes = append(notes, fmt.Sprintf("Left out: %s, not converged.", document.Plural(left, "task")))
	}
	for _, r := range a.Of("over_untimed") {
		notes = append(notes, fmt.Sprintf("No trend: most tasks are times, but these are not: %s.",
			visible.Names(strings.Split(r.Said, " | "))))
	}
	best := map[answer.Key]*answer.Row{}
	for _, r := range a.Of("over_task") {
		at := r.Key
		if at.Task = ""; best[at] == nil || r.P > best[at].P {
			best[at] = r
		}
	}
	var largest []string
	for _, r := range a.Of("over_middle") {
		name := OverName(r.Key)
		if r.Method != "" {
			notes = append(notes, name+": the difference of the two middles, as if they were independent. "+
				"The interval is too wide if their errors go together, as they do for one reference.")
		}
		if small := a.Get("over_small", r.Key); small != nil {
			notes = append(notes, fmt.Sprintf("%s: a group of %s has fewer than %d items or %d labels an item. "+
				"The middle ρ of small tasks of numbers is too large: by 0.03 if 60 items have three labels each.",
				name, document.Plural(int(small.Value), "task"), fits.RightItems, fits.RightLabelsPerItem))
		}
		if far := a.Get("over_unreached", r.Key); far != nil {
			notes = append(notes, fmt.Sprintf("%s: the draws of %s rarely reach the values that the other tasks "+
				"suggest. The interval is too narrow.", name, document.Plural(int(far.Value), "task")))
		}
		if b := best[r.Key]; b != nil && math.IsNaN(r.P) {
			largest = append(largest, fmt.Sprintf("%s is largest in %s with %s: %s.", name, b.Task,
				document.Probability(b.P), estimated(b)))
		}
	}
	if silent := most("over_not_told"); silent > 0 {
		notes = append(notes, fmt.Sprintf("Left out: %s, because the draws do not show the result without the prior.",
			document.Plural(silent, "task")))
	}
	return append(notes, largest...)
}

// Place is an estimate among others of one quantity.
type Place struct {
	Name      string
	Value, SD float64
}

// Order describes the estimates of a quantity: their range and, if this is known, what has the highest and the lowest.
// word goes before names: "in question", "for spam".
func Order(all []Place, word string) string {
	high, highest := extreme(all, 1)
	low, lowest := extreme(all, -1)
	at := func(of Place) string { return fmt.Sprintf("%s %s (%s)", word, of.Name, fixed(of.Value)) }
	switch {
	case highest && lowest:
		return fmt.Sprintf("highest %s, lowest %s", at(high), at(low))
	case highest:
		return fmt.Sprintf("highest %s; the order of the others is unclear, down to %s", at(high), fixed(low.Value))
	case lowest:
		return fmt.Sprintf("lowest %s; the order of the others is unclear, up to %s", at(low), fixed(high.Value))
	}
	return fmt.Sprintf("%s to %s; the order is unclear", fixed(low.Value), fixed(high.Value))
}

// extreme returns the highest of several estimates, or the lowest if sign is −1, and whether the probability of this
// is at least [result.Sure]. Each is taken as normal and independent of the others. Boole's inequality bounds the
// probability that some other is beyond it.
func extreme(all []Place, sign float64) (first Place, sure bool) {
	first = all[0]
	for _, s := range all[1:] {
		if sign*s.Value > sign*first.Value {
			first = s
		}
	}
	beyond := -0.5 // of the first itself
	for _, s := range all {
		apart := sign * (first.Value - s.Value)
		if spread := math.Hypot(first.SD, s.SD); apart > 0 || spread > 0 {
			beyond += math.Erfc(apart/spread/math.Sqrt2) / 2
		} else {
			beyond += 0.5
		}
	}
	return first, 1-beyond >= result.Sure
}
