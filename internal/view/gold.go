package view

import (
	"math"
	"slices"
	"strconv"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
)

// goldGroups compares groups with a gold standard on a first screen; of tasks, in each of them.
func goldGroups(s Scope) []document.Part {
	t := Table{Name: "groups", Caption: "Gold: {source}", Lines: bestOf}
	best, groups := map[string]bool{}, map[string]bool{}
	lines, all := bestOf(s, nil), false
	for _, l := range lines {
		best[l.By], groups[l.Group] = true, true
	}
	if len(s.Of("right")) > 0 {
		head := "consensus\nor majority right"
		switch {
		case !best["votes"]:
			head = "consensus\nright"
		case !best["consensus"]:
			head = "majority\nright"
		}
		t.Cols = []Col{{Q: "right", Head: head}, {Q: "right", By: "single_by_fit|single", As: answer.Alone,
			Head: "one\nlabel", Priority: document.Useful}}
	} else {
		t.Cols = []Col{{Q: "rmse", Head: "mean\noff by"}, {Q: "rmse", By: "single", As: answer.Alone,
			Head: "one label\noff by", Priority: document.Useful}, {Q: "gold_level", Priority: document.Spare}}
	}
	if all = len(s.Tasks()) == 0 && len(lines) > 2; !all {
		t.Cols = append(t.Cols, Col{Q: "sensitivity", As: answer.Alone, Priority: document.Spare},
			Col{Q: "specificity", As: answer.Alone, Priority: document.Spare})
	}
	t.Cols = append(t.Cols, Col{Q: "validity", By: "source", Head: "r of one\ngold label"},
		Col{Q: "worth_of_gold", By: "source"})
	if all {
		t.Cols = append(t.Cols, Col{Q: "right|rmse", Made: closerThanNext, Head: "closer than\nthe next",
			Priority: document.Useful})
	}
	if len(s.Tasks()) > 0 {
		t.Name, t.Top = "tasks", true
		if len(groups) > 1 {
			t.Cols = slices.Insert(t.Cols, 0, Col{Q: "right|rmse", As: answer.Group, Head: "group"})
		} else if len(lines) > 0 {
			t.Caption += " · Group: " + document.Clip(lines[0].Group)
		}
	}
	return t.lay(s)
}

// besideGold are the columns of answers beside gold labels.
var besideGold = []Col{{Q: "right|rmse", As: answer.Things, Head: "items", Priority: document.Useful}, {Q: "right"},
	{Q: "sensitivity", Priority: document.Useful}, {Q: "specificity", Priority: document.Useful},
	{Q: "gold_level", Priority: document.Spare}, {Q: "rmse", Head: "RMSE, ignoring level"},
	{Q: "correlation", Priority: document.Useful}}

// mostPeople is how many labelers of a group are listed. Of more labelers, the best and the worst are listed.
const mostPeople = 10

// gold is the layout of fit gold.
func gold() View {
	people := Table{Name: "labelers", Caption: "Labelers of {pool} compared with {source}", Lines: labelersOf,
		Cols: besideGold, Notes: labelerNotes, If: func(s Scope) bool { return len(labelersOf(s, nil)) > 1 }}
	every := people
	people.Most, every.If = mostPeople, func(s Scope) bool { return len(labelersOf(s, nil)) > mostPeople }
	validity := Table{Name: "validity", Caption: "One label of {source}, label scale", Notes: validityNotes,
		Lines: on("", sourcesOf("validity")),
		Cols: []Col{{Q: "validity", Head: "r"}, {Q: "validity", By: answer.Person, As: answer.Alone,
			Head: "a person's r", Priority: document.Spare}, {Q: "worth_of_gold", Head: "worth, labels"},
			{Q: "rho"}, {Q: "like"}}}
	closer := Table{Name: "closer", Caption: "Which is closer to {source}", Notes: closerNotes,
		Lines: on("", Each(" than ")),
		Cols: []Col{{Q: "validity_difference", As: answer.Chance}, {Q: "validity_difference"}, {Q: "xcc_difference"},
			{Q: "rho_difference"}}}
	latent, latentCloser := validity, closer
	latent.Lines, latentCloser.Lines, latentCloser.Notes = on(result.ScaleLatent, sourcesOf("validity")),
		on(result.ScaleLatent, Each(" than ")), nil
	latent.Notes, latent.Caption = nil, "One label of {source}, latent scale"
	latentCloser.Caption += ", latent scale"
	return View{
		Title: "Gold standard", Foot: goldFoot, Task: say.GoldVerdict,
		First: []Block{
			Func(goldGroups), Notes{}, Checks{},
		},
		Over: together("r of one gold label in each task, drawn to the group's r in the other tasks: the less the "+
			"labels of a task say, the more.",
			Table{Name: "tasks_together", Caption: "r of one gold label", Lines: tasksOf("validity_together"),
				Cols: []Col{{Q: "validity_together", As: answer.Group, Head: "group"}, {Q: "validity_together"},
					{Q: "validity", As: answer.Alone, Head: "by its labels alone"}}}),
		More: []Section{
			{ID: "validity", Title: "One label of {source}", Lead: "r is the correlation of one gold label with the " +
				"group's true score. Worth is how many labels of the group follow the true score as well as one gold " +
				"label does.", Blocks: []Block{validity}},
			{ID: "curve", Title: "How many labels", Lead: "The correlation of the mean of k labels with one gold " +
				"label: by the fit, and as observed if at least half of the items have k labels. It ends at r, the " +
				"correlation for unlimited labels.", Blocks: []Block{Func(curves)}},
			{ID: "closer", Title: "Which group is closer", Blocks: []Block{closer}},
			{ID: "answers", Title: "Right answers", Blocks: []Block{Table{Name: "answers",
				Caption: "Answers compared with {source}", Lines: answersOf, Notes: answerNotes,
				Cols: append(slices.Clip(besideGold), Col{Q: "right_of", As: answer.Alone, Spread: byCategory,
					Priority: document.Spare})}}},
			{ID: "differences", Title: "Which group is right more often", Blocks: []Block{Table{Name: "differences",
				Caption: "More often right compared with {source}", Lines: differences, Notes: differenceNotes,
				Cols: []Col{{Q: "right_difference"}, {Q: "right_difference", As: answer.Things, Head: "items of both",
					Priority: document.Useful}}}}},
			{ID: "labelers", Title: "Labelers", Lead: "Each labeler's labels compared with those of {source}, on the " +
				"items that have both.", Blocks: []Block{Per{people}}},
			{ID: "latent", Title: "Latent scale", Folded: true, Lead: "These numbers are about the scale behind the " +
				"labels. Do not compare numbers of the two scales.", Blocks: []Block{latent, latentCloser}},
			{ID: "all-labelers", Title: "All labelers", Page: true, Blocks: []Block{Per{every}}},
		},
	}
}

// goldFoot says what intervals are for.
func goldFoot(s say.Scope) string {
	text := "Shares: {level}% intervals for other items."
	if s.Data.Kind == "numeric" {
		text = "Differences: {level}% intervals for other items."
	}
	if len(s.Of("validity")) > 0 {
		text = "r and worth: {level}% credible intervals. " + text
	}
	if len(s.Tasks()) > 0 {
		text = "Each task is fitted alone. " + text
	}
	return s.Fill(text)
}

// bestOf has a line for each group, the closest first, with the answers that use all of its labels best. If there are
// tasks, each has these lines, or its closest group alone if they are too many.
func bestOf(s Scope, _ []Col) []Line {
	tasks := s.Tasks()
	if len(tasks) == 0 {
		tasks = []string{""}
	}
	var all, closest []Line
	for _, task := range tasks {
		for i, g := range (say.Scope{Answer: s.Answer, At: answer.Key{Task: task}}).Groups() {
			name := document.Clip(g.At.Group)
			if task != "" {
				name = document.Shortened(task, 20)
			}
			all = append(all, Line{Name: name, Key: g.Best().At})
			if i == 0 {
				closest = append(closest, all[len(all)-1])
			}
		}
	}
	if len(all) > mostLines && tasks[0] != "" {
		return closest
	}
	return all
}

// closerThanNext is the probability that a group is closer than the next one, of three or more.
func closerThanNext(s say.Scope) document.Cell {
	groups := say.Scope{Answer: s.Answer, At: answer.Key{Task: s.At.Task}}.Groups()
	for i, g := range groups[:len(groups)-1] {
		if p := s.Closer(g.At.Group, groups[i+1].At.Group); g.At.Group == s.At.Group && p == p && len(groups) > 2 {
			return document.Chances(p)
		}
	}
	return nil
}

// answersOf has lines for the answers of each group.
func answersOf(s Scope, _ []Col) (all []Line) {
	for _, g := range s.Scope.Groups() {
		for _, by := range []string{"votes", "votes_of_others", "consensus", "single", "single_of_others",
			"single_by_fit"} {
			at := g.At
			if at.By = by; s.Get("right|gold_level", at) == nil {
				continue
			}
			name := whose[by]
			switch {
			case by == "votes" && g.OneEach():
				name = "its labels"
			case by == "votes" && s.Get("right", at) == nil:
				name = "mean of labels"
			case by == "single" && g.Dependent():
				name = result.Marked(name, result.LabelDependent)
			}
			all = append(all, Line{Title: g.At.Group, Name: name, Key: at})
		}
	}
	return all
}

// differences has lines for each two groups.
func differences(s Scope, _ []Col) (all []Line) {
	for _, r := range s.Of("right_difference") {
		if r.In(s.At) {
			name := whose[r.By]
			if r.By == "single" && (s.dependent(r.Task, r.Key.Of) || s.dependent(r.Task, r.Against)) {
				name = result.Marked(name, result.LabelDependent)
			}
			all = append(all, Line{Title: r.Key.Of + " − " + r.Against, Name: name, Key: r.Key})
		}
	}
	return all
}

func (s Scope) dependent(task, group string) bool {
	return say.Scope{Answer: s.Answer, At: answer.Key{Task: task, Group: group}}.Dependent()
}

// labelersOf has a line for each labeler of a group, the best first.
func labelersOf(s Scope, _ []Col) (all []Line) {
	name := "right"
	if len(s.Of(name)) == 0 {
		name = "rmse"
	}
	for _, r := range s.Of(name) {
		if r.By == "labeler" && r.Part() == s.At {
			all = append(all, Line{Name: r.Key.Of, Key: r.Key})
		}
	}
	return all
}

// dependentNotes explain the mark of counted answers.
func dependentNotes(s Scope) []string {
	for _, g := range s.Parts() {
		if g.In(s.At) && s.dependent(g.Task, g.Group) {
			return []string{"* The number of labels of an item depends on what the labels say, which biases this " +
				"count. The fit is not biased if the file has all labels that decided whether another label was " +
				"collected."}
		}
	}
	return nil
}

func labelerNotes(s Scope) []string {
	notes := dependentNotes(s)
	if len(labelersOf(s, nil)) > mostPeople {
		notes = append(notes, "JSON, CSV and the page have all labelers.")
	}
	return notes
}

func validityNotes(s Scope) (all []string) {
	stated := s.Get("reliability_stated", answer.Key{Task: s.At.Task, Of: s.Set["source"]})
	if stated == nil {
		return nil
	}
	all = append(all, s.fill("ρ = r/√reliability, with the stated reliability "+document.Fixed(stated.Value, 2)+
		" of a label of {source}. Like a gold label: how many labels have a mean that follows a gold label as well as "+
		"another gold label would."))
	for _, r := range s.Of("like") {
		if r.In(s.At) && !r.Defined() {
			return append(all, "∞: no number of labels is enough, because one gold label follows the group's true "+
				"scores less well than the stated reliability says that it follows another.")
		}
	}
	return all
}

func closerNotes(s Scope) []string {
	return []string{s.fill("The probability holds for ρ too, for any reliability of {source}. |Δρ| is at least |Δr|.")}
}

func answerNotes(s Scope) (all []string) {
	if len(s.spread("right_of", byCategory)) > 0 {
		all = append(all, "The last columns have the share that is right among the items of each gold label.")
	}
	all = append(append(all, dependentNotes(s)...), "Intervals are for other items and the same people. Their methods "+
		"are Wilson's for shares, Student's t for levels and Bonett's (2006) for root mean squares.")
	if slices.ContainsFunc(s.Rows, func(r *answer.Row) bool { return r.By == "votes_of_others" && r.In(s.At) }) {
		all = append(all, "“For other people”: intervals for other items and other people, if these people are a "+
			"sample of them. They show what new labelers would do.")
	}
	return all
}

func differenceNotes(s Scope) []string {
	return append([]string{"Compared item by item, on the items that both groups label. Intervals by Bonett and " +
		"Price (2012)."}, dependentNotes(s)...)
}

// curves is the agreement of the mean of k labels of each group with a gold label.
func curves(s Scope) []document.Part {
	c := document.Lines{About: document.About{ID: "curves", Caption: "Correlation of the mean of k labels with one " +
		"gold label"}, X: "labels (k)", Y: "correlation", High: 1, Beat: math.NaN()}
	var lines []Line
	for n, g := range s.Scope.Groups() {
		title := g.At.Group
		if g.Dependent() {
			title = result.Marked(title, result.LabelDependent)
		}
		fit := document.Line{Name: g.At.Group, Series: n}
		seen := document.Line{Name: g.At.Group + ", observed", Series: -1, Style: n}
		at := g.At
		at.Of = s.Set["source"]
		for at.K = 1; at.K <= mostOfMean && !g.OneEach(); at.K++ {
			k := float64(at.K)
			of, observed := s.Get("validity_of_mean", at), s.Get("observed_of_mean", at)
			if of == nil && observed == nil {
				continue
			}
			lines = append(lines, Line{Title: title, Name: strconv.Itoa(at.K), Key: at})
			if of != nil && of.Defined() {
				fit.X, fit.Y = append(fit.X, k), append(fit.Y, of.Value)
				fit.Lower, fit.Upper = append(fit.Lower, of.Lower), append(fit.Upper, of.Upper)
			}
			if observed != nil && observed.Defined() {
				seen.X, seen.Y = append(seen.X, k), append(seen.Y, observed.Value)
			}
		}
		if at.K = 0; len(fit.X) > 0 {
			lines = append(lines, Line{Title: title, Name: "unlimited", Key: at})
		}
		for _, line := range []document.Line{fit, seen} {
			if len(line.X) > 0 {
				c.Lines = append(c.Lines, line)
			}
		}
	}
	if len(lines) == 0 {
		return nil
	}
	t := Table{Name: "curve", Caption: "k labels compared with one of {source}", Notes: dependentNotes,
		Cols: []Col{{Q: "validity_of_mean|validity"}, {Q: "observed_of_mean", As: answer.Alone},
			{Q: "majority_right"},
			{Q: "observed_of_mean", As: answer.Things, Head: "items", Priority: document.Spare}}}
	p := t.part(s, lines, len(lines))
	c.Points, p.Chart, p.Table = p.Table, c, nil
	p.Chart = c
	return []document.Part{p}
}

// mostOfMean is the largest k of the mean of k labels.
const mostOfMean = 30
