package report

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
	"concord/internal/visible"
)

// Changes lays out two runs compared.
func Changes(c *result.Changes) *document.Document {
	before, after := c.Runs[0], c.Runs[1]
	d := &document.Document{Title: "Changes: " + before.Name + " and " + after.Name, Verdict: view.Findings(c.Verdict),
		Records: changeRecords(c)}
	d.Read = fmt.Sprintf("%s  %s · %s  %s", document.Clip(before.Name), document.Plural(before.Labels, "label"),
		document.Clip(after.Name), document.Plural(after.Labels, "label"))
	if c.Shared != nil {
		d.Read += fmt.Sprintf(" · in both: %s, %s", document.Plural(c.Shared.Items, "item"),
			document.Plural(c.Shared.Labelers, "rater"))
	}
	labels, latent := changesOn(c, result.ScaleLabel), changesOn(c, result.ScaleLatent)
	answer := document.Section{ID: "answer", Title: "In short"}
	answer.Parts = []document.Part{
		{Table: changeTable(c, "Change", labels), Chart: changeStrips(c, labels),
			Shorter: func() document.Part { return document.Part{Table: changeTable(c, "Change", surest(labels))} }},
		{Table: labelledTable(c)},
		{List: changeNotes(c)}, changeChecks(c), {Text: []string{changeFooter(c)}}}
	d.Sections = []document.Section{answer}
	if len(latent) > 0 {
		d.Sections = append(d.Sections, document.Section{ID: "latent", Title: "Latent scale", Level: document.Detail,
			Parts: []document.Part{{Table: changeTable(c, "Change, latent scale", latent)}}})
	}
	return d
}

// changesOn returns the estimates on a scale.
func changesOn(c *result.Changes, scale string) []result.ChangedEstimate {
	return slices.DeleteFunc(slices.Clone(c.Estimates), func(e result.ChangedEstimate) bool { return e.Scale != scale })
}

// surest returns the estimates whose direction is surest, in their order.
func surest(all []result.ChangedEstimate) []result.ChangedEstimate {
	if len(all) <= shortRows {
		return all
	}
	sure := make([]result.Number, len(all))
	for i, e := range all {
		sure[i] = e.Sure()
	}
	slices.Sort(sure)
	least := sure[len(sure)-shortRows]
	return slices.DeleteFunc(slices.Clone(all), func(e result.ChangedEstimate) bool { return e.Sure() < least })
}

// changeTable has a row for each quantity of each group.
func changeTable(c *result.Changes, caption string, all []result.ChangedEstimate) *document.Table {
	decimals := 2
	if c.Runs[0].Kind == "numeric" { // mean labels have a unit
		decimals = document.WithUnit
	}
	t := &document.Table{Name: "changes", Caption: caption, Columns: []document.Column{{},
		{Head: document.Clip(c.Runs[0].Name), Decimals: decimals, Priority: document.Useful},
		{Head: document.Clip(c.Runs[1].Name), Decimals: decimals, Priority: document.Useful},
		{Head: "difference", Decimals: decimals}, {Head: "P(rise)"}}}
	var rows []document.Row
	for _, e := range all {
		rows = append(rows, document.Row{Name: c.Name(e), Cells: []document.Cell{measured(e.Before), measured(e.After),
			measured(e.Difference), document.Chances(e.Rise)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// changeStrips draws differences that have no unit.
func changeStrips(c *result.Changes, all []result.ChangedEstimate) document.Chart {
	chart := document.Strips{About: document.About{ID: "changes-chart",
		Caption: "Differences: " + c.Runs[1].Name + " minus " + c.Runs[0].Name},
		Panels: []document.Panel{{Title: "difference", Zero: true, Decimals: 2, Beat: none}}}
	var rows []document.Strip
	for _, e := range all {
		if e.Quantity != catalogue.Mean || c.Runs[0].Kind == "binary" {
			rows = append(rows, document.Strip{Name: c.Name(e),
				Values: []document.Estimate{medianWithin(e.Difference)}})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	chart.Groups = []document.StripGroup{{Rows: rows}}
	return chart
}

// labelledTable says how much was labelled.
func labelledTable(c *result.Changes) *document.Table {
	t := &document.Table{Name: "labelled", Caption: "Labelled", Columns: []document.Column{{}, {Head: "labels"},
		{Head: "items"}, {Head: "people"}, {Head: view.MeanHead(c.Runs[0].Kind)}}}
	var rows []document.Row
	for _, r := range c.Runs {
		row := document.Row{Name: document.Clip(r.Name), Cells: []document.Cell{document.Count(r.Labels),
			document.Count(r.Items), document.Count(r.Labelers)}}
		if len(r.Studies) == 1 {
			row.Cells = append(row.Cells, view.MeanCell(r.Kind, r.Studies[0].Mean))
		}
		rows = append(rows, row)
	}
	if len(c.Runs[0].Studies) > 1 {
		t.Columns = t.Columns[:4] // the table above has the means
	}
	t.Groups = document.Rows(rows...)
	return t
}

// mostNewNames is how many people a first screen names.
const mostNewNames = 4

// changeNotes say who is new and who is gone, and how far the runs agree about the same items.
func changeNotes(c *result.Changes) []document.Entry {
	var all []document.Entry
	if s := c.Shared; s != nil {
		var people []string
		for _, of := range []struct {
			what  string
			names []string
		}{{"new", s.New}, {"gone", s.Gone}} {
			if n := len(of.names); n > mostNewNames {
				some := visible.Names(of.names[:mostNewNames])
				people = append(people, fmt.Sprintf("%d %s, such as %s", n, of.what, some))
			} else if n > 0 {
				people = append(people, fmt.Sprintf("%d %s: %s", n, of.what, visible.Names(of.names)))
			}
		}
		if len(people) > 0 {
			all = append(all, document.Entry{Term: "People", Text: strings.Join(people, "; ")})
		}
	}
	for _, a := range c.SameItems {
		of := ""
		if len(c.SameItems) > 1 {
			of = " of " + document.Clip(a.Study)
		}
		text := fmt.Sprintf("true scores%s in %s and %s correlate %s", of, document.Clip(c.Runs[0].Name),
			document.Clip(c.Runs[1].Name),
			document.Say(measured(a.Rho), 2))
		all = append(all, document.Entry{Term: "Items", Text: text})
		if len(all) > view.MostNotes+1 {
			break
		}
	}
	return append(all, view.Noted(c.Notes)...)
}

// changeChecks say whether the chains converged, and why the comparison may mislead.
func changeChecks(c *result.Changes) document.Part {
	all := view.ChainChecks(c.Diagnostics, view.MostMessages)
	for _, run := range c.Runs {
		for _, text := range run.Warnings {
			all = append(all, document.Check{Text: document.Clip(run.Name) + ": " + text})
		}
	}
	for _, text := range c.Doubts {
		all = append(all, document.Check{Text: text})
	}
	p := document.Part{Checks: all}
	if more := len(all) - view.MostMessages; more > 0 {
		p.Shorter = func() document.Part {
			return document.Part{Checks: append(all[:view.MostMessages:view.MostMessages],
				document.Check{Text: fmt.Sprintf(
					"… and %s", document.Plural(more, "more warning"))})}
		}
	}
	return p
}

// changeFooter says how the runs were compared.
func changeFooter(c *result.Changes) string {
	how := "The runs share no items, so that their posteriors are independent."
	switch {
	case c.Joint:
		how = "One model was fitted to the labels of both."
	case len(c.SamePeople) > 0:
		how = "One model was fitted to both runs of each group that has people in both."
	case c.Shared == nil:
		how = "Only the draws of the runs were compared, as if they shared no items."
	case c.Shared.Items > 0:
		how = "The two posteriors were compared as if they shared no items."
	}
	return fmt.Sprintf("Medians and %s, %s minus %s. %s", levelName(c.Interval, "credible intervals"),
		document.Clip(c.Runs[1].Name), document.Clip(c.Runs[0].Name), how)
}

// changeRecords are the numbers as rows.
func changeRecords(c *result.Changes) *document.Table {
	t := &document.Table{Name: "changes", Columns: recordColumns("quantity", "studies", "scale", "before",
		"before_lower", "before_upper", "after", "after_lower", "after_upper", "difference", "lower", "upper",
		"probability_of_rise")}
	var rows []document.Row
	for _, e := range c.Estimates {
		row := document.Row{Name: e.Quantity, Cells: []document.Cell{document.Text(strings.Join(e.Studies, ";")),
			document.Text(e.Scale)}}
		for _, m := range []result.Measure{e.Before, e.After, e.Difference} {
			row.Cells = append(row.Cells, exact(m.Median), exact(m.Lower), exact(m.Upper))
		}
		rows = append(rows, document.Row{Name: row.Name, Cells: append(row.Cells, exact(e.Rise))})
	}
	t.Groups = document.Rows(rows...)
	return t
}
