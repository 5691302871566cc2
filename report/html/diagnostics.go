package html

import (
	"fmt"
	"strings"

	"concord/result"
)

// diagnostics says how far the draws can be trusted.
func diagnostics(r Report) (section, bool) {
	d, run := r.Result.Diagnostics, r.Result.Sampler
	if d == nil || run == nil {
		return section{}, false
	}
	s := section{ID: "diagnostics", Title: "Diagnostics", Lead: []string{
		fmt.Sprintf("%s, %s of %s draws after %s of warm-up. R̂ ≤ %s, bulk-ESS ≥ %s, tail-ESS ≥ %s, E‑BFMI ≥ %s, %s, "+
			"%s cut short.",
			strings.ToUpper(run.Algorithm), plural(run.Chains, "chain"), count(run.Draws), count(run.Warmup),
			fixed(float64(d.MaxRHat), 3), wholeNumber(d.MinESSBulk), wholeNumber(d.MinESSTail),
			fixed(float64(d.MinEBFMI), 2), plural(d.Divergences, "divergence"), plural(d.MaxDepthHits, "trajectory")),
		"Wanted are R̂ ≤ 1.01, effective sample sizes (ESS) of at least 400, E‑BFMI of at least 0.3, and no " +
			"divergences (Vehtari et al., 2021; Betancourt, 2016).",
	}}
	if len(d.Messages) > 0 {
		s.Lead = append(s.Lead, d.Messages...)
	}
	if r.Posterior != nil {
		if p := rankPlots(r); p != nil {
			s.Parts = append(s.Parts, part{Pictures: p, Note: "Ranks of the draws of each chain among all draws, a " +
				"line for each chain. Chains that agree stay near the grey band (95% of each bin)."})
		}
		if p, ok := energyPlot(r); ok {
			s.Parts = append(s.Parts, part{Picture: p})
		}
	}
	t := &table{Caption: "All estimates with their diagnostics", Words: map[int]bool{1: true},
		Head: []string{"Quantity", "Studies", "Scale", "Estimate", levelName(r.Result.Interval, "CrI"), "MCSE", "R̂",
			"bulk-ESS", "tail-ESS"}}
	t.Words[2] = true
	for _, e := range r.Result.Estimates {
		if !e.Defined() {
			t.Rows = append(t.Rows, cells(estimateName(e), name(e), result.ScaleName(e.Scale), "–",
				e.Undefined, "–", "–", "–", "–"))
			continue
		}
		estimate := value(e)
		if e.NoMoments {
			estimate += " (median)"
		}
		t.Rows = append(t.Rows, cells(estimateName(e), name(e), result.ScaleName(e.Scale), estimate, span(e),
			fixed(float64(e.MCSE), decimals(float64(e.MCSE), 6)), fixed(float64(e.RHat), 3), wholeNumber(e.ESSBulk),
			wholeNumber(e.ESSTail)))
	}
	s.Parts = append(s.Parts, part{Table: t})
	return s, true
}

func wholeNumber(n result.Number) string {
	if !n.Defined() {
		return "–"
	}
	return count(int(n))
}
