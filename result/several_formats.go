package result

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Render writes the tasks in one of [Formats].
func (sev *Several) Render(w io.Writer, format string) error {
	switch format {
	case "text":
		return sev.text(w)
	case "json":
		return WriteJSON(w, sev)
	case "csv":
		return sev.csv(w)
	case "markdown":
		return sev.markdown(w)
	case "latex":
		return sev.latex(w)
	}
	return fmt.Errorf("several fits are written as %s, not as %s", strings.Join(Formats(), ", "), format)
}

// csv writes a row for each task and quantity, then those of all labels together, whose task is empty.
func (sev *Several) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	// The errors of out stay with it until Flush.
	_ = out.Write(append(append([]string{}, sev.Cut...), "quantity", "studies", "scale", "estimate", "sd", "median",
		"lower", "upper", "rhat", "ess_bulk", "ess_tail", "mcse_mean", "tail_probability", "seed", "undefined"))
	write := func(key []string, row ...string) {
		cells := make([]string, len(sev.Cut), len(sev.Cut)+len(row))
		for i, value := range key {
			cells[i] = guarded(value)
		}
		_ = out.Write(append(cells, row...))
	}
	coefficients := func(key []string, seed string, all []Agreement, tail func(a Agreement) string) {
		for _, a := range all {
			write(key, a.Coefficient, cellList(a.Studies), a.Distance, a.Estimate.cell(), a.SE.cell(), "",
				a.Lower.cell(),
				a.Upper.cell(), "", "", "", "", tail(a), seed, a.Undefined)
		}
	}
	for _, task := range sev.Tasks {
		seed := strconv.FormatUint(task.Seed, 10)
		if !task.Fitted() {
			write(task.Key, "fit", "", "", "", "", "", "", "", "", "", "", "", "", seed, task.Undefined)
		}
		if task.Result == nil {
			continue
		}
		for _, s := range task.Result.Data.Studies {
			write(task.Key, meanHeading(task.Result.Data.Kind), guarded(s.Name), "", s.Mean.cell(), "", "", "", "", "",
				"", "",
				"", "", seed, "")
		}
		for _, e := range task.Result.Estimates {
			write(task.Key, e.Quantity, cellList(e.Studies), e.Scale, e.Mean.cell(), e.SD.cell(), e.Median.cell(),
				e.Lower.cell(), e.Upper.cell(), e.RHat.cell(), e.ESSBulk.cell(), e.ESSTail.cell(), e.MCSE.cell(), "",
				seed,
				e.Undefined)
		}
		for _, p := range task.Result.Probabilities {
			write(task.Key, "P("+p.Event+")", cellList(p.Studies), p.Scale, p.Probability.cell(), "", "", "", "", "",
				"", "", "",
				"", seed, "")
		}
		coefficients(task.Key, seed, task.Result.Agreement,
			func(a Agreement) string { return task.tail(a.Coefficient, a.Studies).cell() })
	}
	coefficients(nil, "", sev.Agreement, func(Agreement) string { return "" })
	out.Flush()
	return out.Error()
}

func (sev *Several) markdown(w io.Writer) error {
	return markdownDocument(w, sev.Data.File, fmt.Sprintf("%s of %s in %s; %s.", plural(sev.Data.Labels, "label"),
		plural(sev.Data.Items, "item"), sev.Data.StudiesCounted(), sev.counted()), sev.all(), sev.CautionTexts()...)
}

// all returns every table: those of the tasks, and before how far they can be trusted, those of all labels together.
func (sev *Several) all() []Table {
	tables := sev.Tables()
	last := max(0, len(tables)-1)
	all := append([]Table{}, tables[:last]...)
	if len(sev.Agreement) > 0 {
		all = append(all, sev.Coefficients())
	}
	return append(append(all, sev.Confusions()...), tables[last:]...)
}

// Coefficients is the table of those of all labels together.
func (sev *Several) Coefficients() Table {
	t := Table{Title: "All categories together", label: "agreement",
		Head: []string{"Estimate", "SE", sev.Interval.Coefficients(), "Items"}, Notes: IntervalNotes(sev.Agreement,
			sev.Interval)}
	for _, a := range byCoefficient(sev.Agreement, func(a Agreement) string { return a.Coefficient }) {
		name := coefficientName(a.Coefficient, a.Distance)
		if n := len(t.Groups); n == 0 || t.Groups[n-1].Title != name {
			t.Groups = append(t.Groups, TableGroup{Title: name})
		}
		g := &t.Groups[len(t.Groups)-1]
		if !a.Estimate.Defined() {
			g.Rows = append(g.Rows, []string{joined(a.Studies), "undefined", "", a.Undefined, count(a.Items)})
			continue
		}
		d := a.decimals()
		g.Rows = append(g.Rows, []string{joined(a.Studies), a.Estimate.fixed(d), a.SE.fixed(d),
			interval(a.Lower, a.Upper, d), count(a.Items)})
	}
	return t
}

func (sev *Several) latex(w io.Writer) error {
	return latexDocument(w, sev.Data.File, fmt.Sprintf("%s of %s in %s; %s", plural(sev.Data.Labels, "label"),
		plural(sev.Data.Items, "item"), sev.Data.StudiesCounted(), sev.counted()), sev.all())
}
