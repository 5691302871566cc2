//go:build long

package model_test

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/model/spec"
	"concord/sampler"
)

// Coverage over 200 studies of each family and design:
//
//	go test -tags long -timeout 2h -v -run LongIntervals ./model
//
// It prints the tables of docs/lab/validation.md: each design, then each quantity of the second.
func TestLongIntervalsCoverTheTruth(t *testing.T) {
	const n = 200
	for _, distribution := range family.All() {
		main := newRecoveryCase("K = 2, nested", distribution, designed(100, 2, 25, 5, spec.Nested))
		for _, c := range []recoveryCase{
			newRecoveryCase("K = 1, nested", distribution, designed(100, 1, 25, 5, spec.Nested)),
			main,
			newRecoveryCase("K = 2, shared", distribution, designed(100, 2, 25, 5, spec.Shared)),
			newRecoveryCase("K = 2, no labelers", distribution, designed(100, 2, 0, 5, spec.NoLabelers)),
			newRecoveryCase("K = 2, two labels an item", distribution, designed(200, 2, 40, 2, spec.Nested)),
			newRecoveryCase("K = 3, nested", distribution, designed(80, 3, 20, 4, spec.Nested)),
			// fewer labels leave correlations of labelers to the prior
			newRecoveryCase("K = 3, shared", distribution, designed(100, 3, 40, 10, spec.Shared)),
			newRecoveryCase("K = 3, no labelers", distribution, designed(80, 3, 0, 4, spec.NoLabelers)),
		} {
			t.Run(distribution.String()+", "+c.name, func(t *testing.T) {
				replicates := c.fits(t, n, runtime.GOMAXPROCS(0), sampler.Settings{Draws: 500})
				half, most := covered(replicates, 0.5, nil), covered(replicates, 0.9, nil)
				fmt.Printf("| %v, %s | %d | %s | %s |\n", distribution, c.name, len(half.names), half.row(), most.row())
				for _, level := range []coverage{half, most} {
					assert.Empty(t, level.faults())
				}
				if c.name != main.name {
					return
				}
				for v, name := range half.names {
					fmt.Printf("|| %v | %s | %.3f | %.3f |\n", distribution, name, half.share[v], most.share[v])
				}
			})
		}
	}
}

// row says how often the intervals cover: together, and for the quantity that is furthest off.
func (c coverage) row() string {
	worst := 0
	for v, share := range c.share {
		if math.Abs(share-c.level) > math.Abs(c.share[worst]-c.level) {
			worst = v
		}
	}
	return fmt.Sprintf("%.3f ± %.3f | %.3f (%s)", c.pooled, c.pooledSE, c.share[worst], c.names[worst])
}
