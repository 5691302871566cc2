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
		v := h.judge(t, 4000)
		fmt.Println(v.row(h.name))
		assert.LessOrEqual(t, v.worst.MaxRHat.Value, 1.015, "%s: %s", h.name, v.worst.MaxRHat.Name)
		assert.GreaterOrEqual(t, v.worst.MinESSBulk.Value, 400.0, "%s: %s", h.name, v.worst.MinESSBulk.Name)
		assert.GreaterOrEqual(t, v.worst.MinESSTail.Value, 400.0, "%s: %s", h.name, v.worst.MinESSTail.Name)
		assert.Zero(t, v.fit.Run().DivergenceCount(), h.name)
		assert.LessOrEqual(t, v.apart, 4.5, "%s: %s", h.name, v.where)
	}
}
