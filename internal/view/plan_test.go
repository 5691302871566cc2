package view

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
)

// What no number of labels reaches is unlimited, and a plan of many groups is one screen.
func TestPlanOfManyGroups(t *testing.T) {
	a := answer.New("plan", result.Data{File: "many.csv"}, result.Intervals{Level: 0.95})
	a.Set["plan"], a.Set["target"], a.Set["assurance"], a.Verdict = "reliability", "0.8", "0.9", []string{"An answer"}
	for s := range 30 {
		at := answer.Key{Group: fmt.Sprint("group ", s)}
		a.Data.Studies = append(a.Data.Studies, result.Study{Name: at.Group})
		for _, target := range []string{"0.7", "0.8", "0.9"} {
			at.Design = "reliability " + target
			a.Add("labels_needed", at, math.Inf(1)).Within(4, math.Inf(1))
			a.Add("labels_enough", at, 1e6)
		}
		at.Design = ""
		a.Add("budget", at, 60)
		for at.K = 1; at.K <= 3; at.K++ {
			a.Add("items", at, float64(60/at.K))
			a.Add("icc_k", at, 0.5)
			a.Add("icc_se", at, 0.1/float64(at.K))
		}
		at.K = 3
		a.Words("choice", at, "shows the reliability best")
	}
	text := inFormat(t, "text", Document(a, document.Answer), document.Options{Columns: 100})
	assert.LessOrEqual(t, strings.Count(text, "\n"), document.ScreenLines, text)
	for _, want := range []string{"4 or more", "more than 1 000", "… 24 more"} {
		assert.Contains(t, text, want)
	}
}
