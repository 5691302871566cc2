package sampler

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
)

// Neal's funnel (2003) in ten dimensions and the lower tail of log τ in the centred
// eight schools narrow without end, and no step size suits both neck and mouth
// (Betancourt and Girolami 2015). What NUTS cannot do, its diagnostics must tell.
func TestPublishedNecksAreTold(t *testing.T) {
	for _, p := range []published{
		{name: "funnel", target: funnel(9, 3), moments: []moment{{0, 0, 3}}},
		{name: "eight schools, centred", target: schoolsReport(true), moments: schoolsTruth(plain)[1:2]},
	} {
		t.Run(p.name, func(t *testing.T) {
			r := p.run(t, NUTS, 2026, 5000)
			worst := slices.Min(posterior.EBFMI(r.Energies().Chains))
			assert.Less(t, worst, 0.3, "the bound of Betancourt (2016)")
			assert.Positive(t, r.DivergenceCount())
			c := compare(r, p.moments)
			t.Logf("%s: mean %.1f and sd %.1f standard errors off, R̂ %.3f, bulk ESS %.0f, E-BFMI %.2f, divergences %d",
				p.name, c.mean, c.sd, c.rhat, c.ess, worst, r.DivergenceCount())
		})
	}
}

// HMC that starts far from the rats' posterior and learns its own metric, for which
// it is not made, may miss it; R̂ must tell.
func TestPublishedHMCWithoutMetricIsTold(t *testing.T) {
	target, truth := ratsTarget(), ratsTruth(plain)
	for name, adapt := range map[string]Adaptation{"diagonal": Diagonal, "low-rank": LowRank} {
		t.Run(name, func(t *testing.T) {
			r, err := Sample(context.Background(), each(target),
				Settings{Seed: 2026, Algorithm: HMC, Adapt: adapt, TargetAccept: 0.9})
			require.NoError(t, err)
			wrong, c := wrongMoments(r, truth, 4), compare(r, truth)
			assert.True(t, len(wrong) == 0 || c.rhat > 1.1, "R̂ %.3f hides %v", c.rhat, wrong)
			t.Logf("%s metric: %d wrong moments, R̂ %.1f", name, len(wrong), c.rhat)
		})
	}
}
