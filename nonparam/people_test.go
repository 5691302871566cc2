package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// twoArms simulates numbers of items that the same raters label in two studies, each of them some of a pool.
func twoArms(t *testing.T, random *rand.Rand, items, pool, each int, taste float64) []*Ratings {
	return arms(t, random, items, pool, each, taste, func(mean float64) float64 { return mean + random.NormFloat64() })
}

// arms is twoArms of labels that are drawn given item, level and taste together.
func arms(
	t *testing.T, random *rand.Rand, items, pool, each int, taste float64, label func(mean float64) float64,
) []*Ratings {
	var b study.Builder
	level := make([]float64, pool)
	for k := range level {
		level[k] = 0.5 * random.NormFloat64()
	}
	names := func(prefix byte, n int) string { return string([]byte{prefix, byte('a' + n/26), byte('a' + n%26)}) }
	for i := range items {
		u, v := random.NormFloat64(), random.NormFloat64()
		score := []float64{u, 0.6*u + 0.8*v}
		for _, k := range random.Perm(pool)[:each] {
			own := taste * random.NormFloat64()
			for s, name := range []string{"x", "y"} {
				b.Add(names('i', i), names('p', k), name, label(score[s]+level[k]+own))
			}
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	return []*Ratings{studyRatings(t, table, "x"), studyRatings(t, table, "y")}
}

// TestOwnPairsDoNotCount holds that labels by one person in both studies say nothing of agreement between people: with
// tastes of SD 0.7, normalized κ_x and the disattenuated correlation are near ρ = 0.6 without such pairs, and far above
// it with them. The tolerance is four standard errors of the mean of 40 studies.
func TestOwnPairsDoNotCount(t *testing.T) {
	for _, c := range []Coefficient{NormalizedCrossKappaName, DisattenuatedName} {
		var without, all []float64
		for seed := range uint64(40) {
			sources := twoArms(t, rand.New(rand.NewPCG(5, seed)), 150, 20, 4, 0.7)
			for _, pairs := range []bool{false, true} {
				o := Options{Coefficients: []Coefficient{c}, Distance: Interval, AllPairs: pairs}
				got, err := AgreementOf(context.Background(), sources, o)
				require.NoError(t, err)
				require.Empty(t, got[0].Undefined)
				assert.Equal(t, 150, got[0].Items)
				if pairs {
					all = append(all, got[0].Value)
					assert.Zero(t, got[0].OwnPairs)
					continue
				}
				without = append(without, got[0].Value)
				assert.Equal(t, 600, got[0].OwnPairs)
				assert.Equal(t, 20, got[0].People)
			}
		}
		mean, se := meanAndError(without)
		assert.InDelta(t, 0.6, mean, 4*se, "%s without", c)
		mean, se = meanAndError(all)
		assert.Greater(t, mean-4*se, 0.66, "%s of all pairs", c)
	}
}

func meanAndError(x []float64) (mean, se float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		se += square(v-mean) / float64(len(x)-1)
	}
	return mean, math.Sqrt(se / float64(len(x)))
}

// TestCrossErrorOfSameRaters compares the standard error with the squared derivatives of κ_x with respect to the
// weights of the items, by central differences.
func TestCrossErrorOfSameRaters(t *testing.T) {
	sources := twoArms(t, rand.New(rand.NewPCG(7, 1)), 12, 5, 3, 0.5)
	for _, r := range sources { // a few values, for the distances between categories
		value := make([]float64, r.Len())
		for i := range r.items {
			for at := r.first[i]; at < r.first[i+1]; at++ {
				value[r.label[at]] = math.Round(r.values[r.codeOf(at)])
			}
		}
		*r = *r.WithValues(value)
	}
	for _, d := range []Distance{Nominal, Linear, Interval, Custom(asymmetric)} {
		p := newPair(source{sources[0], 0}, source{sources[1], 1}, false)
		c, why := p.cross(d)
		require.Empty(t, why)
		at := func(item int, weight float64) float64 {
			w := ones(12)
			w[item] = weight
			v, why := valueUnder(c, p.field, w)
			require.Empty(t, why)
			return v
		}
		sum := 0.0
		for i := range 12 {
			const h = 1e-4
			sum += square((at(i, 1+h) - at(i, 1-h)) / (2 * h))
		}
		got, ok := newEngine(c, p.field, nil).standardError()
		assert.True(t, ok)
		assert.InEpsilon(t, math.Sqrt(sum*12/11), got, 1e-6, d.String())
	}
}

func ones(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1
	}
	return x
}

// TestOnePersonInBothStudies says why κ_x over different people is undefined, and has that of all pairs.
func TestOnePersonInBothStudies(t *testing.T) {
	sources := twoArms(t, rand.New(rand.NewPCG(9, 1)), 30, 1, 1, 0.5)
	_, err := Of(CrossKappaName, Interval, sources[0], sources[1])
	assert.ErrorContains(t, err, "by only one person")
	o := Options{Coefficients: []Coefficient{CrossKappaName}, Distance: Interval, AllPairs: true}
	got, err := AgreementOf(context.Background(), sources, o)
	require.NoError(t, err)
	assert.Empty(t, got[0].Undefined)
}
