package html

import (
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/study"
)

// The page says which further effects were fitted, and has their parameters; a factor of a hostile name is shown.
func TestPageHasFacets(t *testing.T) {
	table := hostileTable(t)
	design := model.DesignOf(table)
	factor := study.Factor{Name: hostile[0], Levels: []string{"t", "u", "v"}}
	for n := range design.Study {
		factor.Index = append(factor.Index, int32((n/2+n/7)%3))
	}
	values := []float64{}
	for s := range table.Studies() {
		values = append(values, table.StudyAt(s).Value()...)
	}
	table, err := study.NewTable(study.Indexed{
		Studies: design.Studies, Items: design.Items, Labelers: design.Labelers, Study: design.Study, Item: design.Item,
		Labeler: design.Labeler, Value: values, Kind: study.Numeric, Factors: []study.Factor{factor},
	})
	require.NoError(t, err)
	spec := model.Spec{Facets: []model.Facet{{By: []string{hostile[0]}, Covariance: model.Correlated}}}
	r := reportOf(t, table, spec)
	var page strings.Builder
	require.NoError(t, Write(&page, r))
	assert.False(t, strings.Contains(page.String(), hostile[0]))
	text := html.UnescapeString(page.String())
	for _, words := range []string{
		"Effects of " + hostile[0], "an effect in each study for each level, correlated between studies",
		"SD of " + hostile[0], "correlation of " + hostile[0], "μ + item + labeler + " + hostile[0],
		"standard deviations of further effects",
	} {
		assert.True(t, strings.Contains(text, words), words)
	}
	methods, ok := Methods(r)
	require.True(t, ok)
	assert.Contains(t, methods, "random effects of items, labelers and "+hostile[0])
}
