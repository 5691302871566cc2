package consensus

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// However large standard deviations and covariates are, tables have a bounded size.
func TestGridsAreBounded(t *testing.T) {
	for _, sd := range []float64{1e-3, 1, 50, 1e5, 1e12} {
		for _, shift := range []float64{1, 1e6} {
			for _, lambdas := range []int{13, 31} {
				g := &grid{family: fourOrdered().(family.Categorical), itemSD: sd, levelSD: sd, flatter: 1,
					lambda: make([]float64, lambdas)}
				c := &crowd{labels: []int32{5}, offsets: &offsets{label: []float64{-shift, shift}}}
				g.nodes(c, shift)
				size := len(g.shift) * g.family.Categories() * lambdas * len(g.level) * len(g.effect)
				assert.LessOrEqual(t, size, mostTable, "σ %v, shift %v", sd, shift)
				assert.GreaterOrEqual(t, len(g.level), fewestLevels)
			}
		}
	}
}

// Each of five people has a category of their own, so that nothing bounds how much labelers differ: the posterior mean
// of that standard deviation is some thousands. The median is what is used, and grids are small.
func TestLabelersWithACategoryEach(t *testing.T) {
	c := study.Indexed{Kind: study.Ordinal, Studies: []string{"a"}, Categories: []string{"1", "2", "3", "4", "5"},
		Labelers: []string{"p0", "p1", "p2", "p3", "p4"}}
	for j := range int32(40) {
		c.Items = append(c.Items, fmt.Sprint("i", j))
		for k := range int32(5) {
			c.Item, c.Labeler = append(c.Item, j), append(c.Labeler, k)
			c.Study, c.Value = append(c.Study, 0), append(c.Value, float64(k+1))
		}
	}
	table, err := study.NewTable(c)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 100})
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	all, err := LabelersOf(t.Context(), fit, 0.95)
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	assert.Len(t, all, 5)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(200<<20))
}
