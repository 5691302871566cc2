package report

import (
	"fmt"
	"strconv"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
)

// Chains lays out how far the draws of a run can be trusted: each chain, and each quantity that is in doubt.
func Chains(c *result.Chains) *document.Document {
	d := &document.Document{Title: "Diagnostics", Read: fmt.Sprintf("%s  %s of %s draws after %s of warm-up, seed %d",
		c.File, document.Plural(c.Sampler.Chains, "chain"), document.Integer(c.Sampler.Draws),
		document.Plural(c.Sampler.Warmup, "iteration"), c.Sampler.Seed), Verdict: c.Verdict}
	answer := document.Section{ID: "answer", Title: "In short", Level: document.Answer,
		Parts: []document.Part{{Table: chainsTable(c)}}}
	var doubtful []result.VariableDiagnostics
	for _, v := range c.Variables {
		if doubtOf(v) != "" && v.RHat.Defined() {
			doubtful = append(doubtful, v)
		}
	}
	if doubtful != nil {
		const most = 5
		t := variablesTable("doubtful", "In doubt", doubtful[:min(most, len(doubtful))])
		if more := len(doubtful) - most; more > 0 {
			t.Groups[0].Rows = append(t.Groups[0].Rows, document.Row{Name: fmt.Sprintf("… %s more",
				document.Integer(more))})
		}
		answer.Parts = append(answer.Parts, document.Part{Table: t})
	}
	var checks []document.Check
	for _, m := range c.Diagnostics.Messages {
		checks = append(checks, document.Check{Text: strings.TrimPrefix(m, "Warning: ")})
	}
	if c.Diagnostics.OK {
		checks = append(checks, document.Check{OK: true, Text: "chains converged"})
	}
	answer.Parts = append(answer.Parts, document.Part{Checks: checks})
	d.Sections = []document.Section{answer, {ID: "variables", Title: "Variable", Level: document.Detail,
		Parts: []document.Part{{Table: variablesTable("variables", "Variable", c.Variables)}}},
		view.Diagnosed(c.Sampler, c.Diagnostics)}
	return d
}

// doubtOf names the doubt about the draws of a variable.
func doubtOf(v result.VariableDiagnostics) string {
	switch {
	case !v.RHat.Defined():
		return "constant"
	case v.RHat > result.WarnRHat:
		return fmt.Sprintf("R̂ above %v", result.WarnRHat)
	case min(v.ESSBulk, v.ESSTail) < result.WarnESS:
		return fmt.Sprintf("ESS below %v", result.WarnESS)
	}
	return ""
}

// variablesTable has a row for each variable.
func variablesTable(name, caption string, all []result.VariableDiagnostics) *document.Table {
	t := &document.Table{Name: name, Caption: caption, Sortable: true, Columns: []document.Column{{}, {Head: "mean",
		Decimals: 4}, {Head: "MCSE", Decimals: 4, Priority: document.Spare}, {Head: "R̂", Decimals: 3},
		{Head: "bulk-ESS"}, {Head: "tail-ESS"}, {Words: true}}}
	var rows []document.Row
	for _, v := range all {
		mcse := float64(v.MCSE)
		rows = append(rows, document.Row{Name: v.Variable, Cells: []document.Cell{
			document.Number{Value: float64(v.Mean), SD: mcse}, document.Number{Value: mcse, SD: mcse},
			document.Number{Value: float64(v.RHat)}, whole(v.ESSBulk), whole(v.ESSTail), document.Text(doubtOf(v))}})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// chainsTable has a row for each chain.
func chainsTable(c *result.Chains) *document.Table {
	t := &document.Table{Name: "chains", Caption: "Chain", Columns: []document.Column{{}, {Head: "divergences"},
		{Head: "E-BFMI", Decimals: 2}, {Head: "acceptance", Decimals: 3}, {Head: "step\nsize", Decimals: 3,
			Priority: document.Useful}, {Head: "tree\ndepth", Decimals: 1, Priority: document.Spare}, {Head: "steps",
			Decimals: 1, Priority: document.Spare}, {Head: "cut", Priority: document.Spare}, {Head: "log\ndensity",
			Decimals: 1, Priority: document.Useful}, {Words: true}}}
	var rows []document.Row
	for _, s := range c.Chains {
		doubt := ""
		switch {
		case s.Divergences > 0:
			doubt = "divergences"
		case s.EBFMI < result.WarnEBFMI:
			doubt = fmt.Sprintf("E-BFMI below %v", result.WarnEBFMI)
		}
		var depth document.Cell = document.Number{Value: float64(s.TreeDepth)}
		if c.Sampler.Algorithm == "hmc" {
			depth = document.Text("–")
		}
		name := strconv.Itoa(s.Chain)
		if s.Studies != nil {
			name += ", " + visible.Names(s.Studies)
		}
		rows = append(rows, document.Row{Name: name, Cells: []document.Cell{
			document.Count(s.Divergences), document.Number{Value: float64(s.EBFMI)},
			document.Number{Value: float64(s.AcceptStat)}, document.Number{Value: float64(s.StepSize)}, depth,
			document.Number{Value: float64(s.Leapfrogs)}, document.Count(s.MaxDepthHits),
			document.Number{Value: float64(s.LogDensity)}, document.Text(doubt)}})
	}
	const mostListed = 8
	t.Groups = document.Rows(ends(rows, mostListed, moreRows)...)
	return t
}
