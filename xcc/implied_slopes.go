package xcc

import (
	"concord/internal/logitnormal"
	"concord/model/family"
)

// categoryCurves are the chances of the categories by the item's effect, in a study whose labelers have
// discriminations: given an item, the noise of its labels grows with its effect.
type categoryCurves struct {
	of     []logitnormal.Curve
	chance [][]float64 // scratch: node × category
}

func newCategoryCurves(categories int) *categoryCurves {
	return &categoryCurves{of: make([]logitnormal.Curve, categories)}
}

// set works the curves out.
func (cc *categoryCurves) set(f family.Categorical, it items) {
	for y := range cc.of {
		node := 0
		cc.of[y].Set(func(z float64) float64 {
			if node == len(cc.chance) {
				cc.chance = append(cc.chance, make([]float64, len(cc.of)))
			}
			p := cc.chance[node]
			if y == 0 {
				mean, noise := it.Given(z)
				f.Chances(p, mean, noise, it.own)
			}
			node++
			return p[y]
		})
	}
}

// expand works the tables out from the curves of both studies.
func (t *tables) expand(a, b items, rho float64) {
	if t.curvesA == nil {
		t.curvesA, t.curvesB = newCategoryCurves(t.categories), newCategoryCurves(t.categories)
	}
	t.curvesA.set(t.of, a)
	t.curvesB.set(t.of, b)
	for y := range t.categories {
		t.shareA[y], t.shareB[y] = t.curvesA.of[y].Mean(), t.curvesB.of[y].Mean()
		for z := range t.categories {
			t.covariance[y*t.categories+z] = logitnormal.CurveCovariance(&t.curvesA.of[y], &t.curvesB.of[z], rho)
		}
	}
}
