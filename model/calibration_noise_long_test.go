//go:build long

package model_test

import (
	"testing"

	"concord/model/spec"
)

// What one residual for two studies of unequal noise does to their ICCs; docs/lab/validation.md has the figures.
func TestLongUnequalNoise(t *testing.T) {
	const n = 100
	for _, residual := range []spec.Residual{spec.AutoResidual, spec.CommonResidual} {
		var held, mean [2]float64
		above := 0.0
		type one struct {
			held  [2]bool
			mean  [2]float64
			above float64
		}
		for _, o := range replicate(n, 2, func(i int) one {
			h, m, p := iccs(t, uint64(i), residual)
			return one{h, m, p}
		}) {
			for s := range held {
				mean[s] += o.mean[s] / n
				if o.held[s] {
					held[s] += 1. / n
				}
			}
			above += o.above / n
		}
		t.Logf("residual %v: mean ICC %.3f and %.3f (true 0.460, 0.319), coverage %.2f and %.2f, P(ICC_1 > ICC_2) %.2f",
			residual, mean[0], mean[1], held[0], held[1], above)
	}
}
