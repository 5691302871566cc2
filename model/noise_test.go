package model

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study/read"
)

func noisy(nu float64) simulate.Truth {
	return simulate.Truth{Family: family.Gaussian{}, Studies: []simulate.StudyTruth{{Mean: 3, ItemSD: 2,
		LabelerSD: 0.5, ResidualSD: 1.5,
		LabelerResidualSD: nu}}}
}

// Squares of residuals have closed-form expectations, σ_k being log-normal: σ²e^(2ν²) of a label, σ⁴e^(8ν²) for the
// product of those of two labels by one labeler, σ⁴e^(4ν²) by two.
func TestLabelerResidualsHaveTheirMoments(t *testing.T) {
	const nu, sigma2 = 0.3, 1.5 * 1.5
	truth := noisy(nu)
	truth.Studies[0].Mean, truth.Studies[0].ItemSD, truth.Studies[0].LabelerSD = 0, 0, 0
	design, err := modeltest.Everyone(2, 2, spec.Nested, "a").Generate(1)
	require.NoError(t, err)
	simulated := func(f func(y map[[2]int32]float64) float64) func(uint64) float64 {
		return func(seed uint64) float64 {
			values, err := truth.Labels(design, rand.New(rand.NewPCG(seed, 3)))
			require.NoError(t, err)
			y := map[[2]int32]float64{}
			for n, v := range values {
				y[[2]int32{design.Item[n], design.Labeler[n]}] = v * v
			}
			return f(y)
		}
	}
	at := func(item, labeler int32) [2]int32 { return [2]int32{item, labeler} }
	requireMean(t, sigma2*math.Exp(2*nu*nu), 20000,
		simulated(func(y map[[2]int32]float64) float64 { return y[at(0, 0)] }))
	requireMean(t, sigma2*sigma2*math.Exp(8*nu*nu), 20000,
		simulated(func(y map[[2]int32]float64) float64 { return y[at(0, 0)] * y[at(1, 0)] }))
	requireMean(t, sigma2*sigma2*math.Exp(4*nu*nu), 20000,
		simulated(func(y map[[2]int32]float64) float64 { return y[at(0, 0)] * y[at(1, 1)] }))
}

// A fit finds who is careless, and the spread of the residuals; replicated studies have the variance that the fit says.
func TestFitFindsLabelerResiduals(t *testing.T) {
	table := modeltest.Simulated(t, noisy(0.7), modeltest.Everyone(60, 12, spec.Nested, "a"), 2)
	fit, err := Fit(t.Context(), table, spec.Spec{Residual: spec.LabelerResidual, Effects: true},
		sampler.Settings{Seed: 1, Draws: 500})
	require.NoError(t, err)
	require.Zero(t, fit.Run().DivergenceCount())
	s := fit.StudyAt(0)
	nu := s.LabelerResidualSD().Summary(0.99)
	assert.True(t, nu.Lower < 0.7 && nu.Upper > 0.7, "%+v", nu)
	// σ_k is about the standard deviation of the labeler's labels off the items' true scores and the own level.
	v := table.StudyAt(0)
	var items []posterior.Quantity
	for _, name := range table.Items() {
		q, err := s.ItemEffect(name)
		require.NoError(t, err)
		items = append(items, q)
	}
	for l, name := range table.Labelers() {
		var off []float64
		for n, j := range v.Item() {
			if int(v.Labeler()[n]) == l {
				off = append(off, v.Value()[n]-items[j].Mean())
			}
		}
		q, err := s.LabelerResidual(name)
		require.NoError(t, err)
		sum := q.Summary(0.95)
		assert.InDelta(t, math.Sqrt(covariance(off, off)), sum.Mean, 4*sum.SD, name)
	}
	all := posterior.Map("", func(x []float64) float64 { return x[0] * math.Exp(x[1]*x[1]) }, s.Own()[0],
		s.LabelerResidualSD())
	assert.Equal(t, all.Chains, s.ResidualSD().Chains)

	// The likelihood of a label has σ_k.
	ll, err := NewLogLik(fit)
	require.NoError(t, err)
	got := [][]float64{make([]float64, 1)}
	ll.Label(got, 0)
	first := func(q posterior.Quantity, err error) float64 {
		require.NoError(t, err)
		return q.Chains[0][0]
	}
	labeler := table.Labelers()[v.Labeler()[0]]
	sigma := first(s.LabelerResidual(labeler))
	theta := first(s.Mean(), nil) + items[v.Item()[0]].Chains[0][0] + first(s.LabelerEffect(labeler))
	z := (v.Value()[0] - theta) / sigma
	assert.InDelta(t, -0.5*z*z-math.Log(sigma)-0.5*math.Log(2*math.Pi), got[0][0], 1e-9)

	want := posterior.Map("", func(x []float64) float64 { return x[0]*x[0] + x[1]*x[1] + x[2]*x[2] }, s.ItemSD(),
		s.LabelerSD(), s.ResidualSD())
	r := NewReplicator(fit)
	const replicates = 400
	var y []float64
	for i := range replicates {
		y = append(y, r.Labels(nil, 0, 3, rand.New(rand.NewPCG(7, uint64(i))))[0][5])
	}
	total := want.Chains[0][3]
	assert.InDelta(t, total, covariance(y, y), 5*total*math.Sqrt(2.0/replicates)*2)
}

// Oracle: a long run of Stan on public ratings of emotions, with discriminations too.
func TestLabelerResidualsAgreeWithStan(t *testing.T) {
	b := besidetest.Read(t, "reference", "sensitivity_labeler_residual_snow_valence.json")
	var stan struct {
		YMean   float64 `json:"y_mean"`
		YSD     float64 `json:"y_sd"`
		Summary []struct {
			Variable string
			Mean, SD float64
			MCSE     float64 `json:"mcse_mean"`
		}
	}
	require.NoError(t, json.Unmarshal(b, &stan))
	table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", "snow_valence_crowd.csv"), read.Options{})
	require.NoError(t, err)
	fit, err := Fit(t.Context(), table, spec.Spec{Residual: spec.LabelerResidual, Discrimination: true},
		sampler.Settings{Seed: 1, Draws: 700})
	require.NoError(t, err)
	s := fit.StudyAt(0)
	seen := 0
	for _, want := range stan.Summary {
		q, scale, shift := posterior.Quantity{}, stan.YSD, 0.0
		switch name, _, _ := strings.Cut(want.Variable, "["); name {
		case "mu":
			q, shift = s.Mean(), stan.YMean
		case "si":
			q = s.ItemSD()
		case "sl":
			q = s.LabelerSD()
		case "sigma":
			q = s.Own()[0]
		case "nu":
			q, scale = s.LabelerResidualSD(), 1
		case "omega":
			q, scale = s.DiscriminationSD(), 1
		default:
			continue
		}
		seen++
		got := q.Summary(0.95)
		// The prior of the labelers' standard deviation is the narrower one here, which moves it by less than this.
		tolerance := 4*math.Hypot(want.MCSE*scale, got.MCSEMean) + 0.1*want.SD*scale
		assert.InDelta(t, want.Mean*scale+shift, got.Mean, tolerance, want.Variable)
		assert.InEpsilon(t, want.SD*scale, got.SD, 0.15, want.Variable)
	}
	assert.Equal(t, 6, seen)
}

func TestLabelerResidualsNeedLabelersAndAResidual(t *testing.T) {
	table := modeltest.Simulated(t, noisy(0), modeltest.Everyone(5, 3, spec.Nested, "a"), 1)
	var fault *refusal.Error
	_, err := Resolve(table, spec.Spec{Labelers: spec.NoLabelers, Residual: spec.LabelerResidual})
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, refusal.ResidualOfNobody, fault.Code)
	truth := simulate.Truth{Family: family.Bernoulli{}, Studies: []simulate.StudyTruth{{ItemSD: 1}}}
	table = modeltest.Simulated(t, truth, modeltest.Everyone(9, 4, spec.Nested, "a"), 1)
	_, err = Resolve(table, spec.Spec{Residual: spec.LabelerResidual})
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, refusal.NoResidualSD, fault.Code)
	truth.Studies[0].LabelerResidualSD = 0.5
	_, err = truth.Resolve()
	assert.ErrorContains(t, err, "no residual")
}
