package ask

import (
	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/posterior"
)

// Scalar is one number that a run kept draws of.
type Scalar struct {
	posterior.Quantity
	NoMoments bool // as in [result.Estimate]
}

// Statistics are the statistics of all draws of a fit, chain × draw.
type Statistics struct {
	// Studies are in the fit; nil if a run has one fit.
	Studies                                                        []string
	LogDensity, AcceptStat, StepSize, Energy, TreeDepth, Leapfrogs [][]float64
	// Divergent and MaxDepthHit are 1 or 0 for each draw.
	Divergent, MaxDepthHit [][]float64
}

// Diagnose says how far the draws of runs can be trusted, by what the runs kept and by the statistics of each fit. A
// number without moments has its median, and neither a mean nor its Monte Carlo error.
func Diagnose(data result.Data, runs []answer.Run, variables []Scalar, fits ...Statistics) *answer.Answer {
	interval := posterior.Interval{Level: 0.95}
	a := answer.New("diagnose", data, result.NewIntervals(interval, nil))
	a.Runs = runs
	for _, s := range fits {
		ebfmi := posterior.EBFMI(s.Energy)
		for i := range s.Energy {
			at := answer.Key{Of: visible.Names(s.Studies), K: i + 1}
			a.Add("divergences", at, sum(s.Divergent[i]))
			a.Add("ebfmi", at, ebfmi[i])
			a.Add("accept_stat", at, average(s.AcceptStat[i]))
			a.Add("step_size", at, average(s.StepSize[i]))
			if runs[0].Sampler.Algorithm != "hmc" {
				a.Add("tree_depth", at, average(s.TreeDepth[i]))
			}
			a.Add("leapfrogs", at, average(s.Leapfrogs[i]))
			a.Add("max_depth_hits", at, sum(s.MaxDepthHit[i]))
			a.Add("log_density", at, average(s.LogDensity[i]))
		}
	}
	quantities := make([]posterior.Quantity, len(variables))
	for i, v := range variables {
		quantities[i] = v.Quantity
	}
	for i, s := range posterior.Summarize(quantities, interval) {
		r := a.Add("variable", answer.Key{Of: s.Name}, s.Mean).Within(s.Lower, s.Upper)
		if r.Draws, r.SD = &s, s.SD; variables[i].NoMoments {
			s.Mean, s.MCSEMean = none, none
			r.Value, r.SD = s.Median, none
		}
	}
	a.Verdict = say.DiagnoseVerdict(a)
	return a
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

func average(x []float64) float64 { return sum(x) / float64(len(x)) }
