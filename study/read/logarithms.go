package read

import (
	"math"
	"slices"
	"strconv"

	"concord/study"
)

// NotPositive is the fault of a label that has no logarithm, where logarithms are asked for.
const NotPositive study.Code = "not_positive"

// logarithms replaces labels by their logarithms. The error is about the first label that has none.
func (in *intake) logarithms(c *study.Indexed) error {
	logs := make([]float64, len(c.Value))
	var fault *study.Error
	var without []string
	for n, y := range c.Value {
		if y > 0 {
			logs[n] = math.Log(y)
			continue
		}
		if fault == nil {
			row := n
			if c.Row != nil {
				row = int(c.Row[n])
			}
			fault = study.Faultf(NotPositive, "the label %v has no logarithm", y).AtLine(in.lines.of(row)).
				InColumn(c.Label)
		}
		if text := strconv.FormatFloat(y, 'f', -1, 64); !slices.Contains(without, text) {
			if without = append(without, text); len(without) > mostValues {
				break
			}
		}
	}
	if fault != nil {
		rest := study.Leave("without such labels", without...)
		if len(without) > mostValues {
			rest = study.Fix{Does: "leave labels of 0 and less out of the file"}
		}
		fault.Fixes = []study.Fix{study.By("without logarithms", "log"), rest}
		return fault
	}
	c.Value, c.Source.Log = logs, true
	return nil
}
