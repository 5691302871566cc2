package nonparam_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
)

var missing = math.NaN()

// undefinedCases are matrices and the reasons why coefficients of them are undefined.
func undefinedCases() map[string]struct {
	rows   [][]float64
	reason map[nonparam.Coefficient]string
} {
	all := func(reason string, except map[nonparam.Coefficient]string) map[nonparam.Coefficient]string {
		of := map[nonparam.Coefficient]string{}
		for _, c := range nonparam.Coefficients() {
			if !c.Across() && c != nonparam.SpecificAgreementName { // which has several values
				of[c] = reason
			}
		}
		for c, r := range except {
			of[c] = r
		}
		return of
	}
	with := func(of map[nonparam.Coefficient]string, reason string, more ...nonparam.Coefficient,
	) map[nonparam.Coefficient]string {
		for _, c := range more {
			of[c] = reason
		}
		return of
	}
	crossed := []nonparam.Coefficient{nonparam.KappaMaxName, nonparam.KappaOverMaxName, nonparam.PrevalenceIndexName,
		nonparam.BiasIndexName}
	correlations := []nonparam.Coefficient{nonparam.PearsonName, nonparam.SpearmanName}
	const equal = "all ratings are equal, so chance alone gives full agreement"
	return map[string]struct {
		rows   [][]float64
		reason map[nonparam.Coefficient]string
	}{
		"nothing": {nil, all("there are no ratings", nil)},
		"one value": {[][]float64{{2, 2}, {2, 2}, {2, 2}}, with(with(all(equal, map[nonparam.Coefficient]string{
			nonparam.PABAKName:            "there is only one category",
			nonparam.PercentAgreementName: "", nonparam.GwetACName: "there is only one category",
			nonparam.BrennanPredigerName: "there is only one category",
			nonparam.FleissKappaName:     "there is only one category",
			nonparam.ScottPiName:         "there is only one category"}),
			"there are not exactly two categories", nonparam.PrevalenceIndexName, nonparam.BiasIndexName),
			"no two raters have three items in common on which both vary", correlations...)},
		"one rating an item": {[][]float64{{1, missing}, {missing, 2}, {3, missing}},
			with(with(all("no item has two ratings", map[nonparam.Coefficient]string{
				nonparam.LinCCCName:     "no item has a rating of both raters",
				nonparam.KendallWName:   "no item has a rating by every rater",
				nonparam.CohenKappaName: "no item has a rating of both raters",
				nonparam.ScottPiName:    "no item has a rating of both raters",
				nonparam.ICCA1Name:      "not every rater rated every item exactly once",
				nonparam.ICCC1Name:      "not every rater rated every item exactly once",
				nonparam.ICCAkName:      "not every rater rated every item exactly once",
				nonparam.ICCCkName:      "not every rater rated every item exactly once"}),
				"no item has a rating of both raters", crossed...),
				"no two raters have three items in common", correlations...)},
		"one rater": {[][]float64{{1}, {2}, {3}}, with(with(all("no item has two ratings",
			map[nonparam.Coefficient]string{nonparam.CohenKappaName: "there are not exactly two raters",
				nonparam.ScottPiName:     "there are not exactly two raters",
				nonparam.CongerKappaName: "there is only one rater", nonparam.IotaName: "there is only one rater",
				nonparam.ICCA1Name: "there is only one rater", nonparam.ICCC1Name: "there is only one rater",
				nonparam.ICCAkName: "there is only one rater", nonparam.ICCCkName: "there is only one rater"}),
			"there are not exactly two raters", crossed...), "there is only one rater",
			append(correlations, nonparam.LinCCCName, nonparam.KendallWName)...)},
		"three raters": {[][]float64{{1, 2, 3}, {2, 2, 1}}, map[nonparam.Coefficient]string{
			nonparam.CohenKappaName: "there are not exactly two raters",
			nonparam.ScottPiName:    "there are not exactly two raters"}},
	}
}

func TestUndefinedSaysWhy(t *testing.T) {
	for name, c := range undefinedCases() {
		r, err := nonparam.FromMatrix(c.rows)
		require.NoError(t, err)
		for _, d := range []nonparam.Distance{nonparam.Nominal, nonparam.Interval, nonparam.Ordinal} {
			for coefficient, want := range c.reason {
				results, err := nonparam.AgreementOf(context.Background(), []*nonparam.Ratings{r},
					nonparam.Options{Coefficients: []nonparam.Coefficient{coefficient}, Distance: d})
				require.NoError(t, err)
				require.Len(t, results, 1)
				assert.Equal(t, want, results[0].Undefined, "%s: %s, %s", name, coefficient, d)
			}
		}
	}
}

func TestUndefinedIsTyped(t *testing.T) {
	r, err := nonparam.FromMatrix([][]float64{{1, 1}, {1, 1}})
	require.NoError(t, err)
	_, err = nonparam.Of(nonparam.AlphaName, nonparam.Nominal, r)
	var undefined *nonparam.UndefinedError
	require.True(t, errors.As(err, &undefined))
	assert.Equal(t, nonparam.AlphaName, undefined.Coefficient)
	assert.EqualError(t, err,
		"kripp_alpha is undefined: all ratings are equal, so chance alone gives full agreement")

	other, err := nonparam.FromMatrix([][]float64{{missing, missing}, {missing, missing}, {0, 1}})
	require.NoError(t, err)
	for _, across := range []func() (nonparam.Estimate, error){
		func() (nonparam.Estimate, error) {
			return nonparam.Of(nonparam.CrossKappaName, nonparam.Nominal, r, other)
		},
		func() (nonparam.Estimate, error) {
			return normalizedBy(nonparam.Normalization{}, nonparam.Nominal, r, other)
		},
		func() (nonparam.Estimate, error) { return nonparam.Of(nonparam.DisattenuatedName, nil, r, other) },
	} {
		_, err := across()
		assert.True(t, errors.As(err, &undefined), "%v", err)
		assert.Contains(t, err.Error(), "the groups share")
	}
	_, ok := nonparam.Normalize(0.5, 0, 0.3)
	assert.False(t, ok)
}

func TestBadInput(t *testing.T) {
	_, err := nonparam.FromMatrix([][]float64{{1, 2}, {1}})
	assert.ErrorContains(t, err, "row 2 has 1 ratings, row 1 has 2")
	_, err = nonparam.FromMatrix([][]float64{{1, math.Inf(1)}})
	assert.ErrorContains(t, err, "infinite")

	r, err := nonparam.FromMatrix([][]float64{{1, -2}, {3, 4}})
	require.NoError(t, err)
	_, err = nonparam.Of(nonparam.AlphaName, nonparam.Ratio, r)
	assert.ErrorContains(t, err, "not negative")
	for _, d := range []float64{math.NaN(), -1, math.Inf(1), 7} { // 7 also between equal values
		_, err = nonparam.Of(nonparam.AlphaName, nonparam.Custom(func(_, _ float64) float64 { return d }), r)
		assert.ErrorContains(t, err, "custom distance", "%v", d)
	}
	ctx := context.Background()
	_, err = nonparam.AgreementOf(ctx, nil, nonparam.Options{Coefficients: []nonparam.Coefficient{"kappa"}})
	assert.ErrorContains(t, err, `no coefficient "kappa"`)
	_, err = nonparam.AgreementOf(ctx, nil,
		nonparam.Options{Normalize: nonparam.Normalization{By: nonparam.CrossKappaName}})
	assert.ErrorContains(t, err, "not a reliability")
}
