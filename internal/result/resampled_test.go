package result

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What intervals are about is said once for most of them, and for the others with the reason.
func TestIntervalNotes(t *testing.T) {
	of := func(coefficient, method, resampled, fixed string, studies ...string) Agreement {
		return Agreement{Coefficient: coefficient, Distance: "nominal", Studies: studies, Method: method,
			Resampled: resampled, Fixed: fixed}
	}
	both := of("kripp_alpha", "jackknife", ResampledBoth, "", "a")
	for name, c := range map[string]struct {
		agreement []Agreement
		resampled string
		kind      string
		head      string
		notes     []string
	}{
		"none": {[]Agreement{{Coefficient: "kripp_alpha", Estimate: Undefined(), Undefined: "no item has two ratings"}},
			"", "none", "95% CI", nil},
		"all alike": {[]Agreement{both, both}, ResampledBoth, "jackknife", "95% CI (items, labelers)",
			[]string{"95% CI of coefficients: two-way jackknife, items and labelers deleted in turn."}},
		"some otherwise": {
			[]Agreement{both, both, both, of("cohen_kappa", "jackknife", ResampledItems, "its two raters are fixed",
				"a"), of("cross_kappa", "jackknife", ResampledBoth, "there is only one rater (gold)", "gold", "a"),
				of("icc_A1", "f", ResampledBoth, "", "a")},
			ResampledBoth, "jackknife", "95% CI (items, labelers)",
			[]string{"95% CI of coefficients: two-way jackknife, items and labelers deleted in turn.",
				"Cohen's κ (nominal) of a: jackknife over items, with the labelers fixed, because its two raters " +
					"are fixed.",
				"cross-kappa κx (nominal) of gold × a: some labelers as given, because there is only one rater (gold).",
				"ICC(A,1) (nominal) of a: F limits."}},
		"bootstrap": {[]Agreement{of("kripp_alpha", "bca", ResampledItems, "", "a")}, ResampledItems, "bootstrap",
			"95% CI (items)", []string{"95% CI of coefficients: bootstrap over items, with the labelers fixed."}},
		"bootstrap of both": {[]Agreement{of("kripp_alpha", "percentile", ResampledBoth, "", "a")}, ResampledBoth,
			"bootstrap", "95% CI (items, labelers)", []string{"95% CI of coefficients: bootstrap over items and " +
				"labelers."}},
		"without": {[]Agreement{{Coefficient: "kripp_alpha", Distance: "nominal", Studies: []string{"a"}, Estimate: 0.5,
			Undefined: "no interval: in 26 of 200 bootstrap samples: no item has two ratings"}}, "", "none", "95% CI",
			[]string{"Krippendorff's α (nominal) of a: no interval: in 26 of 200 bootstrap samples: no item has two " +
				"ratings."}},
		"many": {[]Agreement{both, both, both, both, both, of("kripp_alpha", "jackknife", ResampledItems, "so", "b"),
			of("kripp_alpha", "jackknife", ResampledItems, "so", "c"),
			of("kripp_alpha", "jackknife", ResampledItems, "so", "d"),
			of("kripp_alpha", "jackknife", ResampledItems, "so", "e")}, ResampledBoth, "jackknife",
			"95% CI (items, labelers)",
			[]string{"95% CI of coefficients: two-way jackknife, items and labelers deleted in turn.",
				"Krippendorff's α (nominal) of b; Krippendorff's α (nominal) of c; 2 others: jackknife over items, " +
					"with the labelers fixed, because so."}},
	} {
		r := NewAgreement(Data{}, c.agreement, 0.95)
		assert.Equal(t, c.resampled, r.Interval.Resampled, name)
		assert.Equal(t, c.kind, r.Interval.Kind, name)
		assert.Equal(t, c.head, r.Interval.Coefficients(), name)
		assert.Equal(t, c.notes, r.IntervalNotes(), name)
	}
}
