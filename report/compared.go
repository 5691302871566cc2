package report

import (
	"concord/internal/document"
	"concord/internal/result"
)

// measured is the median of a quantity with its interval.
func measured(m result.Measure) document.Cell {
	if !m.Median.Defined() {
		return document.Undefined(m.Undefined)
	}
	return document.Estimate{Value: float64(m.Median), Lower: float64(m.Lower), Upper: float64(m.Upper)}
}
