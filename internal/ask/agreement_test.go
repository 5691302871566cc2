package ask

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// What intervals are about is said once for most of them, and for the others with the reason.
func TestCoefficientNotes(t *testing.T) {
	of := func(coefficient, method, resampled, fixed string, studies ...string) result.Agreement {
		return result.Agreement{Coefficient: coefficient, Distance: "nominal", Studies: studies, Method: method,
			Resampled: resampled, Fixed: fixed}
	}
	both := func(name string) result.Agreement {
		return of("kripp_alpha", "jackknife", result.ResampledBoth, "", name)
	}
	for name, c := range map[string]struct {
		agreement []result.Agreement
		resampled string
		kind      string
		head      string
		notes     []string
	}{
		"none": {[]result.Agreement{{Coefficient: "kripp_alpha", Studies: []string{"a"},
			Estimate: result.Undefined(), Undefined: "no item " +
				"has two ratings"}},
			"", "none", "95% CI", nil},
		"all alike": {[]result.Agreement{both("a"), both("b")}, result.ResampledBoth, "jackknife", "95% CI (items, " +
			"labelers)",
			[]string{"95% CI of coefficients: two-way jackknife, items and labelers deleted in turn."}},
		"some otherwise": {
			[]result.Agreement{both("a"), both("f"), both("g"), of("cohen_kappa", "jackknife",
				result.ResampledItems, "its two raters are fixed",
				"a"), of("cross_kappa", "jackknife", result.ResampledBoth, "there is only one rater (gold)", "gold",
				"a"),
				of("icc_A1", "f", result.ResampledBoth, "", "a")},
			result.ResampledBoth, "jackknife", "95% CI (items, labelers)",
			[]string{"95% CI of coefficients: two-way jackknife, items and labelers deleted in turn.",
				"Cohen's κ (nominal) of a: jackknife over items, with the labelers fixed, because its two raters " +
					"are fixed.",
				"cross-kappa κx (nominal) of gold × a: some labelers as given, because there is only one rater (gold).",
				"ICC(A,1) (nominal) of a: F limits."}},
		"bootstrap": {[]result.Agreement{of("kripp_alpha", "bca", result.ResampledItems, "", "a")},
			result.ResampledItems, "bootstrap",
			"95% CI (items)", []string{"95% CI of coefficients: BCa bootstrap over items, with the labelers fixed."}},
		"bootstrap of both": {[]result.Agreement{of("kripp_alpha", "percentile", result.ResampledBoth, "", "a")},
			result.ResampledBoth,
			"bootstrap", "95% CI (items, labelers)", []string{"95% CI of coefficients: percentile bootstrap over " +
				"items and " +
				"labelers."}},
		"without": {[]result.Agreement{{Coefficient: "kripp_alpha", Distance: "nominal", Studies: []string{"a"},
			Estimate:  0.5,
			Undefined: "no interval: in 26 of 200 bootstrap samples: no item has two ratings"}}, "", "none", "95% CI",
			[]string{"Krippendorff's α (nominal) of a: no interval: in 26 of 200 bootstrap samples: no item has two " +
				"ratings."}},
		"many": {[]result.Agreement{both("a"), both("f"), both("g"), both("h"), both("i"), of("kripp_alpha",
			"jackknife", result.ResampledItems, "so", "b"),
			of("kripp_alpha", "jackknife", result.ResampledItems, "so", "c"),
			of("kripp_alpha", "jackknife", result.ResampledItems, "so", "d"),
			of("kripp_alpha", "jackknife", result.ResampledItems, "so", "e")}, result.ResampledBoth, "jackknife",
			"95% CI (items, labelers)",
			[]string{"95% CI of coefficients: two-way jackknife, items and labelers deleted in turn.",
				"Krippendorff's α (nominal) of b; Krippendorff's α (nominal) of c; 2 others: jackknife over items, " +
					"with the labelers fixed, because so."}},
	} {
		r := WithoutFit(result.Data{}, c.agreement, 0.95)
		assert.Equal(t, c.resampled, r.Interval.Resampled, name)
		assert.Equal(t, c.kind, r.Interval.Kind, name)
		assert.Equal(t, c.head, r.Interval.Coefficients(), name)
		assert.Equal(t, c.notes, Agreement(result.Data{}, 0.95, Coefficients{All: c.agreement}).Notes, name)
	}
}

// However many studies there are, and with or without intervals, the first screen is one screen.
func TestFirstScreenOfAgreement(t *testing.T) {
	for _, studies := range []int{1, 2, 5, 6, 40} {
		var all []result.Agreement
		add := func(coefficient string, x float64, studies ...string) {
			v := result.Number(x)
			all = append(all, result.Agreement{Coefficient: coefficient, Distance: "nominal", Studies: studies,
				Estimate: v, SE: 0.02, Lower: v - 0.04, Upper: v + 0.04, Method: "jackknife"})
		}
		data := result.Data{File: "many.csv"}
		name := func(i int) string { return fmt.Sprintf("group %d", i) }
		for i := range studies {
			data.Studies = append(data.Studies, result.Study{Name: name(i)})
			for _, c := range []string{"percent_agreement", "fleiss_kappa", "gwet_ac", "kripp_alpha"} {
				add(c, float64(i)/100, name(i))
			}
			for j := range i {
				add("normalized_cross_kappa", float64(i+j)/100, name(j), name(i))
			}
		}
		for _, level := range []document.Level{document.Answer, document.Detail} {
			text := agreementText(t, Agreement(data, 0.95, Coefficients{All: all}), level)
			assert.Contains(t, strings.Join(strings.SplitN(text, "\n", 4)[:3], " "), "Krippendorff's α")
			assert.Equal(t, studies > 8, strings.Contains(text, fmt.Sprintf("… %d more", studies-6)), text)
		}
	}
}

// agreementText is the text of an answer, of which a first screen has at most 25 lines of 100 characters.
func agreementText(t *testing.T, a *answer.Answer, level document.Level) string {
	var out bytes.Buffer
	require.NoError(t, document.Write(&out, "text", view.Document(a, level), document.Options{Level: level}))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if level == document.Answer {
		assert.LessOrEqual(t, len(lines), 25, out.String())
	}
	for _, line := range lines {
		assert.LessOrEqual(t, len([]rune(line)), 100, line)
	}
	return out.String()
}

// Label columns have a row each, those with the highest and the lowest coefficient if there are many.
func TestFirstScreenOfLabelColumns(t *testing.T) {
	var columns []Coefficients
	for i := range 31 {
		x := result.Number(float64(i) / 100)
		columns = append(columns, Coefficients{Task: fmt.Sprintf("label %d", i), All: []result.Agreement{
			{Coefficient: "kripp_alpha", Studies: []string{"a"}, Estimate: x, SE: 0.1, Lower: x, Upper: x,
				Resampled: result.ResampledItems, Method: "jackknife"},
			{Coefficient: "kripp_alpha", Studies: []string{"b"}, Estimate: result.Undefined(),
				Undefined: "no item has two ratings", SE: result.Undefined(), Lower: result.Undefined(),
				Upper: result.Undefined()},
		}})
	}
	a := Agreement(result.Data{File: "many.csv"}, 0.95, columns...)
	text := agreementText(t, a, document.Answer)
	for _, want := range []string{"label 30", "… 25 more", "label 0 ", "undefined: no item has two"} {
		assert.Contains(t, text, want)
	}
	assert.Contains(t, agreementText(t, a, document.Detail), "label 15")
	var records bytes.Buffer
	require.NoError(t, a.WriteCSV(&records))
	assert.Contains(t, records.String(), "kripp_alpha,label 30,a,,,,,,,0.3,0.3,0.3,,0.1,0,,\"jackknife over items, "+
		"with "+
		"the labelers fixed\",,,")
	assert.Contains(t, records.String(), "kripp_alpha,label 0,b,,,,,,,,,,,,0,,,no item has two ratings,,")
}
