package result

import (
	"fmt"
	"math"

	"concord/posterior"
)

// Chains are the diagnostics of a run in full: of each quantity and of each chain.
type Chains struct {
	// Verdict says in a sentence whether the chains have converged.
	Verdict     []string     `json:"verdict"`
	File        string       `json:"file"`
	Sampler     *Sampler     `json:"sampler"`
	Diagnostics *Diagnostics `json:"diagnostics"`
	// Variables are the scalars that the run kept.
	Variables []VariableDiagnostics `json:"variables"`
	Chains    []ChainDiagnostics    `json:"chains"`
}

// Scalar is one number that a run kept draws of.
type Scalar struct {
	posterior.Quantity
	NoMoments bool // as in [Estimate]
}

// VariableDiagnostics are the diagnostics of a scalar: null where all its draws are equal. Mean and MCSE are null for a
// scalar without moments.
type VariableDiagnostics struct {
	Variable string `json:"variable"`
	Mean     Number `json:"mean"`
	MCSE     Number `json:"mcse_mean"`
	RHat     Number `json:"rhat"`
	ESSBulk  Number `json:"ess_bulk"`
	ESSTail  Number `json:"ess_tail"`
}

// ChainDiagnostics are the statistics of a chain.
type ChainDiagnostics struct {
	Studies      []string `json:"studies,omitempty"` // of its fit, if there are several fits
	Chain        int      `json:"chain"`             // from 1
	Divergences  int      `json:"divergences"`
	EBFMI        Number   `json:"ebfmi"`
	MaxDepthHits int      `json:"max_depth_hits"`
	AcceptStat   Number   `json:"accept_stat"` // mean
	StepSize     Number   `json:"step_size"`   // mean
	TreeDepth    Number   `json:"tree_depth"`  // mean; 0 for HMC
	Leapfrogs    Number   `json:"leapfrogs"`   // mean
	LogDensity   Number   `json:"log_density"` // mean
}

// Statistics are the statistics of all draws of a fit, chain × draw.
type Statistics struct {
	// Studies are in the fit; nil if a run has one fit.
	Studies                                                        []string
	LogDensity, AcceptStat, StepSize, Energy, TreeDepth, Leapfrogs [][]float64
	// Divergent and MaxDepthHit are 1 or 0 for each draw.
	Divergent, MaxDepthHit [][]float64
}

// NewChains judges a run by its draws, and the statistics of each of its fits. The sampler and the diagnostics come
// from the result of that run.
func NewChains(r *Result, variables []Scalar, fits ...Statistics) *Chains {
	all := &Chains{File: r.Data.File, Sampler: r.Sampler, Diagnostics: r.Diagnostics}
	quantities := make([]posterior.Quantity, len(variables))
	for i, v := range variables {
		quantities[i] = v.Quantity
	}
	for i, v := range posterior.Summarize(quantities, posterior.Interval{Level: 0.95}) {
		of := VariableDiagnostics{
			Variable: v.Name, Mean: Number(v.Mean), MCSE: Number(v.MCSEMean), RHat: Number(v.RHat),
			ESSBulk: Number(v.ESSBulk), ESSTail: Number(v.ESSTail),
		}
		if variables[i].NoMoments {
			of.Mean, of.MCSE = Undefined(), Undefined()
		}
		all.Variables = append(all.Variables, of)
	}
	for _, s := range fits {
		all.addChains(s)
	}
	all.conclude()
	return all
}

// addChains adds the chains of a fit.
func (c *Chains) addChains(s Statistics) {
	ebfmi := posterior.EBFMI(s.Energy)
	for i := range s.Energy {
		c.Chains = append(c.Chains, ChainDiagnostics{
			Studies: s.Studies, Chain: i + 1, EBFMI: Number(ebfmi[i]),
			Divergences: int(sum(s.Divergent[i])), MaxDepthHits: int(sum(s.MaxDepthHit[i])),
			AcceptStat: average(s.AcceptStat[i]), StepSize: average(s.StepSize[i]), TreeDepth: average(s.TreeDepth[i]),
			Leapfrogs: average(s.Leapfrogs[i]), LogDensity: average(s.LogDensity[i]),
		})
	}
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

func average(x []float64) Number {
	if len(x) == 0 {
		return Number(math.NaN())
	}
	return Number(sum(x) / float64(len(x)))
}

// conclude says whether the chains have converged.
func (c *Chains) conclude() {
	d := c.Diagnostics
	text := fmt.Sprintf("R̂ ≤ %s, ESS ≥ %s, %s", d.MaxRHat.fixed(3), whole(min(d.MinESSBulk, d.MinESSTail)),
		plural(d.Divergences, "divergence"))
	switch {
	case !d.Converged:
		text = "The chains have not converged, do not use their numbers: " + text
	case !d.OK:
		text = "The chains have converged, with warnings: " + text
	default:
		text = "The chains have converged: " + text
	}
	c.Verdict = []string{text}
}
