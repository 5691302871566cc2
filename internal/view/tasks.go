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
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/internal/visible"
)

// ofTasks is the layout of the fits of several tasks.
func ofTasks() View {
	block := func(id, title, lead string, parts Func) Section {
		return Section{ID: id, Title: title, Lead: lead, Blocks: []Block{parts}}
	}
	across := block("across", "All tasks at once", "", allTasks)
	across.Page = true
	return View{Title: "Rating quality", Own: true, Foot: fitsFoot,
		Read: func(s say.Scope) string {
			return strings.TrimPrefix(ReadLine(s.Data), s.Data.File+"  ") + " · " + counted(s)
		},
		First: []Block{Func(tasksShort), Func(func(s Scope) []document.Part {
			if kind := s.Data.DefaultKind; kind != nil {
				return []document.Part{{List: []document.Entry{{Term: "Scale", Text: kind.Text}}}}
			}
			return nil
		}), Func(fitsChecks)},
		More: []Section{across,
			block("data", "Data", "", func(s Scope) []document.Part { return DataSection(s.Data).Parts }),
			block("reliability", "Reliability", "", ofEachGroup), block("validity", "Validity", "", ofEachPair),
			block("closeness", "Closeness", "", ofEachContrast), block("over", "Over the tasks", "", over),
			block("together", "All categories together", "", func(s Scope) []document.Part {
				return coefficients(s, "agreement", "All categories together", "", false, s.Answer.Notes)
			}),
			block("confusion", "Which category is which", confusionLead, confusions),
			block("fits", "Fits", "", eachFit),
			block("model", "Model of each task", "Every task has a fit of its own, with the same model and priors.",
				modelOfEach)}}
}

// manyFits is the layout of a run of many tasks as a whole. The tables of its folder have each task.
func manyFits() View {
	block := func(id, title string, parts Func) Section {
		return Section{ID: id, Title: title, Blocks: []Block{parts}}
	}
	return View{Title: "Many fits", Own: true,
		Foot: func(s say.Scope) string {
			return "Each task and quantity is a row of tasks.csv, tasks.jsonl and tasks.parquet in " +
				s.Set["folder"] + "."
		},
		First: []Block{Table{Name: "middle", Caption: "Over the tasks", Lines: overLines(catalogue.ICC, catalogue.Rho),
			Cols: []Col{{Q: "over_middle", Head: "middle, {level}% CrI", Decimals: 2},
				{Q: "over_further", As: answer.Range, Decimals: 2, Priority: document.Spare}}}, Func(batchChecks)},
		More: []Section{block("data", "Data", func(s Scope) []document.Part {
			if s.Data.File == "" {
				return nil
			}
			return DataSection(s.Data).Parts
		}), block("over", "Over the tasks", over), block("model", "Model of each task", modelOfEach)}}
}

// first is the run of the first task that has a fit; nil if none has one.
func first(s say.Scope) *answer.Run {
	i := slices.IndexFunc(s.Runs, fitted)
	if i < 0 {
		return nil
	}
	return &s.Runs[i]
}

func fitted(r answer.Run) bool { return r.Model != nil }

// onScale names the scale of labels, if there are two.
func onScale(s say.Scope) string {
	if run := first(s); run != nil {
		return run.Model.OnScale(result.ScaleLabel)
	}
	return ""
}

// ofCategories reports whether the tasks are each category against the rest.
func ofCategories(s say.Scope) bool { return slices.Equal(s.Cut, []string{batch.ByCategory}) }

// counted is the number and the kind of the tasks: "3 categories, each against the rest".
func counted(s say.Scope) string {
	n := len(s.Runs)
	switch {
	case ofCategories(s) && len(s.Data.Tags) > 0:
		return document.Plural(n, "label") + " of sets, each against the rest"
	case ofCategories(s):
		return document.Integer(n) + " categories, each against the rest"
	}
	return document.Plural(n, "fit")
}

// mixed reports whether the labels of tasks are of several kinds, as those of several label columns may be.
func mixed(s say.Scope) bool {
	return slices.ContainsFunc(s.Runs, func(r answer.Run) bool {
		return fitted(r) && r.Data != nil && r.Data.Kind != first(s).Data.Kind
	})
}

// modelOfEach describes the model of every task.
func modelOfEach(s Scope) []document.Part {
	run := first(s.Scope)
	if run == nil {
		return nil
	}
	parts := ModelSection(run.Model).Parts[:1] // the formula is of one task
	if mixed(s.Scope) {
		parts = append(parts, document.Part{Text: []string{"Each task has the family of its labels; this is the " +
			"first."}})
	}
	return parts
}

// fitsFoot describes the numbers, with those that stand for ordered labels in some task.
func fitsFoot(s say.Scope) string {
	run := first(s)
	if run == nil {
		return ""
	}
	var scores []float64
	for _, r := range s.Runs {
		if fitted(r) {
			scores = append(scores, r.Model.Scores...)
		}
	}
	slices.Sort(scores)
	return FitFoot(*run.Data, s.Interval, slices.Compact(scores))
}

// line is the line of a task.
func line(r answer.Run, name string, at answer.Key) Line {
	l := Line{Name: name, Key: at, Link: r.Page}
	if l.Task = r.Task; fitted(r) && r.Trust != nil && !r.Trust.Converged {
		l.Name, l.Note = name+" ✗", "✗ The fit has not converged: do not use the numbers of this row."
	}
	return l
}

// ranked are the tasks from the highest ρ to the lowest, or ICC if there is one group, and those without last. Tasks in
// time stay in their order.
func ranked(s say.Scope) []answer.Run {
	sorted := slices.Clone(s.Runs)
	if s.Of("trend") != nil {
		return sorted
	}
	lead := map[string]float64{}
	for _, r := range sorted {
		if lead[r.Task] = say.Lead(s.Answer, r); math.IsNaN(lead[r.Task]) {
			lead[r.Task] = math.Inf(-1)
		}
	}
	slices.SortStableFunc(sorted, func(a, b answer.Run) int { return cmp.Compare(lead[b.Task], lead[a.Task]) })
	return sorted
}

// tasksShort has a line for each task: the reliability of each group and its agreement with the reference, or if there
// are many groups, the lowest and the highest of each. Above the first screen every task has a line.
func tasksShort(s Scope) []document.Part {
	run := first(s.Scope)
	if run == nil {
		return nil
	}
	t := Table{Name: "tasks", Caption: strings.Join(s.Cut, ", "), Lines: func(s Scope, _ []Col) (all []Line) {
		for _, r := range ranked(s.Scope) {
			all = append(all, line(r, document.Clip(r.Task), answer.Key{}))
		}
		return all
	}}
	if ofCategories(s.Scope) && len(s.Data.Tags) > 0 {
		t.Caption = "label"
	}
	reference, groups := run.Model.Reference, s.Data.Studies
	column := func(q, head string, priority document.Priority, at answer.Key, as answer.As) Col {
		return Col{Q: q, As: as, Head: head, Priority: priority, At: at, Decimals: 2, Find: func(s say.Scope,
			name string) *answer.Row {
			if name != catalogue.Rho {
				return known(s, name)
			}
			return defined(say.PairOf(s.Answer, s.At.Task, name, reference, s.At.Group))
		}}
	}
	switch short := func(name string) string { return document.Shortened(name, mostHead) }; {
	case grouped(s.Data), len(groups) > mostApart:
		for _, q := range []struct {
			name, head string
			priority   document.Priority
		}{{catalogue.ICC, "ICC", document.Useful}, {catalogue.Rho, "ρ with reference", document.Essential}} {
			for i, end := range []string{"lowest", "highest"} {
				t.Cols = append(t.Cols, Col{Q: "observed_mean|observed_rate", Head: q.head + "\n" + end, Decimals: 2,
					Priority: q.priority, Find: func(s say.Scope, _ string) *answer.Row {
						return extremes(s, q.name)[i]
					}, As: answer.Alone})
			}
		}
	case len(groups) == 1:
		at := answer.Key{Group: groups[0].Name}
		mean := meanOf(s.Scope, document.Useful)
		mean.At = at
		t.Cols = []Col{mean, column(catalogue.ICC, "reliability of\none label (ICC)", document.Essential, at,
			answer.Whole)}
	default:
		for _, g := range groups {
			t.Cols = append(t.Cols, column(catalogue.ICC, "ICC\n"+short(g.Name), document.Useful,
				answer.Key{Group: g.Name}, answer.Alone))
		}
		for _, g := range groups {
			if g.Name != reference {
				t.Cols = append(t.Cols, column(catalogue.Rho, "ρ with "+short(reference)+"\n"+short(g.Name),
					document.Essential, answer.Key{Group: g.Name}, answer.Whole))
			}
		}
	}
	s.First = s.Level == document.Answer
	parts := t.lay(s)
	parts[0].Chart = panels(s)
	return parts
}

// defined is a row that has a number.
func defined(r *answer.Row) *answer.Row {
	if r == nil || !r.Defined() {
		return nil
	}
	return r
}

// known finds the row of a line, if it has a number: the checks say once for all tasks why there is none.
func known(s say.Scope, name string) *answer.Row { return defined(s.Row(name)) }

// extremes are the lowest and the highest row of a quantity of the task of the scope; of ρ, with its reference.
func extremes(s say.Scope, name string) (ends [2]*answer.Row) {
	i := slices.IndexFunc(s.Runs, func(r answer.Run) bool { return r.Task == s.At.Task })
	if i >= 0 && fitted(s.Runs[i]) { // else it stands for those that are left out
		run := s.Runs[i]
		for _, g := range run.Data.Studies {
			r := s.Get(name, answer.Key{Task: run.Task, Group: g.Name})
			if name == catalogue.Rho {
				r = say.PairOf(s.Answer, run.Task, name, run.Model.Reference, g.Name)
			}
			if r = defined(r); r == nil {
				continue
			}
			if ends[0] == nil || r.Value < ends[0].Value {
				ends[0] = r
			}
			if ends[1] == nil || r.Value > ends[1].Value {
				ends[1] = r
			}
		}
	}
	return ends
}

// meanOf is a column of the mean labels.
func meanOf(s say.Scope, priority document.Priority) Col {
	head := "mean"
	switch {
	case ofCategories(s):
		head = "share"
	case !mixed(s):
		head = MeanHead(first(s).Data.Kind)
	}
	return Col{Q: "observed_mean|observed_rate", Head: head, Decimals: 1, Priority: priority, Find: known,
		Made: func(s say.Scope) document.Cell {
			if r := s.Row("observed_rate"); r != nil {
				return document.Share(r.Value)
			}
			return document.MeanLabel(s.Row("observed_mean").Value)
		}}
}

// mostReasons is how many reasons for having no fit a first screen has.
const mostReasons = 5

// batchChecks say why tasks have no fit, and how many have not converged.
func batchChecks(s Scope) []document.Part {
	var all []document.Check
	add := func(format string, args ...any) {
		all = append(all, document.Check{Text: fmt.Sprintf(format, args...)})
	}
	for _, text := range s.Doubts {
		add("%s", text)
	}
	reasons := s.Of("tasks_without_fit")
	for i, r := range reasons {
		if i == mostReasons {
			add("%s: see the tables.", document.Plural(len(reasons)-i, "further reason"))
			break
		}
		add("No fit of %s (%s first): %s.", document.Plural(r.N, "task"), r.Said, strings.TrimSuffix(r.Why, "."))
	}
	if n := int(s.Value("tasks_not_converged", answer.Key{})); n > 0 {
		add("%s not converged, do not use the numbers: their status is “not converged” in the tables.",
			document.Plural(n, "task"))
	}
	return []document.Part{{Checks: all}}
}

// selfDoubt is what the fit of a task says of itself.
type selfDoubt struct {
	doubts []*answer.Row // assumptions in doubt
	priors int           // estimates for which the prior matters
	apart  []string      // why ρ of some groups is undefined
}

// doubtsOf are of each task, by its name.
func doubtsOf(s Scope) map[string]*selfDoubt {
	all := map[string]*selfDoubt{}
	for _, r := range s.Rows {
		of := all[r.Task]
		if of == nil {
			of = &selfDoubt{}
			all[r.Task] = of
		}
		switch {
		case r.Q.Name == "doubt":
			of.doubts = append(of.doubts, r)
		case r.Reason == say.PriorMatters, r.Reason == say.PriorBeyond:
			of.priors++
		case r.Q.Name == catalogue.Rho && (r.Why == fits.SharesNoItem || r.Why == fits.FittedApart):
			of.apart = append(of.apart, "no ρ of "+r.Key.Of+" × "+r.Against+": "+r.Why)
		}
	}
	return all
}

// fitsChecks are the doubts, each once for all tasks.
func fitsChecks(s Scope) []document.Part {
	var all []document.Check
	for _, text := range s.Doubts {
		all = append(all, document.Check{Text: text})
	}
	order, of, look := []string{}, map[string][]string{}, map[string]string{} // look: of the first task in doubt
	doubt := func(text, task string) {
		if task = document.Clip(task); of[text] == nil {
			order = append(order, text)
		}
		if !slices.Contains(of[text], task) {
			of[text] = append(of[text], task)
		}
	}
	stop := func(text string) string { return strings.TrimSuffix(text, ".") }
	var unconverged []string
	message := ""
	fits, ok := 0, 0
	doubts := doubtsOf(s)
	for _, r := range s.Runs {
		if !fitted(r) {
			doubt("no fit: "+stop(s.Get("fit", answer.Key{Task: r.Task}).Why), r.Task)
			continue
		}
		fits++
		switch d := r.Trust; {
		case d == nil || d.OK:
			ok++
		case !d.Converged:
			unconverged = append(unconverged, document.Clip(r.Task))
			message = cmp.Or(message, strings.TrimPrefix(strings.Join(d.Messages[:min(1, len(d.Messages))], ""),
				"NOT CONVERGED: "))
		default:
			doubt("the chains have warnings", r.Task)
		}
		for _, x := range doubts[r.Task].doubts {
			text := "it is doubtful that " + x.Said
			doubt(text, r.Task)
			look[text] = cmp.Or(look[text], stop(s.Get("look", x.Key).Said))
		}
		if doubts[r.Task].priors > 0 {
			doubt("too few labels to be sure: the numbers depend on the starting assumption", r.Task)
		}
		for _, text := range doubts[r.Task].apart {
			doubt(text, r.Task)
		}
	}
	if unconverged != nil {
		all = append(all, document.Check{Text: fmt.Sprintf("%s not converged, do not use the numbers: %s. The "+
			"first: %s", document.Plural(len(unconverged), "task"), firstFew(unconverged), message)})
	}
	for _, text := range order {
		said := fmt.Sprintf("%s (%s): %s.", document.Plural(len(of[text]), "task"), firstFew(of[text]), text)
		switch {
		case look[text] != "" && len(of[text]) == 1:
			said += " Look at: " + look[text] + "."
		case look[text] != "":
			said += fmt.Sprintf(" In %s, look at: %s.", of[text][0], look[text])
		}
		all = append(all, document.Check{Text: said})
	}
	if fits > 0 && ok == fits {
		all = append(all, document.Check{OK: true, Text: "chains of all fits converged"})
	}
	return []document.Part{{Checks: all}}
}

// firstFew names the first of many tasks.
func firstFew(names []string) string {
	const most = 3
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %s more", document.Integer(more))
	}
	return strings.Join(names, ", ")
}

// eachFit says how far the draws of each task can be trusted, with notes.
func eachFit(s Scope) []document.Part {
	if first(s.Scope) == nil {
		return nil
	}
	t := &document.Table{Name: "fits", Caption: "Fits", Columns: []document.Column{{}, {Head: "R̂ ≤", Decimals: 3},
		{Head: "ESS ≥"}, {Head: "E-BFMI ≥", Decimals: 2, Priority: document.Spare}, {Head: "divergences"},
		{Head: "seed", Priority: document.Diagnostic}}}
	var rows []document.Row
	doubts := doubtsOf(s)
	for _, r := range s.Runs {
		row := document.Row{Name: r.Task, Link: r.Page}
		note := func(text string) { t.Notes = append(t.Notes, visible.Text(r.Task)+text) }
		if !fitted(r) {
			note(" has no fit: " + strings.TrimSuffix(s.Get("fit", answer.Key{Task: r.Task}).Why, ".") + ".")
			rows = append(rows, row)
			continue
		}
		d := r.Trust
		var ess document.Cell = document.Text("–")
		if n := min(d.MinESSBulk, d.MinESSTail); n.Defined() {
			ess = document.Count(n)
		}
		row.Cells = []document.Cell{document.Number{Value: float64(d.MaxRHat)}, ess,
			document.Number{Value: float64(d.MinEBFMI)}, document.Count(d.Divergences),
			document.Text(fmt.Sprint(r.Sampler.Seed))}
		for _, m := range d.Messages {
			note(": " + m)
		}
		of := doubts[r.Task]
		for _, text := range of.apart {
			note(": " + text + ".")
		}
		for _, x := range of.doubts {
			note(", in doubt: " + say.Whose(x) + ": " + x.Said + " (" + s.Get("evidence", x.Key).Said + "). Look at: " +
				strings.TrimSuffix(s.Get("look", x.Key).Said, ".") + ".")
		}
		if of.priors > 0 {
			note(": the prior matters in " + document.Plural(of.priors, "estimate") + " (prior in the JSON).")
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return []document.Part{{Table: t}}
}
