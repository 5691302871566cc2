package result

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/result/catalogue"
	"concord/sampler"
)

// fewAndMany fits two studies of the same items, one by 3 labelers and one by 40, and reports it.
func fewAndMany(t *testing.T) *Result {
	t.Helper()
	truth := model.Truth{Family: family.Gaussian{}, Labelers: model.Nested,
		ItemCorrelation: model.CommonCorrelation(2, 0.5)}
	for range 2 {
		truth.Studies = append(truth.Studies, model.StudyTruth{Mean: 5, ItemSD: 1, LabelerSD: 0.5, ResidualSD: 1})
	}
	plan := model.Plan{Items: 80, Labelers: model.Nested,
		Studies: []model.StudyPlan{{Name: "few", Labelers: 3, LabelsPerItem: 3},
			{Name: "many", Labelers: 40, LabelsPerItem: 8}}}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := model.Simulate(truth, design, 1)
	require.NoError(t, err)
	settings := sampler.Settings{Seed: 1, Draws: 500}
	fit, err := model.Fit(context.Background(), table, model.Spec{}, settings)
	require.NoError(t, err)
	return New(NewData("few.csv", table, model.Nested, nil),
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
	assert.Less(t, r.PriorSensitivity[2].Upper, r.Estimates[2].Upper,
		"half the scale has less of large labeler effects")
	assert.False(t, r.PriorSensitivity[1].Speaks)
	assert.False(t, r.PriorSensitivity[3].Speaks)

	var text bytes.Buffer
	require.NoError(t, Text(&text, r))
	assert.Contains(t, text.String(), "The prior speaks: the labels alone do not settle these\n  Under priors of "+
		"standard deviations with half the scale:\n")
	assert.Regexp(t, `    labeler ICC, few .*→`, text.String())
	assert.NotRegexp(t, `    labeler ICC, many .*→`, text.String())
	assert.Contains(t, text.String(), "P(> ICC) of few: only 3 labelers")
	assert.NotContains(t, text.String(), "P(> ICC) of many")

	warnings := PlanWarnings(r.PriorSensitivity)
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "The prior matters for the plan of few")
	assert.Empty(t, PlanWarnings(nil))
}

// The labeler ICC of three labelers is skewed: its median stands beside the mean. That of forty is not.
func TestMedianStandsBesideASkewedMean(t *testing.T) {
	r := fewAndMany(t)
	few, many := r.Estimates[2], r.Estimates[3]
	require.Equal(t, catalogue.LabelerICC, few.Quantity)
	require.True(t, few.Skewed)
	require.False(t, many.Skewed)
	var text bytes.Buffer
	require.NoError(t, Text(&text, r))
	line := func(name string) string {
		_, after, _ := strings.Cut(text.String(), "\n  labeler ICC")
		_, after, _ = strings.Cut(after, "\n    "+name+" ")
		line, _, _ := strings.Cut(after, "\n")
		return line
	}
	assert.Contains(t, line("few"), "median "+few.Median.fixed(2))
	assert.NotContains(t, line("many"), "median")
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

// With many that speak, those that move furthest are printed.
func TestTheLargestShiftsArePrinted(t *testing.T) {
	r := example()
	r.PriorSensitivity = nil
	for i := range 12 {
		r.PriorSensitivity = append(r.PriorSensitivity, PriorSensitivity{
			Quantity: catalogue.Rho, Studies: []string{"s" + string(rune('a'+i)), "t"}, Scale: ScaleLatent, Prior: "sd",
			MeanShift: Number(i), Reliable: i != 3, Speaks: true,
		})
	}
	var text bytes.Buffer
	require.NoError(t, Text(&text, r))
	assert.Contains(t, text.String(), "and 4 more: prior_sensitivity in the JSON")
	for i := range 12 {
		shown := i >= 5 || i == 3
		assert.Equal(t, shown, strings.Contains(text.String(), "s"+string(rune('a'+i))+" × t"), i)
	}
}
