package ask

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/model/spec"
	"concord/planning"
	"concord/posterior"
)

func judgeOptions() result.JudgePlanOptions {
	return result.JudgePlanOptions{Interval: posterior.Interval{Level: 0.95}, Power: 0.9, Assurance: 0.9, AtLeast: 1,
		ItemCost: 0.5, JudgeCost: 0.1, MostLabels: 6, Budget: 900}
}

// The plan from a pilot with known components is that of these components, averaged over what the pilot leaves open.
func TestJudgePlanFromAPilot(t *testing.T) {
	fit := fitBesideGold()
	require.NotNil(t, fit)
	people, err := fit.Study("near")
	require.NoError(t, err)
	gold, err := fit.Study("gold")
	require.NoError(t, err)
	p, err := result.NewJudgePlan(people, gold, result.NewData("labels.csv", besideGold(), spec.NoLabelers, nil),
		judgeOptions())
	require.NoError(t, err)
	require.Len(t, p.Designs, 5)
	cheapest := 0
	for i, d := range p.Designs {
		assert.Equal(t, i+2, d.K)
		assert.LessOrEqual(t, d.Lower, d.Items)
		assert.LessOrEqual(t, d.Items, d.Enough)
		assert.InDelta(t, float64(d.Items)*(0.6+float64(d.K)), float64(d.Cost), 1e-9)
		assert.Equal(t, int(900/(0.6+float64(d.K))), d.BudgetItems)
		if d.Cheapest {
			cheapest = d.K
		}
	}
	assert.NotZero(t, cheapest)
	// The same of one draw: the posterior means.
	truth, err := result.NewAssumedJudgePlan(result.JudgeAssumption{ICC: 1.0 / 3, Validity: 0.805}, judgeOptions())
	require.NoError(t, err)
	assert.Greater(t, float64(truth.Designs[2].Items), float64(p.Designs[2].Lower)/2)
	assert.Less(t, float64(truth.Designs[2].Items), 2*float64(p.Designs[2].Upper))

	var out, again bytes.Buffer
	require.NoError(t, result.WriteJSON(&out, p))
	var back result.JudgePlan
	require.NoError(t, json.Unmarshal(out.Bytes(), &back))
	require.NoError(t, result.WriteJSON(&again, &back))
	assert.Equal(t, out.String(), again.String())
	require.Len(t, p.Verdict, 2)
	assert.Contains(t, p.Verdict[0], "each show whether gold is better or worse than a person: power 90%")
}

// A plan from assumptions has the numbers of package planning; what cannot be is an error.
func TestJudgePlanFromAssumptions(t *testing.T) {
	a := result.JudgeAssumption{ICC: 0.4, Validity: result.ValidityOfWorth(2, 0.4), LabelerICC: 0.1, Labelers: 20}
	p, err := result.NewAssumedJudgePlan(a, judgeOptions())
	require.NoError(t, err)
	assert.InDelta(t, 2, float64(p.Worth.Median), 1e-6)
	j := planning.GaussianJudged(planning.Components{Item: 0.4, Labeler: 0.1, Residual: 0.5}, a.Validity)
	n, ok := j.ItemsFor(0.9, 1, 0.95, func(n int) planning.Design {
		return planning.Design{Items: n, LabelsPerItem: 3, Labelers: 20}
	})
	require.True(t, ok)
	assert.Equal(t, result.Number(n), p.Designs[1].Items)

	even, err := result.NewAssumedJudgePlan(result.JudgeAssumption{ICC: 0.4, Validity: result.ValidityOfWorth(1, 0.4)},
		judgeOptions())
	require.NoError(t, err)
	assert.False(t, even.Designs[0].Items.Defined(), "as good as a person is never settled")
	assert.Equal(t, []string{"No number of items shows whether the judge is better or worse than a person: the judge " +
		"is too close"}, even.Verdict)

	for _, wrong := range []result.JudgeAssumption{{ICC: 1, Validity: 0.5}, {ICC: 0.5, Validity: 1},
		{ICC: 0.5, Validity: 0.5, Share: 2}, {ICC: 0.5, Validity: 0.5, LabelerICC: 0.6},
		{ICC: 0.5, Validity: 0.5, Labelers: 1}, {ICC: 0.4, Validity: 0.95, Share: 0.3},
		{ICC: 0.4, Validity: 0.5, Share: 0.3, LabelerICC: 0.1}} {
		_, err := result.NewAssumedJudgePlan(wrong, judgeOptions())
		require.Error(t, err, "%+v", wrong)
	}
	o := judgeOptions()
	o.MostLabels = 1
	_, err = result.NewAssumedJudgePlan(a, o)
	require.Error(t, err)
}
