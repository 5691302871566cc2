package advice

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
)

// Fixes for a call with --criteria name options that go with it, and several columns of labels are the criteria.
func TestFixesForCallsWithCriteria(t *testing.T) {
	fixes := []study.Fix{study.To("one column", "label", "score"), study.To("each alone", "label", "tone", "style"),
		study.To("each against the rest", "each-category"), study.Fix{Does: "without a model"}.With("agreement"),
		{Does: "mend it"}, study.To("each criterion", "each-category").Without("criteria")}
	const end = "  without a model:\n  fit agreement xa.csv\n  mend it\n  each criterion:\n  fit xa.csv --each-category"
	taken := func(s study.Setting) bool {
		return s.Option != "each-category" && (s.Option != "label" || len(s.Values) == 1)
	}
	one := called("--criteria aspect xa.csv")
	one.Takes = taken
	assert.Equal(t, "\n  one column:\n  fit xa.csv --label score --criteria aspect\n"+
		"  columns of labels as the criteria:\n  fit xa.csv --criteria tone,style\n"+end, one.lines(fixes))
	assert.Equal(t, "each alone", fixes[1].Does, "the fix of another call")
	columns := called("--criteria tone,clear xa.csv")
	columns.Takes = taken
	assert.Equal(t, "\n  columns of labels as the criteria:\n  fit xa.csv --criteria tone,style\n"+end,
		columns.lines(fixes))
	assert.Contains(t, called("xa.csv").lines(fixes), "fit xa.csv --each-category")
}
