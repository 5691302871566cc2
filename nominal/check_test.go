package nominal

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"concord/internal/slowtest"
	"concord/sampler"
	"concord/study"
)

// Shares of categories and of equal pairs, counted by hand.
func TestStatisticsOfLabels(t *testing.T) {
	table, err := study.NewTable(study.Indexed{
		Items: []string{"i", "j", "k"}, Studies: []string{"s"}, Kind: study.Nominal,
		Categories: []string{"unused", "a", "b", "c"},
		Item:       []int32{0, 0, 0, 1, 1, 2}, Study: make([]int32, 6), Value: []float64{1, 1, 2, 3, 3, 1},
	})
	require.NoError(t, err)
	p := &Posterior{scale: scaleOf(table), table: table}
	assert.Equal(t, []string{"a", "b", "c"}, p.Categories())
	// Pairs, each twice: six of i, two of them equal; two of j, both equal.
	assert.InDeltaSlice(t, []float64{3. / 6, 1. / 6, 2. / 6, 4. / 8}, p.statistics(0, table.StudyAt(0).Value()), 1e-12)
}

func TestPOfACheck(t *testing.T) {
	of := func(observed float64, replicated ...float64) float64 {
		c := Check{Observed: observed, Replicated: replicated}
		c.settle()
		return c.P
	}
	assert.InDelta(t, 1, of(2, 3, 1, 2), 1e-12)
	assert.InDelta(t, 0.5, of(5, 1, 2, 3, 6), 1e-12)
	assert.Zero(t, of(0, 1, 2))
	assert.InDelta(t, 0.5, of(1, 1, 2), 1e-12) // a half of one of two, doubled
}

// Replicated labels have the rates and the agreement of the posterior, so that labels of the model raise no doubt.
func TestChecksOfLabelsOfTheModel(t *testing.T) {
	slowtest.Only(t)
	p := fitted(t, simulated(t, 150, 12, []float64{1, 0.5, 0}, []float64{1, 0, 0}), Spec{})
	d := p.Describe()
	checks := p.Checks(500, 1)
	require.Len(t, checks, 8)
	for i, c := range checks {
		assert.Greater(t, c.P, 0.01, c)
		got, sd := stat.MeanStdDev(c.Replicated, nil)
		of := d.Studies[i/4]
		want := 0.0
		if c.Category != "" {
			want = of.Rate(i % 4).Mean()
		} else { // Σ p² + ICC Σ p(1 − p)
			for k := range 3 {
				p := of.Rate(k).Mean()
				want += p*p + of.NominalICC().Mean()*binary(p)
			}
		}
		assert.InDelta(t, want, got, 4*sd/math.Sqrt(500)+0.004, c)
	}
	assert.Equal(t, checks, p.Checks(500, 1))
}

// Labels that depend on no item agree as by chance, and raise no doubt.
func TestChecksOfLabelsWithoutItems(t *testing.T) {
	table := simulated(t, 100, 13, []float64{1, 0.5, 0})
	labels := table.Indexed()
	rng := rand.New(rand.NewPCG(2, 2))
	labels.Value = make([]float64, len(labels.Value))
	for n := range labels.Value {
		labels.Value[n] = float64(rng.IntN(3))
	}
	table, err := study.NewTable(labels)
	require.NoError(t, err)
	p, err := Fit(t.Context(), table, Spec{}, sampler.Settings{Seed: 1, Workers: 1})
	require.NoError(t, err)
	assert.Less(t, p.Describe().Studies[0].NominalICC().Mean(), 0.06)
	for _, c := range p.Checks(300, 1) {
		assert.Greater(t, c.P, 0.01, c)
	}
}
