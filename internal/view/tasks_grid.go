package view

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
	"concord/internal/say"
	"concord/internal/visible"
)

// combination is some groups of a grouping, "" if there is one.
type combination struct {
	answer.Key
	grouping string
}

// combinations are the groups that have a quantity in some task, in their order, and that of groupings.
func combinations(s Scope, name string) (all []combination) {
	if name == catalogue.ICC {
		for _, g := range s.Data.Studies {
			all = append(all, combination{answer.Key{Group: g.Name}, g.Grouping})
		}
		return all
	}
	groupings := map[string]string{}
	for _, r := range s.Runs {
		groupings[r.Task], _ = s.Data.Within(s.Cut, r.Key)
	}
	for _, r := range s.Of(name) {
		c := combination{answer.Key{Group: r.Group, Of: r.Key.Of, Against: r.Against}, groupings[r.Task]}
		if r.Task != "" && r.Scale == "" && r.Term == "" && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	order := s.Data.Groupings()
	slices.SortStableFunc(all, func(a, b combination) int {
		return slices.Index(order, a.grouping) - slices.Index(order, b.grouping)
	})
	return all
}

// grid is a table with a group of lines for each combination of groups that has the first quantity. If tasks differ in
// the grouping alone, it has a group of lines for each grouping.
func grid(s Scope, name, caption, of string, title func(answer.Key) string, cols ...[]Col) []document.Part {
	if first(s.Scope) == nil {
		return nil
	}
	each := grouped(s.Data) && len(s.Cut) == 1
	t := Table{Name: name, Caption: caption, Cols: slices.Concat(cols...), Lines: func(s Scope, _ []Col) (all []Line) {
		for _, c := range combinations(s, of) {
			heading := title(c.Key)
			for _, r := range s.Runs {
				grouping, key := s.Data.Within(s.Cut, r.Key)
				if grouping != c.grouping {
					continue
				}
				l := line(r, strings.Join(key, ", "), c.Key)
				switch l.Title = heading; {
				case each:
					l = line(r, heading, c.Key)
					l.Title = grouping
				case grouping != "":
					l.Title += " (" + grouping + ")"
				}
				all = append(all, l)
			}
		}
		return all
	}}
	return t.lay(s)
}

// among are columns of a quantity, of the probability of an event, and of the coefficient that measures the same
// without a model, with its tail probability among replicated studies.
func among(s Scope, name, event, heading, coefficient string) []Col {
	cols := []Col{{Q: name, Find: known, Head: quantity.Of(name).Head + ", " + s.Interval.Name("CrI"), Decimals: 3}}
	switch {
	case event == "own":
		cols = append(cols, Col{Q: name, As: answer.Chance})
	case event != "":
		cols = append(cols, Col{Q: name, As: answer.Chance, At: answer.Key{Event: event}, Head: heading})
	}
	if coefficient == "" {
		return cols
	}
	of := places(s, coefficient)
	found := func(s say.Scope, _ string) *answer.Row {
		return defined(of[answer.Key{Task: s.At.Task, Group: s.At.Group, Of: s.At.Of, Against: s.At.Against}])
	}
	cols = append(cols, Col{Q: coefficient, Find: found, Decimals: 3, Priority: document.Useful,
		Head: catalogue.CoefficientName(coefficient) + ", " + s.Interval.Name("CI"),
		Made: func(s say.Scope) document.Cell {
			r := found(s, "")
			e, _ := r.Cell(answer.Whole).(document.Estimate)
			e.Symbol = strings.TrimSpace(result.Marked("", r.Reason))
			return e
		}})
	return append(cols, Col{Q: coefficient, Head: "tail p", Priority: document.Spare,
		Find: func(s say.Scope, name string) *answer.Row {
			if r := found(s, name); r != nil && !math.IsNaN(r.P) {
				return r
			}
			return nil
		}, Made: func(s say.Scope) document.Cell { return document.PValue(found(s, "").P) }})
}

func ofEachGroup(s Scope) []document.Part {
	if first(s.Scope) == nil {
		return nil
	}
	// The share that is positive comes first: it shows the meaning of the category.
	return grid(s, "reliability", "Reliability"+onScale(s.Scope), catalogue.ICC,
		func(at answer.Key) string { return at.Group }, []Col{meanOf(s.Scope, document.Essential)},
		among(s, catalogue.ICC, "", "", "kripp_alpha"), among(s, catalogue.LabelerICC, "own", "", ""))
}

func ofEachPair(s Scope) []document.Part {
	high := fmt.Sprintf("%s > %v", catalogue.Rho, result.HighRho)
	return grid(s, "validity", "Validity"+onScale(s.Scope), catalogue.Rho,
		func(at answer.Key) string { return at.Of + " × " + at.Against },
		among(s, catalogue.Rho, high, fmt.Sprintf("P(ρ > %v)", result.HighRho), "normalized_cross_kappa"),
		among(s, catalogue.XCC, "", "", "cross_kappa"))
}

func ofEachContrast(s Scope) []document.Part {
	if first(s.Scope) == nil {
		return nil
	}
	reference, to := first(s.Scope).Model.Reference, func(answer.Key) string { return "" }
	if grouped(s.Data) { // each grouping has another reference
		reference, to = "", func(at answer.Key) string { return ", to " + at.Group }
	}
	return grid(s, "closeness", catalogue.Naming(reference, catalogue.Closeness.Title())+onScale(s.Scope),
		catalogue.RhoDifference, func(at answer.Key) string { return at.Of + " − " + at.Against + to(at) },
		among(s, catalogue.RhoDifference, "own", "", ""), among(s, catalogue.XCCDifference, "own", "", ""))
}

// overLines has a line for each quantity over tasks, of some terms or of all, that the first column has.
func overLines(terms ...string) Lines {
	return func(s Scope, cols []Col) (all []Line) {
		for _, r := range s.Of(cols[0].Q) {
			if terms == nil || slices.Contains(terms, r.Term) {
				all = append(all, Line{Name: say.OverName(r.Key), Key: r.Key})
			}
		}
		return all
	}
}

// over has the summary over many tasks: their middle, their spread, and how they change.
func over(s Scope) []document.Part {
	on := onScale(s.Scope)
	event := func(event, head string) Col {
		return Col{Q: "trend", As: answer.Chance, At: answer.Key{Event: event}, Head: head}
	}
	ranged := func(q, head string, priority document.Priority) Col {
		return Col{Q: q, Head: head + ", " + s.Interval.Name("CrI"), Decimals: 2, Priority: priority}
	}
	words := func(q string, priority document.Priority) Col { return Col{Q: q, Priority: priority} }
	all := Table{Name: "over", Caption: "Over the tasks" + on, Lines: overLines(),
		Notes: func(s Scope) []string { return say.OverNotes(s.Answer) },
		Cols: []Col{{Q: "over_middle", As: answer.Things, Head: "tasks", Priority: document.Spare},
			ranged("over_middle", "middle", document.Essential), ranged("over_spread", "spread", document.Essential),
			{Q: "over_further", As: answer.Range, Decimals: 2}, {Q: "over_middle", As: answer.Chance}}}.lay(s)
	return append(all, Table{Name: "trend", Caption: "Changes from first to last" + on, Lines: overLines(),
		Notes: func(s Scope) []string { return say.TrendNotes(s.Answer) },
		Cols: []Col{event("changed", "P(changed)"), event("differ", "P(tasks\ndiffer)"), event("moved", "P(one step)"),
			words("trend_new", document.Essential), {Q: "trend_before", As: answer.Alone, Decimals: 2},
			{Q: "trend_after", As: answer.Alone, Decimals: 2}, words("trend_earliest", document.Spare),
			words("trend_latest", document.Spare), ranged("trend", "change along\na line", document.Spare),
			{Q: "trend", As: answer.Chance, Priority: document.Spare}}}.lay(s)...)
}

// panels draws how far labels of each task agree within each group, and with the reference: the estimates, or of a task
// without a fit the coefficients without a model.
func panels(s Scope) document.Chart {
	panel := func(title string) document.Panel {
		return document.Panel{Title: title, High: 1, Decimals: 2, Beat: math.NaN()}
	}
	c := document.Strips{About: document.About{ID: "tasks-chart", Caption: "Reliability and agreement of each task. " +
		"A point without an interval is a coefficient of a task that has no fit (Krippendorff’s α, normalized κx)"},
		Panels: []document.Panel{panel("agrees with itself (ICC)")}}
	usual := first(s.Scope).Model.Reference
	if usual != "" {
		c.Panels = append(c.Panels, panel("agrees with the reference (ρ)"))
	}
	alpha, kappa := places(s, "kripp_alpha"), places(s, "normalized_cross_kappa")
	drawn := func(r *answer.Row) document.Estimate {
		if e, ok := defined(r).Cell(answer.Whole).(document.Estimate); ok {
			return e
		}
		return document.Estimate{Value: math.NaN(), Lower: math.NaN(), Upper: math.NaN()}
	}
	for _, run := range ranked(s.Scope) {
		if run.Data == nil {
			continue
		}
		g := document.StripGroup{Title: run.Task}
		for i, study := range run.Data.Studies {
			at := answer.Key{Task: run.Task, Group: study.Name}
			of, with := alpha[at], kappa[answer.Key{Task: run.Task, Of: usual, Against: study.Name}]
			if fitted(run) {
				of = s.Get(catalogue.ICC, at)
				with = say.PairOf(s.Answer, run.Task, catalogue.Rho, run.Model.Reference, study.Name)
			} else if of = bare(of); with == nil {
				with = kappa[answer.Key{Task: run.Task, Of: study.Name, Against: usual}]
			}
			if !fitted(run) {
				with = bare(with)
			}
			strip := document.Strip{Name: study.Name, Series: i, Values: []document.Estimate{drawn(of)}}
			if len(c.Panels) > 1 {
				strip.Values = append(strip.Values, drawn(with))
			}
			g.Rows = append(g.Rows, strip)
		}
		c.Groups = append(c.Groups, g)
	}
	return c
}

// bare is a row without its interval; nil for none.
func bare(r *answer.Row) *answer.Row {
	if r == nil {
		return nil
	}
	return r.Bare()
}

// places are the rows of a coefficient by task and groups, the first of those at several distances.
func places(s Scope, name string) map[answer.Key]*answer.Row {
	all := map[answer.Key]*answer.Row{}
	for _, r := range s.Of(name) {
		if at := (answer.Key{Task: r.Task, Group: r.Group, Of: r.Key.Of, Against: r.Against}); all[at] == nil {
			all[at] = r
		}
	}
	return all
}

// confusionLead explains charts of confusion.
const confusionLead = "Draw an item at random, and two of its labels. If the first label is of the category of the " +
	"row, how often is the second one of the category of the column? Two groups that mean the same by their words " +
	"have large shares along the diagonal. A large share next to it is a category of one group that the other calls " +
	"by another name."

// mostConfused is how many categories a printed table of confusions can have; the page has all.
const mostConfused = 9

// confusions show how often categories go together. Confusions of two labels within a group are printed if there is one
// group.
func confusions(s Scope) (parts []document.Part) {
	for _, of := range s.spread("confused", func(at answer.Key) answer.Key {
		return answer.Key{Group: at.Group, Of: at.Of}
	}) {
		var names []string
		shares := map[[2]string]float64{}
		items := 0
		for _, r := range s.Of("confused") {
			if r.Group != of.Group || r.Key.Of != of.Of {
				continue
			}
			if n := len(names); n == 0 || names[n-1] != r.Category {
				names = append(names, r.Category)
			}
			shares[[2]string{r.Category, r.Against}], items = r.Value, r.N
		}
		if s.Level < document.Appendix && (len(names) > mostConfused || of.Of == "" && len(s.Data.Studies) > 1) {
			continue
		}
		group, with := visible.Text(of.Group), visible.Text(cmp.Or(of.Of, of.Group))
		c := document.Confusion{About: document.About{ID: fmt.Sprint("confusion-", len(parts)+1), Caption: fmt.Sprintf(
			"Labels of %s (rows) and of %s (columns); %s", group, with, document.Plural(items, "item"))},
			Rows: names, Columns: names, Of: group, With: with}
		if of.Of == "" {
			c.Caption = fmt.Sprintf("Two labels of %s; %s with two labels or more", group, document.Plural(items,
				"item"))
		}
		for _, y := range names {
			all := 0.0
			row := make([]float64, len(names))
			for z, name := range names {
				row[z] = shares[[2]string{y, name}]
				all += row[z]
			}
			for z := range row {
				row[z] /= all // not a number if the row has none
			}
			c.Shares, c.All = append(c.Shares, row), append(c.All, all)
		}
		parts = append(parts, document.Part{Chart: c})
	}
	return parts
}

// fewestAcross is the number of tasks from which on pictures of all tasks are worth their room.
const fewestAcross = 5

// iccBins is the number of bins of ICCs from 0 to 1.
const iccBins = 20

// allTasks shows all tasks at once: how reliabilities are spread in each group, and ρ next to its coefficient without a
// model, like figures 2 and 7 of Wong, Paritosh and Aroyo (2021).
func allTasks(s Scope) (parts []document.Part) {
	n := 0
	for _, r := range s.Runs {
		if fitted(r) {
			n++
		}
	}
	if n < fewestAcross {
		return nil
	}
	for i, of := range combinations(s, catalogue.ICC) {
		heights := make([]float64, iccBins)
		tasks := 0
		for _, r := range s.Runs {
			icc := defined(s.Get(catalogue.ICC, answer.Key{Task: r.Task, Group: of.Group}))
			if grouping, _ := s.Data.Within(s.Cut, r.Key); grouping == of.grouping && icc != nil {
				tasks++
				heights[max(0, min(iccBins-1, int(icc.Value*iccBins)))]++
			}
		}
		if tasks == 0 {
			continue
		}
		name := of.Group
		if of.grouping != "" {
			name += " (" + of.grouping + ")"
		}
		c := document.Bars{About: document.About{ID: fmt.Sprint("icc-", i+1), Small: true,
			Caption: fmt.Sprintf("ICC of %s: in how many of %s", name, document.Plural(tasks, "task"))},
			X: "ICC", Y: "tasks", Series: []document.BarSeries{{Name: "tasks", Series: i, Heights: heights}},
			Line: math.NaN()}
		for i := range heights {
			c.Names = append(c.Names, document.Fixed(float64(i)/iccBins, 2))
		}
		parts = append(parts, document.Part{Chart: c})
	}
	c := document.Dots{About: document.About{ID: "rho-dots", Caption: "ρ and normalized κx of each task and pair of " +
		"groups" + onScale(s.Scope)}, Columns: []string{"ρ", "normalized κx"}, High: 1, Beat: math.NaN(), Decimal: 2}
	kappa := places(s, "normalized_cross_kappa")
	for _, pair := range combinations(s, catalogue.Rho) {
		for _, r := range s.Runs {
			at := pair.Key
			at.Task = r.Task
			rho, k := defined(s.Get(catalogue.Rho, at)), defined(kappa[at])
			if grouping, _ := s.Data.Within(s.Cut, r.Key); grouping != pair.grouping || rho == nil || k == nil {
				continue
			}
			c.Low, c.High = math.Max(-1, math.Min(c.Low, k.Value)), math.Min(2, math.Max(c.High, k.Value))
			c.Rows = append(c.Rows, document.DotRow{Name: r.Task + ", " + pair.Of + " × " + pair.Against,
				Values: []float64{rho.Value, k.Value}})
		}
	}
	if len(c.Rows) < fewestAcross {
		return parts
	}
	return append(parts, document.Part{Heading: "Agreement between groups, with a model and without", Chart: c})
}
