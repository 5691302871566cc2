package score_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/spec"
	"concord/sampler"
	"concord/score"
	"concord/study"
)

// filtered are items that a judge passed (1) or failed (0), of which people labelled some, each several times.
func filtered(passed, failed, ofPassed, ofFailed, perItem int) *score.Labels {
	l := &score.Labels{Kind: study.Binary, Categories: []string{"fail", "pass"}, Systems: []string{score.OneSystem},
		Judges: []string{"gpt"}}
	rng := rand.New(rand.NewPCG(1, 1))
	add := func(n, labelled int, verdict float64) {
		for i := range n {
			item := score.Item{Judge: []float64{verdict}}
			for range perItem {
				if i < labelled {
					item.People = append(item.People, score.Label{Labeler: -1, Value: float64(rng.IntN(2))})
				}
			}
			l.Items = append(l.Items, item)
		}
	}
	add(passed, ofPassed, 1)
	add(failed, ofFailed, 0)
	return l
}

// If people saw only what the judge failed, there is no score. If people could have seen what it passed, and chance
// kept it from them, there is one. Independent draws leave out 60 of 1,000 items with probability (1 − n/1000)⁶⁰: 0.013
// where n = 70, and 0.007 where n = 80, on either side of the level 0.01.
func TestUnseenVerdicts(t *testing.T) {
	for _, c := range []struct {
		l       *score.Labels
		refused bool
	}{
		{filtered(967, 233, 0, 178, 1), true},
		{filtered(233, 967, 178, 0, 1), true},
		{filtered(60, 940, 0, 70, 1), false},
		{filtered(60, 940, 0, 80, 1), true},
		{filtered(967, 233, 5, 178, 1), false},
	} {
		_, err := score.NewDesign(c.l, score.Measure{}, spec.Spec{})
		if !c.refused {
			require.NoError(t, err)
			continue
		}
		var fault *score.DataError
		require.ErrorAs(t, err, &fault)
		require.Equal(t, score.UnseenVerdicts, fault.Code)
		require.Equal(t, "gpt", fault.Judge)
		require.Len(t, fault.Labels, 1)
		require.NotEqual(t, fault.Labels, fault.Seen)
		require.True(t, fault.Whole)
	}
	// Drawn within strata: people were to see few of those that the judge passed.
	l := filtered(900, 900, 0, 300, 1)
	for i := range l.Items {
		l.Items[i].Stratum = int(l.Items[i].Judge[0])
	}
	l.Items[0].People = []score.Label{{Labeler: -1, Value: 1}}
	l.Items[0].Judge[0] = 0
	_, err := score.NewDesign(l, score.Measure{}, spec.Spec{})
	require.NoError(t, err) // 1 of 900, so that the probability is 0.37
}

// The same in clusters: 40 of the 50 clusters that people saw none of have items that the judge passed.
func TestUnseenVerdictsInClusters(t *testing.T) {
	l := filtered(400, 600, 0, 500, 1)
	l.Clustered = true
	for i := range l.Items {
		l.Items[i].Cluster = i / 10
	}
	_, err := score.NewDesign(l, score.Measure{}, spec.Spec{})
	var fault *score.DataError
	require.ErrorAs(t, err, &fault)
	require.Equal(t, 400, fault.Items)
	for i := range l.Items { // all that it passed are in two clusters
		l.Items[i].Cluster = i / 200
	}
	_, err = score.NewDesign(l, score.Measure{}, spec.Spec{})
	require.NoError(t, err)
}

// A judge that says the same of all items that people labelled leaves the score to people: the rate with a Beta
// posterior's standard deviation, wider by what the model does not know of the items.
func TestPeopleAlone(t *testing.T) {
	for _, perItem := range []int{1, 3} {
		l := filtered(8, 592, 0, 90, perItem)
		p, err := score.Fit(context.Background(), l, score.Measure{}, spec.Spec{},
			sampler.Settings{Seed: 1, Draws: 300})
		require.NoError(t, err)
		require.True(t, p.Design.PeopleAlone)
		require.Equal(t, 8, p.Unseen[0])
		mean := p.Design.Counts()[0].Mean
		require.InDelta(t, mean, p.Scores[0].Mean(), 0.02)
		sd := math.Sqrt(mean * (1 - mean) / float64(90*perItem))
		require.Greater(t, p.Scores[0].SD(), 0.8*sd)
		require.Less(t, p.Scores[0].SD(), 1.6*sd)
		require.InDelta(t, 90, p.Worth[0].Items, 1e-2)
		require.InDelta(t, 1, p.Worth[0].Wider, 1e-3)
	}
	m := filtered(600, 0, 90, 0, 2) // one label of all items
	p, err := score.Fit(context.Background(), m, score.Measure{}, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 300})
	require.NoError(t, err)
	require.True(t, p.Design.PeopleAlone)
	require.Zero(t, p.Unseen[0])
}
