//go:build long

package model_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Intervals of β hold the truth in 95 % of 100 files of each design, within 3 Monte Carlo standard errors. The truth of
// the standard deviation of true scores is the same with the number and without. Its intervals are shown beside.
//
//	go test -tags long -timeout 1h -v -run LongCovariatesThatGoWithTrueScores ./model
func TestLongCovariatesThatGoWithTrueScores(t *testing.T) {
	const files = 100
	for _, c := range confoundedCases() {
		t.Run(c.name, func(t *testing.T) {
			held, bias, width, sdHeld, sdBias := 0.0, 0.0, 0.0, 0.0, 0.0
			for seed := range uint64(files) {
				s := c.fit(t, seed)
				beta, sd := s.Coefficients(0)[0].Summary(0.95), s.ItemSD().Summary(0.95)
				bias, width = bias+(beta.Mean-c.beta)/files, width+beta.SD/files
				sdBias += (sd.Mean - c.itemSD) / files
				if beta.Lower <= c.beta && c.beta <= beta.Upper {
					held++
				}
				if sd.Lower <= c.itemSD && c.itemSD <= sd.Upper {
					sdHeld++
				}
			}
			t.Logf("β: held %.0f, bias %.3f, SD %.3f; SD of items: held %.0f, bias %.3f", held, bias, width,
				sdHeld, sdBias)
			assert.InDelta(t, 0.95*files, held, 3*math.Sqrt(0.05*0.95*files))
		})
	}
}
