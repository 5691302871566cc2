package report

import (
	"slices"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
)

// estimate returns an estimate as a cell.
func estimate(r *answer.Row) document.Estimate {
	return document.Estimate{Value: r.Value, Lower: r.Lower, Upper: r.Upper, SD: r.SD, Undefined: r.Why}
}

// seriesOf is the number of a study, by which charts colour it; −1: none.
func seriesOf(d result.Data, studies []string) int {
	if len(studies) != 1 {
		return -1
	}
	return slices.IndexFunc(d.Studies, func(s result.Study) bool { return s.Name == studies[0] })
}
