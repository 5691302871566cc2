package say

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/study"
)

// difference is by how much labels are higher, or by how much more often they are positive if rate is set, with an
// interval.
type difference struct {
	*answer.Row
	rate bool
}

// goes is [difference.higher] of labels that have not been spoken of: "positive 16 points more often".
func (m difference) goes() string {
	if m.rate {
		return "positive " + m.higher()
	}
	return m.higher()
}

// higher says which way labels go: "16 points more often", "0.4 higher".
func (m difference) higher() string {
	more, less := "higher", "lower"
	if m.rate {
		more, less = "more often", "less often"
	}
	if m.Value < 0 {
		more = less
	}
	return m.size() + " " + more
}

// size is without its sign.
func (m difference) size() string {
	x := math.Abs(m.Value)
	if !m.rate {
		return inBrief(x)
	}
	if text := fmt.Sprintf("%.0f", 100*x); text != "1" {
		return text + " points"
	}
	return "1 point"
}

// interval is that of the size.
func (m difference) interval() string {
	lower, upper := m.Lower, m.Upper
	if m.Value < 0 {
		lower, upper = -upper, -lower
	}
	if m.rate {
		return "[" + document.Fixed(100*lower, 0) + ", " + document.Fixed(100*upper, 0) + "]"
	}
	return strings.ReplaceAll(fmt.Sprintf("[%s, %s]", inBrief(lower), inBrief(upper)), "-", "−")
}

// difference is a difference of labels.
func (s Scope) difference(r *answer.Row) difference {
	return difference{r, s.Data.Kind == study.Binary.String()}
}

// inBrief writes a number with two digits, or all before the point if they are more.
func inBrief(x float64) string {
	if x <= -100 || x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2g", x)
}
