package ask

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/model/spec"
	"concord/planning"
	"concord/posterior"
)

func judgeOptions() PlanOptions {
	return PlanOptions{Kind: PlanOfJudge, Interval: posterior.Interval{Level: 0.95}, Power: 0.9, Assurance: 0.9,
		AtLeast:  1,
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
	data := result.NewData("labels.csv", besideGold(), spec.NoLabelers, nil)
	of := &answer.Answer{Data: data, Runs: []answer.Run{{Model: &result.Model{}}}}
	p, err := PlanJudge(people, gold, of, judgeOptions())
	require.NoError(t, err)
	require.Len(t, p.Of("items_needed"), 5)
	for i, d := range p.Of("items_needed") {
		assert.Equal(t, i+2, d.K)
		assert.LessOrEqual(t, d.Lower, d.Value)
		assert.LessOrEqual(t, d.Value, p.Value("items_enough", d.Key))
		assert.InDelta(t, d.Value*(0.6+float64(d.K)), p.Value("cost", d.Key), 1e-9)
		assert.EqualValues(t, int(900/(0.6+float64(d.K))), p.Value("items", d.Key))
	}
	assert.Len(t, p.Of("choice"), 1)
	// The same of one draw: the posterior means.
	truth, err := PlanJudgeAssumed(PlanAssumption{ICC: 1.0 / 3, Validity: 0.805}, judgeOptions())
	require.NoError(t, err)
	four := p.Of("items_needed")[2]
	assert.Greater(t, truth.Of("items_needed")[2].Value, four.Lower/2)
	assert.Less(t, truth.Of("items_needed")[2].Value, 2*four.Upper)
	require.Len(t, p.Verdict, 2)
	assert.Contains(t, p.Verdict[0], "each show whether gold is better or worse than a person: power 90%")
}

// A plan from assumptions has the numbers of package planning; what cannot be is an error.
func TestJudgePlanFromAssumptions(t *testing.T) {
	a := PlanAssumption{ICC: 0.4, Validity: ValidityOfWorth(2, 0.4), LabelerICC: 0.1, Labelers: 20}
	p, err := PlanJudgeAssumed(a, judgeOptions())
	require.NoError(t, err)
	assert.InDelta(t, 2, p.Value("worth", answer.Key{}), 1e-6)
	j := planning.GaussianJudged(planning.Components{Item: 0.4, Labeler: 0.1, Residual: 0.5}, a.Validity).Lead(0, 1, 1)
	n, ok := planning.FewestItems(func(n int) bool {
		return j.Power(0.95, planning.Design{Items: n, LabelsPerItem: 3, Labelers: 20},
			planning.Design{Items: n, LabelsPerItem: 1}) >= 0.9
	})
	require.True(t, ok)
	assert.EqualValues(t, n, p.Value("items_needed", answer.Key{K: 3}))

	even, err := PlanJudgeAssumed(PlanAssumption{ICC: 0.4, Validity: ValidityOfWorth(1, 0.4)},
		judgeOptions())
	require.NoError(t, err)
	assert.Equal(t, math.Inf(1), even.Of("items_needed")[0].Value, "as good as a person is never settled")
	assert.Equal(t, []string{"No number of items shows whether the judge is better or worse than a person: the judge " +
		"is too close"}, even.Verdict)

	for _, wrong := range []PlanAssumption{{ICC: 1, Validity: 0.5}, {ICC: 0.5, Validity: 1},
		{ICC: 0.5, Validity: 0.5, Share: 2}, {ICC: 0.5, Validity: 0.5, LabelerICC: 0.6},
		{ICC: 0.5, Validity: 0.5, Labelers: 1}, {ICC: 0.4, Validity: 0.95, Share: 0.3},
		{ICC: 0.4, Validity: 0.5, Share: 0.3, LabelerICC: 0.1}} {
		_, err := PlanJudgeAssumed(wrong, judgeOptions())
		require.Error(t, err, "%+v", wrong)
	}
	o := judgeOptions()
	o.MostLabels = 1
	require.Error(t, o.Check())
}
