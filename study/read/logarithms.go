package read

import (
	"fmt"
	"math"

	"concord/study"
)

// NotPositive is the fault of a label that has no logarithm, where logarithms are asked for.
const NotPositive study.Code = "not_positive"

// logarithms replaces labels by their logarithms. The error is about the first label that has none.
func (in *intake) logarithms(c *study.Indexed) error {
	logs := make([]float64, len(c.Value))
	for n, y := range c.Value {
		if !(y > 0) {
			row := n
			if c.Row != nil {
				row = int(c.Row[n])
			}
			return &study.Error{Code: NotPositive, File: in.file, Line: in.lines.of(row), Column: c.Label,
				Found:  fmt.Sprintf("the label %v has no logarithm", y),
				Remedy: "take logarithms of numbers above 0 only"}
		}
		logs[n] = math.Log(y)
	}
	c.Value, c.Source.Log = logs, true
	return nil
}
