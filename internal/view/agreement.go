package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/say"
	"concord/nonparam"
)

// agreement is the layout of fit agreement.
func agreement() View {
	return View{
		Title: "Agreement", Foot: agreementFoot,
		First: []Block{leading("within", "Within each group", false), leading("between", "Between groups", true),
			Func(tasks), Func(scale)},
		More: []Section{{ID: "agreement", Title: "Every coefficient", Blocks: []Block{
			every("agreement", "Agreement", false), every("two_raters", "Two raters", true)}}},
	}
}

// agreementFoot says which intervals there are.
func agreementFoot(s say.Scope) string {
	switch {
	case s.Interval.Kind == "none":
		return "Intervals: none were asked for."
	case len(s.Tasks()) > 0:
		return "Standard errors and intervals are among all numbers."
	}
	return s.Fill("Coefficients without a model, with {level}% confidence intervals.")
}

// Numbers of columns of a first screen: of coefficients, and of groups and pairs of groups.
const mostCoefficients, mostGroups = 4, 6

// leading is a table of the coefficients of groups, or of pairs of groups; the leading one comes first.
func leading(name, caption string, pairs bool) Func {
	return func(s Scope) []document.Part {
		first := say.Leading(s.Answer, pairs)
		if first == nil || len(s.Tasks()) > 0 {
			return nil
		}
		t := newCross()
		for _, r := range append(slices.Clone(s.Of(first.Q.Name)), s.Rows...) {
			if !say.Coefficient(r, pairs) || say.Difference(r) {
				continue
			}
			at := answer.Key{Distance: r.Distance, K: r.K}
			line := Line{Key: answer.Key{Group: r.Group}}
			line.Name = marked(r, document.Clip(s.NameOf(line.Key)))
			if pairs {
				line = Line{Name: marked(r, pair(r)), Key: answer.Key{Of: r.Of, Against: r.Against}}
			} else {
				at.Of = r.Of
			}
			t.add(line, Col{Q: r.Q.Name, At: at, Head: strings.Replace(named(r), " (", "\n(", 1)})
		}
		return t.lay(s, Table{Name: name, Caption: caption}, 1, mostCoefficients)
	}
}

// tasks has a table for the tasks of each grouping, with the leading coefficients of each group and each pair.
func tasks(s Scope) (all []document.Part) {
	var tables []*cross
	of := map[string]*cross{} // groups and tasks
	for _, part := range s.Parts() {
		t := of[part.Group]
		if t == nil {
			if t = of[part.Task]; t == nil {
				t = newCross()
				tables = append(tables, t)
			}
		}
		of[part.Group], of[part.Task] = t, t
	}
	for _, pairs := range []bool{false, true} {
		first := say.Leading(s.Answer, pairs)
		if first == nil || len(s.Tasks()) == 0 {
			continue
		}
		name := strings.NewReplacer("Krippendorff's ", "", "cross-kappa ", "").Replace(first.Q.Symbol)
		for _, r := range s.Of(first.Q.Name) {
			at, whose := r.Key, document.Clip(r.Group)
			if at.Task = ""; pairs {
				whose = pair(r)
			}
			if r.Distance == first.Distance {
				of[r.Task].add(Line{Name: document.Clip(r.Task), Key: answer.Key{Task: r.Task}},
					Col{Q: r.Q.Name, As: answer.Alone, At: at, Head: name + "\n" + whose})
			}
		}
	}
	caption := cmp.Or(strings.Join(s.Data.By, ", "), "Label")
	if grouped(s.Data) {
		caption = "Groups by"
	}
	for n, t := range tables {
		all = append(all, t.lay(s, Table{Name: fmt.Sprint("columns-", n+1), Caption: caption}, mostCoefficients,
			mostGroups)...)
	}
	return all
}

// grouped reports whether the labels are grouped in several ways.
func grouped(d result.Data) bool {
	return slices.ContainsFunc(d.Studies, func(s result.Study) bool { return s.Grouping != "" })
}

// cross collects the lines and the columns of coefficients.
type cross struct {
	lines []Line
	cols  []Col
	seen  map[column]bool
}

// column is the quantity and the key of a column, or the key of a line.
type column struct {
	quantity string
	answer.Key
}

func newCross() *cross { return &cross{seen: map[column]bool{}} }

func (t *cross) add(l Line, c Col) {
	if at := (column{"", l.Key}); !t.seen[at] {
		t.seen[at], t.lines = true, append(t.lines, l)
	}
	if at := (column{c.Q, c.At}); !t.seen[at] {
		t.seen[at], t.cols = true, append(t.cols, c)
	}
}

// lay lays a table of the first columns out, of which some may not be left out. Many lines are in the order of their
// first numbers.
func (t *cross) lay(s Scope, table Table, least, most int) []document.Part {
	if len(t.cols) == 0 {
		return nil
	}
	if table.Cols = t.cols[:min(len(t.cols), most)]; len(table.Cols) > least {
		for i := range table.Cols[least:] {
			table.Cols[least+i].Priority = document.Spare
		}
	}
	if first := t.cols[0]; len(t.lines) > mostLines {
		value := func(l Line) float64 { return s.Value(first.Q, l.over(first.At)) }
		slices.SortStableFunc(t.lines, func(a, b Line) int { return cmp.Compare(value(b), value(a)) })
	}
	table.Lines = func(Scope, []Col) []Line { return t.lines }
	return table.lay(s)
}

// named is the name of a coefficient with its category and its distance.
func named(r *answer.Row) string {
	name := r.Q.Symbol
	if r.Against == "" && r.Of != "" {
		name += " (" + r.Of + ")"
	}
	if r.Distance != "" {
		name += " (" + r.Distance + ")"
	}
	return name
}

// pair names two groups in a few columns.
func pair(r *answer.Row) string { return document.Clip(r.Of) + " × " + document.Clip(r.Against) }

// marked marks a name if the labels decided whether more labels were collected.
func marked(r *answer.Row, name string) string { return result.Marked(name, r.Reason) }

// ofTwo are coefficients about two raters and their categories.
var ofTwo = []nonparam.Coefficient{nonparam.KappaMaxName, nonparam.KappaOverMaxName, nonparam.PrevalenceIndexName,
	nonparam.BiasIndexName, nonparam.PABAKName, nonparam.SpecificAgreementName}

// every is a table of every coefficient of each task, except those about two raters, or of these.
func every(name, caption string, two bool) Func {
	return func(s Scope) (all []document.Part) {
		notes := s.Answer.Notes
		if two {
			notes = nil
		}
		if len(s.Tasks()) == 0 {
			return coefficients(s, name, caption, "", two, notes)
		}
		for n, task := range s.Tasks() { // the first table has the notes for all
			all = append(all, coefficients(s, fmt.Sprint(name, "-", n+1), task, task, two, notes)...)
			notes = nil
		}
		return all
	}
}

// coefficients is a table of every coefficient of a task.
func coefficients(s Scope, name, caption, task string, two bool, notes []string) []document.Part {
	place := map[string]int{}
	var lines []Line
	for _, r := range s.Rows {
		coefficient := say.Coefficient(r, false) || say.Coefficient(r, true)
		if r.Task == task && coefficient && slices.Contains(ofTwo, nonparam.Coefficient(r.Q.Name)) == two {
			l := Line{Title: named(r), Name: marked(r, say.Whose(r)), Key: r.Key, Q: r.Q.Name}
			if _, known := place[l.Title]; !known {
				place[l.Title] = len(place)
			}
			lines = append(lines, l)
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(place[a.Title], place[b.Title]) })
	return Table{Name: name, Caption: caption, Lines: func(Scope, []Col) []Line { return lines },
		Notes: func(Scope) []string { return notes },
		Cols: []Col{{As: answer.Alone, Head: "estimate"}, {As: answer.Error, Head: "SE", Priority: document.Spare},
			{As: answer.Range, Head: "{level}% CI"}, {As: answer.Things, Head: "items",
				Priority: document.Spare}}}.lay(s)
}
