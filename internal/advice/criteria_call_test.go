package advice

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Steps for a call with --criteria name flags that go with it, and several columns of labels are the criteria.
func TestStepsForCallsWithCriteria(t *testing.T) {
	steps := []step{with("one column", "label", "score"), with("each alone", "label", "tone,style"),
		with("each against the rest", "each-category", ""), byCoefficients("without a model"),
		words("mend it"), {does: "each criterion", set: [][2]string{{"each-category", ""}}, drop: []string{"criteria"}}}
	const end = "  without a model: fit agreement FILE\n  mend it\n  each criterion:\n  fit a.csv --each-category"
	taken := func(flag, value string) bool {
		return flag != "each-category" && (flag != "label" || value == "score")
	}
	one := Call{Args: []string{"--criteria", "aspect", "a.csv"}, Takes: taken}
	assert.Equal(t, "\n  one column:\n  fit --criteria aspect a.csv --label score\n"+
		"  columns of labels as the criteria:\n  fit a.csv --criteria tone,style\n"+
		end, lines(one, steps))
	assert.Equal(t, "each alone", steps[1].does, "the step of another call")
	columns := Call{Args: []string{"--criteria=tone,clear", "a.csv"}, Takes: taken}
	assert.Equal(t, "\n  columns of labels as the criteria:\n  fit a.csv --criteria tone,style\n"+
		end, lines(columns, steps))
	assert.Contains(t, lines(Call{Args: []string{"a.csv"}}, steps), "fit a.csv --each-category")
	categories := Call{Args: []string{"--family", "categorical", "a.csv"}, Takes: taken}
	assert.NotContains(t, lines(categories, steps), "tone,style")
	assert.Contains(t, lines(categories, steps), "--label score")
}
