package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/document"
	"concord/internal/result"
)

func TestAgreementInEachFormat(t *testing.T) {
	one := example(t)
	d := Agreement(result.NewAgreement(one.Data, one.Agreement, 0.9), document.Detail)
	for _, format := range []string{"text", "markdown"} {
		golden(t, "agreement."+format, written(t, d, format, document.Detail, 0))
	}
	assert.Contains(t, d.Verdict[0], "Krippendorff's α")
}

// screen checks that the first screen of a document has at most so many lines of 100 characters.
func screen(t *testing.T, d *document.Document, most int) string {
	t.Helper()
	text := written(t, d, "text", document.Answer, 0)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	assert.LessOrEqual(t, len(lines), most, text)
	for _, line := range lines {
		assert.LessOrEqual(t, len([]rune(line)), 100, line)
	}
	return text
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
		text := screen(t, Agreement(result.NewAgreement(data, all, 0.95), document.Answer), 25)
		assert.Contains(t, strings.Join(strings.SplitN(text, "\n", 4)[:3], " "), "Krippendorff's α")
		assert.Equal(t, studies > 5, strings.Contains(text, fmt.Sprintf("… %d more", studies-4)), text)
	}
}

// Label columns have a row each, those with the highest and the lowest coefficient if there are many.
func TestFirstScreenOfLabelColumns(t *testing.T) {
	lc := &result.LabelColumns{Data: result.Data{File: "many.csv"}, Interval: result.Intervals{Kind: "jackknife",
		Level: 0.95}}
	for i := range 31 {
		x := result.Number(float64(i) / 100)
		lc.Columns = append(lc.Columns, result.LabelColumn{Label: fmt.Sprintf("label %d", i),
			Agreement: []result.Agreement{
				{Coefficient: "kripp_alpha", Studies: []string{"a"}, Estimate: x, SE: 0.1, Lower: x, Upper: x},
				{Coefficient: "kripp_alpha", Studies: []string{"b"}, Estimate: result.Undefined(),
					Undefined: "no item has two ratings", SE: result.Undefined()},
			}})
	}
	d := LabelColumns(lc)
	text := screen(t, d, 25)
	for _, want := range []string{"label 30", "… 19 more", "label 0 ", "undefined: no item has two"} {
		assert.Contains(t, text, want)
	}
	assert.Contains(t, written(t, d, "text", document.Detail, 0), "label 15")
	records := written(t, d, "csv", document.Answer, 0)
	assert.Contains(t, records, "label 30,kripp_alpha,,a,0.3,0.1,0.3,0.3,0,0,,\n")
	assert.Contains(t, records, "label 0,kripp_alpha,,b,,,")
}
