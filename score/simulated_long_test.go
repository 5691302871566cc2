//go:build long

package score_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
)

// Intervals of 95% have the scores of two systems and their difference in about 95% of 200 studies. They have them less
// often, though in 80% at least, if people labelled few of the items that the judge disliked: labels of the judge that
// people saw little of are drawn to the others. The studies are for one, two, five and twenty people, items drawn at
// random or by what the judge said, a judge that favours a system and one that follows nothing, and each kind of
// labels.
func TestLongScores(t *testing.T) {
	const studies = 100
	for k, kind := range []study.Kind{study.Binary, study.Ordinal, study.Numeric} {
		for n, m := range []made{
			{perItem: 1, follows: 1.2},
			{perItem: 1, follows: 1.2, pool: 5},
			{perItem: 2, follows: 1.2, pool: 5},
			{perItem: 2, follows: 1.2, pool: 2},
			{perItem: 2, follows: 1.2, pool: 20},
			{perItem: 2, follows: 0},
			{perItem: 1, follows: 0},
			{perItem: 2, follows: 1.2, bias: 2, byJudge: 5},
			{perItem: 1, follows: 3, bias: 2, byJudge: 5},
		} {
			m.kind, m.items, m.labelled, m.level, m.seed = kind, 1000, 100, 0.6, uint64(100*k+n)
			t.Run(fmt.Sprintf("%v-%d", kind, n), func(t *testing.T) {
				covered, width, worth := m.cover(t, studies, 0.95)
				t.Logf("%+v: covered %v of %d, ± %.3f, as good as %.0f items", m, covered, studies, width, worth)
				for of, n := range covered {
					least := 88 // 95% less 3 standard errors
					if m.byJudge > 0 {
						least = 80
					}
					assert.GreaterOrEqual(t, n, least, "%+v: %d", m, of)
					if m.pool == 0 {
						assert.LessOrEqual(t, n, 198, "%+v: %d", m, of)
					}
				}
			})
		}
	}
}

// The same holds for a judge on another scale than people's, for one who said the same of all items that people
// labelled, and where people labelled mostly what the judge failed.
func TestLongScoresOfOtherScales(t *testing.T) {
	const studies = 100
	for n, m := range []made{
		{kind: study.Binary, perItem: 1, scale: probability, bias: 2},
		{kind: study.Binary, perItem: 2, scale: probability, pool: 5},
		{kind: study.Binary, perItem: 1, scale: grades, bias: 2},
		{kind: study.Binary, perItem: 2, scale: grades, pool: 5},
		{kind: study.Ordinal, perItem: 1, scale: yesNo, bias: 2},
		{kind: study.Ordinal, perItem: 2, scale: probability, pool: 5},
		{kind: study.Binary, perItem: 1, scale: seldom},
		{kind: study.Binary, perItem: 2, scale: seldom, pool: 5},
		{kind: study.Binary, perItem: 1, byJudge: 0.1},
		{kind: study.Binary, perItem: 2, byJudge: 0.1},
		{kind: study.Binary, perItem: 1, scale: probability, byJudge: 0.1},
	} {
		m.items, m.labelled, m.level, m.follows, m.seed = 1000, 100, 0.6, 1.2, uint64(500+n)
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			covered, width, worth := m.cover(t, studies, 0.95)
			t.Logf("%+v: covered %v of %d, ± %.3f, as good as %.0f items", m, covered, studies, width, worth)
			for of, n := range covered {
				assert.GreaterOrEqual(t, n, 88, "%+v: %d", m, of) // 95% less 3 standard errors
			}
		})
	}
}
