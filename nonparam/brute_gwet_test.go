package nonparam

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// categoryDelta returns a distance between the categories at two places, as Gwet (2014)
// weighs them, by its definition.
func categoryDelta(d Standard, values []float64) delta {
	least, most := values[0], values[len(values)-1]
	switch d {
	case Ordinal:
	case Radical:
		return func(a, b float64) float64 { return math.Pow((a-b)*(a-b), 0.25) }
	case Circular: // as far as the chord between two points of a circle, squared
		return func(a, b float64) float64 {
			return (1 - math.Cos(2*math.Pi*(a-b)/(most-least+1))) / 2
		}
	case Bipolar:
		return func(a, b float64) float64 {
			if a == b {
				return 0
			}
			return (a - b) * (a - b) / ((a + b - 2*least) * (2*most - a - b))
		}
	default:
		return deltas(nil)[d]
	}
	return func(a, b float64) float64 {
		k := math.Abs(float64(slices.Index(values, a) - slices.Index(values, b)))
		return (k + 1) * k / 2 // C(k+1, 2)
	}
}

// bruteGwet returns a coefficient of Gwet's family by its definition with a matrix of
// agreement weights. Ratings have weights of items and raters.
func bruteGwet(l []rating, items int, values []float64, d Standard, c chance) (float64, bool) {
	q := float64(len(values))
	between := categoryDelta(d, values)
	largest, sum := 0.0, 0.0
	for _, a := range values {
		for _, b := range values {
			largest = max(largest, between(a, b))
		}
	}
	weight := func(a, b float64) float64 {
		if a == b {
			return 1
		}
		return 1 - between(a, b)/largest
	}
	for _, a := range values {
		for _, b := range values {
			sum += weight(a, b)
		}
	}
	share := map[float64]float64{}
	var n, pairable, agreement float64
	for _, own := range byItem(l, items) {
		mean, size, ok := within(own, weight)
		if size == 0 || own[0].w == 0 {
			continue
		}
		n += own[0].w
		if ok {
			pairable += own[0].w
			agreement += own[0].w * mean
		}
		for _, r := range own {
			share[r.x] += r.w * r.v / size
		}
	}
	if pairable == 0 {
		return 0, false
	}
	agreement /= pairable
	byChance, spread := 0.0, 0.0
	for _, a := range values {
		spread += share[a] / n * (1 - share[a]/n)
	}
	switch c {
	case byNothing:
		return agreement, true
	case byCategories:
		byChance = sum / (q * q)
	case byDifficulty:
		byChance = sum * spread / (q * (q - 1))
	case byProportion:
		for _, a := range values {
			for _, b := range values {
				byChance += weight(a, b) * share[a] * share[b] / (n * n)
			}
		}
	}
	return (agreement - byChance) / (1 - byChance), c != byProportion || spread > 1e-12
}

// TestGwetBruteForce compares the family with matrices of weights and pair loops.
func TestGwetBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.IntRange(1, 7).Draw(t, "items")
		g := drawGrid(t, items, "x")
		r, err := FromMatrix(g.x)
		assert.NoError(t, err)
		if len(r.values) < 2 {
			return
		}
		for _, d := range Distances() {
			for _, c := range []chance{byNothing, byProportion, byCategories, byDifficulty} {
				f := newField(source{r, 0})
				s, why := f.scope(0).gwet(d, c)
				assert.Empty(t, why)
				want, ok := bruteGwet(g.list(false), items, r.values, d, c)
				agree(t, want, ok, s, f, d.String()+" plain", nil)
				item, rater := g.weights(f, 0)
				want, ok = bruteGwet(g.list(true), items, r.values, d, c)
				agree(t, want, ok, s, f, d.String()+" items and raters", item, rater)
			}
		}
	})
}

// bruteByRater returns Conger's kappa or iota from pairs of ratings by different raters.
func bruteByRater(l []rating, items int, byRatings bool, d delta) (float64, bool) {
	raters := map[int][]rating{}
	var observed, weights float64
	for _, own := range byItem(l, items) {
		mean, size, ok := within(own, d)
		if ok || !byRatings {
			for _, r := range own {
				raters[r.rater] = append(raters[r.rater], r)
			}
		}
		if !ok {
			continue
		}
		w := own[0].w
		if byRatings {
			w *= size
		}
		observed += w * mean
		weights += w
	}
	size := func(l []rating) (s float64) {
		for _, r := range l {
			s += r.w
		}
		return s
	}
	var expected, pairs float64
	for g, first := range raters {
		for h, second := range raters {
			ng, nh := size(first), size(second)
			if g == h || ng == 0 || nh == 0 {
				continue
			}
			v := first[0].v * second[0].v
			sum := 0.0
			for _, a := range first {
				for _, b := range second {
					sum += v * a.w * b.w * d(a.x, b.x)
				}
			}
			if !byRatings {
				expected += sum / (ng * nh)
				pairs += v
			} else {
				expected += sum
				pairs += v * ng * nh
			}
		}
	}
	return 1 - observed/weights/(expected/pairs), weights > 0 && pairs > 0 && expected > 0
}

// TestByRaterBruteForce compares Conger's kappa and iota with missing ratings with
// loops over pairs of raters.
func TestByRaterBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.IntRange(1, 7).Draw(t, "items")
		g := drawGrid(t, items, "x")
		r, err := FromMatrix(g.x)
		assert.NoError(t, err)
		if len(r.raters) < 2 {
			return
		}
		for _, d := range Distances() {
			for _, c := range []Coefficient{CongerKappaName, IotaName} {
				f := newField(source{r, 0})
				s, why := f.scope(0).byRater(d, c)
				assert.Empty(t, why)
				between := categoryDelta(d, r.values)
				want, ok := bruteByRater(g.list(false), items, c == IotaName, between)
				agree(t, want, ok, s, f, d.String()+" plain", nil)
				want, ok = bruteByRater(g.list(true), items, c == IotaName, between)
				item, rater := g.weights(f, 0)
				agree(t, want, ok, s, f, d.String()+" items and raters", item, rater)
			}
		}
	})
}
