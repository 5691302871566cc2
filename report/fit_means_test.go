package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// Means of as many labels in each study have their number in the head of the column. If the numbers differ, each is in
// the row of its study.
func TestMeansNameTheirNumberOfLabels(t *testing.T) {
	for _, c := range []struct {
		k    [3]int // of a, b and c, the last one undefined
		want [4]string
	}{
		{[3]int{5, 5, 9}, [4]string{"mean of\n5 labels", "0.80", "0.70", "–"}},
		{[3]int{5, 4, 9}, [4]string{"mean of k\nlabels (k)", "0.80 (5)", "0.70 (4)", "–"}},
		{[3]int{4, 5, 5}, [4]string{"mean of k\nlabels (k)", "0.80 (4)", "0.70 (5)", "–"}},
		{[3]int{1200, 1, 1}, [4]string{"mean of k\nlabels (k)", "0.80 (1 200)", "0.70 (1)", "–"}},
	} {
		r := &result.Result{Model: &result.Model{}}
		for i, name := range []string{"a", "b", "c"} {
			e := estimateOf(catalogue.ICCk, 0.8-float64(i)/10, name)
			e.K = c.k[i]
			if name == "c" {
				e.Mean, e.Undefined = result.Undefined(), "there is none"
			}
			r.Estimates = append(r.Estimates, e)
		}
		m := meansOf(result.Look(r), catalogue.ICCk, "")
		assert.True(t, m.any())
		assert.Equal(t, c.want, [4]string{m.head(), document.Say(m.cell("a"), 2), document.Say(m.cell("b"), 2),
			document.Say(m.cell("c"), 2)})
	}
	assert.False(t, meansOf(result.Look(&result.Result{}), catalogue.ICCk, "").any())
}
