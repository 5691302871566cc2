package consensus

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// Oracle: two people who repeat each other in every item are one, so that weights are 1/P(y) of the repeated label; and
// the sum written out for three labels of which one differs.
func TestAlikeLabelsCountOnce(t *testing.T) {
	const draws = 1000
	chances := make([]float64, 2*draws)
	for d := range draws {
		p := (float64(d) + 0.5) / draws
		chances[2*d], chances[2*d+1] = 1-p, p
	}
	for _, c := range []struct {
		labels  []float64
		repeats float64
		weight  func(p float64) float64
	}{
		{[]float64{1, 1}, 1 - 1e-12, func(p float64) float64 { return 1 / p }},
		{[]float64{1, 1, 0}, 0.6, func(p float64) float64 {
			q := 1 - p
			return (2*p*(0.4*p+0.6)*0.4*q + q*0.4*p*0.4*p) / (p * p * q)
		}},
	} {
		o := &once{[]float64{c.repeats}, []map[int32][]float64{{7: c.labels}}}
		one := Prediction{Chances: append([]float64{}, chances...)}
		o.weigh(&one, 7, draws, false, func(d int, y float64) float64 { return math.Log(chances[2*d+int(y)]) })
		want, total, got := 0.0, 0.0, 0.0
		for d := range draws {
			p := chances[2*d+1]
			want += p * c.weight(p)
			total += c.weight(p)
			got += one.Chances[2*d+1] / draws
		}
		assert.InDelta(t, want/total, got, 1e-3)
		before := append([]float64{}, one.Chances...)
		o.weigh(&one, 8, draws, false, nil) // an item that they did not label
		assert.Equal(t, before, one.Chances)
	}
}

// One of six has a second account, which gives the same labels. All others are seen as if it were not there, nobody is
// fine who has an account too many, and the consensus is as sure as without it.
func TestSecondAccountsChangeNobodyElse(t *testing.T) {
	table := crowdPlan{family: family.Bernoulli{}, items: 80, people: 6, perItem: 6}.table(t, 5)
	v := table.StudyAt(0)
	in := study.Indexed{Kind: study.Binary, Studies: []string{"a"}, Items: table.Items(),
		Labelers: append(append([]string{}, table.Labelers()...), "again")}
	for n, k := range v.Labeler() {
		for _, by := range []int32{k, 6} {
			if by == k || k == 0 {
				in.Item, in.Labeler = append(in.Item, v.Item()[n]), append(in.Labeler, by)
				in.Study, in.Value = append(in.Study, 0), append(in.Value, v.Value()[n])
			}
		}
	}
	twice, err := study.NewTable(in)
	require.NoError(t, err)
	of := func(table *study.Table) *Consensus {
		fit, err := model.Fit(t.Context(), table, spec.Spec{Effects: true}, sampler.Settings{Seed: 1, Draws: 250})
		require.NoError(t, err)
		c, err := Of(t.Context(), fit, 0.95)
		require.NoError(t, err)
		return c
	}
	want, got := of(table), of(twice)
	require.Len(t, got.Labelers, 7)
	assert.Equal(t, []string{"again"}, got.Labelers[0].Alike)
	assert.Equal(t, Read, got.Labelers[0].Verdict)
	assert.Equal(t, Read, got.Labelers[6].Verdict)
	for k, l := range want.Labelers[1:] {
		assert.InDelta(t, l.Discrimination.Mean, got.Labelers[k+1].Discrimination.Mean, 0.2)
		assert.Equal(t, l.Verdict, got.Labelers[k+1].Verdict)
	}
	sure := func(c *Consensus) (mean float64) {
		for _, item := range c.Items {
			mean += item.Certainty / float64(len(c.Items))
		}
		return mean
	}
	assert.InDelta(t, sure(want), sure(got), 0.03)
}
