package measurement

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// component is a share of a variance: a mean square with its degrees of freedom, times a factor.
type component struct{ factor, square, df float64 }

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
		means[i] = average(p.First) - average(p.Second)
		first.add(p.First)
		second.add(p.Second)
	}
	l.mover(means, first, second)
	return ""
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
		means[i] = average(d)
		differences.add(d)
	}
	l.mover(means, differences)
	return ""
}

// within is the variation of readings about the mean of their item.
type within struct{ squares, readings, items, inverses float64 }

func (w *within) add(readings []float64) {
	mean := average(readings)
	for _, x := range readings {
		w.squares += (x - mean) * (x - mean)
	}
	w.readings += float64(len(readings))
	w.items++
	w.inverses += 1 / float64(len(readings))
}

// component is the share of these readings in the variance of a difference; nothing for one reading an item.
func (w within) component() component {
	df := w.readings - w.items
	if df == 0 {
		return component{}
	}
	return component{1 - w.inverses/w.items, w.squares / df, df}
}

// mover sets the limits from the mean differences of items and the variation within items. The interval of a limit
// joins the intervals of the bias and of each component (MOVER, Zou 2013).
func (l *LimitsOfAgreement) mover(means []float64, all ...within) {
	mean, variance := moments(means)
	n, z := float64(len(means)), l.z()
	l.bias(mean, variance/n)
	components := []component{{1, variance, n - 1}}
	for _, w := range all {
		if c := w.component(); c.df > 0 {
			components = append(components, c)
		}
	}
	total, below, above := combined(components, l.Settings.Level)
	l.SD = math.Sqrt(total)
	least, most := math.Sqrt(math.Max(0, total-below)), math.Sqrt(total+above)
	wide := squared(distuv.UnitNormal.Quantile((1+l.Settings.Level)/2)) * variance / n
	outer := math.Sqrt(wide + squared(z*(most-l.SD)))
	inner := math.Sqrt(wide + squared(z*(l.SD-least)))
	lower, upper := mean-z*l.SD, mean+z*l.SD
	l.Lower = Bounded{lower, lower - outer, lower + inner}
	l.Upper = Bounded{upper, upper - inner, upper + outer}
}

// combined is a sum of components and how far its interval reaches below and above, from the chi-square interval of
// each of them (Graybill and Wang 1980).
func combined(all []component, level float64) (total, below, above float64) {
	for _, c := range all {
		share, chi := c.factor*c.square, distuv.ChiSquared{K: c.df}
		total += share
		below += squared(share * (1 - c.df/chi.Quantile((1+level)/2)))
		above += squared(share * (c.df/chi.Quantile((1-level)/2) - 1))
	}
	return total, math.Sqrt(below), math.Sqrt(above)
}

func squared(x float64) float64 { return x * x }
