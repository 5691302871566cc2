package consensus

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// crowdPlan is a simulated crowd of one study. Some labelers are odd: the first of them answers with labels drawn from
// all labels, the second reverses the scale, and the third gives labels that are much higher.
type crowdPlan struct {
	family                      family.Family
	items, people, perItem, odd int
	omega                       float64 // standard deviation of true discriminations
}

const (
	atRandom = iota
	reversed
	harsh
	kindsOfOdd
)

func fourOrdered() family.Family {
	f, err := family.NewOrdinal([]string{"a", "b", "c", "d"}, nil)
	if err != nil {
		panic(err)
	}
	return f
}

// table draws the crowd.
func (p crowdPlan) table(t testing.TB, seed uint64) *study.Table {
	t.Helper()
	truth := simulate.StudyTruth{ItemSD: 1.8, LabelerSD: 0.6, DiscriminationSD: p.omega}
	far := -3.5 // harsh
	var categories []string
	switch f := p.family.(type) {
	case family.Adapting:
		truth.Thresholds, categories = []float64{-1.5, 0, 1.5}, f.Names()
	default:
		if f.LocationScale() {
			truth.ResidualSD = 1.2
		}
	}
	design, err := simulate.Plan{Items: p.items,
		Studies: []simulate.StudyPlan{{Name: "a", Labelers: p.people, LabelsPerItem: p.perItem}}}.Generate(seed)
	require.NoError(t, err)
	drawn := func(truth simulate.StudyTruth) []float64 {
		y, err := simulate.Truth{Family: p.family, Studies: []simulate.StudyTruth{truth}}.Labels(design,
			rand.New(rand.NewPCG(seed, 9)))
		require.NoError(t, err)
		return y
	}
	y := drawn(truth)
	if p.family.Kind() == study.Ordinal {
		for i := range truth.Thresholds {
			truth.Thresholds[i] -= far
		}
	} else {
		truth.Mean += far
	}
	low := drawn(truth)
	rng := rand.New(rand.NewPCG(seed, 10))
	top := map[study.Kind]float64{study.Binary: 1, study.Ordinal: 5}[p.family.Kind()]
	for n, l := range design.Labeler {
		if int(l) >= p.odd {
			continue
		}
		switch int(l) % kindsOfOdd {
		case atRandom:
			y[n] = y[rng.IntN(len(y))]
		case reversed:
			y[n] = top - y[n]
		case harsh:
			y[n] = low[n]
		}
	}
	table, err := design.Table(p.family.Kind(), categories, y)
	require.NoError(t, err)
	return table
}

func (p crowdPlan) labelers(t testing.TB, seed uint64, draws int) []Labeler {
	t.Helper()
	fit, err := model.Fit(t.Context(), p.table(t, seed), spec.Spec{}, sampler.Settings{Seed: seed, Draws: draws})
	require.NoError(t, err)
	all, err := LabelersOf(t.Context(), fit, 0.95)
	require.NoError(t, err)
	return all
}

// Oracle: a fit with discriminations, whose draws average over all parameters. Its scale of λ is that of all whom the
// labelers stand for, ours that of these labelers, so that the λ of a labeler is compared in units of the mean.
func TestDiscriminationsAreThoseOfTheWholeModel(t *testing.T) {
	for _, f := range []family.Family{family.Bernoulli{}, fourOrdered(), family.Gaussian{}} {
		t.Run(f.String(), func(t *testing.T) {
			table := crowdPlan{family: f, items: 150, people: 12, perItem: 4, odd: 2}.table(t, 3)
			plain, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 250})
			require.NoError(t, err)
			got, err := LabelersOf(t.Context(), plain, 0.95)
			require.NoError(t, err)
			sp := spec.Spec{Discrimination: true, Effects: true}
			if f.LocationScale() {
				sp.Residual = spec.LabelerResidual
			}
			whole, err := model.Fit(t.Context(), table, sp, sampler.Settings{Seed: 1, Draws: 500})
			require.NoError(t, err)
			want, err := LabelersOf(t.Context(), whole, 0.95)
			require.NoError(t, err)
			require.Len(t, got, 12)
			meanOf := func(all []Labeler) (mean float64) {
				for _, l := range all {
					mean += l.Discrimination.Mean / float64(len(all))
				}
				return mean
			}
			assert.InDelta(t, 1, meanOf(got), 0.1)
			scale := meanOf(want) / meanOf(got)
			for k, l := range got {
				w := want[k]
				assert.InDelta(t, w.Discrimination.Mean, scale*l.Discrimination.Mean, 0.25, l.Name)
				assert.InDelta(t, w.Weak, l.Weak, 0.15, l.Name)
				if f.LocationScale() {
					assert.InEpsilon(t, w.Noise.Mean, l.Noise.Mean, 0.15, l.Name)
				}
			}
			assert.Greater(t, got[reversed].Weak, 0.99)
			assert.Greater(t, got[reversed].Reversed, 0.95)
		})
	}
}

// Oracle: the share of labels that are what most others said, where most of them agree.
func TestAgreementLeavesOutOwnLabels(t *testing.T) {
	table := crowdPlan{family: family.Bernoulli{}, items: 120, people: 9, perItem: 9}.table(t, 1)
	fit, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 250})
	require.NoError(t, err)
	got, err := LabelersOf(t.Context(), fit, 0.95)
	require.NoError(t, err)
	v := table.StudyAt(0)
	yes := make([]float64, len(table.Items()))
	for n, j := range v.Item() {
		yes[j] += v.Value()[n]
	}
	agree, labels := make([]float64, 9), make([]float64, 9)
	for n, l := range v.Labeler() {
		labels[l]++
		switch others := yes[v.Item()[n]] - v.Value()[n]; {
		case others == 4: // of eight
			agree[l] += 0.5
		case others > 4 == (v.Value()[n] == 1):
			agree[l]++
		}
	}
	for _, l := range got {
		for k, name := range table.Labelers() {
			if name == l.Name {
				assert.InDelta(t, agree[k]/labels[k], l.Agrees.Mean, 0.06)
				assert.True(t, l.Agrees.Lower < l.Agrees.Mean && l.Agrees.Mean < l.Agrees.Upper)
			}
		}
	}
}

// Labelers with one label, and two labelers, have no discrimination; more cores change nothing.
func TestLabelersOfWhomLittleIsKnown(t *testing.T) {
	many := crowdPlan{family: family.Bernoulli{}, items: 30, people: 40, perItem: 2} // one label or two each
	single := 0
	for _, l := range many.labelers(t, 1, 100) {
		if l.Labels > 1 {
			continue
		}
		single++
		assert.True(t, math.IsNaN(l.Weak) && math.IsNaN(l.Discrimination.Mean) && !math.IsNaN(l.Leaning.Mean))
		assert.Equal(t, TooFew, l.Verdict)
	}
	assert.Equal(t, 20, single)
	two := crowdPlan{family: family.Gaussian{}, items: 60, people: 2, perItem: 2}
	for _, l := range two.labelers(t, 1, 100) {
		assert.True(t, math.IsNaN(l.Weak) && math.IsNaN(l.Noise.Mean) && l.Agrees.Defined())
		assert.Equal(t, TooFew, l.Verdict)
	}
	plan := crowdPlan{family: fourOrdered(), items: 60, people: 8, perItem: 4, odd: 2}
	encoded := func(all []Labeler) []byte { // NaN equals NaN
		data, err := (&Consensus{Labelers: all}).MarshalBinary()
		require.NoError(t, err)
		return data
	}
	all := plan.labelers(t, 2, 100)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	assert.Equal(t, encoded(all), encoded(plan.labelers(t, 2, 100)))

	fit, err := model.Fit(t.Context(), plan.table(t, 2), spec.Spec{}, sampler.Settings{Seed: 1, Draws: 20})
	require.NoError(t, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = LabelersOf(ended, fit, 0.95)
	require.ErrorIs(t, err, context.Canceled)
}
