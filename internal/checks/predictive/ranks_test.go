package predictive

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/study"
)

// randomGrades is three studies of random ordered categories that share some items, with gaps between their scores.
func randomGrades(t *rapid.T) *study.Table {
	items, labelers := rapid.IntRange(2, 8).Draw(t, "items"), rapid.IntRange(2, 5).Draw(t, "labelers")
	categories := [][]string{{"1", "2", "3", "4"}, {"9", "3", "1"}, {"0", "1", "10", "20", "100"}, {"a", "b", "c"}}
	part := study.Indexed{Items: names("i", items), Labelers: names("l", labelers), Studies: []string{"s", "t", "u"},
		Kind: study.Ordinal, Categories: rapid.SampledFrom(categories).Draw(t, "categories")}
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	density := rapid.Float64Range(0.3, 1).Draw(t, "density")
	for s := range part.Studies {
		for n := range items * labelers {
			if n > 0 && rng.Float64() > density {
				continue
			}
			part.Study, part.Item = append(part.Study, int32(s)), append(part.Item, int32(n/labelers))
			part.Labeler = append(part.Labeler, int32(n%labelers))
			part.Value = append(part.Value, float64(1+rng.IntN(len(part.Categories))))
		}
	}
	table, err := study.NewTable(part)
	require.NoError(t, err)
	return table
}

// Coefficients of ordered categories are those of package nonparam with the ordinal distance.
func TestCoefficientsOfOrderedCategoriesAreThoseOfNonparam(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := randomGrades(t)
		distribution, err := family.NewOrdinal(table.Categories(), table.Scores())
		require.NoError(t, err)
		own, err := newDesign(context.Background(),
			source{spec: spec.Spec{Family: distribution}, whole: table, table: table})
		require.NoError(t, err)
		evaluate := own.newEvaluator()
		got, err := evaluate.of(context.Background(), own.observed)
		require.NoError(t, err)
		want, err := nonparam.Agreement(context.Background(), table,
			nonparam.Options{Distance: nonparam.Ordinal, Coefficients: []nonparam.Coefficient{
				nonparam.AlphaName, nonparam.CrossKappaName, nonparam.NormalizedCrossKappaName}})
		require.NoError(t, err)
		for i, w := range want {
			s := own.statistics[i]
			assert.Equal(t, string(w.Coefficient), s.name)
			assert.Equal(t, w.Studies, s.studies)
			if w.Undefined != "" {
				w.Value = math.NaN()
			}
			assertSame(t, w.Value, got[i], s.name)
		}
		// All else is of scores.
		for s := range table.Studies() {
			sum, labels := 0.0, table.StudyAt(s).Value()
			for _, y := range labels {
				sum += table.Scores()[int(y)-1]
			}
			assertSame(t, sum/float64(len(labels)), got[len(own.statistics)+s], "mean")
		}
	})
}

// graded is a truth of studies of ordered categories that use the scale differently.
func graded(t testing.TB, studies int) simulate.Truth {
	truth := simulate.Truth{Family: family.Ordinal{}, Labelers: spec.Nested,
		ItemCorrelation: simulate.CommonCorrelation(studies, 0.8)}
	for s := range studies {
		shift := 0.8 * float64(s)
		truth.Studies = append(truth.Studies, simulate.StudyTruth{ItemSD: 1.5, LabelerSD: 0.6,
			Thresholds: []float64{-3 - shift, -1.5 - shift/2, 0, 2 + shift}})
	}
	truth, err := truth.Resolve()
	require.NoError(t, err)
	return truth
}

// A fit of ordered categories that is right is hardly ever in doubt: as [TestFalseAlarms], where the scale is used
// differently in each study.
func TestFalseAlarmsOfOrderedCategories(t *testing.T) {
	const many = 40
	for studies, items := range map[int]int{1: 40, 3: 25} {
		doubted := 0
		for seed := range uint64(many) {
			d := designOf(t, seed, items, 8, 3, names("s", studies)...)
			source := known(t, graded(t, studies), d, seed)
			source.spec.Residual = spec.StudyResidual
			c, err := run(context.Background(), source,
				Options{Replicates: fewest, more: Enough, Workers: 2, Level: 0.95, Seed: seed})
			require.NoError(t, err)
			if len(c.Doubts) > 0 {
				doubted++
			}
		}
		assert.LessOrEqual(t, doubted, 5, "%d studies: of %d; more than 5 have a probability of 0.0004", studies, many)
	}
}

// Statistics that say something of ordered categories are applied, and those of measurements and of yes or no are not.
func TestStatisticsOfOrderedCategories(t *testing.T) {
	d := designOf(t, 1, 40, 8, 4, "a")
	design, err := newDesign(context.Background(), known(t, graded(t, 1), d, 1))
	require.NoError(t, err)
	var got []string
	for _, k := range design.studies[0].kinds {
		got = append(got, k.name)
	}
	assert.Equal(t, []string{WithinItemSD, DisagreementSpread, NoiseSpread, ItemSkewness, SlopeSpread,
		LevelCorrelation}, got)
}
