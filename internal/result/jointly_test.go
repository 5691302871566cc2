package result

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/nominal"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// jointly fits simulated labels of three categories in some groups, after a change.
func jointly(t *testing.T, groups int, change func(*study.Indexed)) *Jointly {
	t.Helper()
	plan := simulate.Plan{Items: 60}
	var of []simulate.StudyTruth
	for _, name := range []string{"crowd", "experts", "friends"}[:groups] {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 6, LabelsPerItem: 4})
		of = append(of, simulate.StudyTruth{ItemSD: 1.2, LabelerSD: 0.4})
	}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	var truths []simulate.Truth
	for _, mean := range []float64{1, 0, -0.5} {
		truth := simulate.Truth{Family: family.Bernoulli{}, Labelers: model.Nested,
			ItemCorrelation: simulate.CommonCorrelation(groups, 0.8)}
		for _, s := range of {
			s.Mean = mean
			truth.Studies = append(truth.Studies, s)
		}
		truths = append(truths, truth)
	}
	table, err := simulate.Categories([]string{"spam", "ham", "other"}, truths, design, 1)
	require.NoError(t, err)
	if change != nil {
		labels := table.Indexed()
		labels.Value = append([]float64{}, labels.Value...)
		change(&labels)
		table, err = study.NewTable(labels)
		require.NoError(t, err)
	}
	agreement, err := JointCoefficients(t.Context(), table, "crowd", nonparam.Options{})
	require.NoError(t, err)
	settings := sampler.Settings{Seed: 1, Draws: 300}
	p, err := nominal.Fit(t.Context(), table, nominal.Spec{Effects: true}, settings)
	require.NoError(t, err)
	data := NewData("labels.csv", table, model.Nested, nil)
	return NewJointly(data, "crowd", JointFit{Posterior: p, Settings: settings, Replicates: 400}, agreement,
		posterior.Interval{Level: 0.95})
}

// A joint fit of one group has a rate and an ICC of each category and of all together, and the confusions in words.
// Shares of disagreements add up to 1, and coefficients lie near the values that the fit implies.
func TestJointly(t *testing.T) {
	j := jointly(t, 1, nil)
	assert.Equal(t, "spam", j.Model.ReferenceCategory)
	assert.Len(t, j.Estimates, 3+3*3)
	assert.Len(t, j.Confusions, 7)
	assert.Len(t, j.Labelers, 6)
	assert.Len(t, j.Checks, 4)
	for _, c := range j.Checks {
		assert.False(t, c.Doubt, c)
		assert.InDelta(t, float64(c.Mean), float64(c.Observed), 0.1)
	}
	require.Len(t, j.Verdict, 2)
	assert.Regexp(t, `^Reliability of one label \(ICC\): 0\.\d+ \[0\.\d+, 0\.\d+\]; by category: (highest|lowest|0)`,
		j.Verdict[0])
	assert.Regexp(t, `^Most confused: \w+ with \w+, \d+% \[\d+%, \d+%\] of disagreements$`, j.Verdict[1])
	shares := Number(0)
	for _, c := range j.Confused {
		shares += c.Share.Estimate
	}
	assert.InDelta(t, 1, float64(shares), 1e-9)
	require.Len(t, j.Comparison, 5) // α and κ of all, α of each
	for _, c := range j.Comparison {
		assert.InDelta(t, float64(c.Observed), float64(c.ImpliedMean), 0.1, c)
	}
	assert.True(t, j.Diagnostics.Converged, j.Diagnostics.Messages)
	assert.Contains(t, j.Model.BRMSCode, `categorical(refcat = "c1")`)
}

// A category that a group never uses has no estimates there, with the reason, and others have them.
func TestJointlyOfACategoryThatAGroupNeverUses(t *testing.T) {
	j := jointly(t, 2, func(labels *study.Indexed) {
		for n, s := range labels.Study {
			if s == 1 && labels.Value[n] == 2 {
				labels.Value[n] = 1
			}
		}
	})
	const why = "no label of experts is other"
	for _, quantity := range []string{JointRate, catalogue.ICC, catalogue.LabelerICC} {
		e, ok := j.Find(quantity, "other", "experts")
		require.True(t, ok)
		assert.Equal(t, why, e.Undefined)
		assert.False(t, e.Mean.Defined())
		e, _ = j.Find(quantity, "other", "crowd")
		assert.True(t, e.Defined())
	}
	e, ok := j.Find(catalogue.Rho, "other", "experts", "crowd") // in either order
	require.True(t, ok)
	assert.Equal(t, why, e.Undefined)
	for _, c := range j.Confused {
		assert.False(t, c.Study == "experts" && strings.Contains(c.Categories[0]+c.Categories[1], "other"))
	}
	for _, c := range j.Confusions {
		if c.Study == "experts" {
			assert.NotEmpty(t, c.Said[2][0].Undefined)
		}
	}
	assert.True(t, strings.HasPrefix(j.Model.BRMSCode, noCode))
	assert.True(t, j.Diagnostics.Converged, j.Diagnostics.Messages)
	assert.Regexp(t, `^crowd and experts agree on the categories of items \(ρ\): `, j.Verdict[0])
}

// A labeler stands out by the category with the largest difference from others whose interval leaves out 0.
func TestHabits(t *testing.T) {
	of := func(x, lower, upper Number) Observed { return Observed{Estimate: x, Lower: lower, Upper: upper} }
	j := &Jointly{Categories: []string{"spam", "ham"}, Labelers: []JointLabeler{
		{Study: "crowd", Labeler: "ann", Differences: []Observed{of(0.1, -0.1, 0.3), of(-0.2, -0.4, 0.1)}},
		{Study: "crowd", Labeler: "bob", Differences: []Observed{of(0.1, 0.05, 0.2), of(-0.12, -0.3, -0.01)}},
		{Study: "crowd", Labeler: "eve", Differences: []Observed{of(0.3, 0.2, 0.4), of(-0.4, -0.9, 0.1)}},
	}}
	var all []string
	for _, h := range j.Habits() {
		all = append(all, h.Says(false))
	}
	assert.Equal(t, []string{"eve says spam 30 points more often",
		"bob says ham 12 points less often"}, all)
	assert.Equal(t, "bob (crowd) says ham 12 points less often", j.Habits()[1].Says(true))
}

// Of three groups the verdict says which is closer to the reference, whichever stands first in the file.
func TestVerdictOfThreeGroups(t *testing.T) {
	rho := func(x Number, a, b string) Estimate {
		return Estimate{Quantity: catalogue.Rho, Studies: []string{a, b}, Mean: x, Median: x}
	}
	j := &Jointly{Data: Data{Studies: []Study{{Name: "b"}, {Name: "expert"}, {Name: "a"}}},
		Model: JointModel{Reference: "expert"}, Estimates: []Estimate{rho(0.9, "b", "expert"), rho(0.7, "expert", "a")},
		Probabilities: []Probability{{Event: "rho_difference > 0", Studies: []string{"expert", "b", "a"},
			Probability: 0.99}}}
	assert.Equal(t, "b is closer to expert than a is: probability 99.0%", j.closestSentence())
	j.Estimates = []Estimate{rho(0.7, "b", "expert"), rho(0.72, "expert", "a")}
	j.Probabilities[0].Probability = 0.4
	assert.Equal(t, "It is unclear whether a or b is closer to expert: probability 60.0% that a is",
		j.closestSentence())
}
