//go:build long

package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/sampler"
)

// slopeCases have labelers whose slopes by the number of each label differ.
func slopeCases() []calibrationCase {
	all := covariateCases()
	for i := range all {
		all[i].name += ", slopes of labelers"
		all[i].slopes = true
	}
	return all
}

// Ranks of 200 truths among draws are uniform in models with covariates, by Pearson's χ² of ten bins:
//
//	go test -tags long -timeout 1h -v -run LongRanksOfCovariates ./model
func TestLongRanksOfCovariates(t *testing.T) {
	const n, bins = 200, 10
	for _, c := range append(covariateCases(), slopeCases()...) {
		t.Run(c.name, func(t *testing.T) {
			names, ranks := c.ranks(t, n, 1, sampler.Settings{Chains: 2, Draws: 297})
			// One of all quantities is above the limit with a probability of 1 % at most.
			limit := distuv.ChiSquared{K: bins - 1}.Quantile(1 - 0.01/float64(len(names)))
			for v, name := range names {
				var count [bins]float64
				for _, r := range ranks[v] {
					count[r*bins/rankValues]++
				}
				square := 0.0
				for _, x := range count {
					square += (x - n/bins) * (x - n/bins) / (n / bins)
				}
				t.Logf("%s: χ² %.1f", name, square)
				assert.Less(t, square, limit, "%s: %v", name, count)
			}
		})
	}
}
