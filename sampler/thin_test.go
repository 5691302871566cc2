package sampler

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A chain that keeps every third iteration is that which keeps all, with the others left out of the draws, but not of
// the statistics.
func TestThinKeepsTheLastOfSeveral(t *testing.T) {
	targets := map[string]func(int) (Target, error){
		"plain": each(stdNormal(3)),
		"alternating": func(int) (Target, error) {
			return &alternatingNormal{rho: 0.7, given: 3}, nil
		},
	}
	for name, target := range targets {
		for _, algorithm := range []Algorithm{HMC, NUTS} {
			s := Settings{Chains: 2, Draws: 90, Warmup: 50, Seed: 3, Algorithm: algorithm, KeepCoordinates: 1}
			all, err := Sample(context.Background(), target, s)
			require.NoError(t, err)
			s.Draws, s.Thin = 30, 3
			thin, err := Sample(context.Background(), target, s)
			require.NoError(t, err)
			for c, stats := range thin.Stats {
				require.Len(t, stats, 30, name)
				for i, got := range stats {
					of := all.Stats[c][3*i : 3*i+3]
					want := of[2]
					want.AcceptStat = (of[0].AcceptStat + of[1].AcceptStat + of[2].AcceptStat) / 3
					want.Leapfrogs = of[0].Leapfrogs + of[1].Leapfrogs + of[2].Leapfrogs
					want.TreeDepth = max(of[0].TreeDepth, of[1].TreeDepth, of[2].TreeDepth)
					assert.InDelta(t, want.AcceptStat, got.AcceptStat, 1e-12, name)
					got.AcceptStat = want.AcceptStat
					assert.Equal(t, want, got, name)
					for v := range all.Draws.Names() {
						assert.Equal(t, all.Draws.Chain(v, c)[3*i+2], thin.Draws.Chain(v, c)[i], name)
					}
					x := all.Coordinates.Quantity(0).Chains[c][3*i+2]
					assert.Equal(t, x, thin.Coordinates.Quantity(0).Chains[c][i], name)
				}
			}
			assert.Equal(t, all.Gradients(), thin.Gradients(), name)
		}
	}
}
