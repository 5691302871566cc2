package html

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/result"
	"concord/result/catalogue"
)

// Several is what a page of several tasks is made from.
type Several struct {
	Result *result.Several
	// Command repeats the run, as typed in a shell. "" if there is none.
	Command string
	// Version names the program.
	Version string
	// Page returns a link to the page of a task, "" for none; nil: there are none.
	Page func(result.Task) string
}

// page is a link to the page of a task, "" for none.
func (several Several) page(task result.Task) string {
	if several.Page == nil {
		return ""
	}
	return several.Page(task)
}

// WriteSeveral writes the page of several tasks. It panics if there is no result; the error is that of w.
func WriteSeveral(w io.Writer, of Several) error {
	if of.Result == nil {
		panic("html: there is no result")
	}
	sev := of.Result
	p := titled(sev.Data, of.Version)
	p.Alerts = sev.CautionTexts()
	if sev.Partial {
		p.Alerts = append(p.Alerts, "PARTIAL: the run was interrupted; what was not finished is missing.")
	}
	for _, task := range sev.Tasks {
		switch {
		case !task.Fitted():
			p.Alerts = append(p.Alerts, taskName(task)+" has no fit: "+task.Undefined+".")
		case !task.Result.Diagnostics.Converged:
			p.Alerts = append(p.Alerts, taskName(task)+": "+strings.Join(task.Result.Diagnostics.Messages, " "))
		}
	}
	data, _ := dataSection(Report{Result: &result.Result{Data: sev.Data}})
	p.Sections = append(p.Sections, panelSection(of))
	if all, ok := acrossSection(sev); ok {
		p.Sections = append(p.Sections, all)
	}
	p.Sections = append(p.Sections, data)
	tables := sev.Tables()
	titles := map[string]string{"reliability": "Reliability", "validity": "Validity", "closeness": "Closeness",
		"over": "Over the tasks", "trend": "From first to last", "fits": "Fits"}
	links := map[string]string{}
	for _, task := range sev.Tasks {
		links[taskName(task)] = of.page(task)
	}
	for i, t := range tables {
		if i == len(tables)-1 { // that of how far the draws can be trusted
			p.Sections = append(p.Sections, together(sev)...)
		}
		p.Sections = append(p.Sections, section{ID: t.ID(), Title: titles[t.ID()], Parts: linkedPart(t, links)})
	}
	if first := sev.First(); first != nil {
		model, _ := modelSection(Report{Result: first})
		model.Parts = model.Parts[:1] // the parameters and the code are those of one task
		model.Lead = []string{"Every task has a fit of its own, with the same model and priors."}
		end, _ := reproduction(Report{Result: &result.Result{Data: sev.Data}, Command: of.Command, Version: of.Version})
		end.Lead = []string{"The seed of a task follows from that of the run and from the task’s name, whatever " +
			"its place. " +
			"The same file, version and seed give the same draws for any number of cores, on processors with the " +
			"same " +
			"vector instructions; on others they differ within their Monte Carlo error."}
		p.Sections = append(p.Sections, model, end)
	}
	return write(w, p)
}

func taskName(task result.Task) string { return strings.Join(task.Key, ", ") }

// panelSection shows a small panel for each task, all on one scale.
func panelSection(of Several) section {
	sev := of.Result
	s := section{ID: "headline", Title: "In short"}
	first := sev.First()
	if first == nil {
		return s
	}
	scale := first.LabelScale()
	s.Lead = []string{fmt.Sprintf("A panel for each task: above the line the reliability of a single label (ICC) "+
		"of each "+
		"study, below it how well studies agree (ρ) of each pair, with %s, all on the %s. Dots without a line are "+
		"coefficients of tasks that have no fit (Krippendorff’s α, normalized κx).",
		levelName(sev.Interval, "CrI"), result.ScaleName(scale))}
	if first.Model.Reference == "" {
		s.Lead[0] = fmt.Sprintf("A panel for each task: the reliability of a single label (ICC), with %s, on the "+
			"%s. A dot "+
			"without a line is a coefficient of a task that has no fit (Krippendorff’s α).",
			levelName(sev.Interval, "CrI"), result.ScaleName(scale))
	}
	var all []result.Estimate
	for _, task := range sev.Tasks {
		if task.Fitted() {
			all = append(all, estimates(task.Result, catalogue.ICC, scale)...)
			all = append(all, withReference(task.Result, estimates(task.Result, catalogue.Rho, scale))...)
		}
	}
	a := rangeOf(0, 1, all)
	var panels []*picture
	for _, task := range inOrder(sev, first) {
		panels = append(panels, panel(sev, first, a, task, of.page(task)))
	}
	s.Parts = []part{{Pictures: panels}}
	return s
}

// panelRow is how many pixels a row of a panel takes: a name, and an estimate below it.
const panelRow = 30.0

// panel draws what one task has: reliability of each study, then agreement of each pair. Its name is a link, "" for
// none.
func panel(sev *result.Several, first *result.Result, a axis, task result.Task, link string) *picture {
	if task.Result == nil {
		task.Result = &result.Result{}
	}
	scale := first.LabelScale()
	p := &picture{Caption: taskName(task) + ": " + shareOf(sev, task)}
	f := &p.Figure
	y := 0.0
	row := func(name, class string, e result.Estimate, known bool, coefficient string, studies []string) {
		f.text("tick", "start", 0, y+10, name)
		switch c, ok := agreementOf(task.Result, coefficient, studies); {
		case known:
			f.line("bar "+class, a.at(float64(e.Lower)), y+20, a.at(float64(e.Upper)), y+20)
			f.dot("mark "+class, a.at(float64(e.Centre())), y+20)
			f.text("tick", "end", 100, y+10, value(e))
		case ok:
			f.dot("mark "+class, a.at(float64(c.Estimate)), y+20)
			f.text("tick", "end", 100, y+10, fixed(float64(c.Estimate), 2))
		default:
			f.text("tick", "end", 100, y+10, "–")
		}
		y += panelRow
	}
	grouping := sev.Grouping(task)
	for s, study := range studiesOf(sev, grouping) {
		e, ok := estimateOf(task.Result, catalogue.ICC, scale, []string{study.Name})
		row(study.Name, seriesClass(s), e, ok, "kripp_alpha", []string{study.Name})
	}
	if grouping != "" {
		first = firstFitted(sev, grouping)
	}
	pairs := withReference(first, estimates(first, catalogue.Rho, scale))
	if len(pairs) > 0 {
		f.line("base", 0, y, 100, y)
		y += 4
	}
	for _, pair := range pairs {
		e, ok := estimateOf(task.Result, catalogue.Rho, scale, pair.Studies)
		row("ρ "+who(pair.Studies), "plain", e, ok, "normalized_cross_kappa", pair.Studies)
	}
	shapes := f.Shapes
	f.Shapes = nil
	f.grid(a, 0, y)
	f.Shapes = append(f.Shapes, shapes...)
	f.scale(a, y+14)
	f.Height = y + 18
	f.Title = "Reliability and agreement of " + p.Caption
	if link != "" {
		p.Name, p.Link, p.Caption = taskName(task), link, strings.TrimPrefix(p.Caption, taskName(task))
	}
	return p
}

// studiesOf are the studies of a grouping; of "" all.
func studiesOf(sev *result.Several, grouping string) []result.Study {
	var all []result.Study
	for _, s := range sev.Data.Studies {
		if s.Grouping == grouping {
			all = append(all, s)
		}
	}
	return all
}

// firstFitted is the first result of a fit in a grouping, an empty one if there is none.
func firstFitted(sev *result.Several, grouping string) *result.Result {
	for _, task := range sev.Tasks {
		if task.Fitted() && sev.Grouping(task) == grouping {
			return task.Result
		}
	}
	return &result.Result{Model: &result.Model{}}
}

// estimateOf returns the estimate of a quantity of some studies.
func estimateOf(r *result.Result, quantity, scale string, studies []string) (result.Estimate, bool) {
	all := estimates(r, quantity, scale)
	i := slices.IndexFunc(all, func(e result.Estimate) bool { return slices.Equal(e.Studies, studies) })
	if i < 0 {
		return result.Estimate{}, false
	}
	return all[i], true
}

// shareOf says how frequent the positive labels of a task are in each study.
func shareOf(sev *result.Several, task result.Task) string {
	var parts []string
	for _, s := range task.Result.Data.Studies {
		text := fixed(float64(s.Mean), 2)
		if task.Result.Data.Kind == "binary" {
			text = fixed(100*float64(s.Mean), 1) + "%"
		}
		if len(task.Result.Data.Studies) > 1 || len(sev.Data.Studies) > 1 {
			text += " of " + s.Name
		}
		parts = append(parts, text)
	}
	return list(parts)
}

// together is what holds of all labels: coefficients, and which categories go together.
func together(sev *result.Several) []section {
	var all []section
	if len(sev.Agreement) > 0 {
		all = append(all, section{ID: "together", Title: "All categories together",
			Parts: tablePart(sev.Coefficients())})
	}
	if s, ok := confusionSection(sev); ok {
		all = append(all, s)
	}
	return all
}

// linkedPart is [tablePart] of a table whose rows are of tasks, by their names, some of which have pages.
func linkedPart(t result.Table, links map[string]string) []part {
	parts := tablePart(t)
	if !slices.Contains([]string{"reliability", "validity", "closeness", "fits"}, t.ID()) {
		return parts
	}
	at := 0
	if parts[0].Table.Words[1] { // behind the title of the group
		at = 1
	}
	for _, row := range parts[0].Table.Rows {
		row[at].Link = links[row[at].Text]
	}
	return parts
}

// tablePart lays a table of a report out, with its notes below it. The titles of groups are the first column.
func tablePart(t result.Table) []part {
	laid := &table{Caption: t.Title, Head: append([]string{""}, t.Head...), Words: map[int]bool{}}
	grouped := len(t.Groups) > 0 && t.Groups[0].Title != ""
	if grouped {
		laid.Head, laid.Words[1] = append([]string{""}, laid.Head...), true
	}
	for _, g := range t.Groups {
		for i, row := range g.Rows {
			if grouped {
				title := ""
				if i == 0 {
					title = g.Title
				}
				row = append([]string{title}, row...)
			}
			laid.Rows = append(laid.Rows, cells(row...))
		}
	}
	parts := []part{{Table: laid}}
	for _, note := range t.Notes {
		parts = append(parts, part{Note: note})
	}
	return parts
}
