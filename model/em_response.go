package model

import (
	"math"
	"slices"

	"concord/model/internal/effects"
)

// Constants of items' effects are compared between standard deviations that are less and more by this factor.
const responseStep = 1.4

// setResponse lets the constants of items' effects follow the standard deviations, where the labels' information is
// not the same everywhere.
func (su *setup) setResponse() {
	// Information of a location-scale family is the same everywhere. Of many studies, whose classes are few, it made
	// no difference.
	if su.spec.Family.LocationScale() || su.data.Slopes || su.d.loadings != nil || su.em.k >= manyStudies {
		return
	}
	items := su.em.terms[0]
	sd := make([]float64, su.em.k)
	for s := range sd {
		sd[s] = math.Sqrt(items.TotalVariance(s))
	}
	su.factors[0].SetResponse(sd, su.constantsAt(1/responseStep), su.constantsAt(responseStep))
}

// constantsAt returns the constants of items' effects, given means and the effects of other terms, where the standard
// deviations are so many times what they are.
func (su *setup) constantsAt(times float64) effects.Constants {
	const rounds, near = 30, 0.01
	e, items := su.em, su.em.terms[0]
	effect, variance, root := slices.Clone(items.Effect), slices.Clone(items.Variance), slices.Clone(items.Root)
	for i := range items.Root {
		items.Root[i] *= times
	}
	before := make([]float64, len(effect))
	for range rounds {
		e.refresh()
		copy(before, items.Effect)
		items.Step(e.cells(e.grad, 0), e.cells(e.info, 0), emMaxStep)
		moved := 0.0
		for i, b := range items.Effect {
			moved = math.Max(moved, math.Abs(b-before[i]))
		}
		if moved < near {
			break
		}
	}
	e.refresh()
	c := effects.Constants{Info: slices.Clone(e.cells(e.info, 0)), Target: make([]float64, len(effect))}
	for s := range e.k {
		c.SD = append(c.SD, math.Sqrt(items.TotalVariance(s)))
	}
	for i, b := range items.Effect {
		c.Target[i] = c.Info[i]*b + e.grad.Item[i]
	}
	copy(items.Effect, effect)
	copy(items.Variance, variance)
	copy(items.Root, root)
	e.refresh()
	return c
}
