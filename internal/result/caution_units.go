package result

import (
	"fmt"

	"concord/model"
	"concord/model/spec"
	"concord/study"
)

// unlikeUnits is how many times wider the labels of one study may spread than another's. Beyond that their units are
// assumed to differ, because groups of people on one scale differ less.
const unlikeUnits = 3

// unitCaution says that one residual was asked for although the studies seem to have different units. It names the
// alternative in the words of the program. It is nil if the units are alike.
func unitCaution(t *study.Table, sp spec.Spec, words model.Wording) []string {
	if sp.Residual != spec.CommonResidual {
		return nil
	}
	narrow, wide, ok := study.Units(t)
	if !ok || wide.SD < unlikeUnits*narrow.SD {
		return nil
	}
	return []string{fmt.Sprintf("labels of group %s have a standard deviation of %.3g, labels of group %s %.3g, as "+
		"if in another unit. With one residual for both, all differences in group %s count as noise and its ICC is "+
		"near 0; %s gives each group a separate residual and scale",
		narrow.Study, narrow.SD, wide.Study, wide.SD, narrow.Study,
		words.Of(model.Choice{Name: "residual", Value: spec.StudyResidual.String()}))}
}
