package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/study"
)

// better says whether a judge is better than a person.
var better = Col{Q: "validity", Head: "better than\na person",
	Made: func(s say.Scope) document.Cell {
		if s.At.By != "" {
			return nil
		}
		return document.Text(say.Better(s.Row("validity").P))
	}}

// judge is the layout of fit judge.
func judge() View {
	validity := Table{Name: "validity", Caption: "Validity, label scale", If: graded, Lines: on("", Each("")),
		Cols: []Col{{Q: "validity", Head: "r"}, {Q: "worth", Head: "worth, labels"},
			{Q: "validity", As: answer.Chance}, {Q: "follows_as_well", Priority: document.Useful}}}
	latent := validity
	latent.Caption, latent.Lines = "Validity, latent scale", on(result.ScaleLatent, Each(""))
	level := Table{Name: "level", Caption: "Bias included, label scale", If: graded, Lines: on("", Each("")),
		Notes: selfConsistency, Cols: []Col{{Q: "judge_bias"},
			{Q: "level_in_sds", As: answer.Alone, Priority: document.Spare}, {Q: "as_close", Head: "as close"},
			{Q: "beaten_share", As: answer.Alone, Priority: document.Useful},
			{Q: "agreement", As: answer.Alone, Priority: document.Spare},
			{Q: "loss", As: answer.Alone, Priority: document.Spare}}}
	return View{
		Title: "Judges", Foot: judgeFoot, Task: say.JudgesOfTask,
		First: slices.Concat([]Block{Func(judgesShort), Func(judgesOfTasks),
			Table{Name: "agreement", Caption: "All categories", Lines: Each(""), Cols: []Col{{Q: "gives_same_label"},
				{Q: "same_beyond_chance"}, {Q: "gives_same_label", Made: tallied(0), Head: "better than\na person in"},
				{Q: "gives_same_label", Made: tallied(1), Head: "less well in", Priority: document.Useful},
				{Q: "same_beyond_chance", As: answer.Things, Head: "items", Priority: document.Spare}}},
			Table{Name: "covariates", Caption: "Bias by covariates", Top: true, Spare: true, Lines: changed,
				Cols: changes}, Text(sharedErrors)}, probabilities(), []Block{Notes{}, Func(scale), Checks{}}),
		Over: append(together("Each judge's validity in a task is drawn to its validity in the other tasks, the "+
			"less its labels say there the more. The typical validity is that of a task in the middle of them.",
			byTask),
			Section{ID: "rates", Title: "Which category is which", Lead: ratesLead, Blocks: []Block{Func(rates)}}),
		More: slices.Concat([]Section{
			{ID: "validity", Title: "Validity", Lead: "How well does one label follow people's true scores, the mean " +
				"that unlimited people would give? r is the correlation. Worth is how many labels of people have a " +
				"mean that follows true scores as well.", Blocks: []Block{Func(func(s Scope) []document.Part {
				parts := validity.lay(s)
				if len(parts) > 0 && s.At.Task != "" {
					parts[0].Chart = strips(s)
				}
				return parts
			}), Text(func(s Scope) []string { return some(say.Reweighted(s.part())) })}},
			{ID: "level", Title: "Bias included", Lead: "A judge may follow the items and still say yes more often, " +
				"or mark higher. Bias is how much higher the judge's mean label is than people's. As close is the " +
				"probability that a label of the judge lies as near to a random person's label as another person's " +
				"label does.", Blocks: []Block{level}},
			{ID: "covariates", Title: "Bias by covariates", Lead: "A covariate biases a judge if it moves the " +
				"judge's labels otherwise than people's. The table has by how much labels are higher if the " +
				"covariate differs and all else is the same: items and other covariates.", Blocks: []Block{
				Table{Name: "covariates", Caption: "Bias by covariates", Lines: changed, Cols: changes}, Text(biases)}},
			{ID: "rates", Title: "Category by category", Lead: ratesLead, Blocks: []Block{Func(rates)}},
			{ID: "common", Title: "Shared errors", Lead: "An error is what a judge's label differs by from what " +
				"people's true score predicts. 0: the errors of two judges have nothing in common. 1: they are the " +
				"same.", Blocks: []Block{Func(inCommon)}},
			{ID: "latent", Title: "Latent scale", Folded: true, Lead: latentLead, Blocks: []Block{latent}},
			{ID: "furthest", Title: "Items on which judges are furthest from people", Page: true, Lead: "The true " +
				"score is what people's labels say about the item, drawn to the mean of all items if few people " +
				"labelled it.", Blocks: []Block{Func(furthest)}}}, ofProbabilities()),
	}
}

// latentLead is about numbers on the latent scale.
const latentLead = "These numbers are about the scale behind the labels. Do not compare numbers of the two scales."

const ratesLead = "Draw a person's label at random. If it is of the category of the row, how often does the judge " +
	"give each category to the item? Compare a judge with another person, who disagrees at times too."

// graded says that judges give labels, not probabilities.
func graded(s Scope) bool { return !likely(s) }

// part is the scope of the part of a task, or of all.
func (s Scope) part() say.Scope {
	for _, part := range s.Parts() {
		if part.Task == s.At.Task {
			return say.Scope{Answer: s.Answer, At: part}
		}
	}
	return s.Scope
}

// some is a text in a list; nil for none.
func some(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// judgesShort is the table of a first screen about one comparison.
func judgesShort(s Scope) []document.Part {
	if len(s.Tasks()) > 0 {
		return nil
	}
	parts := Table{Name: "judges", If: graded, Lines: on("", Each("")), Cols: []Col{{Q: "validity"},
		{Q: "worth", Priority: document.Useful}, better,
		{Q: "validity", As: answer.Chance, Head: "probability", Priority: document.Spare},
		{Q: "judge_bias", As: answer.Signed, Priority: document.Useful}, {Q: "as_close", Priority: document.Spare},
		{Q: "self_consistency", As: answer.Alone, Priority: document.Spare}}}.lay(s)
	if len(parts) > 0 {
		parts[0].Chart = strips(s)
	}
	return parts
}

// strips draws the judges by validity, with a random person as the line to beat.
func strips(s Scope) document.Chart {
	panel := document.Panel{Title: "validity r", High: 1, Beat: math.NaN(), Decimals: 2}
	var all []document.Strip
	for _, l := range on("", Each(""))(s, []Col{{Q: "validity"}}) {
		e, ok := s.Get("validity", l.Key).Cell(answer.Whole).(document.Estimate)
		if !ok {
			continue
		}
		strip := document.Strip{Name: l.Name, Series: 1, Values: []document.Estimate{e}}
		if l.Fixed {
			panel.Beat, strip.Series = e.Value, 0
		}
		all = append(all, strip)
	}
	return document.Strips{About: document.About{ID: fmt.Sprintf("judges-chart-%d", s.N),
		Caption: "How well one label follows people's true scores"}, Panels: []document.Panel{panel},
		Groups: []document.StripGroup{{Rows: all}}}
}

// byTask has a line for each task and judge.
var byTask = Table{Name: "tasks", Lines: tasksOf("validity"), Cols: []Col{{Q: "validity", As: answer.Source,
	Head: "judge"}, {Q: "validity"}, {Q: "validity", By: answer.Person, As: answer.Alone, Head: "a person's r",
	Priority: document.Useful}, {Q: "worth", Priority: document.Spare}, better,
	{Q: "validity", As: answer.Chance, Head: "probability", Priority: document.Spare},
	{Q: "judge_bias", As: answer.Signed, Priority: document.Useful}}}

// judgesOfTasks is the table of a first screen about tasks: a line for each, with the best of its judges, or with all
// numbers of the only judge.
func judgesOfTasks(s Scope) []document.Part {
	names := s.spread("validity_typical", bySource)
	t := byTask
	if len(names) > 1 {
		t.Caption, t.Cols = "Validity r", []Col{{Q: "validity_together", As: answer.Alone, Spread: bySource},
			{Q: "validity", By: answer.Person, As: answer.Alone, Head: "a person", Priority: document.Useful},
			{Q: "validity", By: answer.Person, Made: bestIn(answer.Source), Head: "the best"},
			{Q: "validity", By: answer.Person, Made: bestIn(answer.Chance), Head: "probability"}}
		t.Lines = func(s Scope, _ []Col) []Line {
			all := tasksOf("validity")(s, nil)
			for i := range all {
				all[i].Of = ""
			}
			return slices.CompactFunc(all, func(a, b Line) bool { return a.Key == b.Key })
		}
	} else if len(names) == 1 {
		t.Caption, t.Cols = "Judge: "+visible.Text(names[0].Of), t.Cols[1:]
	} else {
		return nil
	}
	t.Top, t.Rest = true, more
	return t.lay(s)
}

// bestIn is an aspect of the judge that is most probably the best in a task.
func bestIn(as answer.As) func(say.Scope) document.Cell {
	return func(s say.Scope) document.Cell {
		var best *answer.Row
		for _, r := range s.Of("validity_together") {
			if r.Task == s.At.Task && (best == nil || r.P > best.P) {
				best = r
			}
		}
		return best.Cell(as)
	}
}

// together has what all tasks say together of each source, and more.
func together(lead string, more ...Block) []Section {
	return []Section{{ID: "together", Title: "All tasks together", Lead: lead, Blocks: append([]Block{
		Table{Name: "together", Caption: "All tasks together, label scale", Lines: sourcesOf("validity_typical"),
			If: func(s Scope) bool {
				return slices.ContainsFunc(s.Of("validity_typical"), func(r *answer.Row) bool {
					return r.Defined() || r.Cell(answer.Chance) != nil
				})
			}, Cols: []Col{{Q: "validity_typical"}, {Q: "validity_spread", Priority: document.Useful},
				{Q: "validity_typical", As: answer.Things, Head: "tasks"}, {Q: "validity_typical",
					As: answer.Chance}}}},
		more...)}}
}

// sourcesOf has a line for each source beside each pool, and tasksOf one for each task of theirs. A pool names the
// line if all have one source.
func sourcesOf(name string) Lines {
	return func(s Scope, _ []Col) (all []Line) {
		for _, r := range s.Of(name) {
			if r.In(s.At) && r.By == "" {
				l := Line{Name: r.Key.Of, Key: r.Key}
				if r.Key.Of == s.Set["source"] {
					l.Name = r.Group
				}
				all = append(all, l)
			}
		}
		return all
	}
}

func tasksOf(name string) Lines {
	return func(s Scope, _ []Col) (all []Line) {
		if len(s.Data.By) == 0 {
			return nil
		}
		for _, task := range s.Tasks() {
			s.At = answer.Key{Task: task}
			for _, l := range on("", sourcesOf(name))(s, nil) {
				l.Name = document.Shortened(task, 20)
				all = append(all, l)
			}
		}
		return all
	}
}

// tallied says in how many categories a judge is better than a person, and worse.
func tallied(worse int) func(say.Scope) document.Cell {
	return func(s say.Scope) document.Cell {
		if s.At.By != "" {
			return nil
		}
		better, less, all := s.Tally()
		return document.Text(fmt.Sprintf("%d of %d", []int{better, less}[worse], all))
	}
}

// changes are the columns of labels by covariates.
var changes = []Col{{Q: "moves|rate_moves", Head: "compared\nwith", Priority: document.Useful,
	Made: func(s say.Scope) document.Cell { return document.Text(document.Clip(cmp.Or(s.At.Against, "others"))) }},
	{Q: "moves|rate_moves", As: answer.Alone},
	{Q: "moves|rate_moves", By: answer.Person, As: answer.Alone, Head: "people"},
	{Q: "moves_more|rate_moves_more"}, {Q: "moves_more|rate_moves_more", As: answer.Chance}}

// changed has a line for each comparison of a judge's labels by a covariate.
func changed(s Scope, _ []Col) (all []Line) {
	for _, name := range []string{"moves", "rate_moves"} {
		for _, r := range s.Of(name) {
			if r.By == "" {
				name := visible.Text(r.Term) + " " + visible.Text(r.Category) + ", " + visible.Text(r.Key.Of)
				all = append(all, Line{Name: document.Clip(name), Key: r.Key})
			}
		}
	}
	return all
}

// biases says of each covariate and judge whether it biases it.
func biases(s Scope) (all []string) {
	for _, r := range s.Of("biases") {
		all = append(all, say.Bias(say.Scope{Answer: s.Answer, At: r.Key})+".")
	}
	if len(all) > 0 {
		all = append(all, "These numbers are from another fit of people and each judge, with the covariates. All "+
			"other numbers are of labels as they are.")
	}
	return all
}

// sharedErrors says whether judges err together.
func sharedErrors(s Scope) []string {
	if len(s.Tasks()) > 0 {
		return nil
	}
	return some(say.SharedErrors(s.part()))
}

// inCommon has the errors that each two judges share.
func inCommon(s Scope) []document.Part {
	t := Table{Name: "common", Caption: "Shared errors, label scale", Lines: Each(" × "),
		Cols: []Col{{Q: "common_errors"}}, Notes: func(s Scope) []string {
			return some(s.part().Fill("[All together are worth {independent_judges.all} judges with independent " +
				"errors.]"))
		}}
	parts := t.lay(s)
	if len(parts) > 0 {
		var names []string
		for _, j := range s.part().Judges() {
			if j.Row("validity").Defined() {
				names = append(names, j.At.Of)
			}
		}
		of := Scope{Scope: s.part()}
		parts[0].Chart = of.matrix(fmt.Sprintf("common-chart-%d", s.N), "Correlation of the errors of two judges", -1,
			"common_errors", names, func(x float64) float64 { return x })
	}
	return parts
}

// selfConsistency has how judges repeat themselves.
func selfConsistency(s Scope) (all []string) {
	for _, r := range s.Of("self_consistency") {
		if r.In(s.At) {
			all = append(all, say.Scope{Answer: s.Answer, At: r.Key}.Fill("Self-consistency of {of}, "+
				result.ScaleName(cmp.Or(r.Scale, result.ScaleLabel))+": {self_consistency.all}."))
		}
	}
	return all
}

// mostIntervals is the largest number of categories for which a table of rates has room for intervals.
const mostIntervals = 5

// rates is how often each judge, and another person, gives each category by a person's category.
func rates(s Scope) (parts []document.Part) {
	if s.At.Task != "" && s.Data.Kind == study.Nominal.String() {
		return nil // all categories together say it
	}
	var all [][]Line
	for _, r := range s.Of("label_share") {
		l := Line{Name: r.Category, Key: r.Key}
		n := len(all) - 1
		switch {
		case r.Task != s.At.Task:
		case n < 0 || all[n][0].Of != l.Of || all[n][0].By != l.By:
			all = append(all, []Line{l})
		default:
			all[n] = append(all[n], l)
		}
	}
	for i, lines := range all {
		at := lines[0].Key
		who := cmp.Or(visible.Text(at.Of), "another person")
		as, items := answer.Whole, document.Plural(s.Get("label_share", at).N, "item")
		notes := []string{s.Fill("{level}% intervals for other items; ") + items + "."}
		if len(lines) > mostIntervals {
			as, notes = answer.Alone, nil
		}
		c := document.Confusion{About: document.About{ID: fmt.Sprintf("confusion-%d-%d", s.N, i), Caption: fmt.Sprintf(
			"Labels of %s (rows) and of %s (columns); %s", visible.Text(at.Group), who, items)},
			Of:   visible.Text(at.Group),
			With: who}
		for _, l := range lines {
			c.Rows = append(c.Rows, l.Name)
		}
		c.Columns = c.Rows
		for _, l := range lines {
			c.All = append(c.All, s.Value("label_share", l.Key))
			shares := make([]float64, len(lines))
			for z, other := range c.Columns {
				l.Against = other
				shares[z] = s.Value("category_rate", l.Key)
			}
			c.Shares = append(c.Shares, shares)
		}
		p := Table{Name: "rates", Caption: "A person says, and " + who, Lines: func(Scope,
			[]Col) []Line {
			return lines
		},
			Notes: func(Scope) []string { return notes }, Cols: []Col{{Q: "category_rate", Spread: byCategory, As: as},
				{Q: "label_share", As: answer.Alone}}}.lay(s)
		p[0].Chart = c
		parts = append(parts, p...)
	}
	return parts
}

// furthest lists the items on which each judge is furthest from people.
func furthest(s Scope) (all []document.Part) {
	for _, j := range s.Scope.Judges() {
		t := Table{Name: "furthest", Caption: "Items on which {of} is furthest from people",
			Cols: []Col{{Q: "far_labels", Made: listed("far_labels")},
				{Q: "far_labels_of_people", Made: listed("far_labels_of_people")}, {Q: "far_true_score",
					As:   answer.Alone,
					Head: "true score"}, {Q: "far_text", Priority: document.Spare}},
			Lines: func(s Scope, _ []Col) (all []Line) {
				for _, r := range s.Of("far_true_score") {
					if r.Key.Of == j.At.Of && r.Part() == j.At.Part() {
						all = append(all, Line{Name: r.Against, Key: r.Key})
					}
				}
				return all
			}}
		all = append(all, t.lay(Scope{Scope: j})...)
	}
	return all
}

// listed lists the first labels of many.
func listed(name string) func(say.Scope) document.Cell {
	return func(s say.Scope) document.Cell {
		const most = 12
		labels := strings.Split(s.Row(name).Said, " | ")
		text := strings.Join(labels[:min(most, len(labels))], ", ")
		if more := len(labels) - most; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		return document.Text(text)
	}
}

// judgeFoot says what the numbers are, and how labels count.
func judgeFoot(s say.Scope) string {
	medians := s.Fill("Medians and {level}% credible intervals") + labelsAs(s.Answer) + "."
	switch {
	case s.Set["labels"] == "probabilities":
		return s.Fill("Against a random person's label; an item with several labels counts once. {level}% intervals.")
	case s.Data.Kind == study.Nominal.String():
		return "Each of " + document.Plural(len(s.Tasks()), "category") + s.Fill(" is fitted against the rest. κ: "+
			"cross-kappa with a person, and α of two people; {level}% intervals.")
	case len(s.Tasks()) == 0:
		return medians
	case len(s.Of("validity_typical")) > 1 && len(s.Of("validity_spread")) > 0:
		medians = "In the table, each judge's r is drawn to its r in the other tasks. " + medians
	}
	return "Each task is fitted alone. " + medians
}

// labelsAs says which numbers stand for labels; "" if this differs between tasks.
func labelsAs(a *answer.Answer) string {
	text := ""
	for _, r := range a.Runs {
		if r.Model == nil {
			continue
		}
		as, kind := "", a.Data.Kind
		if r.Data != nil {
			kind = r.Data.Kind
		}
		if kind == study.Binary.String() {
			as = ", labels as 0 and 1"
		} else if kind == study.Ordinal.String() && len(r.Model.Scores) > 0 {
			var all []string
			for _, x := range r.Model.Scores {
				all = append(all, document.Full(x))
			}
			if n := len(all); n > 5 {
				all = []string{all[0], all[1], "…", all[n-1]}
			}
			as = ", labels as " + strings.Join(all, ", ")
		}
		if text != "" && text != as {
			return ""
		}
		text = as
	}
	return text
}
