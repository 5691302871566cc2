package read

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/study"
)

// NotPositive is the fault of a label that has no logarithm, where logarithms are asked for.
const NotPositive study.Code = "not_positive"

// mostWithout is how many different labels without logarithm an error lists.
const mostWithout = 6

// logarithms replaces labels by their logarithms. The error is about the first label that has none. Its values are all
// such labels, unless they are too many to list.
func (in *intake) logarithms(c *study.Indexed) error {
	logs := make([]float64, len(c.Value))
	var fault *study.Error
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
			fault = &study.Error{Code: NotPositive, File: in.file, Line: in.lines.of(row), Column: c.Label,
				Found:  fmt.Sprintf("the label %v has no logarithm", y),
				Remedy: "take logarithms of numbers above 0 only"}
		}
		if text := strconv.FormatFloat(y, 'f', -1, 64); !slices.Contains(fault.Values, text) {
			if fault.Values = append(fault.Values, text); len(fault.Values) > mostWithout {
				break
			}
		}
	}
	if fault != nil {
		if len(fault.Values) > mostWithout {
			fault.Values = nil
		}
		return fault
	}
	c.Value, c.Source.Log = logs, true
	return nil
}
