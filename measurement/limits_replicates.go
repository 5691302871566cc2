package measurement

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// replicated sets the limits for several readings of one true value: the variance of a difference of two readings is
//
//	s²(d̄ᵢ) + (1 − 1/m₁) s₁² + (1 − 1/m₂) s₂²,
//
// s₁² the variance within items of the first's readings and m₁ the harmonic mean of their numbers (Bland and Altman
// 1999, section 5.2).
func (l *LimitsOfAgreement) replicated(pairs []Pair) Reason {
	l.Design = Replicates
	means := make([]float64, len(pairs))
	var first, second within
	for i, p := range pairs {
		means[i] = stat.Mean(p.First, nil) - stat.Mean(p.Second, nil)
		first.add(p.First)
		second.add(p.Second)
	}
	return l.mover(means, first, second)
}

// linked sets the limits for pairs of readings whose true values may differ (Bland and Altman 1999, section 5.3). The
// variance of a difference is s²(d̄ᵢ) + (1 − 1/m) s². Here s² is the variance of differences within items, and m the
// harmonic mean of the numbers of pairs (Zou 2013).
func (l *LimitsOfAgreement) linked(pairs []Pair) Reason {
	l.Design = LinkedPairs
	means := make([]float64, len(pairs))
	var differences within
	for i, p := range pairs {
		if len(p.First) != len(p.Second) {
			return NotLinked
		}
		d := make([]float64, len(p.First))
		for j, x := range p.First {
			d[j] = x - p.Second[j]
		}
		means[i] = stat.Mean(d, nil)
		differences.add(d)
	}
	return l.mover(means, differences)
}

// within is the variation of readings about the mean of their item.
type within struct{ squares, readings, items, inverses float64 }

func (w *within) add(readings []float64) {
	if n := float64(len(readings)); n > 1 {
		w.squares += (n - 1) * stat.Variance(readings, nil)
	}
	w.readings += float64(len(readings))
	w.items++
	w.inverses += 1 / float64(len(readings))
}

// mover sets the limits from the mean differences of items and the variation within items. The interval of a limit
// joins the intervals of the bias and of each component (MOVER, Zou 2013).
func (l *LimitsOfAgreement) mover(means []float64, all ...within) Reason {
	mean, variance := stat.MeanVariance(means, nil)
	n, z := float64(len(means)), l.z()
	l.bias(mean, variance/n)
	squares := sum{{1, MeanSquare{variance, n - 1}}}
	for _, w := range all {
		if df := w.readings - w.items; df > 0 {
			squares = append(squares, part{1 - w.inverses/w.items, MeanSquare{w.squares / df, df}})
		}
	}
	total := squares.estimate(l.Settings.Level)
	if total.Limits == nil {
		return NotFinite
	}
	sd := total.mapped(math.Sqrt)
	l.SD = sd.Value
	wide := square(distuv.UnitNormal.Quantile((1+l.Settings.Level)/2)) * variance / n
	outer := math.Sqrt(wide + square(z*(sd.Limits.Upper-l.SD)))
	inner := math.Sqrt(wide + square(z*(l.SD-sd.Limits.Lower)))
	lower, upper := mean-z*l.SD, mean+z*l.SD
	l.Lower = l.bounded(lower, lower-outer, lower+inner, "mover")
	l.Upper = l.bounded(upper, upper-inner, upper+outer, "mover")
	return ""
}
