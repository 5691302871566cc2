package xcc

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/internal/studentt"
)

// student works the tables out for items whose effects have Student's t distribution: a sum over the effects in a, of
// the mean chances in b given them.
func (t *tables) student(a, b items, rho, df float64) {
	t.start(a, b, b.Rest)
	of, other := t.effects(a), t.effects(b)
	one := rho == 1 && a.SlopedPoint == b.SlopedPoint && slices.Equal(a.own, b.own)
	t.points = studentt.Points(t.points, df, of, other)
	for _, p := range t.points {
		t.of.Chances(t.p, a.Mean+p.Effect, a.Rest, a.own)
		if one {
			copy(t.q, t.p)
		} else {
			t.given = studentt.Given(t.given, df, rho, p, other)
			t.mean(t.q, b, t.given)
		}
		t.add(p.Weight)
	}
	t.finish()
}

// mean sets dst to the mean chances of the categories over effects.
func (t *tables) mean(dst []float64, it items, effects []studentt.Point) {
	clear(dst)
	for _, e := range effects {
		t.of.Chances(t.each, it.Mean+e.Effect, it.Rest, it.own)
		floats.AddScaled(dst, e.Weight, t.each)
	}
}

// effects returns the effects of items. Thresholds of ordered categories are no further from the mean than own
// parameters and the mean together.
func (*tables) effects(it items) studentt.Effects {
	away := math.Abs(it.Mean)
	for _, d := range it.own {
		away += math.Abs(d)
	}
	return studentt.Effects{SD: it.SD, Away: away}
}
