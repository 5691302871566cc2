package model

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/posterior"
	"concord/sampler"
)

// verdict is the conclusion from the diagnostics of draws.
type verdict int

const (
	good   verdict = iota // they can be relied on
	tooFew                // chains mix, but slowly: more iterations will do
	poor                  // something is in the way of mixing
)

// health is the verdict on draws and its remedy.
type health struct {
	verdict verdict
	// stuck says that energies change slowly: a standard deviation moves with many effects at once.
	stuck bool
	times int // the factor for the iterations that would be enough; 0: no number would
}

const (
	reliableRHat = 1.01
	// Chains mix if their R̂ is at most mixingRHat, and their effective sizes at least this share of the requirement.
	mixingRHat  = 1.02
	mixingShare = 0.5
	// Effective sizes vary, and so does R̂. With just enough draws on average, one run in two would not be good enough,
	// and its chains would go on once more.
	margin = 1.2
)

// examine judges draws by R̂ ≤ 1.01 and effective sizes of some quantities (Vehtari et al. 2021), E-BFMI (Betancourt
// 2016) and divergences, which may be up to most. It accepts any run of few draws, because diagnostics of so few draws
// are mostly sampling error.
func examine(run *sampler.Run, quantities []posterior.Quantity, most int) health {
	chains, iterations := run.Draws.Chains(), run.Draws.Iterations()
	total := chains * iterations
	if iterations < 200 {
		return health{}
	}
	if run.DivergenceCount() > most || run.MaxDepthHits() > total/100 {
		return health{verdict: poor}
	}
	for _, e := range posterior.EBFMI(run.Energies().Chains) {
		if e < 0.3 {
			return health{verdict: poor, stuck: true}
		}
	}
	enough := math.Min(400, 0.2*float64(total))
	out := health{}
	var summarizer posterior.Summarizer
	for _, q := range quantities {
		s := summarizer.Summarize(q, posterior.Interval{Level: 0.95})
		ess := math.Min(s.ESSBulk, s.ESSTail)
		limit := rHatLimit(len(quantities), chains, ess)
		mixesPoorly := s.RHat > math.Max(limit, mixingRHat) || ess < mixingShare*enough
		// NaN passes both checks. It stands for quantities that never vary, such as the effects of a study that has
		// none.
		share := 1.0
		if ess < enough {
			share = ess / enough
		}
		if s.RHat > limit {
			share = math.Min(share, (limit*limit-1)/(s.RHat*s.RHat-1)) // R̂² − 1 falls as draws grow in number
		}
		switch {
		case mixesPoorly:
			out.verdict = poor
		case share < 1 && out.verdict == good:
			out.verdict = tooFew
		}
		if share < 1 {
			out.times = max(out.times, int(math.Min(math.Ceil(margin/share), math.MaxInt32)))
		}
	}
	return out
}

// examine judges an attempt, once.
func (ft *fitting) examine(run *sampler.Run) health {
	if run != ft.examined {
		ft.examined = run
		ft.health = examine(run, ft.judged(run), ft.mostDivergences(run))
	}
	return ft.health
}

// judged returns the quantities by which draws are judged.
func (ft *fitting) judged(run *sampler.Run) []posterior.Quantity {
	if ft.quantities != nil {
		so := *ft.out
		so.run, so.draws = run, run.Draws
		return ft.quantities(&so)
	}
	return quantitiesOf(run.Draws.Head(ft.out.layout.Parameters))
}

func quantitiesOf(draws *posterior.Draws) []posterior.Quantity {
	all := make([]posterior.Quantity, len(draws.Names()))
	for v := range all {
		all[v] = draws.Quantity(v)
	}
	return all
}

// mostDivergences returns how many divergences do not justify another attempt. If correlations may be near 1 and
// rejections are delayed, both trajectories from a place far out may fail, as happens in a few of several thousand
// iterations. The tail is then visited a little less often, and the report says so.
func (ft *fitting) mostDivergences(run *sampler.Run) int {
	if ft.ready.Basis == nil {
		return 0
	}
	return run.Draws.Chains() * run.Draws.Iterations() * run.Thin / 1000
}

// manyParameters is the number of parameters from which on some R̂ is above 1.01 by chance.
const manyParameters = 50

// rHatLimit returns the largest acceptable R̂. It is 1.01 for few parameters. For many it is the largest R̂ that one of
// a hundred converged runs reaches by chance. With 2m half chains and ESS effective draws in all, R̂² − 1 is about
// 2m/ESS times χ²/(2m − 1) with 2m − 1 degrees of freedom.
func rHatLimit(parameters, chains int, ess float64) float64 {
	if parameters <= manyParameters {
		return reliableRHat
	}
	df := float64(2*chains - 1)
	chi := distuv.ChiSquared{K: df}.Quantile(1 - 0.01/float64(parameters))
	return math.Max(reliableRHat, math.Sqrt(1+2*float64(chains)/ess*chi/df))
}
