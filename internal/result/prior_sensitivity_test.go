package result

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// fewAndMany fits two studies of the same items, one by 3 labelers and one by 40, and reports it.
func fewAndMany(t *testing.T) *Result {
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
	return New(NewData("few.csv", table, spec.Nested, nil),
		Fit{Posterior: fit, Settings: settings, Reference: fit.StudyAt(0)}, nil, posterior.Interval{Level: 0.95})
}

// Of three labelers the prior speaks, of forty it does not; the page says so, and the plan, and what probability to
// doubt.
func TestThePriorIsAnnounced(t *testing.T) {
	r := fewAndMany(t)
	var rows []string
	for _, s := range r.PriorSensitivity {
		rows = append(rows, s.Quantity+" "+strings.Join(s.Studies, ",")+" "+s.Prior)
	}
	assert.Equal(t, []string{
		"icc few sd", "icc many sd", "labeler_icc few sd", "labeler_icc many sd",
		"rho few,many sd", "rho few,many correlation", "xcc few,many sd", "xcc few,many correlation",
	}, rows)
	assert.True(t, r.PriorSensitivity[2].Speaks)
	few, _ := Look(r).Find(catalogue.LabelerICC, "few")
	assert.Less(t, r.PriorSensitivity[2].Upper, few.Upper,
		"half the scale has less of large labeler effects")
	assert.False(t, r.PriorSensitivity[1].Speaks)
	assert.False(t, r.PriorSensitivity[3].Speaks)

	warnings := PlanWarnings(r.PriorSensitivity)
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "The prior matters for the plan of few")
	assert.Empty(t, PlanWarnings(nil))
}

// The labeler ICC of three labelers is skewed: its median stands beside the mean. That of forty is not.
func TestMedianStandsBesideASkewedMean(t *testing.T) {
	r := fewAndMany(t)
	l := Look(r)
	few, _ := l.Find(catalogue.LabelerICC, "few")
	many, _ := l.Find(catalogue.LabelerICC, "many")
	require.Equal(t, catalogue.LabelerICC, few.Quantity)
	require.True(t, few.Skewed)
	require.False(t, many.Skewed)
}

func TestPriorSensitivityIsTheSameOnAnyNumberOfCores(t *testing.T) {
	want := fewAndMany(t)
	before := runtime.GOMAXPROCS(1)
	got := fewAndMany(t)
	runtime.GOMAXPROCS(before)
	for i, s := range want.PriorSensitivity {
		if !s.ParetoK.Defined() { // null is not equal to itself
			want.PriorSensitivity[i].ParetoK, got.PriorSensitivity[i].ParetoK = 0, 0
		}
	}
	require.Equal(t, want.PriorSensitivity, got.PriorSensitivity)
}

// Two studies have a warning each. Of more, the second warning names the first few and counts the others.
func TestPlanWarningsOfManyStudies(t *testing.T) {
	var all []PriorSensitivity
	warnings := func() []string {
		all = append(all, PriorSensitivity{Quantity: "icc", Studies: []string{fmt.Sprint("s", len(all))}, Mean: 0.3,
			Lower: 0.1, Upper: 0.5, Reliable: true, Speaks: true})
		return PlanWarnings(all)
	}
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
