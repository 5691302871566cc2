package score

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
)

// voted returns a system of n items. The first labelled ones have labels of k people each. Noise has the variance 4.
// The truth is the mean if all levels are 0.
func voted(rng *rand.Rand, items, labelled, k int, level []float64) (y *System, truth float64) {
	y = &System{Name: "a", Judge: make([]float64, items), People: make([]float64, items), Labels: make([]int, items),
		Spread: make([]float64, items)}
	for i := range items {
		score := 2 * rng.NormFloat64()
		truth += score / float64(items)
		y.Judge[i] = score + rng.NormFloat64()
		if i >= labelled {
			continue
		}
		var labels []float64
		for _, p := range rng.Perm(len(level))[:k] {
			v := score + level[p] + 2*rng.NormFloat64()
			labels = append(labels, v)
			y.Votes = append(y.Votes, Vote{Item: i, Labeler: 100 + p, Value: v})
		}
		y.People[i], y.Spread[i] = stat.MeanVariance(labels, nil)
		y.Labels[i] = k
		if k == 1 {
			y.Spread[i] = 0
		}
	}
	return y, truth
}

func normals(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// The estimated variance of levels is right on average, from items with several people and from items with one.
func TestVarianceOfLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, c := range []struct{ people, k int }{{6, 3}, {6, 6}, {6, 1}} {
		var variances []float64
		for range 400 {
			y, _ := voted(rng, 60, 60, c.k, normals(rng, c.people))
			g := newRegression(y)
			g.slope = true
			g.columns()
			target := make([]float64, len(g.rows))
			for r, i := range g.rows {
				target[r] = y.People[i]
			}
			l := newLeast(g, target)
			shares := l.shares([]float64{1, 0})
			of := newLevels(y, g, shares, l.residuals)
			require.True(t, of.known)
			assert.Equal(t, c.people, of.people)
			variances = append(variances, of.variance)
			sum := 0.0
			for _, w := range of.weight {
				sum += w
			}
			assert.InDelta(t, 1, sum, 1e-9)
		}
		mean, sd := stat.MeanStdDev(variances, nil)
		// An estimate below 0 is 0, which is rare here but with single labels, and raises the mean a little.
		assert.InDelta(t, 1, mean, 4*sd/20+0.01, "%+v", c)
	}
}

// A balanced table: mean squares of people and of the rest (Fisher's analysis of variance of two ways).
func TestLevelsOfABalancedTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	y, _ := voted(rng, 12, 12, 5, []float64{3, -3, 1, 0, 2})
	var people [5]float64
	items := make([]float64, 12)
	grand := 0.0
	for _, v := range y.Votes {
		people[v.Labeler-100] += v.Value / 12
		items[v.Item] += v.Value / 5
		grand += v.Value / 60
	}
	var amid, rest float64
	for _, m := range people {
		amid += 12 * (m - grand) * (m - grand) / 4
	}
	for _, v := range y.Votes {
		e := v.Value - people[v.Labeler-100] - items[v.Item] + grand
		rest += e * e / 44
	}
	none := 0.0
	m, err := Mean(y, Options{Lambda: &none, Target: Beyond})
	require.NoError(t, err)
	want := (amid - rest) / 12 / 5
	// Less the part that items' means have already: of five labels of an item, each by another person.
	assert.InDelta(t, math.Sqrt(want*(1-1./12)), m.PeopleSE, 1e-9)
}

// With few people the interval has the truth as often as it says, though the error falls no further with more items.
func TestCoverageWithFewPeople(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	for _, c := range []struct{ people, k int }{{5, 2}, {5, 1}, {20, 2}} {
		const studies = 400
		inside, blind, gaps := 0, 0, 0
		levelsOfOne, levelsOfBoth := 0., 0.
		for range studies {
			level := normals(rng, c.people)
			y, truth := voted(rng, 400, 100, c.k, level)
			z, other := voted(rng, 400, 100, c.k, level)
			z.Name = "b"
			m, err := Mean(y, Options{})
			require.NoError(t, err)
			if m.Lower <= truth && truth <= m.Upper {
				inside++
			}
			d, err := Difference(y, z, Options{})
			require.NoError(t, err)
			if d.Lower <= truth-other && truth-other <= d.Upper {
				gaps++
			}
			levelsOfOne, levelsOfBoth = levelsOfOne+m.PeopleSE, levelsOfBoth+d.PeopleSE
			y.Votes = nil
			if m, _ = Mean(y, Options{}); m.Lower <= truth && truth <= m.Upper {
				blind++
			}
		}
		t.Logf("%+v: %.3f, difference %.3f, with people unknown %.3f", c, float64(inside)/studies,
			float64(gaps)/studies, float64(blind)/studies)
		assert.Greater(t, inside, 364, "%+v", c) // 95 % less four standard errors of 1.1 %
		assert.Greater(t, gaps, 364, "%+v", c)
		assert.Less(t, blind, inside, "%+v", c)
		// Levels of the same people cancel in the difference.
		assert.Less(t, levelsOfBoth, levelsOfOne/2, "%+v", c)
	}
}

// One person's level cannot be told from the truth.
func TestOnePerson(t *testing.T) {
	y, _ := voted(rand.New(rand.NewPCG(27, 28)), 50, 20, 1, []float64{1})
	m, err := Mean(y, Options{})
	require.NoError(t, err)
	assert.Zero(t, m.PeopleSE)
	y.Votes = nil
	unknown, err := Mean(y, Options{})
	require.NoError(t, err)
	assert.Equal(t, m.Estimate, unknown.Estimate)
}
