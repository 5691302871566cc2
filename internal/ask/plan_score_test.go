package ask

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/planning"
	"concord/posterior"
	"concord/study"
)

// pilotTable has items a to f with two labels of people each and one of a judge, and item g of the judge alone.
func pilotTable(t *testing.T, people, judge []float64) *study.Table {
	t.Helper()
	c := study.Indexed{Kind: study.Numeric, Studies: []string{"people", "gpt"}, Labelers: []string{"p", "q", "gpt"}}
	add := func(item, labeler, of int, y float64) {
		c.Item, c.Labeler = append(c.Item, int32(item)), append(c.Labeler, int32(labeler))
		c.Study, c.Value = append(c.Study, int32(of)), append(c.Value, y)
	}
	for i, y := range people {
		add(i/2, i%2, 0, y)
	}
	for i, y := range judge {
		c.Items = append(c.Items, string(rune('a'+i)))
		add(i, 2, 1, y)
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	return table
}

func TestScorePlanOfAPilot(t *testing.T) {
	table := pilotTable(t, []float64{1, 3, 2, 2, 5, 7, 4, 4, 6, 8, 3, 3}, []float64{1, 1, 2, 2, 3, 1, 4})
	pilot, err := ScorePilot(table.StudyAt(0), table.StudyAt(1))
	require.NoError(t, err)
	assert.Equal(t, []float64{2, 2, 6, 4, 7, 3, 0}, pilot.People)
	assert.Equal(t, []float64{2, 0, 2, 0, 2, 0, 0}, pilot.Spread)
	assert.Equal(t, []int{2, 2, 2, 2, 2, 2, 0}, pilot.Labels)

	o := scoreOptions()
	o.PeopleCost, o.JudgeCost = 2, 0.1
	p, err := PlanScore(pilot, "people", "gpt", result.Data{}, o)
	require.NoError(t, err)
	// Variances by hand: of a label 1, of means 4.4, less half of the first; the judge's 2/3, and of both 1.6.
	at := answer.Key{Group: "people"}
	assert.InDelta(t, 1, p.Value("noise_sd", at), 1e-12)
	assert.InDelta(t, 3.9, p.Value("item_sd", at)*p.Value("item_sd", at), 1e-12)
	r := 1.6 / math.Sqrt(3.9*2/3)
	assert.InDelta(t, r, p.Value("validity", at), 1e-12)
	s := planning.Scored{Item: 3.9, Noise: 1, R: r}
	for _, d := range p.Of("items_needed") {
		if d.Design != "" {
			continue
		}
		design := planning.ScoreDesign{Items: 1000, LabelsPerItem: d.K}
		n, ok := design.ItemsFor(0.5, 0.95, s.HalfWidth)
		require.True(t, ok)
		assert.EqualValues(t, n, d.Value)
		assert.EqualValues(t, 2*n*d.K+100, p.Value("cost", d.Key))
		assert.LessOrEqual(t, d.Lower, d.Value)
		assert.LessOrEqual(t, p.Value("items_enough", d.Key), d.Upper)
	}
	assert.Equal(t, 1, p.Of("choice")[0].K)
	// Strata of the judge's labels 1, 2, 3 and 4, which sum to the items and to the labels.
	require.Len(t, p.Of("judge_label"), 4)
	label := 0.0
	for h, of := range p.Of("judge_label") {
		assert.EqualValues(t, h+1, of.Value)
		label += p.Value("labelled", of.Key)
	}
	at.K, at.Design = 1, answer.Stratified
	assert.Equal(t, p.Value("items_needed", at), label)
}

func scoreOptions() PlanOptions {
	return PlanOptions{Kind: PlanOfScore, Judged: 1000, Within: 0.5, Interval: posterior.Interval{Level: 0.95},
		Assurance: 0.9, MostLabels: 3}
}

// Pilots that leave a part open say so.
func TestScorePlanDoubts(t *testing.T) {
	o := scoreOptions()
	one := pilotTable(t, []float64{1, 3, 2, 2, 5, 7, 4, 4}, []float64{1, 1, 2, 2})
	pilot, err := ScorePilot(one.StudyAt(0), one.StudyAt(1))
	require.NoError(t, err)
	for i := range pilot.Labels {
		pilot.Labels[i] = min(1, pilot.Labels[i])
	}
	p, err := PlanScore(pilot, "people", "gpt", result.Data{}, o)
	require.NoError(t, err)
	require.Len(t, p.Doubts, 1)
	assert.Contains(t, p.Doubts[0], "No item of the pilot has two labels")
	assert.Len(t, p.Of("labels"), 1)
	assert.Empty(t, p.Of("noise_sd"))
	noise := pilotTable(t, []float64{1, 9, 2, 8, 5, 5, 4, 6}, []float64{1, 1, 2, 2})
	pilot, err = ScorePilot(noise.StudyAt(0), noise.StudyAt(1))
	require.NoError(t, err)
	p, err = PlanScore(pilot, "people", "gpt", result.Data{}, o)
	require.NoError(t, err)
	require.Len(t, p.Doubts, 1)
	assert.Contains(t, p.Doubts[0], "differ no more than labels of one item do")
	for _, bad := range []func(*PlanOptions){
		func(o *PlanOptions) { o.Judged = 3 }, func(o *PlanOptions) { o.Interval.Level = 1 },
		func(o *PlanOptions) { o.MostLabels = 0 }, func(o *PlanOptions) { o.JudgeCost = -1 },
	} {
		o := scoreOptions()
		require.NoError(t, o.Check())
		bad(&o)
		assert.Error(t, o.Check())
	}
	for _, bad := range []PlanAssumption{
		{Validity: 1, ICC: 1, SD: 1}, {Validity: 0.5, ICC: 0, SD: 1}, {Validity: 0.5, ICC: 1},
		{Validity: 0.5, ICC: 1, SD: 1, Share: 0.5, JudgeShare: 0.5},
		{Validity: 0.5, ICC: 1, Share: 1.5, JudgeShare: 0.5}, {Validity: 0.5, ICC: 1, SD: -1},
	} {
		assert.Error(t, bad.Check(PlanOfScore), bad)
	}
}
