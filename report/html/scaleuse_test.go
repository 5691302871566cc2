package html

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/study"
)

// gradesTable is a small study of ordered categories with hostile names, which two groups use differently.
func gradesTable(t *testing.T) *study.Table {
	rng := rand.New(rand.NewPCG(3, 4))
	numbers := hostileTable(t)
	part := model.DesignOf(numbers)
	grades := study.Indexed{Studies: part.Studies, Items: part.Items, Labelers: part.Labelers, Study: part.Study,
		Item: part.Item, Labeler: part.Labeler, Kind: study.Ordinal,
		Categories: []string{"poor", hostile[1], "good", "great"}}
	for n := range part.Study {
		y := 1 + float64((int(part.Item[n])+rng.IntN(2))%3)
		if part.Study[n] == 1 && y > 1 {
			y++
		}
		grades.Value = append(grades.Value, y)
	}
	table, err := study.NewTable(grades)
	require.NoError(t, err)
	return table
}

// The page of a fit of ordered categories draws the share of each category as observed and as implied, and all
// thresholds on one axis.
func TestPageShowsHowTheScaleIsUsed(t *testing.T) {
	table := gradesTable(t)
	r := reportOf(t, table, model.Spec{Family: family.Ordinal{}, Effects: true})
	page := pageOf(t, r)
	wellFormed(t, page)
	assert.Contains(t, page, "<h2>How the scale is used</h2>")
	assert.Equal(t, 2*2*4, strings.Count(page, `<rect class="share `),
		"a part for each study, observed and implied, and each category")
	assert.Equal(t, 2*2, strings.Count(page, `aria-label="Shares of the categories of `))
	text := textOf(page)
	for _, e := range r.Result.Estimates {
		assert.Contains(t, text, value(e)+" "+span(e), e.Quantity)
	}
	for _, between := range []string{"poor|" + hostile[1], hostile[1] + "|good", "good|great"} {
		assert.Contains(t, text, between)
	}
	assert.Contains(t, text, "thresholds for each study")
	assert.Contains(t, text, "a Bayesian multilevel cumulative logit model of ordered categories (Agresti, 2010; "+
		"thresholds for each study) with random effects of items and labelers")
	assert.Contains(t, text, "y ~ ordered_logistic(item + labeler, κ)")
	assert.NotContains(t, text, "distance between the thresholds")
	for _, code := range []string{"NaN", "μ"} {
		assert.NotContains(t, text, code)
	}

	// Shares are those of the labels, and implied ones come close to them.
	one := r.Posterior.StudyAt(1)
	observed := observedShares(one, 4)
	assert.Zero(t, observed[1], "a category that nobody used keeps its place")
	assert.InDelta(t, 1, observed[0]+observed[2]+observed[3], 1e-12)
	shares, ok := sharesTable(r, table.Categories())
	require.True(t, ok)
	require.Len(t, shares.Rows, 4)
	assert.Equal(t, sharesText(observed, table.Categories()), shares.Rows[2][3].Text)
	assert.Equal(t, "a: 12.5%, b: 87.5%", sharesText([]float64{0.125, 0.875}, []string{"a", "b"}))

	_, ok = scaleUse(reportOf(t, hostileTable(t), model.Spec{}))
	assert.False(t, ok, "numbers have no categories")
}

// A page of a result without its draws has the thresholds still.
func TestScaleUseWithoutDraws(t *testing.T) {
	r := reportOf(t, gradesTable(t), model.Spec{Family: family.Ordinal{}})
	r.Posterior = nil
	s, ok := scaleUse(r)
	require.True(t, ok)
	require.NotEmpty(t, s.Parts)
	assert.Nil(t, s.Parts[0].Table)
	assert.Len(t, s.Parts[0].Strips.Groups, 2)
	assert.Len(t, s.Parts[0].Strips.Groups[0].Rows, 3)
}

// Items in dispute are told by the scores of categories, which need not be their places.
func TestDisputedItemsHaveScores(t *testing.T) {
	table, err := study.NewTable(study.Indexed{Studies: []string{"s"}, Items: []string{"i"},
		Labelers: []string{"l", "m", "n"},
		Study:    make([]int32, 3), Item: make([]int32, 3), Labeler: []int32{0, 1, 2},
		Value: []float64{1, 3, 3}, Kind: study.Ordinal, Categories: []string{"0", "10", "60"}})
	require.NoError(t, err)
	all := mostDisputed(table, 5)
	require.Len(t, all, 1)
	assert.Equal(t, []float64{0, 60, 60}, all[0].labels)
	assert.InDelta(t, 40, all[0].mean, 1e-12)
}
