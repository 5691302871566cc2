package result

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Nobody collects thousands of labels of an item: such numbers are not counted out.
func TestLabelsThatAGoldLabelIsWorth(t *testing.T) {
	for _, c := range []struct {
		median, lower, upper Number
		value, span          string
	}{
		{297.4, 55.4, 3913.9, "more than 55", ""},
		{12.4, 5.5, 3913.9, "12.4", "[5.5, > 30]"},
		{44, 5.5, 60, "> 30", "[5.5, > 30]"},
		{1.1, 0.4, 2.4, "1.1", "[0.4, 2.4]"},
		{Undefined(), Undefined(), Undefined(), "–", "–"},
	} {
		value, span := Measure{Median: c.median, Lower: c.lower, Upper: c.upper}.labels()
		assert.Equal(t, c.value, value)
		assert.Equal(t, c.span, span)
	}
}
