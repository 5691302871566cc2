package report

import (
	"slices"

	"concord/internal/document"
	"concord/internal/result"
)

// estimate returns an estimate as a cell.
func estimate(e result.Estimate) document.Estimate {
	return document.Estimate{Value: float64(e.Centre()), Lower: float64(e.Lower), Upper: float64(e.Upper),
		SD: float64(e.Spread()), Undefined: e.Undefined}
}

// coefficient returns a coefficient as a cell.
func coefficient(a result.Agreement) document.Estimate {
	why := ""
	if !a.Estimate.Defined() {
		why = a.Undefined
	}
	return document.Estimate{Value: float64(a.Estimate), Lower: float64(a.Lower), Upper: float64(a.Upper),
		SD: float64(a.SE), Undefined: why}
}

// seriesOf is the number of a study, by which charts colour it; −1: none.
func seriesOf(d result.Data, studies []string) int {
	if len(studies) != 1 {
		return -1
	}
	return slices.IndexFunc(d.Studies, func(s result.Study) bool { return s.Name == studies[0] })
}
