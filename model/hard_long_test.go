//go:build long

package model_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// All hard designs; the lines that it prints are the table of docs/validation.md:
//
//	go test -tags long -timeout 2h -v -run LongHard ./model
func TestLongHardDesigns(t *testing.T) {
	for _, h := range hardDesigns() {
		t.Run(h.name, func(t *testing.T) {
			v := h.judge(t, 2000)
			fmt.Println(v.row(h.name))
			assert.LessOrEqual(t, v.worst.MaxRHat.Value, 1.015, v.worst.MaxRHat.Name)
			assert.GreaterOrEqual(t, v.worst.MinESSBulk.Value, 400.0, v.worst.MinESSBulk.Name)
			assert.GreaterOrEqual(t, v.worst.MinESSTail.Value, 400.0, v.worst.MinESSTail.Name)
			// A few in the tails of the tiniest designs, which the report says; see docs/validation.md.
			assert.LessOrEqual(t, v.fit.Run().DivergenceCount(), v.fit.Draws().Chains()*v.fit.Draws().Iterations()/200)
			assert.LessOrEqual(t, v.apart, 4.5, v.where)
		})
	}
}
