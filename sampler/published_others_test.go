package sampler

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Data and models are as published: the moments are those that others report for
// them. Mamba's (documentation of Mamba.jl, examples pumps and rats) are
// from Gibbs and slice sampling and come with Monte Carlo standard errors; the
// regression is that of R's lm, to five digits.
func TestPublishedTruthsAreThoseOfOthers(t *testing.T) {
	inPumps, inRats, inStackLoss := pumpsTruth(plain), ratsTruth(plain), stackLoss().moments()
	for _, c := range []struct {
		name                       string
		truth, reported, tolerance float64
	}{
		{"pumps: α", inPumps[0].mean, 0.679247, 4 * 0.00708},
		{"pumps: β", inPumps[1].mean, 0.893892, 4 * 0.01825},
		{"pumps: θ₁", inPumps[2].mean, 0.0597276, 4 * 0.000357},
		{"pumps: θ₁₀", inPumps[3].mean, 1.98785, 4 * 0.01022},
		{"rats: β_c", inRats[1].mean, 6.1862265, 4 * 0.00203},
		{"rats: weight at birth", inRats[0].mean - 22*inRats[1].mean, 106.5745824, 4 * 0.0558},
		{"stack loss: constant", inStackLoss[0].mean, -39.920, 5e-4},
		{"stack loss: air flow", inStackLoss[1].mean, 0.71564, 5e-6},
		{"stack loss: water temperature", inStackLoss[2].mean, 1.29529, 5e-6},
		{"stack loss: acid concentration", inStackLoss[3].mean, -0.15212, 5e-6},
	} {
		assert.InDelta(t, c.reported, c.truth, c.tolerance, c.name)
	}
}
