package advice

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
	"concord/study/read/faults"
)

// Commands that were tried change places: those that are read come first, one that names a column more before the one
// that it explains, and dead ends behind. What ends where it began goes, and words stay in their places.
func TestFixesAreTried(t *testing.T) {
	of := &study.Error{Code: faults.OpenParts, Found: "open"}
	trials := map[string]Trial{
		"a":       {Fault: &study.Error{Code: study.DuplicateLabel, Fixes: []study.Fix{study.To("", "by", "again")}}},
		"a again": {Read: true},
		"b":       {Read: true, Unused: 1},
		"c":       {Fault: &study.Error{Code: faults.OpenParts, Found: "open"}},
		"d":       {Fault: &study.Error{Code: faults.ColumnTaken}},
		"e":       {Fault: errors.New("a dead end")},
	}
	says := func(text string) study.Fix { return study.Fix{Does: text} }
	fix := func(names ...string) study.Fix { return study.To("", "item", names...) }
	for _, c := range []struct {
		fixes, want []study.Fix
	}{
		{[]study.Fix{says("found"), fix("e"), fix("a"), fix("b")}, []study.Fix{says("found"), fix("a"), fix("b"),
			fix("e")}},
		{[]study.Fix{fix("a"), says("mend it"), fix("a", "again")},
			[]study.Fix{fix("a", "again"), says("mend it"), fix("a")}},
		{[]study.Fix{fix("c"), fix("d"), fix("b")}, []study.Fix{fix("b")}},
		{[]study.Fix{fix("b"), fix("a")}, []study.Fix{fix("a"), fix("b")}},
	} {
		call, tries := called("x.csv"), 0
		call.Try = func(to Call) Trial {
			tries++
			key := ""
			for _, v := range to.Value("item") {
				if key != "" {
					key += " "
				}
				key += v
			}
			return trials[key]
		}
		assert.Equal(t, c.want, call.Fixes(&study.Error{Code: of.Code, Found: of.Found, Fixes: c.fixes}))
		assert.LessOrEqual(t, tries, mostTrials)
	}
	assert.Len(t, Call{}.Fixes(&study.Error{Fixes: []study.Fix{fix("c"), fix("d")}}), 2,
		"nothing is tried without files")
}
