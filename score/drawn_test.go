package score_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/spec"
	"concord/sampler"
	"concord/score"
	"concord/study"
)

func fitted(t *testing.T, l *score.Labels) *score.Posterior {
	t.Helper()
	p, err := score.Fit(context.Background(), l, score.Measure{}, spec.Spec{}, sampler.Settings{Seed: 1})
	require.NoError(t, err)
	return p
}

// Copies of an item say no more than the item, if they are a cluster. So the errors are those of the items without
// copies, by the model and without it, and half as large if nobody says that they are copies.
func TestClustersOfCopies(t *testing.T) {
	const items, copies = 300, 4
	rng := rand.New(rand.NewPCG(8, 9))
	labels := func(clustered bool) *score.Labels {
		return &score.Labels{Kind: study.Numeric, Systems: []string{score.OneSystem}, Judges: []string{"gpt"},
			Clustered: clustered}
	}
	once, copied, plain := labels(false), labels(true), labels(false)
	for c := range items {
		z := rng.NormFloat64()
		i := score.Item{Name: fmt.Sprint(c), Judge: []float64{math.Round(z + rng.NormFloat64())}, Cluster: c}
		if c%3 == 0 {
			i.People = []score.Label{{Labeler: -1, Value: z + 0.3*rng.NormFloat64()}}
		}
		once.Items = append(once.Items, i)
		for range copies {
			if i.People != nil { // no two are the same to the digit: else clusters are items
				i.People = []score.Label{{Labeler: -1, Value: once.Items[c].People[0].Value + 0.05*rng.NormFloat64()}}
			}
			i.Name = fmt.Sprint(len(plain.Items))
			copied.Items, plain.Items = append(copied.Items, i), append(plain.Items, i)
		}
	}
	var model, without [3]float64
	for k, l := range []*score.Labels{once, copied, plain} {
		p := fitted(t, l)
		r, err := score.Mean(p.Design.Sample()[0], score.Options{})
		require.NoError(t, err)
		model[k], without[k] = p.Scores[0].SD(), r.SE
		require.False(t, p.Design.Independent())
		require.Less(t, p.Unseen[0], 20, "clusters that people did not see are not guessed")
	}
	require.InDelta(t, without[0], without[1], 0.01*without[0])
	require.InDelta(t, without[0]/2, without[2], 0.02*without[0])
	require.InDelta(t, model[0], model[1], 0.2*model[0])
	require.Less(t, model[2], 0.65*model[0])
}

// Items of which people like few are drawn five times as often, and the judge does not know them. With weights the
// share of yes is right: without a model it is Σ wy/Σ w if the judge says nothing (Hájek 1971).
func TestWeightsOfTheDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	l := &score.Labels{Kind: study.Binary, Categories: []string{"no", "yes"}, Systems: []string{score.OneSystem},
		Judges: []string{"gpt"}}
	truth, sum, weights := 0.0, 0.0, 0.0
	for n := range 4000 {
		chance, drawn := 0.8, 0.02
		if n%2 == 0 {
			chance, drawn = 0.2, 0.1
		}
		truth += chance / 4000
		y := 0.0
		if rng.Float64() < chance {
			y = 1
		}
		i := score.Item{Name: fmt.Sprint(n), Judge: []float64{float64(rng.IntN(2))}, Weight: 1 / drawn}
		if rng.Float64() < drawn {
			i.People = []score.Label{{Labeler: -1, Value: y}}
			sum, weights = sum+y*i.Weight, weights+i.Weight
		}
		l.Items = append(l.Items, i)
	}
	p := fitted(t, l)
	alone, err := score.Mean(p.Design.Sample()[0], score.Options{Lambda: new(float64)})
	require.NoError(t, err)
	require.InDelta(t, sum/weights, alone.Value, 1e-9)
	require.InDelta(t, truth, p.Scores[0].Mean(), 2.5*p.Scores[0].SD())
	require.Greater(t, p.Design.Shifts()[0].P, 0.01)
	for n := range l.Items {
		l.Items[n].Weight = 0
	}
	blind := fitted(t, l)
	require.Less(t, blind.Scores[0].Mean(), truth-3*blind.Scores[0].SD())
}
