package result

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/planning"
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

	o := ScorePlanOptions{Items: 1000, Within: 0.5, Level: 0.95, Assurance: 0.9, MostLabels: 3, PeopleCost: 2,
		JudgeCost: 0.1}
	p, err := NewScorePlan(pilot, "people", "gpt", Data{}, o)
	require.NoError(t, err)
	// Variances by hand: of a label 1, of means 4.4, less half of the first; the judge's 2/3, and of both 1.6.
	assert.InDelta(t, 1, float64(p.NoiseSD), 1e-12)
	assert.InDelta(t, 3.9, float64(p.ItemSD*p.ItemSD), 1e-12)
	r := 1.6 / math.Sqrt(3.9*2/3)
	assert.InDelta(t, r, float64(p.R), 1e-12)
	s := planning.Scored{Item: 3.9, Noise: 1, R: r}
	for _, d := range p.Designs {
		design := planning.ScoreDesign{Items: 1000, LabelsPerItem: d.K}
		n, ok := design.ItemsFor(0.5, 0.95, s.HalfWidth)
		require.True(t, ok)
		assert.EqualValues(t, n, d.Random)
		assert.EqualValues(t, 2*n*d.K+100, d.Cost)
		assert.LessOrEqual(t, d.Lower, d.Random)
		assert.LessOrEqual(t, d.Enough, d.Upper)
	}
	assert.True(t, p.Designs[0].Cheapest)
	// Strata of the judge's labels 1, 2, 3 and 4, which sum to the items and to the labels.
	require.Len(t, p.Strata, 4)
	label := 0
	for h, of := range p.Strata {
		assert.EqualValues(t, h+1, of.Lowest)
		label += of.Label
	}
	assert.EqualValues(t, p.Designs[0].Strata, label)
}

// Pilots that leave a part open say so.
func TestScorePlanDoubts(t *testing.T) {
	o := ScorePlanOptions{Items: 1000, Within: 0.5, Level: 0.95, Assurance: 0.9, MostLabels: 3}
	one := pilotTable(t, []float64{1, 3, 2, 2, 5, 7, 4, 4}, []float64{1, 1, 2, 2})
	pilot, err := ScorePilot(one.StudyAt(0), one.StudyAt(1))
	require.NoError(t, err)
	for i := range pilot.Labels {
		pilot.Labels[i] = min(1, pilot.Labels[i])
	}
	p, err := NewScorePlan(pilot, "people", "gpt", Data{}, o)
	require.NoError(t, err)
	require.Len(t, p.Warnings, 1)
	assert.Contains(t, p.Warnings[0], "No item of the pilot has two labels")
	assert.Len(t, p.Designs, 1)
	assert.False(t, p.NoiseSD.Defined())
	noise := pilotTable(t, []float64{1, 9, 2, 8, 5, 5, 4, 6}, []float64{1, 1, 2, 2})
	pilot, err = ScorePilot(noise.StudyAt(0), noise.StudyAt(1))
	require.NoError(t, err)
	p, err = NewScorePlan(pilot, "people", "gpt", Data{}, o)
	require.NoError(t, err)
	require.Len(t, p.Warnings, 1)
	assert.Contains(t, p.Warnings[0], "differ no more than labels of one item do")
	for _, bad := range []ScorePlanOptions{
		{Items: 3, Within: 1, Level: 0.9, Assurance: 0.9, MostLabels: 1},
		{Items: 30, Within: 1, Level: 1, Assurance: 0.9, MostLabels: 1},
		{Items: 30, Within: 1, Level: 0.9, Assurance: 0.9},
		{Items: 30, Within: 1, Level: 0.9, Assurance: 0.9, MostLabels: 1, JudgeCost: -1},
	} {
		assert.Error(t, bad.Check())
	}
	for _, bad := range []ScoreAssumption{
		{R: 1, ICC: 1, SD: 1}, {R: 0.5, ICC: 0, SD: 1}, {R: 0.5, ICC: 1},
		{R: 0.5, ICC: 1, SD: 1, Share: 0.5, JudgeShare: 0.5},
		{R: 0.5, ICC: 1, Share: 1.5, JudgeShare: 0.5}, {R: 0.5, ICC: 1, SD: -1},
	} {
		assert.Error(t, bad.Check(), bad)
	}
}
