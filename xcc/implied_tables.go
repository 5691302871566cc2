package xcc

import (
	"math"
	"slices"

	"concord/internal/logitnormal"
	"concord/internal/studentt"
	"concord/model/family"
)

// items is how the items of a study are labelled, in one draw.
type items struct {
	family.SlopedPoint
	own []float64
}

func (it items) argument() logitnormal.Argument {
	return logitnormal.Argument{Slope: it.SD, Noise: it.Rest}
}

// tables are the tables of pairs of labels of one draw: the shares of the categories in the two studies, and the
// covariances O − E of the chances of two labels of one item. The covariances keep their digits if items hardly differ.
type tables struct {
	of                     family.Categorical
	categories             int
	shareA, shareB         []float64
	covariance             []float64 // category of a × category of b
	p, q, middleP, middleQ []float64 // scratch: chances at a node, and at the mean item
	// For ordered categories: the thresholds, and the chances of a label up to each.
	threshold        []float64
	upToA, upToB     []logitnormal.Expansion
	curvesA, curvesB *categoryCurves
	// For effects from Student's t.
	points, given []studentt.Point
	each          []float64
}

func newTables(f family.Categorical) *tables {
	c := f.Categories()
	vector := func() []float64 { return make([]float64, c) }
	t := &tables{
		of: f, categories: c, shareA: vector(), shareB: vector(), covariance: make([]float64, c*c),
		p: vector(), q: vector(), middleP: vector(), middleQ: vector(),
		each: vector(),
	}
	if _, ok := f.(thresholded); ok {
		t.threshold = make([]float64, c-1)
		t.upToA, t.upToB = make([]logitnormal.Expansion, c-1), make([]logitnormal.Expansion, c-1)
	}
	return t
}

// thresholded is a family of ordered categories with thresholds between them.
type thresholded interface {
	family.Cumulative
	family.Thresholded
}

// set works the tables out for items whose effects in the two studies correlate by rho. Given the effect in one study,
// the effect in the other is normal. Which one is given matters only for the cost.
func (t *tables) set(a, b items, rho float64) {
	if a.Slope > 0 || b.Slope > 0 {
		t.expand(a, b, rho)
		return
	}
	if t.sum(a, b, rho) {
		return
	}
	givenA, givenB := b.argument().Given(rho), a.argument().Given(rho)
	if logitnormal.Step(a.argument(), givenA) >= logitnormal.Step(b.argument(), givenB) {
		t.integrate(a, b, givenA)
		return
	}
	t.integrate(b, a, givenB)
	t.shareA, t.shareB = t.shareB, t.shareA
	for y := range t.categories {
		for z := range y {
			i, j := y*t.categories+z, z*t.categories+y
			t.covariance[i], t.covariance[j] = t.covariance[j], t.covariance[i]
		}
	}
}

// sum computes the tables from expansions of the chances of a label up to each category; the chances of the categories
// are their differences. ok is false for other families, or if few terms are not enough.
func (t *tables) sum(a, b items, rho float64) (ok bool) {
	f, ok := t.of.(thresholded)
	if !ok {
		return false
	}
	t.upTo(t.upToA, f, a)
	upToB := t.upToA
	if rho != 1 || a.SlopedPoint != b.SlopedPoint || !slices.Equal(a.own, b.own) {
		upToB = t.upToB
		t.upTo(upToB, f, b)
	}
	clear(t.covariance)
	for y := range t.upToA {
		row, next := t.covariance[y*t.categories:(y+1)*t.categories], t.covariance[(y+1)*t.categories:]
		for z := range upToB {
			c, ok := logitnormal.CovarianceBySum(&t.upToA[y], &upToB[z], rho)
			if !ok {
				return false
			}
			row[z] += c
			row[z+1] -= c
			next[z] -= c
			next[z+1] += c
		}
	}
	shares(t.shareA, t.upToA)
	shares(t.shareB, upToB)
	return true
}

// upTo expands the chances of a label up to each category but the last.
func (t *tables) upTo(dst []logitnormal.Expansion, f thresholded, it items) {
	f.Thresholds(t.threshold, it.Mean, it.own)
	for c, threshold := range t.threshold {
		dst[c].Set(logitnormal.Probability{Mean: threshold, SD: it.SD, Noise: it.Rest})
	}
}

// shares sets dst to the shares of the categories.
func shares(dst []float64, upTo []logitnormal.Expansion) {
	below := 0.0
	for c := range upTo {
		p := max(below, upTo[c].Expectation()) // an error of the last digits must not make a share negative
		dst[c], below = p-below, p
	}
	dst[len(upTo)] = 1 - below
}

// integrate works the tables out by the trapezoidal rule over a's effects. Sums are about the chances in the middle.
func (t *tables) integrate(a, b items, given logitnormal.Argument) {
	t.start(a, b, given.Noise)
	one := given == a.argument() && a.SlopedPoint == b.SlopedPoint && slices.Equal(a.own, b.own)
	nodes := 0
	for x, weight := range logitnormal.Rule(a.argument(), given) {
		nodes++
		t.of.Chances(t.p, a.Mean+a.SD*x, a.Rest, a.own)
		if one {
			copy(t.q, t.p)
		} else {
			t.of.Chances(t.q, b.Mean+given.Slope*x, given.Noise, b.own)
		}
		t.add(weight)
	}
	t.finish()
	if nodes == 0 { // a standard deviation is not finite, or ρ no correlation
		t.covariance[0] = math.NaN()
	}
}

// start clears the sums, which are about the chances of the mean item; noise is of b.
func (t *tables) start(a, b items, noise float64) {
	t.of.Chances(t.middleP, a.Mean, a.Rest, a.own)
	t.of.Chances(t.middleQ, b.Mean, noise, b.own)
	clear(t.shareA)
	clear(t.shareB)
	clear(t.covariance)
}

// add adds the chances p and q, of a weight.
func (t *tables) add(weight float64) {
	for z := range t.q {
		t.q[z] -= t.middleQ[z]
		t.shareB[z] += weight * t.q[z]
	}
	for y := range t.p {
		w := weight * (t.p[y] - t.middleP[y])
		t.shareA[y] += w
		row := t.covariance[y*t.categories : (y+1)*t.categories]
		for z, q := range t.q {
			row[z] += w * q
		}
	}
}

// finish makes tables of the sums.
func (t *tables) finish() {
	for y, p := range t.shareA {
		for z, q := range t.shareB {
			t.covariance[y*t.categories+z] -= p * q
		}
	}
	for y := range t.categories {
		t.shareA[y] += t.middleP[y]
		t.shareB[y] += t.middleQ[y]
	}
}

// kappa returns 1 − Σ D O / Σ D E, as −Σ D (O − E) / Σ D E.
func (t *tables) kappa(distance [][]float64) float64 {
	covariance, expected := 0.0, 0.0
	for y, p := range t.shareA {
		for z, q := range t.shareB {
			d := distance[y][z]
			covariance += d * t.covariance[y*t.categories+z]
			expected += d * p * q
		}
	}
	return (0 - covariance) / expected
}
