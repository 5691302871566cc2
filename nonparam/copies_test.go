package nonparam

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// repeated returns a matrix with each row as often as its weight says.
func repeated(rows [][]float64, weight []float64) [][]float64 {
	var all [][]float64
	for i, row := range rows {
		for range int(weight[i]) {
			all = append(all, row)
		}
	}
	return all
}

// TestWeightIsCopies checks for every coefficient that an item of weight n is the same as
// n items with the same ratings: what a bootstrap over items means.
func TestWeightIsCopies(t *testing.T) {
	compared := map[Coefficient]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 5 { // of few pairs all coefficients are defined
			compareCopies(t, compared)
		}
	})
	for _, c := range Coefficients() {
		switch c {
		case KRaterName, SpecificAgreementName, CohenKappaName, ScottPiName, KappaMaxName, KappaOverMaxName,
			PrevalenceIndexName, BiasIndexName: // which need two raters, or are of a category
		default:
			assert.Positive(t, compared[c], "%s was never defined", c)
		}
	}
}

// compareCopies compares the coefficients of a random pair with those of its copies, and counts which are defined.
func compareCopies(t *rapid.T, compared map[Coefficient]int) {
	const items = 6
	g, h := drawGrid(t, items, "x"), drawGrid(t, items, "y")
	if rapid.SampledFrom([]bool{true, true, true, false}).Draw(t, "complete") {
		for _, rows := range [][][]float64{g.x, h.x} {
			for i := range rows {
				for j := range rows[i] {
					if math.IsNaN(rows[i][j]) {
						rows[i][j] = float64((i * j) % 2)
					}
				}
			}
		}
	}
	d := rapid.SampledFrom(Distances()).Draw(t, "distance")
	x, y := matrices(g.x)[0], matrices(h.x)[0]
	copiesX, copiesY := matrices(repeated(g.x, g.item))[0], matrices(repeated(h.x, g.item))[0]
	if copiesX.Len() == 0 || copiesY.Len() == 0 {
		return
	}
	// A category or a rater that no item is left of is another list than the copies'.
	if len(copiesX.values) != len(x.values) || len(copiesX.raters) != len(x.raters) ||
		len(copiesY.values) != len(y.values) {
		return
	}
	compare := func(c Coefficient, q, copies question) {
		if q.why != "" || copies.why != "" {
			return
		}
		want, whyCopies := copies.value()
		places := make([]placement, len(q.parts))
		for n, p := range q.parts {
			places[n].item = append(places[n].item, p.items...)
		}
		got, why := q.evaluator(places)(weighting{item: g.item})
		assert.Equal(t, whyCopies == "", why == "", "%s %s: %s, %s", c, d, whyCopies, why)
		if why == "" {
			compared[c]++
			assert.InDelta(t, want, got, 1e-8*max(1, math.Abs(want)), "%s %s", c, d)
		}
	}
	o := Options{Distance: d}
	for _, c := range Coefficients() {
		if c == KRaterName { // draws anew for each copy
			continue
		}
		if c == SpecificAgreementName {
			all, copies := o.each(c, source{x, 0}, nil), o.each(c, source{copiesX, 0}, nil)
			for k := range all {
				compare(c, all[k], copies[k])
			}
			continue
		}
		compare(c, asked(t, c, o, x, y), asked(t, c, o, copiesX, copiesY))
	}
}
