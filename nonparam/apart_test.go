package nonparam

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// groups draws the labels of two groups, three of each item without names. Rho is the correlation of the items.
func twoGroups(items int, rho float64) (a, b *Ratings) {
	rng := rand.New(rand.NewPCG(3, 4))
	var x, y [][]float64
	for range items {
		u := rng.NormFloat64()
		v := rho*u + math.Sqrt(1-rho*rho)*rng.NormFloat64()
		var p, q []float64
		for range 3 {
			p = append(p, u+0.6*rng.NormFloat64())
			q = append(q, v+rng.NormFloat64())
		}
		x, y = append(x, p), append(y, q)
	}
	a, err := FromMatrix(x)
	if err != nil {
		panic(err)
	}
	if b, err = FromMatrix(y); err != nil {
		panic(err)
	}
	a.rater, b.rater, a.raters, b.raters = nil, nil, nil, nil
	return a, b
}

// The standard error of a difference is that of deleting each item from both groups, one after the other, and the
// interval is symmetric.
func TestCompareGroupsIsTheJointJackknife(t *testing.T) {
	const items = 40
	a, b := twoGroups(items, 0.9)
	o := Options{Distance: Interval, Intervals: Jackknife{}}
	got, err := CompareGroups(context.Background(), a, b, AlphaName, o)
	require.NoError(t, err)
	var without []float64
	mean := 0.0
	for i := range items {
		w := ones(items)
		w[i] = 0
		alphaA, _ := scopeOf(a).alpha(Interval)
		alphaB, _ := scopeOf(b).alpha(Interval)
		x, _ := valueUnder(alphaA, newField(source{a, 0}), w)
		y, _ := valueUnder(alphaB, newField(source{b, 0}), w)
		without = append(without, x-y)
		mean += (x - y) / items
	}
	squares := 0.0
	for _, x := range without {
		squares += (x - mean) * (x - mean)
	}
	assert.InEpsilon(t, math.Sqrt(squares*(items-1)/items), *got.SE, 1e-9)
	assert.InDelta(t, got.Value, (got.Interval.Lower+got.Interval.Upper)/2, 1e-12)
	each := func(r *Ratings) float64 {
		e, err := Of(AlphaName, Interval, r)
		require.NoError(t, err)
		return e.Value
	}
	assert.InDelta(t, each(a)-each(b), got.Value, 1e-15)

	// With other items in the same places the variance is about the sum of both; correlated items take from it.
	a, b = twoGroups(400, 0)
	apart, err := CompareGroups(context.Background(), a, b, ICC1Name, o)
	require.NoError(t, err)
	one, err := AgreementOf(context.Background(), []*Ratings{a, b}, Options{Coefficients: []Coefficient{ICC1Name},
		Distance: Interval, Intervals: Jackknife{}})
	require.NoError(t, err)
	assert.InEpsilon(t, math.Hypot(*one[0].SE, *one[1].SE), *apart.SE, 0.1)
	a, b = twoGroups(400, 0.95)
	together, err := CompareGroups(context.Background(), a, b, ICC1Name, o)
	require.NoError(t, err)
	assert.Less(t, *together.SE, 0.9**apart.SE)
}

func TestCompareGroupsRefuses(t *testing.T) {
	a, b := twoGroups(10, 0)
	_, err := CompareGroups(context.Background(), a, b, "alpa", Options{})
	assert.ErrorContains(t, err, "alpa")
	undefined, err := CompareGroups(context.Background(), a, b, ICCA1Name, Options{})
	require.NoError(t, err)
	assert.Equal(t, string(noRaters), undefined.Undefined)
	_, err = CompareGroups(context.Background(), a, b, CrossKappaName, Options{})
	assert.ErrorContains(t, err, "one value of one study")
	without, err := CompareGroups(context.Background(), a, b, ICC1Name, Options{})
	require.NoError(t, err)
	assert.Nil(t, without.Interval)
}

// Differences of a table's groups from its reference are those of each two groups alone, whatever was computed before
// them, with a jackknife as with a bootstrap. A group that leaves a coefficient undefined is named in the reason.
func TestGroupDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var b study.Builder
	for i := range 30 {
		truth := rng.NormFloat64()
		for s, noise := range []float64{0.5, 1, 2} {
			for k := range 3 {
				name := string("abc"[s])
				b.Add(fmt.Sprint(i), fmt.Sprint(name, k), name, truth+noise*rng.NormFloat64())
			}
		}
	}
	b.Add("0", "alone", "d", 1)
	table, err := b.Table()
	require.NoError(t, err)
	ctx := context.Background()
	for _, how := range []IntervalMethod{Jackknife{}, Bootstrap{Replicates: 50, Seed: 1}} {
		o := Options{Coefficients: []Coefficient{ICC1Name, AlphaName, CrossKappaName}, Distance: Interval,
			Intervals: how}
		got, err := GroupDifferences(ctx, table, "b", o)
		require.NoError(t, err)
		require.Len(t, got, 6) // of three studies, and none across
		for _, g := range got {
			require.Equal(t, "b", g.Studies[1])
			if g.Studies[0] == "d" {
				assert.NotEmpty(t, g.Undefined)
				continue
			}
			x, err := table.Study(g.Studies[0])
			require.NoError(t, err)
			y, err := table.Study("b")
			require.NoError(t, err)
			alone, err := CompareGroups(ctx, FromStudy(x), FromStudy(y), g.Coefficient, o)
			require.NoError(t, err)
			assert.Equal(t, alone.Estimate, g.Estimate)
			assert.True(t, g.Interval.Lower < g.Value && g.Value < g.Interval.Upper)
			assert.Equal(t, g.Studies[0] == "a", g.Value > 0) // less noise agrees more
		}
	}
	_, err = GroupDifferences(ctx, table, "e", Options{})
	var unknown *study.NameError
	assert.ErrorAs(t, err, &unknown)
}
