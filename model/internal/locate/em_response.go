package locate

import (
	"math"
	"slices"

	"concord/model/internal/effects"
	"concord/model/internal/tuning"
)

// setResponse lets the constants of items' effects follow the standard deviations, where the labels' information is
// not the same everywhere.
func (su *Setup) setResponse() {
	if !su.Regime.Follows {
		return
	}
	all := func(x float64) []float64 {
		times := make([]float64, su.em.K)
		for s := range times {
			times[s] = x
		}
		return times
	}
	items := su.em.sds(0)
	low, high := su.constantsAt(0, all(1/tuning.ResponseStep)), su.constantsAt(0, all(tuning.ResponseStep))
	farthest := float64(tuning.ItemsFollow)
	if len(su.Nests) > 0 {
		farthest = tuning.ItemsFollowNests
	}
	su.Factors[0].SetResponse(items, low, high, farthest)
	su.setMeanExponents(low, high)
	for _, n := range su.Nests {
		sd := su.em.sds(n.Term)
		times := func(to float64) []float64 {
			times := make([]float64, len(sd))
			for s, x := range sd {
				times[s] = to / x
			}
			return times
		}
		su.Factors[n.Term].SetResponse(sd, su.constantsAt(n.Term, times(tuning.LeastNested)),
			su.constantsAt(n.Term, times(tuning.MostNested)), tuning.NestsFollow)
	}
}

// setMeanExponents sets how the widths of means follow the standard deviations, from constants where these are less and
// more, see [blocks.MeanWidths].
func (su *Setup) setMeanExponents(low, high effects.Constants) {
	items := su.Factors[0]
	// variance is the mean variance of the effects of a study given their labels.
	variance := func(of effects.Constants, study int) float64 {
		sum, n := 0.0, 0.0
		for cell, info := range of.Info {
			if info > 0 && su.Data.Terms[0].Study(cell) == study {
				sum += 1 / (1/(of.SD[study]*of.SD[study]) + info)
				n++
			}
		}
		return sum / n
	}
	for s := range su.MeanExponent {
		from, _ := items.Spread(s, low.SD[s]*low.SD[s])
		to, _ := items.Spread(s, high.SD[s]*high.SD[s])
		su.MeanExponent[s] = math.Max(0, math.Min(1, math.Log(variance(high, s)/variance(low, s))/(to-from)))
	}
}

// sds returns the standard deviations of a term by study.
func (e *em) sds(term int) []float64 {
	sd := make([]float64, e.K)
	for s := range sd {
		sd[s] = math.Sqrt(e.terms[term].TotalVariance(s))
	}
	return sd
}

// constantsAt returns the constants of a term's effects, given means and the effects of other terms, if the standard
// deviations are multiplied by times.
func (su *Setup) constantsAt(t int, times []float64) effects.Constants {
	e, items := su.em, su.em.terms[t]
	effect, variance, root := slices.Clone(items.Effect), slices.Clone(items.Variance), slices.Clone(items.Root)
	for i := range items.Root {
		items.Root[i] *= times[i/e.K]
	}
	before := make([]float64, len(effect))
	for range tuning.ResponseRounds {
		e.refresh()
		copy(before, items.Effect)
		items.Step(e.cells(e.grad, t), e.cells(e.info, t), tuning.EMMostStep)
		moved := 0.0
		for i, b := range items.Effect {
			moved = math.Max(moved, math.Abs(b-before[i]))
		}
		if moved < tuning.ResponseNear {
			break
		}
	}
	e.refresh()
	at := su.located(t)
	c := effects.Constants{Info: at.info, Target: make([]float64, len(effect))}
	for s := range e.K {
		c.SD = append(c.SD, math.Sqrt(items.TotalVariance(s)))
	}
	for i, b := range at.effect {
		c.Target[i] = c.Info[i]*b + at.grad[i]
	}
	copy(items.Effect, effect)
	copy(items.Variance, variance)
	copy(items.Root, root)
	e.refresh()
	return c
}
