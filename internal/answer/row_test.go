package answer

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/document"
)

// A number of labels that nobody collects is not counted out.
func TestLabelsThatAGoldLabelIsWorth(t *testing.T) {
	for _, c := range []struct {
		median, lower, upper float64
		shown                string
	}{
		{297.4, 55.4, 3913.9, "more than 55"},
		{12.4, 5.5, 3913.9, "12.4 [5.5, >30]"},
		{44, 5.5, 60, ">30 [5.5, >30]"},
		{1.1, 0.4, 2.4, "1.1 [0.4, 2.4]"},
	} {
		r := newRow("worth_of_gold", Key{}, c.median).Within(c.lower, c.upper)
		assert.Equal(t, c.shown, document.Said(r.Cell(Whole), r.Q.Decimals(true)))
	}
}
