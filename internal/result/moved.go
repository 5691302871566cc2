package result

import (
	"fmt"
	"math"
	"strings"

	"concord/internal/document"
)

// Moved is by how much labels are higher, or by how much more often they are positive if Rate is set, with an interval.
type Moved struct {
	Rate                bool
	Value, Lower, Upper float64
}

// Goes is [Moved.Higher] of labels that have not been spoken of: "positive 16 points more often".
func (m Moved) Goes() string {
	if m.Rate {
		return "positive " + m.Higher()
	}
	return m.Higher()
}

// Higher says which way labels go: "16 points more often", "0.4 higher".
func (m Moved) Higher() string {
	more, less := "higher", "lower"
	if m.Rate {
		more, less = "more often", "less often"
	}
	if m.Value < 0 {
		more = less
	}
	return m.Size() + " " + more
}

// Size is without its sign.
func (m Moved) Size() string {
	x := math.Abs(m.Value)
	if !m.Rate {
		return inBrief(Number(x))
	}
	if text := fmt.Sprintf("%.0f", 100*x); text != "1" {
		return text + " points"
	}
	return "1 point"
}

// Interval is that of the size.
func (m Moved) Interval() string {
	lower, upper := m.Lower, m.Upper
	if m.Value < 0 {
		lower, upper = -upper, -lower
	}
	if m.Rate {
		return "[" + document.Fixed(100*lower, 0) + ", " + document.Fixed(100*upper, 0) + "]"
	}
	return strings.ReplaceAll(fmt.Sprintf("[%s, %s]", inBrief(Number(lower)), inBrief(Number(upper))), "-", "−")
}
