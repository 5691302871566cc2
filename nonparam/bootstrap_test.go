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

func TestBootstrapSameForAnyWorkers(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	x, _, _ := crossed(random, 60, 6, 2)
	for _, resample := range []Resample{Items, Raters, Both} {
		for _, kind := range []IntervalKind{Percentile, BCa} {
			var first []Outcome
			for workers := 1; workers <= 5; workers += 2 {
				got, err := AgreementOf(context.Background(), x, Options{Distance: Interval, Intervals: Bootstrap{
					Replicates: 300, Resample: resample, Kind: kind, Seed: 9}, Workers: workers})
				require.NoError(t, err)
				if first == nil {
					first = got
				}
				assert.Equal(t, first, got, "%s %s, %d workers", resample, kind, workers)
			}
		}
	}
}

// TestBootstrapAgainstStandardErrors compares the bootstrap's standard deviation with the
// linearised standard errors, of which those of alpha and kappa are other programs' (see
// TestReferenceCases): both estimate the same, the bootstrap's own error is SE/√(2B).
func TestBootstrapAgainstStandardErrors(t *testing.T) {
	x := votes(2000, 3, 0.7)(rand.New(rand.NewPCG(3, 1)))
	with, err := newIntervals(Bootstrap{Replicates: 4000}, 0, 0)
	require.NoError(t, err)
	for _, c := range []Coefficient{PercentAgreementName, FleissKappaName, GwetACName, AlphaName, CrossKappaName} {
		sources := x[:1]
		if c.Across() {
			sources = x
		}
		q := asked(t, c, Options{Distance: Nominal}, sources...)
		p := newPopulation(q.sources, nil)
		linear, known := q.parts[0].standardError()
		require.True(t, known, c)
		r, err := with.evaluate(context.Background(), q.join, p, with.plan(p))
		require.NoError(t, err)
		// 4 standard errors, and 1 % for the linearisation.
		assert.InEpsilon(t, linear, deviation(r.values), 0.01+4/math.Sqrt(2*4000), c)
	}
}

// TestDraw checks that a resample keeps the size of each stratum, and that each member
// is as likely as another: χ² of 12 degrees of freedom below its 99.9 % quantile, 32.9.
func TestDraw(t *testing.T) {
	x := &Ratings{items: []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
	y := &Ratings{items: []int32{5, 6, 7, 8, 9, 10, 11, 12, 13, 14}}
	p := newPopulation([]source{{x, 0}, {y, 1}}, nil)
	require.Equal(t, 15, p.items.size)
	require.Len(t, p.items.groups, 3, "in x only, in both, in y only")
	weight, sum := make([]float64, 15), make([]float64, 15)
	random := rand.NewPCG(1, 2)
	const draws = 20000
	for range draws {
		p.items.draw(weight, random)
		for _, members := range p.items.groups {
			n := 0.0
			for _, m := range members {
				n += weight[m]
				sum[m] += weight[m]
			}
			require.Equal(t, float64(len(members)), n)
		}
	}
	chi := 0.0
	for _, n := range sum {
		chi += square(n-draws) / draws
	}
	assert.Less(t, chi, 32.9, "15 members, 3 fixed sums")
}

// TestSharedRaters checks that a labeler of two studies of a table is one member, and
// that raters of two matrices are not, while rows of two matrices are the same items.
func TestSharedRaters(t *testing.T) {
	m := matrices([][]float64{{1, 2}}, [][]float64{{1, 2}})
	of := newPopulation([]source{{m[0], 0}, {m[1], 1}}, nil)
	assert.Equal(t, 4, of.raters.size)
	assert.Equal(t, 1, of.items.size)

	var b study.Builder
	b.Add("1", "ann", "first", 0)
	b.Add("1", "bob", "first", 1)
	b.Add("1", "ann", "second", 1)
	b.Add("2", "cat", "second", 1)
	table, err := b.Table()
	require.NoError(t, err)
	p := newPopulation([]source{{studyRatings(t, table, "first"), 0}, {studyRatings(t, table, "second"), 1}}, nil)
	assert.Equal(t, 3, p.raters.size)
	assert.Len(t, p.raters.groups, 3, "ann in both, bob in the first, cat in the second")
	assert.Equal(t, 2, p.items.size)
}

// TestCorrectedProbability compares with the definition of BCa: without bias and
// acceleration it is the percentile, and with z0 = Φ⁻¹(.6), a = .05 and z = Φ⁻¹(.025) it is
// Φ(z0 + (z0+z)/(1−a(z0+z))).
func TestCorrectedProbability(t *testing.T) {
	values := make([]float64, 1000)
	for k := range values {
		values[k] = float64(k)
	}
	assert.InDelta(t, 0.025, corrected(0.025, values, 499.5, 0), 1e-12)
	z0, z := 0.2533471031, -1.9599639845
	want := 0.5 * math.Erfc(-(z0+(z0+z)/(1-0.05*(z0+z)))/math.Sqrt2)
	assert.InDelta(t, want, corrected(0.025, values, 599.5, 0.05), 1e-8)
}

// TestAcceleration compares the jackknife's acceleration with that of a mean, whose
// influences are the deviations: a = Σd³/[6(Σd²)^{3/2}].
func TestAcceleration(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	rows := make([][]float64, 300)
	var agreement []float64
	for i := range rows {
		rows[i] = []float64{1, 1, flip(random, 0.8)}
		agreement = append(agreement, 1)
		if rows[i][2] == 0 {
			agreement[i] = 1. / 3
		}
	}
	q := asked(t, PercentAgreementName, Options{}, matrices(rows)...)
	with, err := newIntervals(Bootstrap{Replicates: 1}, 0, 0)
	require.NoError(t, err)
	got, err := with.acceleration(context.Background(), q.join, newPopulation(q.sources, nil))
	require.NoError(t, err)
	mean := total(agreement) / float64(len(agreement))
	var squares, cubes float64
	for _, x := range agreement {
		squares += square(x - mean)
		cubes += (x - mean) * square(x-mean)
	}
	assert.InDelta(t, cubes/(6*squares*math.Sqrt(squares)), got, 1e-9)
}

func TestBootstrapRefusesSettings(t *testing.T) {
	for _, o := range []Options{
		{Intervals: Bootstrap{Replicates: -1}}, {Intervals: Bootstrap{Resample: 3}}, {Intervals: Bootstrap{Kind: -1}},
		{Level: 1}, {Level: -0.5}, {Level: math.NaN()}, {Workers: -2}, {Intervals: Jackknife{}, Level: 2},
	} {
		_, err := AgreementOf(context.Background(), nil, o)
		assert.Error(t, err, "%+v", o)
	}
}

func TestBootstrapStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := votes(50, 3, 1)(rand.New(rand.NewPCG(3, 1)))
	_, err := AgreementOf(ctx, x, Options{Intervals: Bootstrap{Replicates: 100}})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestNoInterval checks that a coefficient which resampling leaves undefined says so.
func TestNoInterval(t *testing.T) {
	ctx := context.Background()
	rare, err := FromMatrix([][]float64{{0, 0}, {0, 0}, {0, 0}, {0, 1}})
	require.NoError(t, err)
	o := Options{Coefficients: []Coefficient{AlphaName}, Intervals: Bootstrap{Replicates: 1000}}
	got, err := AgreementOf(ctx, []*Ratings{rare}, o)
	require.NoError(t, err)
	assert.Empty(t, got[0].Undefined)
	assert.Nil(t, got[0].Interval, "in (3/4)⁴ = 32 % of the samples all ratings are 0")
	assert.Contains(t, got[0].NoInterval, "bootstrap samples: all ratings are equal")

	counts, err := FromCounts([][]int64{{2, 1}, {0, 3}, {3, 0}}, []float64{0, 1})
	require.NoError(t, err)
	o.Intervals = Bootstrap{Replicates: 1000, Resample: Raters}
	got, err = AgreementOf(ctx, []*Ratings{counts}, o)
	require.NoError(t, err)
	assert.Equal(t, string(noRaters), got[0].NoInterval)
}

// studyRatings are the ratings of the study of a name, which the table has.
func studyRatings(t testing.TB, table *study.Table, name string) *Ratings {
	t.Helper()
	v, err := table.Study(name)
	require.NoError(t, err)
	return FromStudy(v)
}
