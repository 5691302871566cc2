package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/study"
)

// Where a check looked at a part of the labels, the page and the paragraph for a paper say so.
func TestCheckOfASampleIsSaid(t *testing.T) {
	s := fixedSource(t)
	whole, ok := predictiveSection(s)
	require.True(t, ok)
	assert.NotContains(t, strings.Join(whole.Lead, " "), "at random")
	s.Check.Labels, s.Check.SampledBy = 500, study.LabelerFactor
	part, _ := predictiveSection(s)
	all := document.Integer(s.Result.Data.Labels)
	said := "500 labels of the " + all + ", those of labelers that were drawn at random,"
	assert.Contains(t, part.Lead, said+" were checked.")
	assert.Contains(t, methods{Source: s}.checks(),
		"In posterior predictive checks of "+said+" with 99 replicated groups, ")
}
