package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/tasks/fits"
	"concord/internal/view"
	"concord/internal/visible"
)

// SeveralSource is the input of the document of several tasks. Result is needed.
type SeveralSource struct {
	Result *fits.Several
	// Command repeats the run, as typed in a shell; "" if there is none.
	Command string
	// Version names the program.
	Version string
	// Page returns a link to the page of a task, "" for none; nil: there are none.
	Page func(fits.Task) string
}

// none is an undefined number.
var none = math.NaN()

// tasksLaid is the document in the making.
type tasksLaid struct {
	SeveralSource
	*fits.Several
	first  *result.Result // nil: no task has a fit
	tasks  []fits.Task    // from the highest ρ to the lowest
	looked map[string]*result.Lookup
}

// Several lays out the fits of several tasks: a row for each on the first screen, then every table.
func Several(s SeveralSource, level document.Level) *document.Document {
	if s.Result == nil {
		panic("report: there is no result")
	}
	of := &tasksLaid{SeveralSource: s, Several: s.Result, first: s.Result.First(), tasks: s.Result.Ranked(),
		looked: map[string]*result.Lookup{}}
	for _, task := range of.tasks {
		if task.Result != nil {
			of.looked[taskName(task)] = result.Look(task.Result)
		}
	}
	d := &document.Document{Title: "Rating quality: " + path.Base(filepath.ToSlash(of.Data.File)),
		Read: view.ReadLine(of.Data) + " · " + of.Counted(), Verdict: of.Verdict,
		Alerts: of.CautionTexts(),
		Rows:   func(w io.Writer) error { return ask.WriteTasks(w, of.Several) }}
	if of.Partial {
		d.Alerts = append(d.Alerts, "PARTIAL: interrupted. Unfinished fits are missing.")
	}
	d.Sections = []document.Section{of.answer(level)}
	if level >= document.Appendix {
		d.Sections = append(d.Sections, of.acrossSection())
	}
	if level >= document.Detail {
		d.Sections = append(d.Sections, of.detail(level)...)
	}
	d.Sections = slices.DeleteFunc(d.Sections, func(s document.Section) bool { return len(s.Parts) == 0 })
	return d
}

func taskName(task fits.Task) string { return strings.Join(task.Key, ", ") }

// link is where the page leads from a task.
func (sv *tasksLaid) link(task fits.Task) string {
	if sv.Page == nil {
		return ""
	}
	return sv.Page(task)
}

// tasksPart is the table of tasks with its chart. A shorter one has two rows fewer, at least four of them tasks.
func (sv *tasksLaid) tasksPart(most int) document.Part {
	p := document.Part{Table: sv.tasksTable(most), Chart: sv.panels()}
	if most := min(most, len(sv.tasks)); most > leastTasks {
		p.Shorter = func() document.Part { return sv.tasksPart(most - 2) }
	}
	return p
}

// leastTasks is how many tasks a first screen lists at least, even if it has much else to say.
const leastTasks = 4

// mostTasks is how many tasks the first screen lists.
const mostTasks = 8

// answer is the first screen: a row for each task, the doubts, and a description of the numbers. Above the first screen
// every task has a row.
func (sv *tasksLaid) answer(level document.Level) document.Section {
	s := document.Section{ID: "answer", Title: "In short", Level: document.Answer}
	if sv.first != nil {
		most := mostTasks
		if level > document.Answer {
			most = len(sv.tasks)
		}
		s.Parts = append(s.Parts, sv.tasksPart(most))
	}
	if kind := sv.Data.DefaultKind; kind != nil {
		s.Parts = append(s.Parts, document.Part{List: []document.Entry{{Term: "Scale", Text: kind.Text}}})
	}
	s.Parts = append(s.Parts, document.Part{Checks: sv.checks()})
	if sv.first != nil {
		text := view.FitFoot(sv.first.Data, sv.first.Interval, sv.scores())
		s.Parts = append(s.Parts, document.Part{Text: []string{text}})
	}
	return s
}

// scores are the numbers that stand for ordered labels in some task.
func (sv *tasksLaid) scores() []float64 {
	var all []float64
	for _, task := range sv.Tasks {
		if task.Fitted() {
			all = append(all, task.Result.Model.Scores...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// mostStudies is how many studies have separate columns in the table of tasks.
const mostStudies = 3

// tasksTable has a row for each task: the reliability of each study and its agreement with the reference, or if there
// are many studies, the lowest and the highest of each.
func (sv *tasksLaid) tasksTable(most int) *document.Table {
	t := &document.Table{Name: "tasks", Caption: sv.caption(), Columns: []document.Column{{}},
		Sortable: true}
	apart := !sv.Grouped() && len(sv.Data.Studies) <= mostStudies
	reference := sv.first.Model.Reference
	column := func(head string, priority document.Priority) {
		t.Columns = append(t.Columns, document.Column{Head: head, Decimals: 2, Priority: priority})
	}
	switch {
	case apart && len(sv.Data.Studies) == 1:
		column(sv.meanHead(), document.Useful)
		column("reliability of\none label (ICC)", document.Essential)
	case apart:
		for _, s := range sv.Data.Studies {
			column("ICC\n"+document.Shortened(s.Name, mostHead), document.Useful)
		}
		for _, s := range sv.Data.Studies {
			if s.Name != reference {
				column("ρ with "+document.Shortened(reference, mostHead)+"\n"+document.Shortened(s.Name, mostHead),
					document.Essential)
			}
		}
	default:
		column("ICC\nlowest", document.Useful)
		column("ICC\nhighest", document.Useful)
		column("ρ with reference\nlowest", document.Essential)
		column("ρ with reference\nhighest", document.Essential)
	}
	var rows []document.Row
	for _, task := range ends(sv.tasks, most, func(left int) fits.Task {
		return fits.Task{Key: []string{fmt.Sprintf("… %s more", document.Integer(left))}}
	}) {
		row := document.Row{Name: document.Clip(taskName(task)), Link: sv.link(task)}
		if task.Status() == fits.TaskNotConverged {
			row.Name += notConverged
			t.Notes = []string{notConvergedNote}
		}
		switch {
		case !task.Fitted():
		case apart:
			row.Cells = sv.studyCells(task, reference)
		default:
			row.Cells = sv.rangeCells(task)
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// caption says how the tasks differ.
func (sv *tasksLaid) caption() string {
	if sv.OfCategories() && len(sv.Data.Tags) > 0 {
		return "label"
	}
	return strings.Join(sv.Cut, ", ")
}

// notConverged marks the name of a task whose fit has not converged, and notConvergedNote explains it.
const (
	notConverged     = " ✗"
	notConvergedNote = "✗ The fit has not converged: do not use the numbers of this row."
)

// mostHead is how many letters of a name the head of a narrow column has.
const mostHead = 16

// studyCells are the numbers of a task whose studies have separate columns.
func (sv *tasksLaid) studyCells(task fits.Task, reference string) []document.Cell {
	r := sv.looked[taskName(task)]
	var cells []document.Cell
	if len(sv.Data.Studies) == 1 {
		return append(cells, sv.mean(task, sv.Data.Studies[0].Name), bare(found(r, catalogue.ICC,
			sv.Data.Studies[0].Name)))
	}
	for _, s := range sv.Data.Studies {
		if e, ok := r.Find(catalogue.ICC, s.Name); ok {
			cells = append(cells, number(e))
		} else {
			cells = append(cells, document.Text("–"))
		}
	}
	for _, s := range sv.Data.Studies {
		if s.Name != reference {
			cells = append(cells, bare(pair(r, catalogue.Rho, reference, s.Name)))
		}
	}
	return cells
}

// number returns an estimate without its interval.
func number(e result.Estimate) document.Cell {
	return document.Number{Value: float64(e.Centre()), SD: float64(e.Spread())}
}

// found returns an estimate on the label scale as a cell, with the reason if there is none.
func found(r *result.Lookup, quantity string, studies ...string) document.Cell {
	if e, ok := r.Find(quantity, studies...); ok {
		return estimate(e)
	} else if e.Undefined != "" {
		return document.Undefined(e.Undefined)
	}
	return document.Undefined("")
}

// pair is the same of two groups.
func pair(r *result.Lookup, quantity, a, b string) document.Cell {
	if e, ok := r.Pair(quantity, a, b); ok {
		return estimate(e)
	}
	return found(r, quantity, a, b)
}

// bare leaves out why there is no number, because the checks say it once for all tasks.
func bare(c document.Cell) document.Cell {
	if _, undefined := c.(document.Undefined); undefined {
		return document.Text("–")
	}
	return c
}

// rangeCells are the lowest and the highest numbers of a task.
func (sv *tasksLaid) rangeCells(task fits.Task) []document.Cell {
	r := sv.looked[taskName(task)]
	var icc, rho []float64
	for _, s := range r.Data.Studies {
		if e, ok := r.Find(catalogue.ICC, s.Name); ok {
			icc = append(icc, float64(e.Centre()))
		}
		if e, ok := r.Pair(catalogue.Rho, r.Model.Reference, s.Name); ok {
			rho = append(rho, float64(e.Centre()))
		}
	}
	var cells []document.Cell
	for _, all := range [][]float64{icc, rho} {
		if len(all) == 0 {
			cells = append(cells, document.Text("–"), document.Text("–"))
			continue
		}
		cells = append(cells, document.Number{Value: slices.Min(all)}, document.Number{Value: slices.Max(all)})
	}
	return cells
}

// mean is the mean label of a study of a task.
func (sv *tasksLaid) mean(task fits.Task, study string) document.Cell {
	if task.Result != nil {
		for _, s := range task.Result.Data.Studies {
			if s.Name == study {
				return view.MeanCell(task.Result.Data.Kind, s.Mean)
			}
		}
	}
	return document.Text("–")
}

// meanHead names the mean label.
func (sv *tasksLaid) meanHead() string {
	switch {
	case sv.OfCategories():
		return "share"
	case sv.Mixed():
		return "mean"
	}
	return view.MeanHead(sv.first.Data.Kind)
}

// checks returns the doubts, each once for all tasks.
func (sv *tasksLaid) checks() []document.Check {
	all := untimedCheck(sv.Untimed)
	order, of := []string{}, map[string][]string{}
	doubt := func(text string, task fits.Task) {
		if _, known := of[text]; !known {
			order = append(order, text)
		}
		if name := document.Clip(taskName(task)); !slices.Contains(of[text], name) {
			of[text] = append(of[text], name)
		}
	}
	var unconverged []string
	look := map[string]string{} // of the first task in which an assumption is in doubt
	message := ""
	fitted, ok := 0, 0
	for _, task := range sv.Tasks {
		if !task.Fitted() {
			doubt("no fit: "+strings.TrimSuffix(task.Undefined, "."), task)
			continue
		}
		fitted++
		d := task.Result.Diagnostics
		switch {
		case d == nil || d.OK:
			ok++
		case !d.Converged:
			unconverged = append(unconverged, document.Clip(taskName(task)))
			message = cmp.Or(message, strings.TrimPrefix(strings.Join(d.Messages[:min(1, len(d.Messages))], ""),
				"NOT CONVERGED: "))
		default:
			doubt("the chains have warnings", task)
		}
		for _, x := range task.Result.Doubts {
			text := "it is doubtful that " + x.Assumption
			doubt(text, task)
			if look[text] == "" {
				look[text] = strings.TrimSuffix(x.Look, ".")
			}
		}
		if len(result.PriorSpeaks(task.Result.PriorSensitivity)) > 0 {
			doubt("too few labels to be sure: the numbers depend on the starting assumption", task)
		}
		for _, note := range task.ApartNotes() {
			_, why, _ := strings.Cut(note, ": ")
			doubt(strings.TrimSuffix(why, "."), task)
		}
	}
	if unconverged != nil {
		all = append(all, document.Check{Text: fmt.Sprintf("%s not converged, do not use the numbers: %s. The "+
			"first: %s", document.Plural(len(unconverged), "task"), few(unconverged), message)})
	}
	for _, text := range order {
		said := fmt.Sprintf("%s (%s): %s.", document.Plural(len(of[text]), "task"), few(of[text]), text)
		switch {
		case look[text] != "" && len(of[text]) == 1:
			said += " Look at: " + look[text] + "."
		case look[text] != "":
			said += fmt.Sprintf(" In %s, look at: %s.", of[text][0], look[text])
		}
		all = append(all, document.Check{Text: said})
	}
	if fitted > 0 && ok == fitted {
		all = append(all, document.Check{OK: true, Text: "chains of all fits converged"})
	}
	return all
}

// few names the first of many tasks.
func few(names []string) string {
	const most = 3
	if more := len(names) - most; more > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %s more", document.Integer(more))
	}
	return strings.Join(names, ", ")
}

// panels draws how far labels of each task agree within each study, and with the reference: the estimates, or of a
// task without a fit the coefficients without a model.
func (sv *tasksLaid) panels() document.Chart {
	c := document.Strips{About: document.About{ID: "tasks-chart", Caption: "Reliability and agreement of each task. " +
		"A point without an interval is a coefficient of a task that has no fit (Krippendorff’s α, normalized κx)"},
		Panels: []document.Panel{{Title: "agrees with itself (ICC)", High: 1, Decimals: 2, Beat: none}}}
	if sv.first.Model.Reference != "" {
		c.Panels = append(c.Panels, document.Panel{Title: "agrees with the reference (ρ)", High: 1, Decimals: 2,
			Beat: none})
	}
	for _, task := range sv.tasks {
		r := sv.looked[taskName(task)]
		if r == nil {
			continue
		}
		g := document.StripGroup{Title: taskName(task)}
		reference := sv.reference(r)
		for i, s := range r.Data.Studies {
			strip := document.Strip{Name: s.Name, Series: i, Values: []document.Estimate{
				chosen(r, catalogue.ICC, "kripp_alpha", s.Name)}}
			if len(c.Panels) > 1 {
				strip.Values = append(strip.Values, chosen(r, catalogue.Rho, "normalized_cross_kappa", reference,
					s.Name))
			}
			g.Rows = append(g.Rows, strip)
		}
		c.Groups = append(c.Groups, g)
	}
	return c
}

// reference is the study that others are compared with. A task without a fit has the reference of the first fit.
func (sv *tasksLaid) reference(r *result.Lookup) string {
	if r.Model != nil {
		return r.Model.Reference
	}
	return sv.first.Model.Reference
}

// chosen is an estimate, or else the coefficient that measures the same, or nothing.
func chosen(r *result.Lookup, quantity, instead string, studies ...string) document.Estimate {
	turned := slices.Clone(studies)
	slices.Reverse(turned)
	for _, of := range [][]string{studies, turned} {
		if r.Model != nil {
			if e, ok := r.Find(quantity, of...); ok {
				return estimate(e)
			}
		}
	}
	for _, of := range [][]string{studies, turned} {
		if a, ok := r.Coefficient(instead, of...); ok && r.Model == nil && a.Estimate.Defined() {
			return document.Estimate{Value: float64(a.Estimate), Lower: none, Upper: none}
		}
	}
	return document.Estimate{Value: none, Lower: none, Upper: none}
}

// detail is every table of the tasks, and the coefficients of all labels together.
func (sv *tasksLaid) detail(level document.Level) []document.Section {
	data := view.DataSection(sv.Data)
	all := []document.Section{data}
	if sv.first != nil {
		all = append(all, sv.reliability(), sv.validity(), sv.closeness(),
			overSection(sv.Summaries, sv.Interval, sv.first.Model.OnScale(sv.first.LabelScale())))
	}
	if len(sv.Agreement) > 0 {
		together := ask.Agreement(sv.Data, sv.Interval.Level, ask.Coefficients{All: sv.Agreement})
		all = append(all, view.Coefficients(together, "All categories together"))
	}
	all = append(all, sv.confusions(level))
	if sv.first != nil {
		all = append(all, sv.fits(), sv.model())
	}
	for i := range all {
		all[i].Level = document.Detail
	}
	if level < document.Appendix {
		return all
	}
	if end, ok := reproductionSection(Source{Result: &result.Result{Data: sv.Data}, Command: sv.Command,
		Version: sv.Version}); ok {
		end.Lead = []string{"The seed of a task follows from the seed of the run and from the task’s name, whatever " +
			"its place. The same file, version and seed give the same draws for any number of cores, on processors " +
			"with the same vector instructions. On other processors draws differ within their Monte Carlo error."}
		all = append(all, end)
	}
	return all
}

// model describes the model of every task.
func (sv *tasksLaid) model() document.Section {
	s := view.ModelSection(sv.first.Model)
	s.Title = "Model of " + sv.Counted()
	if sv.Mixed() {
		s.Title += ", each with the family of its labels; of the first"
	}
	s.Lead = []string{"Every task has a fit of its own, with the same model and priors."}
	if len(s.Parts) > 0 {
		s.Parts = s.Parts[:1] // the formula is of one task
	}
	return s
}

// asked is a quantity of a table of tasks with its companions.
type asked struct {
	quantity    string // "" is the mean label of a study
	event       string // whose probability is next to it
	heading     string // of that probability; "": the heading of the quantity's event. Or of the mean label
	coefficient string // next to it
}

// grid makes a table of quantities, with a group of rows for each combination of studies. If tasks differ in the
// grouping alone, it has a group for each grouping.
func (sv *tasksLaid) grid(
	t *document.Table, combinations []fits.Combination, title func([]string) string, columns ...asked,
) document.Section {
	t.Columns = []document.Column{{}}
	for _, c := range columns {
		t.Columns = append(t.Columns, sv.heads(c)...)
	}
	each := sv.Grouped() && len(sv.Cut) == 1
	for _, of := range combinations {
		g := document.Group{Title: title(of.Studies)}
		for _, task := range sv.TasksOf(of.Grouping) {
			row := document.Row{Name: strings.Join(sv.ShortKey(task), ", "), Link: sv.link(task)}
			if each {
				row.Name = g.Title
			}
			if task.Status() == fits.TaskNotConverged {
				row.Name += notConverged
				t.Notes = []string{notConvergedNote}
			}
			for _, c := range columns {
				row.Cells = append(row.Cells, sv.cells(c, of.Studies, task)...)
			}
			g.Rows = append(g.Rows, row)
		}
		switch last := len(t.Groups) - 1; {
		case !each && of.Grouping != "":
			g.Title += " (" + of.Grouping + ")"
		case each && last >= 0 && t.Groups[last].Title == of.Grouping:
			t.Groups[last].Rows = append(t.Groups[last].Rows, g.Rows...)
			continue
		case each:
			g.Title = of.Grouping
		}
		t.Groups = append(t.Groups, g)
	}
	return document.Section{ID: t.Name, Title: t.Caption, Parts: []document.Part{{Table: t}}}
}

// heads are the columns of a quantity.
func (sv *tasksLaid) heads(c asked) []document.Column {
	if c.quantity == "" {
		return []document.Column{{Head: c.heading, Decimals: 1}}
	}
	q, _ := catalogue.Find(c.quantity)
	heads := []document.Column{{Head: q.Head + ", " + sv.Interval.Name("CrI"), Decimals: 3}}
	if c.event != "" {
		heads = append(heads, document.Column{Head: cmp.Or(c.heading, q.Event)})
	}
	if c.coefficient != "" {
		heads = append(heads, document.Column{Head: catalogue.CoefficientName(c.coefficient) + ", " +
			sv.Interval.Name("CI"), Decimals: 3, Priority: document.Useful})
		if sv.checked() {
			heads = append(heads, document.Column{Head: "tail p", Priority: document.Spare})
		}
	}
	return heads
}

// cells are the numbers of a quantity of some studies of a task.
func (sv *tasksLaid) cells(c asked, studies []string, task fits.Task) []document.Cell {
	if c.quantity == "" {
		return []document.Cell{sv.mean(task, studies[0])}
	}
	blank := document.Text("–")
	r := sv.looked[taskName(task)]
	cells := []document.Cell{blank}
	if r != nil && r.Model != nil {
		cells[0] = bare(found(r, c.quantity, studies...))
	}
	if c.event != "" {
		var p document.Cell = blank
		if r != nil && r.Model != nil {
			if b := r.Belief(c.event, studies...); b.Defined() {
				p = document.Chances(b)
			}
		}
		cells = append(cells, p)
	}
	if c.coefficient != "" {
		var value document.Cell = blank
		if r != nil {
			if a, ok := r.Coefficient(c.coefficient, studies...); ok && a.Estimate.Defined() {
				of := coefficient(a)
				of.Symbol = strings.TrimSpace(result.Marked("", a.Caution))
				value = of
			}
		}
		cells = append(cells, value)
		if sv.checked() {
			cells = append(cells, document.PValue(task.Tail(c.coefficient, studies)))
		}
	}
	return cells
}

// checked reports whether there is a predictive check.
func (sv *tasksLaid) checked() bool {
	return slices.ContainsFunc(sv.Tasks, func(task fits.Task) bool {
		return task.Result != nil && slices.ContainsFunc(task.Result.Comparison,
			func(c result.Comparison) bool { return c.PPCTail.Defined() })
	})
}

func (sv *tasksLaid) reliability() document.Section {
	var each []fits.Combination
	for _, s := range sv.Data.Studies {
		each = append(each, fits.Combination{Grouping: s.Grouping, Studies: []string{s.Name}})
	}
	// The share that is positive comes first: it shows the meaning of the category.
	columns := []asked{{heading: sv.meanHead()}, {quantity: catalogue.ICC, coefficient: "kripp_alpha"}}
	if len(sv.Combinations(catalogue.LabelerICC)) > 0 {
		columns = append(columns, asked{quantity: catalogue.LabelerICC,
			event: catalogue.LabelerICC + " > " + catalogue.ICC})
	}
	return sv.grid(&document.Table{Name: "reliability", Caption: "Reliability" + sv.onScale()}, each, studiesOf,
		columns...)
}

func (sv *tasksLaid) onScale() string { return sv.first.Model.OnScale(sv.first.LabelScale()) }

func (sv *tasksLaid) validity() document.Section {
	pairs := sv.Combinations(catalogue.Rho)
	if pairs == nil {
		return document.Section{}
	}
	high := fmt.Sprintf("%s > %v", catalogue.Rho, result.HighRho)
	return sv.grid(&document.Table{Name: "validity", Caption: "Validity" + sv.onScale()}, pairs, studiesOf,
		asked{quantity: catalogue.Rho, event: high, heading: fmt.Sprintf("P(ρ > %v)", result.HighRho),
			coefficient: "normalized_cross_kappa"},
		asked{quantity: catalogue.XCC, coefficient: "cross_kappa"})
}

func (sv *tasksLaid) closeness() document.Section {
	three := sv.Combinations(catalogue.RhoDifference)
	if three == nil {
		return document.Section{}
	}
	reference := sv.first.Model.Reference
	title := func(studies []string) string { return studies[1] + " − " + studies[2] }
	if sv.Grouped() { // each grouping has another reference
		reference = ""
		title = func(studies []string) string { return studies[1] + " − " + studies[2] + ", to " + studies[0] }
	}
	return sv.grid(&document.Table{Name: "closeness", Caption: catalogue.Naming(reference,
		catalogue.Closeness.Title()) + sv.onScale()}, three, title,
		asked{quantity: catalogue.RhoDifference, event: catalogue.RhoDifference + " > 0"},
		asked{quantity: catalogue.XCCDifference, event: catalogue.XCCDifference + " > 0"})
}

// fits says how far the draws of each task can be trusted, with notes.
func (sv *tasksLaid) fits() document.Section {
	t := &document.Table{Name: "fits", Caption: "Fits", Columns: []document.Column{{}, {Head: "R̂ ≤", Decimals: 3},
		{Head: "ESS ≥"}, {Head: "E-BFMI ≥", Decimals: 2, Priority: document.Spare}, {Head: "divergences"},
		{Head: "seed", Priority: document.Diagnostic}}}
	var rows []document.Row
	for _, task := range sv.Tasks {
		name := visible.Text(taskName(task))
		row := document.Row{Name: taskName(task), Link: sv.link(task)}
		if !task.Fitted() {
			t.Notes = append(t.Notes, name+" has no fit: "+strings.TrimSuffix(task.Undefined, ".")+".")
			rows = append(rows, row)
			continue
		}
		d := task.Result.Diagnostics
		row.Cells = []document.Cell{document.Number{Value: float64(d.MaxRHat)}, whole(min(d.MinESSBulk, d.MinESSTail)),
			document.Number{Value: float64(d.MinEBFMI)}, document.Count(d.Divergences),
			document.Text(strconv.FormatUint(task.Seed, 10))}
		for _, m := range d.Messages {
			t.Notes = append(t.Notes, name+": "+m)
		}
		t.Notes = append(t.Notes, task.ApartNotes()...)
		for _, x := range task.Result.Doubts {
			t.Notes = append(t.Notes, name+", in doubt: "+studiesOf(x.Studies)+": "+x.Assumption+" ("+x.Evidence+
				"). Look at: "+strings.TrimSuffix(x.Look, ".")+".")
		}
		if n := len(result.PriorSpeaks(task.Result.PriorSensitivity)); n > 0 {
			t.Notes = append(t.Notes, name+": the prior matters in "+document.Plural(n, "estimate")+
				" (prior_sensitivity in the JSON).")
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	return document.Section{ID: "fits", Title: "Fits", Parts: []document.Part{{Table: t}}}
}

// mostConfused is how many categories a printed table of confusions can have; the page has all.
const mostConfused = 9

// confusions show how often categories go together. Confusions of two labels within a study are printed if there is one
// study.
func (sv *tasksLaid) confusions(level document.Level) document.Section {
	s := document.Section{ID: "confusion", Title: "Which category is which", Lead: []string{confusionLead}}
	for _, c := range sv.Confusion {
		within := len(c.Studies) == 1
		if c.Shares == nil || level < document.Appendix && (len(c.Categories) > mostConfused ||
			within && len(sv.Data.Studies) > 1) {
			continue
		}
		s.Parts = append(s.Parts, document.Part{Chart: confusionChart(c, fmt.Sprint("confusion-", len(s.Parts)+1))})
	}
	return s
}
