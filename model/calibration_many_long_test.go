//go:build long

package model_test

import (
	"testing"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
)

// List is a correlation matrix of two groups of studies: high within a group, low between them.
func List(k int, within, between float64) [][]float64 {
	r := simulate.CommonCorrelation(k, between)
	for i := range k {
		for j := range k {
			if i != j && (i < k/2) == (j < k/2) {
				r[i][j] = within
			}
		}
	}
	return r
}

// Coverage of ρ where there are many studies; docs/lab/validation.md has the table.
func TestLongCoverageOfManyStudies(t *testing.T) {
	for _, k := range []int{3, 5, 10, 20} {
		replicates := map[int]int{3: 40, 5: 20, 10: 8, 20: 2}[k]
		for _, c := range []struct {
			name string
			r    [][]float64
		}{
			{"ρ = 0", simulate.CommonCorrelation(k, 0)}, {"ρ = 0.5", simulate.CommonCorrelation(k, 0.5)},
			{"ρ = 0.9", simulate.CommonCorrelation(k, 0.9)}, {"0.9 and 0.3", List(k, 0.9, 0.3)},
		} {
			t.Logf("gaussian, K = %d, %s: %v", k, c.name, coverRho(t, family.Gaussian{}, 100, 10, 3, c.r, nil,
				replicates))
			t.Logf("bernoulli, K = %d, %s: %v", k, c.name, coverRho(t, family.Bernoulli{}, 100, 10, 5, c.r, nil,
				replicates))
		}
		t.Logf("gaussian, K = %d, ρ = 0.9, lkj(1): %v", k, coverRho(t, family.Gaussian{}, 100, 10, 3,
			simulate.CommonCorrelation(k, 0.9), spec.LKJ{Shape: 1}, replicates))
	}
}
