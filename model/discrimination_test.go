package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// discriminating is a truth of one study or of several alike.
func discriminating(f family.Family, labelers spec.LabelerEffects, studies int, p simulate.StudyTruth) simulate.Truth {
	t := simulate.Truth{Family: f, Labelers: labelers, ItemCorrelation: simulate.CommonCorrelation(studies, 0.7)}
	for range studies {
		t.Studies = append(t.Studies, p)
	}
	if labelers == spec.Shared {
		t.DiscriminationCorrelation = simulate.CommonCorrelation(studies, 0.5)
	}
	return t
}

// Products of labels have closed-form expectations: σ_i² of two labelers and an item, σ_i²(1 + ω²) + σ_l² + σ² of a
// label, 0 of a labeler and two items but for σ_l²; of one labeler and item in two studies ρσ_i²(1 + ρ_ω ω²).
func TestSimulateHasTheMomentsOfDiscriminations(t *testing.T) {
	const items, labelers = 8, 5
	truth := discriminating(family.Gaussian{}, spec.Shared, 2,
		simulate.StudyTruth{ItemSD: 2, LabelerSD: 0.5, DiscriminationSD: 0.6, ResidualSD: 0.8})
	design, err := modeltest.Everyone(items, labelers, spec.Shared, "a", "b").Generate(1)
	require.NoError(t, err)
	var labels [2][items][labelers]float64
	product := func(f func() float64) func(uint64) float64 {
		return func(seed uint64) float64 {
			values, err := truth.Labels(design, rand.New(rand.NewPCG(seed, 3)))
			require.NoError(t, err)
			for n, y := range values {
				labels[design.Study[n]][design.Item[n]][design.Labeler[n]%labelers] = y
			}
			return f()
		}
	}
	of := func(s, i, l int) *float64 { return &labels[s][i][l] }
	for _, c := range []struct {
		want float64
		a, b *float64
	}{
		{4*1.36 + 0.25 + 0.64, of(0, 0, 0), of(0, 0, 0)},
		{4, of(0, 0, 0), of(0, 0, 1)},
		{0.25, of(0, 0, 0), of(0, 1, 0)},
		{0.7 * 4 * (1 + 0.5*0.36), of(0, 0, 0), of(1, 0, 0)},
		{0.7 * 4, of(0, 0, 0), of(1, 0, 1)},
	} {
		requireMean(t, c.want, 4000, product(func() float64 { return *c.a * *c.b }))
	}
}

// A replicated study is what is simulated with the parameters of the draw.
func TestReplicatedLabelsHaveDiscriminations(t *testing.T) {
	const items, labelers = 3, 3
	table := modeltest.Simulated(t, discriminating(family.Gaussian{}, spec.Nested, 1, simulate.StudyTruth{ItemSD: 1,
		ResidualSD: 1}),
		modeltest.Everyone(items, labelers, spec.Nested, "a"), 1)
	names := []string{"mu[1]", "sd_item[1]", "sd_labeler[1]", "sd_discrimination[1]", "sd_residual"}
	draws := posterior.NewDraws(names, 1, 1)
	for v, x := range []float64{0, 2, 0.5, 0.6, 0.8} {
		draws.Chain(v, 0)[0] = x
	}
	p, err := FromDraws(spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested, Discrimination: true},
		table.Studies(), draws)
	require.NoError(t, err)
	require.Equal(t, 0.6, p.StudyAt(0).DiscriminationSD().Mean())
	require.Equal(t, 0.5, p.StudyAt(0).RestSD().Mean(), "what is added")
	p.table = table
	r := NewReplicator(p)
	var first, sameItem, sameLabeler []float64
	at := func(item, labeler int32) int {
		v := table.StudyAt(0)
		for n := range v.Value() {
			if v.Item()[n] == item && v.Labeler()[n] == labeler {
				return n
			}
		}
		panic("everyone labels everything")
	}
	for i := range 20000 {
		y := r.Labels(nil, 0, 0, rand.New(rand.NewPCG(7, uint64(i))))[0]
		first, sameItem = append(first, y[at(0, 0)]), append(sameItem, y[at(0, 1)])
		sameLabeler = append(sameLabeler, y[at(1, 0)])
	}
	total := 4*1.36 + 0.25 + 0.64
	assert.InDelta(t, total, covariance(first, first), 0.06*total)
	assert.InDelta(t, 4, covariance(first, sameItem), 0.06*total)
	assert.InDelta(t, 0.25, covariance(first, sameLabeler), 0.04*total)
}

// A fit finds the discriminations of labelers, one of whom takes the scale for its reverse, and has them by name.
func TestFitFindsDiscriminations(t *testing.T) {
	design, err := modeltest.Everyone(60, 8, spec.Nested, "a").Generate(1)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	lambda := []float64{-1, 0, 0.5, 1, 1, 1.2, 1.5, 2}
	item, level := make([]float64, 60), make([]float64, 8)
	for l := range level {
		level[l] = rng.NormFloat64()
	}
	for j := range item {
		item[j] = 2 * rng.NormFloat64()
	}
	values := make([]float64, len(design.Study))
	for n, j := range design.Item {
		values[n] = 3 + level[design.Labeler[n]] + lambda[design.Labeler[n]]*item[j] + 0.5*rng.NormFloat64()
	}
	table, err := design.Table(study.Numeric, nil, values)
	require.NoError(t, err)
	fit, err := Fit(t.Context(), table, spec.Spec{Discrimination: true, Effects: true}, sampler.Settings{Seed: 2})
	require.NoError(t, err)
	require.Zero(t, fit.Run().DivergenceCount())
	s := fit.StudyAt(0)
	omega := s.DiscriminationSD().Summary(0.99)
	assert.True(t, omega.Lower < 0.9 && omega.Upper > 0.9, "%+v", omega)
	// Ratios are what the labels tell.
	reference, err := s.Discrimination(design.Labelers[3])
	require.NoError(t, err)
	for l, want := range lambda {
		q, err := s.Discrimination(design.Labelers[l])
		require.NoError(t, err)
		ratio := posterior.Map("", func(x []float64) float64 { return x[0] / x[1] }, q, reference)
		assert.InDelta(t, want, ratio.Mean(), 4*ratio.Summary(0.95).SD+1e-9, "labeler %d", l)
	}
	b, err := s.ItemEffect(design.Items[0])
	require.NoError(t, err)
	scaled := posterior.Map("", func(x []float64) float64 { return x[0] * x[1] }, b, reference)
	mean := 0.0
	for _, x := range item {
		mean += x / 60
	}
	assert.InDelta(t, item[0]-mean, scaled.Mean(), 0.5)
	// The likelihood of a label has λ, too.
	ll, err := NewLogLik(fit)
	require.NoError(t, err)
	level0, err := s.LabelerEffect(design.Labelers[design.Labeler[0]])
	require.NoError(t, err)
	lambda0, err := s.Discrimination(design.Labelers[design.Labeler[0]])
	require.NoError(t, err)
	b, err = s.ItemEffect(design.Items[design.Item[0]])
	require.NoError(t, err)
	got := [][]float64{make([]float64, 1)}
	ll.Label(got, 0)
	first := func(q posterior.Quantity) float64 { return q.Chains[0][0] }
	z := (table.StudyAt(0).Value()[0] - first(s.Mean()) - first(lambda0)*first(b) - first(level0)) / first(s.Own()[0])
	assert.InDelta(t, -0.5*z*z-math.Log(first(s.Own()[0]))-0.5*math.Log(2*math.Pi), got[0][0], 1e-9)
	_, err = s.Discrimination("nobody")
	var unknown *study.NameError
	require.ErrorAs(t, err, &unknown)
}

func TestDiscriminationNeedsLabelers(t *testing.T) {
	table := modeltest.Simulated(t, discriminating(family.Gaussian{}, spec.Nested, 1, simulate.StudyTruth{ItemSD: 1,
		ResidualSD: 1}),
		modeltest.Everyone(5, 3, spec.Nested, "a"), 1)
	_, err := Resolve(table, spec.Spec{Labelers: spec.NoLabelers, Discrimination: true})
	var fault *refusal.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, refusal.DiscriminationOfNobody, fault.Code)
	_, err = simulate.Simulate(simulate.Truth{Family: family.Bernoulli{}, Labelers: spec.NoLabelers,
		Studies: []simulate.StudyTruth{{DiscriminationSD: 1}}}, simulate.Design{Studies: []string{"a"}}, 1)
	assert.ErrorContains(t, err, "discriminations vary by 1, but there are no labeler effects")
}
