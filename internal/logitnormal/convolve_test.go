package logitnormal

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle is the rule in a rule, whose nodes are those of the curve's own rules.
func TestConvolutionIsTheNestedRule(t *testing.T) {
	taken := 0
	for _, mean := range []float64{0, -3, 3, 12, -40, 500} {
		for _, sd := range []float64{1e-3, 0.3, 1, 3, 8, 30, 100} {
			for _, noise := range []float64{0, 0.02, 0.3, 1, 2.5, 7.9, 8, 30} {
				p := Probability{mean, sd, noise}
				expectation, variance, ok := p.convolve()
				if !ok {
					continue
				}
				taken++
				wantExpectation, want := p.nested()
				scale := wantExpectation * (1 - wantExpectation)
				require.InDelta(t, wantExpectation, expectation, 1e-11*scale+1e-15, "%v", p)
				require.InDelta(t, want, variance, 1e-11*scale+1e-15, "%v", p)
			}
		}
	}
	require.Greater(t, taken, 100)
	rapid.Check(t, func(t *rapid.T) {
		p := anyProbability(t, "h", 0.01)
		if _, variance, ok := p.convolve(); ok {
			wantExpectation, want := p.nested()
			require.InDelta(t, want, variance, 1e-11*wantExpectation*(1-wantExpectation)+1e-15)
		}
	})
	for _, p := range []Probability{
		{0, 1, 0}, {0, 0, 1}, {0, 1, seriesSD}, {0, 30, 0.01}, {0, 1, 1e-300}, {0, 1e-300, 1},
	} {
		_, _, ok := p.convolve()
		require.False(t, ok, "%v", p)
	}
}

func BenchmarkConvolve(b *testing.B) {
	for _, p := range []Probability{{-1, 3.6, 0.2}, {-1, 5, 0.5}, {-1, 8, 0.5}, {0, 30, 0.5}, {0, 5, 3}, {0, 30, 7.9}} {
		b.Run(fmt.Sprint(p), func(b *testing.B) {
			for b.Loop() {
				p.integrate()
			}
		})
		b.Run(fmt.Sprint(p, " nested"), func(b *testing.B) {
			for b.Loop() {
				p.nested()
			}
		})
	}
}
