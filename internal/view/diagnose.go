package view

import (
	"fmt"
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
)

// diagnose is the layout of fit diagnose.
func diagnose() View {
	doubt := func(of func(say.Scope) string) func(say.Scope) document.Cell {
		return func(s say.Scope) document.Cell {
			if text := of(s); text != "" {
				return document.Text(text)
			}
			return nil
		}
	}
	variables := Table{Name: "variables", Caption: "Variable", Lines: variableLines,
		Cols: []Col{{Head: "mean", Decimals: 4, Made: variableMean}, {Head: "MCSE", Decimals: 4,
			Priority: document.Spare, Made: variableError}, {Head: "R̂", As: answer.RHat, Decimals: 3},
			{Head: "bulk-ESS", As: answer.BulkESS}, {Head: "tail-ESS", As: answer.TailESS},
			{Made: doubt(say.VariableDoubt)}}}
	doubtful := variables
	doubtful.Name, doubtful.Caption = "doubtful", "In doubt"
	doubtful.Lines = func(s Scope, cols []Col) []Line {
		all := slices.DeleteFunc(variableLines(s, cols), func(l Line) bool {
			of := say.Scope{Answer: s.Answer, At: l.Key}
			return math.IsNaN(of.Row(l.Q).Draws.RHat) || say.VariableDoubt(of) == ""
		})
		if most := 5; len(all) > most {
			return append(all[:most], Line{Name: more(s, all[most:])})
		}
		return all
	}
	return View{
		Title: "Diagnostics", Foot: filled(""), Read: diagnoseRead,
		First: []Block{
			Table{Name: "chains", Caption: "Chain", Lines: Named("{k}[, {of}]"), Cols: []Col{{Q: "divergences"},
				{Q: "ebfmi"}, {Q: "accept_stat"}, {Q: "step_size", Priority: document.Useful},
				{Q: "tree_depth", Priority: document.Spare}, {Q: "leapfrogs", Priority: document.Spare},
				{Q: "max_depth_hits", Priority: document.Spare}, {Q: "log_density", Priority: document.Useful},
				{Q: "divergences", Made: doubt(say.ChainDoubt)}}},
			doubtful, Checks{},
		},
		More: []Section{{ID: "variables", Title: "Variable", Blocks: []Block{variables}}},
	}
}

// diagnoseRead counts the draws.
func diagnoseRead(s say.Scope) string {
	of := s.Runs[0].Sampler
	return fmt.Sprintf("%s of %s draws after %s of warm-up, seed %d", document.Plural(of.Chains, "chain"),
		document.Integer(of.Draws), document.Plural(of.Warmup, "iteration"), of.Seed)
}

// variableLines has a line for each variable.
func variableLines(s Scope, _ []Col) (all []Line) {
	for _, r := range s.Of("variable") {
		all = append(all, Line{Name: r.Of, Key: r.Key, Q: "variable"})
	}
	return all
}

// variableMean and variableError are the mean of the draws and its Monte Carlo error.
func variableMean(s say.Scope) document.Cell {
	of := s.Row("variable").Draws
	return document.Number{Value: of.Mean, SD: of.MCSEMean}
}

func variableError(s say.Scope) document.Cell {
	of := s.Row("variable").Draws
	return document.Number{Value: of.MCSEMean, SD: of.MCSEMean}
}
