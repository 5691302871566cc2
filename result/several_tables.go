package result

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/result/catalogue"
)

// Table is one table of a [Several], in words and numbers that every format lays out.
type Table struct {
	Title  string
	Head   []string // of the columns after the first
	Groups []TableGroup
	Notes  []string

	label string // by which LaTeX refers to it
	spare []int  // columns that a narrow page can do without, the first ones sooner
}

// ID is a short name of the table: "reliability", "validity", "closeness", "over", "trend", "fits", "agreement" or
// "confusion".
func (tab Table) ID() string { return tab.label }

// TableGroup is rows of what has the title in common; the first cell of each is the task, or what else the row is of.
type TableGroup struct {
	Title string
	Rows  [][]string
}

// Tables returns what is printed of several tasks: prevalence and reliability by study, agreement of each pair of
// studies, which of two studies is closer to the reference, what tasks have in common, all on the scale of the labels,
// and how far the draws of each task can be trusted.
func (sev *Several) Tables() []Table {
	first := sev.First()
	if first == nil {
		return nil
	}
	tables := []Table{sev.reliability(first)}
	if pairs := sev.combinations(catalogue.Rho); pairs != nil {
		tables = append(tables, sev.validity(first, pairs))
	}
	if three := sev.combinations(catalogue.RhoDifference); three != nil {
		tables = append(tables, sev.closeness(first, three))
	}
	tables = append(tables, overTables(sev.Over, sev.Interval, first.OnScale(first.LabelScale()))...)
	return append(tables, sev.trust())
}

// column is one quantity of a table with what stands beside it.
type column struct {
	quantity    string // "" is the mean label of a study
	event       string // whose probability stands beside it
	heading     string // of that probability, "" is that of the quantity's own event; or of the mean label
	coefficient string // that stands beside it
}

// values returns, of the quantity of some studies, the cells of each of some tasks.
func (sev *Several) values(c column, studies []string, tasks []Task) [][]string {
	rows := make([][]string, len(tasks))
	if c.quantity == "" {
		for i, task := range tasks {
			mean := task.mean(studies[0])
			rows[i] = []string{Mean(float64(mean))}
			if task.Result != nil && task.Result.Data.Kind == "binary" {
				rows[i] = []string{percentage(mean)}
			}
		}
		return rows
	}
	var found []Estimate
	for _, task := range tasks {
		if e, ok := task.estimate(c.quantity, studies); ok {
			found = append(found, e)
		}
	}
	d := groupDecimals(found)
	for i, task := range tasks {
		e, ok := task.estimate(c.quantity, studies)
		value, span := "–", "–"
		if ok {
			value, span = e.Centre().fixed(d), interval(e.Lower, e.Upper, d)
		}
		rows[i] = []string{value, span}
		if c.event != "" {
			p := "–"
			if found := task.event(c.event, studies); found.Defined() {
				p = found.AsProbability()
			}
			rows[i] = append(rows[i], p)
		}
		if c.coefficient != "" {
			text := "–"
			if a, known := task.coefficient(c.coefficient, studies); known && a.Estimate.Defined() {
				text = strings.TrimSpace(a.text())
			}
			rows[i] = append(rows[i], text)
			if sev.checked() {
				rows[i] = append(rows[i], task.tail(c.coefficient, studies).fixed(3))
			}
		}
	}
	return rows
}

// heads returns the headings of what [Several.values] returns.
func (sev *Several) heads(c column) []string {
	if c.quantity == "" {
		return []string{c.heading}
	}
	q, _ := catalogue.Find(c.quantity)
	heads := []string{q.Short, sev.Interval.name("CrI")}
	if c.event != "" {
		heads = append(heads, cmp.Or(c.heading, q.Event.Heading))
	}
	if c.coefficient != "" {
		heads = append(heads, catalogue.CoefficientName(c.coefficient)+" ["+sev.Interval.name("CI")+"]")
		if sev.checked() {
			heads = append(heads, "tail p")
		}
	}
	return heads
}

// checked reports whether there is a predictive check.
func (sev *Several) checked() bool {
	return slices.ContainsFunc(sev.Tasks, func(task Task) bool {
		return task.Result != nil && slices.ContainsFunc(task.Result.Comparison,
			func(c Comparison) bool { return c.PPCTail.Defined() })
	})
}

// grid makes a table of columns, with a group of rows for each combination of studies; where groupings alone tell tasks
// apart, with a group for each of them.
func (sev *Several) grid(t Table, combinations []combination, title func([]string) string, columns ...column) Table {
	for _, c := range columns {
		t.Head = append(t.Head, sev.heads(c)...)
	}
	each := sev.groupingAt() >= 0 && len(sev.Cut) == 1
	for _, of := range combinations {
		tasks := sev.tasksOf(of.grouping)
		g := TableGroup{Title: title(of.studies)}
		for _, task := range tasks {
			g.Rows = append(g.Rows, []string{strings.Join(sev.shortKey(task), ", ")})
		}
		for _, c := range columns {
			for i, cells := range sev.values(c, of.studies, tasks) {
				g.Rows[i] = append(g.Rows[i], cells...)
			}
		}
		switch last := len(t.Groups) - 1; {
		case !each && of.grouping != "":
			g.Title += " (" + of.grouping + ")"
		case each:
			for _, row := range g.Rows {
				row[0] = g.Title
			}
			if last >= 0 && t.Groups[last].Title == of.grouping {
				t.Groups[last].Rows = append(t.Groups[last].Rows, g.Rows...)
				continue
			}
			g.Title = of.grouping
		}
		t.Groups = append(t.Groups, g)
	}
	return t
}

func joined(studies []string) string { return strings.Join(studies, " × ") }

func (sev *Several) reliability(first *Result) Table {
	var each []combination
	for _, s := range sev.Data.Studies {
		each = append(each, combination{s.Grouping, []string{s.Name}})
	}
	// The share that is positive comes first: it says what the category is about.
	share := column{heading: meanHeading(first.Data.Kind)}
	switch {
	case sev.ofCategories():
		share.heading = "share"
	case sev.mixed():
		share.heading = "mean"
	}
	columns := []column{share, {quantity: catalogue.ICC, coefficient: "kripp_alpha"}}
	labelers := slices.ContainsFunc(sev.Tasks, func(task Task) bool {
		return slices.ContainsFunc(each, func(s combination) bool {
			_, ok := task.estimate(catalogue.LabelerICC, s.studies)
			return ok
		})
	})
	if labelers {
		columns = append(columns, column{quantity: catalogue.LabelerICC,
			event: catalogue.LabelerICC + " > " + catalogue.ICC})
	}
	return sev.grid(Table{Title: "Reliability" + first.OnScale(first.LabelScale()), label: "reliability"}, each, joined,
		columns...)
}

// mixed reports whether labels of tasks are of several kinds, as those of several label columns may be.
func (sev *Several) mixed() bool {
	first := sev.First()
	return slices.ContainsFunc(sev.Tasks, func(task Task) bool {
		return task.Fitted() && first != nil && task.Result.Data.Kind != first.Data.Kind
	})
}

// combinations returns of which studies tasks have a quantity, in the order in which they come.
func (sev *Several) combinations(quantity string) []combination {
	var all []combination
	known := map[string]bool{}
	for _, task := range sev.Tasks {
		if !task.Fitted() {
			continue
		}
		grouping := sev.Grouping(task)
		for _, e := range task.Result.Estimates {
			if key := keyOf(grouping, "", e.Studies); e.Quantity == quantity && !known[key] {
				known[key], all = true, append(all, combination{grouping, e.Studies})
			}
		}
	}
	groupings := sev.Data.groupings()
	slices.SortStableFunc(all, func(a, b combination) int {
		return slices.Index(groupings, a.grouping) - slices.Index(groupings, b.grouping)
	})
	return all
}

func (sev *Several) validity(first *Result, pairs []combination) Table {
	return sev.grid(Table{Title: "Validity" + first.OnScale(first.LabelScale()), label: "validity"}, pairs, joined,
		column{quantity: catalogue.Rho, event: highRhoEvent, heading: fmt.Sprintf("P(ρ > %v)", HighRho),
			coefficient: "normalized_cross_kappa"},
		column{quantity: catalogue.XCC, coefficient: "cross_kappa"})
}

func (sev *Several) closeness(first *Result, three []combination) Table {
	reference := first.Model.Reference
	title := func(studies []string) string { return studies[1] + " − " + studies[2] }
	if sev.groupingAt() >= 0 { // each grouping has one of its own
		reference = ""
		title = func(studies []string) string { return studies[1] + " − " + studies[2] + ", to " + studies[0] }
	}
	t := Table{Title: catalogue.Naming(reference, catalogue.Closeness.Title()) + first.OnScale(first.LabelScale()),
		label: "closeness"}
	return sev.grid(t, three, title,
		column{quantity: catalogue.RhoDifference, event: catalogue.RhoDifference + " > 0"},
		column{quantity: catalogue.XCCDifference, event: catalogue.XCCDifference + " > 0"})
}

// trust is how far the draws of each task can be trusted, and what there is to say of it.
func (sev *Several) trust() Table {
	t := Table{Title: "Fits", Head: []string{"R̂ ≤", "ESS ≥", "E-BFMI ≥", "divergences", "seed"}, label: "fits",
		spare: []int{5, 3}}
	var g TableGroup
	for _, task := range sev.Tasks {
		name := strings.Join(task.Key, ", ")
		if !task.Fitted() {
			g.Rows = append(g.Rows, []string{name, "–", "–", "–", "–", "–"})
			t.Notes = append(t.Notes, name+" has no fit: "+task.Undefined+".")
			continue
		}
		d := task.Result.Diagnostics
		g.Rows = append(g.Rows, []string{name, d.MaxRHat.fixed(3), whole(min(d.MinESSBulk, d.MinESSTail)),
			d.MinEBFMI.fixed(2), count(d.Divergences), strconv.FormatUint(task.Seed, 10)})
		for _, m := range d.Messages {
			t.Notes = append(t.Notes, name+": "+m)
		}
		t.Notes = append(t.Notes, apartNotes(task)...)
		for _, doubt := range task.Result.Doubts {
			t.Notes = append(t.Notes, name+", in doubt: "+joined(doubt.Studies)+": "+doubt.Assumption+" "+
				"("+doubt.Evidence+
				"). Look at: "+doubt.Look+".")
		}
		if n := len(PriorSpeaks(task.Result.PriorSensitivity)); n > 0 {
			t.Notes = append(t.Notes, name+": the prior speaks in "+plural(n, "estimate")+
				", which the labels alone do not settle (prior_sensitivity in the JSON).")
		}
	}
	t.Groups = []TableGroup{g}
	return t
}
