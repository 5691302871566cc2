package view

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/say"
)

// goldAnswer has groups beside a gold standard, each closer than the next.
func goldAnswer(groups int) *answer.Answer {
	a := answer.New("gold", result.Data{File: "labels.csv", Kind: "binary"}, result.Intervals{Level: 0.95})
	a.Set["source"] = "gold"
	name := func(i int) string { return fmt.Sprintf("group %02d", i) }
	for i := range groups {
		x := 0.9 - 0.05*float64(i)
		at := answer.Key{Group: name(i)}
		a.Add("items", at, 60)
		a.Add("labels", at, 240)
		of := answer.Key{Group: name(i), Of: "gold"}
		a.Add("validity", of, x).Within(x-0.1, x+0.1)
		a.Add("worth_of_gold", of, 3).Within(1.2, 41)
		for of.K = 1; of.K < 5; of.K++ {
			a.Add("validity_of_mean", of, x/2).Within(x/2-0.1, x/2+0.1)
			a.Add("observed_of_mean", of, x/2).N = 60
		}
		for _, by := range []string{"votes", "single"} {
			at.By = by
			for _, q := range []string{"right", "sensitivity", "specificity"} {
				a.Add(q, at, x).Within(x-0.1, x+0.1).N = 60
			}
		}
		for l := range 12 {
			a.Add("right", answer.Key{Group: name(i), Of: fmt.Sprint("labeler ", l), By: "labeler"}, x).N = 20
		}
	}
	for i := range groups {
		for k := i + 1; k < groups; k++ {
			a.Add("validity_difference", answer.Key{Of: name(i), Against: name(k)}, 0.05).P = 0.8
		}
	}
	a.Verdict = say.GoldVerdict(say.Scope{Answer: a})
	return a
}

// A first screen has at most 25 lines of 100 columns, and a narrow one keeps the estimates that the verdict is about.
func TestGoldFitsAScreen(t *testing.T) {
	for _, groups := range []int{1, 2, 12} {
		for _, width := range []int{100, 60, 40} {
			var out bytes.Buffer
			require.NoError(t, document.Write(&out, "text", Document(goldAnswer(groups), document.Answer),
				document.Options{Columns: width}))
			text := strings.TrimRight(out.String(), "\n")
			for line := range strings.Lines(text) {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), width, line)
			}
			flat := strings.Join(strings.Fields(text), " ")
			assert.Contains(t, flat, "90% [80%, 100%]", "%d groups at %d", groups, width)
			assert.Contains(t, flat, "0.90 [0.80, 1.00]", "%d groups at %d", groups, width)
			if width == 100 {
				assert.Less(t, strings.Count(text, "\n")+1, 25, "a line is left for where the rest is")
				assert.Contains(t, text, "3 [1.2, >30]")
			}
			if groups == 12 && width == 100 {
				assert.Contains(t, text, "… 6 more")
				assert.Contains(t, text, "80.0%", "each is closer than the next with a probability")
			}
		}
	}
}

// The page has the pictures and the lists that a terminal has no room for.
func TestPageOfGold(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, page.Write(&out, Document(goldAnswer(2), document.Appendix), page.Options{}))
	for _, text := range []string{"Correlation of the mean of k labels with one gold label", "group 01, observed",
		"All labelers"} {
		assert.Contains(t, out.String(), text)
	}
}
