package report_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/result"
	"concord/report"
)

// The records have the change of each labeler, and empty cells for a labeler whose change is not known.
func TestRecordsHaveChangesOfLabelers(t *testing.T) {
	change := func(x result.Number) result.Measure {
		return result.Measure{Mean: x, Lower: x - 1, Upper: x + 1, Median: x}
	}
	table := &result.LabelerTable{Model: &result.Model{}, Sampler: &result.Sampler{},
		Diagnostics: &result.Diagnostics{},
		Labelers:    []result.ConsensusLabeler{{Labeler: "ann", Study: "people"}, {Labeler: "gpt", Study: "judge"}},
		Covariates: []result.Covariate{{Name: "week", Slopes: &result.LabelerSlopes{Labelers: []result.LabelerChange{
			{Labeler: "ann", Study: "people", High: "9", Low: "1", Change: change(3), Beyond: change(2)}}}}}}
	var out bytes.Buffer
	require.NoError(t, document.WriteCSV(&out, report.Labelers(table)))
	assert.Regexp(t, "(?m)^labeler,.*,change:week,change_lower:week,change_upper:week,beyond:week,beyond_lower:week,"+
		"beyond_upper:week$", out.String())
	assert.Regexp(t, "(?m)^ann,people,.*,3,2,4,2,1,3$", out.String())
	assert.Regexp(t, "(?m)^gpt,judge,.*,0,,,,,,$", out.String())
}
