package read

import (
	"concord/internal/visible"
	"concord/study"
)

// otherUnit is the error about labelers whose labels are certainly in another unit; nil if there are none.
func (in *intake) otherUnit(t *study.Table) error {
	if in.options.AsIs || in.options.Log {
		return nil
	}
	for _, split := range study.ScaleSplits(t) {
		if split.Kind != study.UnitSplit {
			continue // a warning is enough
		}
		e := study.Faultf(OtherUnit, "%s", split.String()).InColumn(t.LabelColumn())
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
