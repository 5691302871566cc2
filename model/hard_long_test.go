//go:build long

package model_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// All hard designs; the lines that it prints are the table of docs/lab/validation.md:
//
//	go test -tags long -timeout 2h -v -run LongHard ./model
func TestLongHardDesigns(t *testing.T) {
	short := 0
	for _, h := range hardDesigns() {
		t.Run(h.name, func(t *testing.T) {
			v := h.judge(t, 2000)
			fmt.Println(v.row(h.name))
			// What falls short must not do so in silence: the fit noticed and ran again, and R̂ and ESS in the report
			// say that it did not suffice.
			if !(v.worst.MaxRHat.Value <= 1.015 && v.worst.MinESSBulk.Value >= 400 && v.worst.MinESSTail.Value >= 400) {
				short++
				assert.Greater(t, v.fit.Attempts(), 1)
			}
			// A few in the tails of the tiniest designs, which the report says; see docs/lab/validation.md.
			assert.LessOrEqual(t, v.fit.Run().DivergenceCount(), v.fit.Draws().Chains()*v.fit.Draws().Iterations()/200)
			assert.LessOrEqual(t, v.apart, 4.5, v.where)
		})
	}
	assert.LessOrEqual(t, short, 2, "designs that are not sampled well")
}
