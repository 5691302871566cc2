package nonparam

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"concord/study"
)

// grid is a small matrix of ratings with missing ones, and weights.
type grid struct {
	x     [][]float64
	item  []float64
	rater []float64
}

func drawGrid(t *rapid.T, items int, name string) grid {
	raters := rapid.IntRange(2, 5).Draw(t, name+" raters")
	levels := rapid.SampledFrom([][]float64{{0, 1}, {1, 2, 3, 4, 5}, {0, 0.1, 2.5, 7, 7.25, 40}}).Draw(t, "levels")
	g := grid{}
	for range items {
		row := make([]float64, raters)
		for j := range row {
			row[j] = math.NaN()
			if rapid.IntRange(0, 3).Draw(t, "missing") > 0 {
				row[j] = rapid.SampledFrom(levels).Draw(t, "value")
			}
		}
		g.x = append(g.x, row)
		g.item = append(g.item, float64(rapid.IntRange(0, 3).Draw(t, "item weight")))
	}
	for range raters {
		g.rater = append(g.rater, float64(rapid.IntRange(0, 3).Draw(t, "rater weight")))
	}
	return g
}

// rating is one rating with the weight of its rater, as a brute-force loop sees it.
type rating struct {
	item, rater int
	x, w, v     float64 // weights of the item and of the rater
}

// list returns the ratings; unit weights where weighted is false.
func (g grid) list(weighted bool) []rating {
	var l []rating
	for i, row := range g.x {
		for j, x := range row {
			if math.IsNaN(x) {
				continue
			}
			r := rating{i, j, x, 1, 1}
			if weighted {
				r.w, r.v = g.item[i], g.rater[j]
			}
			l = append(l, r)
		}
	}
	return l
}

func byItem(l []rating, items int) [][]rating {
	of := make([][]rating, items)
	for _, r := range l {
		of[r.item] = append(of[r.item], r)
	}
	return of
}

// weights returns the weights of a field's items and of the raters of one of its sources.
func (g grid) weights(f *field, source int) (item, rater []float64) {
	for _, i := range f.items {
		item = append(item, g.item[i])
	}
	for _, id := range f.sources[source].raters {
		rater = append(rater, g.rater[id])
	}
	return item, rater
}

type delta func(a, b float64) float64

func asymmetric(a, b float64) float64 {
	if a < b {
		return 1 + b - a
	}
	return 2 * (a - b)
}

// deltas returns each distance with its definition; count weighs the ratings for ranks.
func deltas(count map[float64]float64) map[Distance]delta {
	return map[Distance]delta{
		Nominal: func(a, b float64) float64 {
			if a == b {
				return 0
			}
			return 1
		},
		Linear:    func(a, b float64) float64 { return math.Abs(a - b) },
		Quadratic: func(a, b float64) float64 { return (a - b) * (a - b) },
		Interval:  func(a, b float64) float64 { return (a - b) * (a - b) },
		Ratio: func(a, b float64) float64 {
			if a+b == 0 {
				return 0
			}
			return (a - b) * (a - b) / ((a + b) * (a + b))
		},
		Ordinal: func(a, b float64) float64 {
			if a == b {
				return 0
			}
			s := -(count[a] + count[b]) / 2
			for g, n := range count {
				if g >= min(a, b) && g <= max(a, b) {
					s += n
				}
			}
			return s * s
		},
	}
}

// within returns the mean δ over ordered pairs of different ratings of an item, the
// rater weights' total, and whether there is a pair.
func within(l []rating, d delta) (mean, size float64, ok bool) {
	var sum, pairs float64
	for s, a := range l {
		size += a.v
		for t, b := range l {
			if s != t {
				sum += a.v * b.v * d(a.x, b.x)
				pairs += a.v * b.v
			}
		}
	}
	return sum / pairs, size, pairs > 0
}

func bruteAlpha(l []rating, items int, name Distance) (float64, bool) {
	var pairable []rating
	count := map[float64]float64{}
	for _, own := range byItem(l, items) {
		if _, _, ok := within(own, func(float64, float64) float64 { return 0 }); ok {
			pairable = append(pairable, own...)
			for _, r := range own {
				count[r.x] += r.w * r.v
			}
		}
	}
	d := deltas(count)[name]
	if name.String() == "custom" {
		d = asymmetric
	}
	var observed, n, expected float64
	for _, own := range byItem(pairable, items) {
		if mean, size, ok := within(own, d); ok {
			observed += own[0].w * size * mean
			n += own[0].w * size
		}
	}
	for _, a := range pairable {
		for _, b := range pairable {
			expected += a.w * a.v * b.w * b.v * d(a.x, b.x)
		}
	}
	return 1 - (n-1)*observed/expected, n > 0 && expected > 0
}

// bruteCross is κ_x over all pairs, or over those that differ in their rater.
func bruteCross(x, y []rating, items int, name Distance, differing bool) (float64, bool) {
	counts := func(a, b rating) bool { return !differing || a.rater != b.rater }
	ofX, ofY := byItem(x, items), byItem(y, items)
	count := map[float64]float64{}
	var bothX, bothY []rating
	size := func(l []rating) (s float64) {
		for _, r := range l {
			s += r.v
		}
		return s
	}
	for i := range ofX {
		pairs := 0.0
		for _, a := range ofX[i] {
			for _, b := range ofY[i] {
				if counts(a, b) {
					pairs += a.v * b.v
				}
			}
		}
		if pairs > 0 {
			bothX, bothY = append(bothX, ofX[i]...), append(bothY, ofY[i]...)
		}
	}
	for _, r := range append(append([]rating(nil), bothX...), bothY...) {
		count[r.x] += r.w * r.v
	}
	d := deltas(count)[name]
	if name.String() == "custom" {
		d = asymmetric
	}
	ofX, ofY = byItem(bothX, items), byItem(bothY, items)
	var observed, ratings, expected, all float64
	for i := range ofX {
		if len(ofX[i]) == 0 {
			continue
		}
		r, s := size(ofX[i]), size(ofY[i])
		w := ofX[i][0].w * (r + s)
		sum, pairs := 0.0, 0.0
		for _, a := range ofX[i] {
			for _, b := range ofY[i] {
				if counts(a, b) {
					sum += a.v * b.v * d(a.x, b.x)
					pairs += a.v * b.v
				}
			}
		}
		observed += w * sum / pairs
		ratings += w
	}
	for _, a := range bothX {
		for _, b := range bothY {
			if counts(a, b) {
				expected += a.w * a.v * b.w * b.v * d(a.x, b.x)
				all += a.w * a.v * b.w * b.v
			}
		}
	}
	return 1 - observed/ratings/(expected/all), ratings > 0 && expected > 0
}

// agree asserts that a coefficient has the value that a brute-force loop found, from rows that are kept and from rows
// that are read anew, or that it is not defined.
func agree(t *rapid.T, want float64, ok bool, co *coefficient, f *field, what string, item []float64,
	rater ...[]float64,
) {
	forms := [][][]float64{rater}
	if rater == nil {
		var once [][]float64
		for _, r := range f.sources {
			once = append(once, ones(len(r.raters)))
		}
		forms = append(forms, once)
	}
	for _, rater := range forms {
		got, why := valueUnder(co, f, item, rater...)
		assert.Equal(t, ok, why == "", "%s %v: %s", what, rater, why)
		if ok && why == "" {
			assert.InDelta(t, want, got, 1e-9*max(1, math.Abs(want)), "%s %v", what, rater)
		}
	}
}

// TestAlphaBruteForce compares all forms of alpha with double loops over ratings: as
// they are, under weights of items, and under weights of items and raters.
func TestAlphaBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.IntRange(1, 7).Draw(t, "items")
		g := drawGrid(t, items, "x")
		r, err := FromMatrix(g.x)
		assert.NoError(t, err)
		if r.Len() == 0 {
			return
		}
		for _, d := range []Distance{Nominal, Linear, Quadratic, Interval, Ordinal, Ratio, Custom(asymmetric)} {
			f := newField(source{r, 0})
			a, why := f.scope(0).alpha(d)
			assert.Empty(t, why)
			brute := func(l []rating, what string, item []float64, rater ...[]float64) {
				want, ok := bruteAlphaOf(l, items, d)
				agree(t, want, ok, a, f, d.String()+what, item, rater...)
			}
			brute(g.list(false), " plain", nil)
			item, rater := g.weights(f, 0)
			brute(g.list(true), " items and raters", item, rater)
			once := g
			once.rater = []float64{1, 1, 1, 1, 1}
			brute(once.list(true), " items", item)
		}
	})
}

// bruteAlphaOf is bruteAlpha of a distance that need not be a key of a map.
func bruteAlphaOf(l []rating, items int, d Distance) (float64, bool) {
	if _, own := d.(custom); own {
		return bruteAlpha(l, items, customName{})
	}
	return bruteAlpha(l, items, d)
}

// customName stands for asymmetric in the brute-force loops.
type customName struct{ Distance }

func (customName) String() string { return "custom" }

// TestCrossKappaBruteForce compares κ_x with the sums of equations 9 and 10: of raters who are others in each study,
// and of raters of whom some are in both, over pairs of different raters.
func TestCrossKappaBruteForce(t *testing.T) {
	for name, differing := range map[string]bool{"other raters": false, "same raters": true} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { compareCross(t, differing) })
		})
	}
}

func compareCross(t *rapid.T, differing bool) {
	items := rapid.IntRange(1, 6).Draw(t, "items")
	gx, gy := drawGrid(t, items, "x"), drawGrid(t, items, "y")
	gy.item = gx.item
	if differing { // a rater of both studies is drawn once
		copy(gy.rater, gx.rater)
	}
	x, errX := FromMatrix(gx.x)
	y, errY := FromMatrix(gy.x)
	assert.NoError(t, errX)
	assert.NoError(t, errY)
	if differing {
		x.table = &study.Table{}
		y.table = x.table
	}
	p := newPair(source{x, 0}, source{y, 1}, false)
	if _, others := p.emptied(); others == 0 {
		_, why := p.cross(Nominal)
		assert.NotEmpty(t, why)
		return
	}
	for _, d := range []Distance{Nominal, Linear, Quadratic, Interval, Ordinal, Ratio, Custom(asymmetric)} {
		c, why := p.cross(d)
		assert.Empty(t, why)
		name := d
		if _, own := d.(custom); own {
			name = customName{}
		}
		want, ok := bruteCross(gx.list(false), gy.list(false), items, name, differing)
		agree(t, want, ok, c, p.field, d.String()+" plain", nil)
		item, raterX := gx.weights(p.field, 0)
		_, raterY := gy.weights(p.field, 1)
		want, ok = bruteCross(gx.list(true), gy.list(true), items, name, differing)
		agree(t, want, ok, c, p.field, d.String()+" items and raters", item, raterX, raterY)
		gx, gy := gx, gy
		gx.rater, gy.rater = []float64{1, 1, 1, 1, 1}, []float64{1, 1, 1, 1, 1}
		want, ok = bruteCross(gx.list(true), gy.list(true), items, name, differing)
		agree(t, want, ok, c, p.field, d.String()+" items", item)
	}
}
