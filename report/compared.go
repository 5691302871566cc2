package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// Parts that comparisons with people, and with a gold standard, share.

// findings are the sentences of a verdict.
func findings(sentences []string) []document.Finding {
	all := make([]document.Finding, len(sentences))
	for i, text := range sentences {
		all[i].Text = text
	}
	return all
}

// measured is the median of a quantity with its interval.
func measured(m result.Measure) document.Cell {
	if !m.Median.Defined() {
		return document.Undefined(m.Undefined)
	}
	return medianWithin(m)
}

// medianWithin is measured for charts.
func medianWithin(m result.Measure) document.Estimate {
	return document.Estimate{Value: float64(m.Median), Lower: float64(m.Lower), Upper: float64(m.Upper)}
}

// median is the median of a quantity without its interval. A missing quantity has an empty cell.
func median(m *result.Measure) document.Cell {
	switch {
	case m == nil:
		return nil
	case !m.Median.Defined():
		return document.Undefined(m.Undefined)
	}
	return document.Number{Value: float64(m.Median), SD: float64(m.Upper-m.Lower) / 4}
}

// worth is a number of labels with its interval. Numbers above most, or above [document.MostNeeded] if it is 0, are
// printed as "more than" it.
func worth(m result.Measure, most float64) document.Cell {
	return document.Labels{Value: float64(m.Median), Lower: float64(m.Lower), Upper: float64(m.Upper),
		Most: cmp.Or(most, document.MostNeeded), Undefined: m.Undefined}
}

// Numbers of lines of first screens.
const (
	// shortRows is how many rows the table of a first screen has, and bestRows how many of the best and of the worst it
	// shows if there are more.
	shortRows, bestRows = 8, 3
	// mostNotes and mostMessages are how many notes and warnings a first screen has.
	mostNotes, mostMessages = 2, 3
)

// bestAndWorst returns rows for a first screen: all, or the first and the last ones, with the number of the others
// between them. The row of [document.Row.Line] stays.
func bestAndWorst(rows []document.Row) []document.Row {
	if len(rows) <= shortRows {
		return rows
	}
	const half = bestRows
	left, line := 0, -1
	for i := half; i < len(rows)-half; i++ {
		if left++; rows[i].Line {
			line, left = i, left-1
		}
	}
	all := append([]document.Row{}, rows[:half]...)
	if line < 0 {
		all = append(all, document.Row{Name: fmt.Sprintf("… %d more", left)})
		return append(all, rows[len(rows)-half:]...)
	}
	more := func(n int) {
		if n > 0 {
			all = append(all, document.Row{Name: fmt.Sprintf("… %d more", n)})
		}
	}
	more(line - half)
	all = append(all, rows[line])
	more(len(rows) - half - line - 1)
	return append(all, rows[len(rows)-half:]...)
}

// noted are notes for a first screen.
func noted(texts []string) []document.Entry {
	var all []document.Entry
	for i, text := range texts {
		if i == mostNotes {
			all = append(all, document.Entry{Text: fmt.Sprintf("… and %s", document.Plural(len(texts)-i, "more note"))})
			break
		}
		all = append(all, document.Entry{Term: "Note", Text: text})
	}
	return all
}

// chainChecks are the checks of draws: the first warnings, each with a remedy, and the checks that passed.
func chainChecks(d *result.Diagnostics, most int) []document.Check {
	if d == nil {
		return nil
	}
	var all []document.Check
	for i, m := range d.Messages {
		if i == most {
			all = append(all, document.Check{Text: fmt.Sprintf("… and %s", document.Plural(len(d.Messages)-i,
				"more warning"))})
			break
		}
		all = append(all, document.Check{Text: strings.Replace(m, "Warning: ", "", 1)})
	}
	if d.Converged && len(d.Messages) == 0 {
		all = append(all, document.Check{OK: true, Text: "chains converged"})
	}
	return all
}

// taskChecks are the first checks, then checks of the draws of many tasks. If a screen is too long, it has one warning
// for all.
func taskChecks(first []document.Check, d *result.Diagnostics) document.Part {
	of := func(most int) document.Part {
		return document.Part{Checks: slices.Concat(first, chainChecks(d, most))}
	}
	p := of(mostMessages)
	p.Shorter = func() document.Part { return of(1) }
	return p
}

// draws says how many draws there are and how long they took; "" if nothing was sampled.
func draws(s *result.Sampler) string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf(" %s × %s draws, %s.", document.Integer(s.Chains), document.Integer(s.Draws),
		duration(s.SetupSeconds+s.WarmupSeconds+s.SamplingSeconds))
}

// aboutRun describes the input, its cautions, and the sampling of the posterior.
func aboutRun(data result.Data, notes []string, s *result.Sampler, d *result.Diagnostics) document.Section {
	all := dataSection(data)
	all.Level = document.Detail
	if len(notes) > 0 {
		all.Parts = append(all.Parts, document.Part{Heading: "Notes", Text: notes})
	}
	if s != nil && d != nil {
		all.Parts = append(all.Parts, document.Part{Heading: "Draws", Text: append([]string{sampled(s, d)},
			d.Messages...)})
	}
	return all
}

// sampled says how the draws were made, with their diagnostics.
func sampled(s *result.Sampler, d *result.Diagnostics) string {
	details := fmt.Sprintf("seed %d", s.Seed)
	if s.Attempts > 1 {
		details += fmt.Sprintf(", attempt %d", s.Attempts)
	}
	if s.Thin > 1 {
		details += fmt.Sprintf(", thinned by %d", s.Thin)
	}
	divergences := "no divergences"
	if d.Divergences > 0 {
		divergences = document.Plural(d.Divergences, "divergence")
	}
	ess := "–"
	if n := min(d.MinESSBulk, d.MinESSTail); n.Defined() {
		ess = document.Integer(int(n))
	}
	return fmt.Sprintf("%s: %s of %s draws (%s) in %s; R̂ ≤ %s, ESS ≥ %s, E-BFMI ≥ %s, %s.",
		strings.ToUpper(s.Algorithm),
		document.Plural(s.Chains, "chain"), document.Integer(s.Draws), details,
		duration(s.SetupSeconds+s.WarmupSeconds+s.SamplingSeconds), document.Fixed(float64(d.MaxRHat), 3), ess,
		document.Fixed(float64(d.MinEBFMI), 2), divergences)
}

// latentTables is the folded section of numbers on the latent scale; nil if there are none.
func latentTables(parts []document.Part) []document.Section {
	if len(parts) == 0 {
		return nil
	}
	return []document.Section{{ID: "latent", Title: "Latent scale", Level: document.Detail, Folded: true, Parts: parts,
		Lead: []string{"These numbers are about the scale behind the labels. Do not compare numbers of the two " +
			"scales."}}}
}

// exact is a number with all its digits, for programs; empty if it is undefined.
func exact(n result.Number) document.Cell { return document.Exact(n) }
