package result

import (
	"fmt"

	"concord/internal/visible"
	"concord/model"
	"concord/model/spec"
	"concord/study"
)

// Among this many similar labels, none has half of the sum of squares: among 20 normal labels, the largest has 0.2 on
// average.
const (
	farShare  = 0.5
	farLabels = 20
)

// LabelCautions say how numeric labels differ from the assumptions of a resolved spec: studies in different units, and
// single labels far from all others. They name the alternative in the words of the program.
func LabelCautions(t *study.Table, sp spec.Spec, words model.Wording) []string {
	return append(unitCaution(t, sp, words), farCautions(t)...)
}

// farCautions names, for each study, a label that makes up most of the variance of its labels.
func farCautions(t *study.Table) []string {
	var texts []string
	for _, far := range study.FarthestLabels(t) {
		if v, err := t.Study(far.Study); err != nil || v.Len() < farLabels || far.Share < farShare {
			continue
		}
		share := "nearly all"
		if far.Share < .995 {
			share = fmt.Sprintf("%.0f%%", 100*far.Share)
		}
		by := ""
		if far.Labeler != "" {
			by = " by " + visible.Text(far.Labeler)
		}
		texts = append(texts, fmt.Sprintf("one label of %s, %.6g of item %s%s, makes up %s of the variance of "+
			"its labels: check this label, because it decides all results",
			study.GroupName(far.Study, len(t.Studies())), far.Value, visible.Text(far.Item), by, share))
	}
	return texts
}
