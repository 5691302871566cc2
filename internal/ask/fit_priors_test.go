package ask

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// fewAndMany fits two studies of the same items, one by 3 labelers and one by 40, and reports it.
func fewAndMany(t *testing.T) *answer.Answer {
	t.Helper()
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested,
		ItemCorrelation: simulate.CommonCorrelation(2, 0.5)}
	for range 2 {
		truth.Studies = append(truth.Studies, simulate.StudyTruth{Mean: 5, ItemSD: 1, LabelerSD: 0.5, ResidualSD: 1})
	}
	plan := simulate.Plan{Items: 80, Labelers: spec.Nested,
		Studies: []simulate.StudyPlan{{Name: "few", Labelers: 3, LabelsPerItem: 3},
			{Name: "many", Labelers: 40, LabelsPerItem: 8}}}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	settings := sampler.Settings{Seed: 1, Draws: 500}
	fit, err := model.Fit(context.Background(), table, spec.Spec{}, settings)
	require.NoError(t, err)
	return Fit(result.NewData("few.csv", table, spec.Nested, nil),
		result.Fit{Posterior: fit, Settings: settings, Reference: fit.StudyAt(0)}, nil, posterior.Interval{Level: 0.95})
}

// others are the rows under other priors.
func others(a *answer.Answer) (all []*answer.Row) {
	for _, r := range a.Rows {
		if r.Prior != "" && r.Q.Name != "pareto_k" {
			all = append(all, r)
		}
	}
	return all
}

// Of three labelers the prior speaks, of forty it does not; the page says so, and the plan, and what probability to
// doubt.
func TestThePriorIsAnnounced(t *testing.T) {
	r := fewAndMany(t)
	var rows []string
	all := others(r)
	for _, s := range all {
		rows = append(rows, s.Q.Name+" "+strings.Join(s.Groups(), ",")+" "+s.Prior)
	}
	assert.Equal(t, []string{
		"icc few sd", "icc many sd", "labeler_icc few sd", "labeler_icc many sd",
		"rho few,many sd", "rho few,many correlation", "xcc few,many sd", "xcc few,many correlation",
	}, rows)
	assert.NotEmpty(t, all[2].Reason)
	assert.Less(t, all[2].Upper, r.First(catalogue.LabelerICC, "few").Upper,
		"half the scale has less of large labeler effects")
	assert.Empty(t, all[1].Reason)
	assert.Empty(t, all[3].Reason)

	warnings := say.PlanWarnings(r)
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "The prior matters for the plan of few")
}

// The labeler ICC of three labelers is skewed: its median stands beside the mean. That of forty is not.
func TestMedianStandsBesideASkewedMean(t *testing.T) {
	r := fewAndMany(t)
	require.True(t, r.First(catalogue.LabelerICC, "few").Skewed())
	require.False(t, r.First(catalogue.LabelerICC, "many").Skewed())
}

func TestPriorSensitivityIsTheSameOnAnyNumberOfCores(t *testing.T) {
	want := fewAndMany(t)
	before := runtime.GOMAXPROCS(1)
	got := fewAndMany(t)
	runtime.GOMAXPROCS(before)
	for i, r := range others(want) {
		require.Equal(t, fmt.Sprintf("%+v", *r), fmt.Sprintf("%+v", *others(got)[i]))
	}
}

// Two studies have a warning each. Of more, the second warning names the first few and counts the others.
func TestPlanWarningsOfManyStudies(t *testing.T) {
	a := answer.New("fit", result.Data{}, result.Intervals{})
	warnings := func() []string {
		at := answer.Key{Group: fmt.Sprint("s", len(a.Rows)), Prior: "sd"}
		a.Add("icc", at, 0.3).Within(0.1, 0.5).Reason = say.PriorMatters
		return say.PlanWarnings(a)
	}
	assert.Empty(t, say.PlanWarnings(a))
	assert.Len(t, warnings(), 1)
	two := warnings()
	require.Len(t, two, 2)
	assert.Contains(t, two[1], "the plan of s1: with half the scale")
	three := warnings()
	assert.Equal(t, []string{two[0], "The prior matters for the plans of 2 other groups too: s1, s2. Take their " +
		"numbers as a range."}, three)
	for range 3 {
		three = warnings()
	}
	assert.Equal(t, []string{two[0], "The prior matters for the plans of 5 other groups too: s1, s2, s3 and 2 more. " +
		"Take their numbers as a range."}, three)
}
