package read

import (
	"math"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
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
			fault = NotPositive.Faultf("the label %v has no logarithm", y).AtLine(in.lines.Of(row)).
				InColumn(c.Label)
		}
		if text := strconv.FormatFloat(y, 'f', -1, 64); !slices.Contains(without, text) {
			if without = append(without, text); len(without) > kinds.MostValues {
				break
			}
		}
	}
	if fault != nil {
		rest := study.Leave("without such labels", without...)
		if len(without) > kinds.MostValues {
			rest = study.Fix{Does: "leave labels of 0 and less out of the file"}
		}
		fault.Fixes = []study.Fix{study.By("without logarithms", "log"), rest}
		return fault
	}
	c.Value, c.Source.Log = logs, true
	return nil
}

// otherUnit is the error about labelers whose labels are certainly in another unit; nil if there are none.
func (in *intake) otherUnit(t *study.Table) error {
	if in.options.AsIs || in.options.Log {
		return nil
	}
	for _, split := range study.ScaleSplits(t) {
		if split.Kind != study.UnitSplit {
			continue // a warning is enough
		}
		e := faults.OtherUnit.Faultf("%s", split.String()).InColumn(t.LabelColumn())
		in := ""
		if len(t.Studies()) > 1 {
			in = split.Study
			e.Found = visible.Sprintf("group %q: %s", split.Study, e.Found)
		}
		e.Fixes = append(study.WithoutLabelers(in, split.Labelers, len(split.Others) < 2),
			study.AsIs("if all are in one unit"))
		return e
	}
	return nil
}
