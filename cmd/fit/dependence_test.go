package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/slowtest"
)

// untilAgreed writes a study of yes and no by 12 people, a third of whom labels an item if two disagree, beside a gold
// standard.
func untilAgreed(t *testing.T) (file string) {
	rng := rand.New(rand.NewPCG(3, 7))
	var s strings.Builder
	s.WriteString("item,labeler,study,label\n")
	yes := func(logit float64) int {
		if rng.Float64() < 1/(1+math.Exp(-logit)) {
			return 1
		}
		return 0
	}
	for i := range 150 {
		z := rng.NormFloat64()
		var said []int
		for _, l := range rng.Perm(12) {
			if len(said) == 3 || len(said) == 2 && said[0] == said[1] {
				break
			}
			said = append(said, yes(1.5*z-0.5))
			fmt.Fprintf(&s, "i%d,c%d,crowd,%d\n", i, l, said[len(said)-1])
		}
		fmt.Fprintf(&s, "i%d,g,gold,%d\n", i, yes(2.5*z-0.5))
	}
	file = filepath.Join(t.TempDir(), "agreed.csv")
	require.NoError(t, os.WriteFile(file, []byte(s.String()), 0o644))
	return file
}

// Each command says first that labels decided how many labels an item has, and marks what that biases.
func TestLabelsUntilAgreed(t *testing.T) {
	slowtest.Only(t)
	file := untilAgreed(t)
	caution := "Caution: in group crowd, items with more labels have more disagreement"
	few := []string{"--draws", "300", "--chains", "2"}
	first := func(t *testing.T, out, number string) {
		require.Contains(t, out, number)
		assert.Contains(t, strings.Join(strings.Fields(out[:strings.Index(out, number)]), " "), caution)
	}
	t.Run("agreement", func(t *testing.T) {
		out, warned := runFit(t, exitFine, "agreement", "--full", file) // a caution is no warning as well
		first(t, out, "labels/item")
		assert.NotContains(t, warned, "items with more labels have more disagreement")
		assert.Contains(t, out, "    crowd *")
		assert.NotContains(t, out, "    gold *")
		assert.Regexp(t, `The share of positive labels in\s+crowd is \d+\.\d% of all labels`, out)
		for format, has := range map[string]string{
			"markdown": "crowd \\*", "latex": "crowd *", "csv": ",label_dependent",
		} {
			out, _ := runFit(t, exitFine, "agreement", "--quiet", "--bootstrap", "0", "--format", format, file)
			assert.Contains(t, out, has, format)
		}
	})
	t.Run("check", func(t *testing.T) {
		out, _ := runFit(t, exitFine, "check", "--full", file)
		first(t, out, "labels/item")
		runFit(t, exitNotConverged, "check", "--strict", file)
	})
	t.Run("fit", func(t *testing.T) {
		page := filepath.Join(t.TempDir(), "page.html")
		args := append(few, "--quiet", "--replications", "99", "--labeler-effects", "none", file)
		of := inFormats(t, append(args, "--html", page)...)
		out := of["txt"]
		first(t, out, "reliability of")
		assert.Regexp(t, `α 0\.\d+ \*`, out)
		assert.Regexp(t, `The predictive check does not judge\s+the\s+statistics\s+of\s+crowd`, out)
		html, err := os.ReadFile(page)
		require.NoError(t, err)
		alert := `role="alert">Caution: in group crowd, items with more labels have more disagreement`
		before, _, _ := strings.Cut(string(html), "<section")
		assert.Contains(t, before, alert)
		r := answerIn(t, of["json"])
		require.Len(t, r.Data.Cautions, 1)
		assert.Equal(t, result.LabelDependent, r.Data.Cautions[0].Code)
		assert.Equal(t, "crowd", r.Of("not_judged")[0].Said)
		assert.Empty(t, r.Of("doubt"))
		for _, c := range r.Of("kripp_alpha") {
			if c.Group == "crowd" && c.By == "" {
				assert.Equal(t, result.LabelDependent, c.Reason)
				assert.True(t, math.IsNaN(c.P))
			}
		}
		require.NotEmpty(t, r.Of("kripp_alpha"))
		mean := r.Data.Studies[0].LabelDependence.ModelMean
		require.NotNil(t, mean)
		assert.True(t, 0 < mean.Lower && mean.Lower < mean.Mean && mean.Mean < mean.Upper && mean.Upper < 1)
	})
	t.Run("gold", func(t *testing.T) {
		gold := []string{"gold", "--quiet", "--labeler-effects", "none"}
		out, _ := runFit(t, exitFine, append(gold, append(few, file)...)...)
		first(t, out, "Gold: gold")
		of := inFormats(t, append(append(gold, "--full"), append(few, file)...)...)
		for _, marked := range []string{"one label *", "one label by the fit", "crowd *"} {
			assert.Contains(t, of["txt"], marked)
		}
		g := foundIn(t, of["json"])
		by := map[string]float64{}
		for _, quantity := range []string{"right", "specificity", "sensitivity"} {
			for _, r := range g.of(quantity, "crowd") {
				if r.Of == "" {
					by[quantity+" "+r.By] = *r.Value
				}
			}
		}
		// Right is what is right of the negative and of the positive gold labels, by their shares.
		low, right, high := by["specificity single_by_fit"], by["right single_by_fit"], by["sensitivity single_by_fit"]
		assert.Less(t, low, 1.0)
		assert.True(t, min(low, high) < right && right < max(low, high))
		assert.Less(t, right, by["right single"])
	})
}
