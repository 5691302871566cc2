package model_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// withFactor is the table of the regressed study with one more factor, whose level is a function of the study, item,
// labeler and place of the label.
func withFactor(t *testing.T, name string, level func(s, item, labeler int32, n int) string) *study.Table {
	t.Helper()
	truth, d := regressed(family.Gaussian{})
	f := study.Factor{Name: name}
	for n, s := range d.Study {
		f.Index = append(f.Index, int32(len(f.Levels)))
		f.Levels = append(f.Levels, level(s, d.Item[n], d.Labeler[n], n))
	}
	d.Factors = append(d.Factors, distinctLevels(f))
	table, err := simulate.Simulate(truth, d, 1)
	require.NoError(t, err)
	return table
}

func TestCovariatesThatAreRefused(t *testing.T) {
	of := func(names ...string) spec.Spec {
		var sp spec.Spec
		for _, name := range names {
			sp.Covariates = append(sp.Covariates, spec.Covariate{Factor: name})
		}
		return sp
	}
	for _, c := range []struct {
		code  refusal.Code
		spec  spec.Spec
		level func(s, item, labeler int32, n int) string
		says  string
	}{
		{refusal.CovariateConstant, of("x"), func(int32, int32, int32, int) string { return "7" },
			`all labels have the same value of covariate x, "7", so it can explain nothing`},
		{refusal.CovariateIsStudy, of("x"), func(s, _, _ int32, _ int) string { return fmt.Sprint("arm ", s) },
			"all labels of a group have the same value of covariate x, so its effect cannot be separated from the " +
				"difference of the groups"},
		{refusal.CovariateCategories, of("x"), func(_, _, _ int32, n int) string {
			return fmt.Sprint("session of ", n%51, "th")
		}, "covariate x has 51 categories, and the most is 50"},
		{refusal.CollinearCovariates, of("length", "x"), func(_, j, _ int32, _ int) string {
			return fmt.Sprint(3 - 2*(20+j*j%97))
		}, "covariate x follows from length, so their effects cannot be separated"},
		{refusal.CovariateTwice, of("x", "x"), func(_, _, _ int32, n int) string { return fmt.Sprint(n % 3) },
			"covariate x is named twice"},
		{refusal.CovariateIsFacet,
			spec.Spec{Covariates: of("x").Covariates, Facets: []spec.Facet{{By: []string{"x"}}}},
			func(_, _, _ int32, n int) string { return fmt.Sprint(n % 3) },
			"x is a covariate and a facet: the model cannot separate their effects"},
		{refusal.CovariateUnread, spec.Spec{Covariates: []spec.Covariate{{Factor: "x", Kind: spec.NumberCovariate}}},
			func(_, _, _ int32, n int) string {
				if n == 17 {
					return "12 words"
				}
				return fmt.Sprint(n)
			}, `the values of covariate x should be numbers, and "12 words" of item item2 by labeler labeler9 is ` +
				"none"},
		{refusal.CovariateUnread, of("x"), func(_, _, _ int32, n int) string {
			if n%700 == 1 {
				return fmt.Sprintf("%02d/01/2025", 14+n%16)
			}
			return fmt.Sprintf("2025-01-%02d", 1+n%30)
		}, `the values of covariate x should be times, all written in one way; "15/01/2025" of item item0 by labeler ` +
			"labeler5 and 2 other values are not"},
		{refusal.CovariateUnread, of("x"), func(_, _, _ int32, n int) string {
			return fmt.Sprintf("%02d/%02d/2025", 1+n%12, 1+n%11)
		}, `nobody can tell the day from the month in dates of covariate x, such as "12/01/2025" of item item1 by ` +
			"labeler labeler2"},
		{refusal.CovariateConstant, of("x"), func(_, _, _ int32, n int) string { // the same number
			return []string{"2", "2.0"}[n%2]
		}, `all labels have the same value of covariate x, "2", so it can explain nothing`},
	} {
		t.Run(string(c.code), func(t *testing.T) {
			_, err := model.Resolve(withFactor(t, "x", c.level), c.spec)
			var fault *refusal.Error
			require.True(t, errors.As(err, &fault), "%v", err)
			assert.Equal(t, c.says, err.Error())
			assert.Equal(t, c.code, fault.Code)
		})
	}
	_, err := model.Resolve(withFactor(t, "x", func(int32, int32, int32, int) string { return "1" }), of("y"))
	var name *study.NameError
	require.True(t, errors.As(err, &name))
	assert.Equal(t, []string{"length", "country", "position", "x"}, name.Names)
}

// A number or date far from all others is named, with how many labels have it. So are codes for missing answers. Two
// numbers, one of which is rare, are not far, and categories have no distance.
func TestFarValuesOfCovariates(t *testing.T) {
	for _, c := range []struct {
		level func(n int) string
		want  model.FarValue
	}{
		{func(n int) string { return []string{fmt.Sprint(n % 90), "999"}[1-min(n%400, 1)] },
			model.FarValue{Levels: []string{"999"}, Labels: 4, Codes: true}},
		{func(n int) string { return []string{fmt.Sprintf("2025-03-%02d", 1+n%30), "1970-01-01"}[1-min(n, 1)] },
			model.FarValue{Levels: []string{"1970-01-01"}, Labels: 1}},
		{func(n int) string { return []string{fmt.Sprint(n % 90), "9999.5"}[1-min(n, 1)] },
			model.FarValue{Levels: []string{"9999.5"}, Labels: 1}},
		{func(n int) string { return []string{fmt.Sprint(n % 90), "-1"}[1-min(n%400, 1)] }, // as of labels
			model.FarValue{Levels: []string{"-1"}, Labels: 4, Codes: true}},
		{func(n int) string { return []string{"-8", "-9.0", fmt.Sprint(n % 90)}[min(n%400, 2)] },
			model.FarValue{Levels: []string{"-8", "-9.0"}, Labels: 8, Codes: true}},
		{func(n int) string { return []string{fmt.Sprint(n % 90), "-1"}[1-min(n, 1)] }, model.FarValue{}}, // once
		{func(n int) string { return fmt.Sprintf("%.1f", []float64{7 + float64(n%90), -3}[1-min(n, 1)]) }, // the least
			model.FarValue{}},
		{func(n int) string { return fmt.Sprint(1 - min(n%100, 1)) }, model.FarValue{}},
		{func(n int) string { return []string{"BR", "US", "999"}[n%3] }, model.FarValue{}},
	} {
		table := withFactor(t, "x", func(_, _, _ int32, n int) string { return c.level(n) })
		sp, err := model.Resolve(table, spec.Spec{Covariates: []spec.Covariate{{Factor: "x"}}})
		require.NoError(t, err)
		got, ok := model.FarValueOf(table, sp.Covariates[0])
		assert.Equal(t, c.want, got)
		assert.Equal(t, c.want.Labels > 0, ok)
	}
}

// Covariates are read as numbers or times if all levels are.
func TestKindsOfCovariates(t *testing.T) {
	for _, c := range []struct {
		level func(n int) string
		kind  spec.CovariateKind
	}{
		{func(n int) string { return fmt.Sprint(float64(n) / 8) }, spec.NumberCovariate},
		{func(n int) string { return fmt.Sprintf("2025-%02d-%02d", 1+n%12, 1+n%28) }, spec.TimeCovariate},
		{func(n int) string { return fmt.Sprintf("2025-W%02d", 1+n%50) }, spec.TimeCovariate},
		{func(n int) string { return []string{"BR", "US", "7"}[n%3] }, spec.CategoryCovariate},
	} {
		table := withFactor(t, "x", func(_, _, _ int32, n int) string { return c.level(n) })
		sp, err := model.Resolve(table, spec.Spec{Covariates: []spec.Covariate{{Factor: "x"}}})
		require.NoError(t, err)
		got := sp.Covariates[0]
		assert.Equal(t, c.kind, got.Kind)
		assert.Equal(t, c.kind == spec.CategoryCovariate, got.Levels != nil)
		assert.Equal(t, c.kind != spec.CategoryCovariate, got.SD > 0)
	}
}

// A category for each labeler, of whom there are few.
func TestCovariateThatIsTheLabeler(t *testing.T) {
	truth, d := regressed(family.Bernoulli{})
	d.Factors = []study.Factor{{Name: "desk", Levels: []string{"a", "b", "c", "d", "e", "f"}}}
	d.Labelers = d.Labelers[:6]
	for n, l := range d.Labeler {
		d.Labeler[n] = (l + 3*d.Study[n]) % 6
		d.Factors[0].Index = append(d.Factors[0].Index, d.Labeler[n])
	}
	truth.Covariates = nil
	table, err := simulate.Simulate(truth, d, 1)
	require.NoError(t, err)
	_, err = model.Resolve(table, spec.Spec{Covariates: []spec.Covariate{{Factor: "desk"}}})
	assert.EqualError(t, err, "each category of covariate desk is one labeler, so its effects cannot be separated "+
		"from the effects of the labelers")
}
