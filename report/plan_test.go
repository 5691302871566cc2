package report

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/result"
)

// kept reads a result of the tests of package result.
func kept[T any](t *testing.T, name string) *T {
	t.Helper()
	data, err := os.ReadFile("../internal/result/testdata/" + name + ".json.golden")
	require.NoError(t, err)
	var r T
	require.NoError(t, json.Unmarshal(data, &r))
	return &r
}

func TestPlan(t *testing.T) {
	for _, name := range []string{"plan_binary", "plan_numeric"} {
		d := Plan(kept[result.Plan](t, name))
		screen(t, d, 25)
		golden(t, name+".text", written(t, d, "text", document.Detail, 0))
		assert.NotContains(t, written(t, d, "markdown", document.Detail, 0), "NaN")
	}
	text := written(t, Plan(kept[result.Plan](t, "plan_facets")), "text", document.Detail, 0)
	for _, want := range []string{"labels/item at a cost of 120 labels, with the same labelers and levels for all",
		"labeler=2,template=2", "Best design at the same cost"} {
		assert.Contains(t, text, want)
	}
}

// What no number of labels reaches is unlimited, and a plan of many studies is one screen.
func TestPlanOfManyStudies(t *testing.T) {
	p := &result.Plan{Assurance: 0.9, Interval: result.Intervals{Level: 0.95}, Verdict: []string{"An answer"}}
	for s := range 30 {
		name := fmt.Sprint("group ", s)
		p.Data.Studies = append(p.Data.Studies, result.Study{Name: name})
		for _, target := range []float64{0.7, 0.8, 0.9} {
			p.Labels = append(p.Labels, result.LabelsNeeded{Study: name, Target: target, Median: result.Undefined(),
				Lower: 4, Upper: result.Undefined(), Enough: 1e6})
		}
		for k := 1; k <= 3; k++ {
			p.Spending = append(p.Spending, result.Spending{Study: name, Budget: 60, K: k, Items: 60 / k,
				Labelers: 9, MeanSE: 0.01, ICCSE: result.Number(0.1 / float64(k))})
		}
	}
	text := screen(t, Plan(p), 25)
	for _, want := range []string{"4 or more", "more than 1 000", "… 24 more", "… 26 more"} {
		assert.Contains(t, text, want)
	}
}

func TestChains(t *testing.T) {
	d := Chains(kept[result.Chains](t, "chains"))
	text := screen(t, d, 25)
	for _, want := range []string{"R̂ above 1.01", "divergences"} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "cor_item[1,1]")
	golden(t, "chains.text", written(t, d, "text", document.Detail, 0))
}
