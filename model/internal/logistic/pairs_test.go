package logistic

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// naivePairs is the double loop over labels, with the sums of [Design.PairSums] in its order.
func naivePairs(d *Design, p Pairs, effect []float64) (total float64, sums [3][]float64) {
	sums = [3][]float64{make([]float64, len(p.Half)), make([]float64, len(p.Half)), make([]float64, len(effect))}
	for l, half := range p.Half {
		for _, s := range d.cell[d.start[l]:d.start[l+1]] {
			w := p.Middle[l] + effect[s]
			upper, lower := 1/(1+math.Exp(half-w)), 1/(1+math.Exp(half+w))
			for _, x := range []float64{w - half, -w - half} {
				total += math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x)))
			}
			sums[0][l] += upper
			sums[1][l] += upper - lower
			sums[2][s] += upper - lower
		}
	}
	return total, sums
}

// pairsOf are thresholds of those half distances.
func pairsOf(middle, half []float64) Pairs {
	p := Pairs{Middle: middle, Half: half}
	for _, h := range half {
		p.Shrink = append(p.Shrink, math.Exp(-h))
	}
	return p
}

// pairSums calls PairSums with fresh, dirty results.
func pairSums(d *Design, s *Scratch, p Pairs, effect []float64) (total float64, sums [3][]float64) {
	dirty := func(n int) []float64 { return slices.Repeat([]float64{99}, n) }
	sums = [3][]float64{dirty(len(p.Half)), dirty(len(p.Half)), dirty(len(effect))}
	return d.PairSums(sums[0], sums[1], sums[2], p, effect, s), sums
}

// Oracle: the double loop over labels with the standard library; thresholds on one another and far apart, logits on
// either side of both and between them.
func TestPairSumsEqualTheNaiveLoop(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		rapid.Check(t, func(t *rapid.T) {
			labeler, cell, labelers, cells := drawDesign(t)
			d := newDesign(k, labeler, cell, labelers, cells)
			reach := rapid.SampledFrom([]float64{3, 30, 400}).Draw(t, "reach")
			numbers := func(name string, n int, low float64) []float64 {
				return rapid.SliceOfN(rapid.Float64Range(low, reach), n, n).Draw(t, name)
			}
			p := pairsOf(numbers("middle", labelers, -reach), numbers("half", labelers, 0))
			effect := numbers("effect", cells, -reach)
			wantTotal, want := naivePairs(d, p, effect)
			total, got := pairSums(d, d.NewScratch(), p, effect)
			n := float64(d.Len())
			tol := 0x1p-52 * (100 + 2*reach + 2*n) // logits are rounded in proportion to what they are sums of
			require.InDelta(t, wantTotal, total, tol*(1+n+math.Abs(wantTotal)))
			for which := range want {
				for i, w := range want[which] {
					require.InDelta(t, w, got[which][i], tol*(1+n))
				}
			}
		})
	})
}

// A number that is infinite or undefined, and thresholds farther apart than numbers reach, are as in the double loop.
func TestPairSumsOfSpecialNumbers(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernel) {
		d, middle, effect := crossed(k, 300, 20, 9)
		half := slices.Repeat([]float64{0.5}, 9)
		check := func(middle, half, effect []float64) {
			p := pairsOf(middle, half)
			wantTotal, want := naivePairs(d, p, effect)
			total, got := pairSums(d, d.NewScratch(), p, effect)
			if math.IsNaN(wantTotal) || math.IsInf(wantTotal, 0) {
				require.True(t, total-total != 0)
				return
			}
			require.InEpsilon(t, wantTotal, total, 1e-12)
			for which := range want {
				require.InDeltaSlice(t, want[which], got[which], 1e-12)
			}
		}
		for _, special := range []float64{math.Inf(-1), math.Inf(1), math.NaN(), math.MaxFloat64, -900, 900} {
			for i := range 9 + 20 {
				all := slices.Concat(middle, effect)
				all[i] = special
				check(all[:9], half, all[9:])
			}
		}
		for _, far := range []float64{0, 1e-12, 600, 700, 2000} {
			half[3] = far
			check(middle, half, effect)
		}
	})
}
